"""The original's films of a belief and its ghost: `main.py play tracker --film 1 --gif FILE`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from games.mazes import Cell, Maze
from games.shell.draw.canvas import Canvas
from games.shell.draw.gif import pixels_of
from games.shell.draw.night_map import Board
from games.shell.draw.roles import RIVAL
from games.shell.draw.theme import HEADING, TEXT, Theme
from games.shell.start import written
from games.tracker.drawing import IN_SIGHT, READING

SIZE: Final = (960, 540)
"""Pixels of a picture, before it is made smaller."""
SMALL: Final = (640, 360)
MILLISECONDS: Final = 250
_GHOST: Final = ("tracker-ghost", RIVAL)


class AnimationStep(NamedTuple):
    """A step: the belief over the cells of the maze, and the place of the ghost's cell among them.

    `distance` is the reading, None without one; `seen` is True in sight. `loss` is the mean
    log-loss in nats up to here.
    """

    belief: npt.NDArray[np.floating[Any]]
    cell: int
    distance: int | None
    seen: bool
    loss: float


class Animation(NamedTuple):
    """A film: title, maze, the sensor's place (None without), sight, noise, steps."""

    title: str
    maze: Maze
    sensor: Cell | None
    sight: int
    noise: int
    steps: tuple[AnimationStep, ...]


def pictures(made: Animation) -> Iterator[pygame.Surface]:
    """Yield a picture of each step: the maze, the belief, the ghost, and what the sensor reads.

    Blue diamonds bound where a reading that is wrong by up to the noise allows the ghost, a green
    one is the sight.
    """
    pygame.font.init()
    surface = pygame.Surface(SIZE)
    canvas, board = Canvas(surface, Theme()), Board(made.maze)
    w, h = canvas.width, canvas.height
    board.place((32, 96, w - 64, h - 152))
    sensor, noise = made.sensor, made.noise
    before = made.steps[0].cell
    for number, step in enumerate(made.steps):
        canvas.begin_frame()
        canvas.fill("ink")
        canvas.text(made.title, (w / 2, 48), HEADING, "paper", "title", "centre", w - 64)
        board.draw_map(canvas)
        if sensor is not None:
            board.draw_diamond(canvas, sensor, made.sight, IN_SIGHT, 1.5)
            if step.distance is not None:
                board.draw_diamond(canvas, sensor, step.distance + noise, READING, 1.5)
                if step.distance - noise - 1 >= made.sight:
                    board.draw_diamond(canvas, sensor, step.distance - noise - 1, READING, 1.5)
            board.draw_sensor(canvas, sensor)
        board.draw_belief(canvas, np.asarray(step.belief))
        here, there = made.maze.cells[before], made.maze.cells[step.cell]
        board.draw_walker(canvas, there, here, 1.0, _GHOST)
        told = f"step {number}: {step.loss:.1f} nats lost a step"
        canvas.text(told, (w / 2, h - 28), TEXT, "quiet", "text", "centre", w - 64)
        canvas.end_frame()
        before = step.cell
        yield surface


def write(gif: str, made: Animation) -> int:
    """Write the pictures of a film as the new file `gif`; return the exit code."""
    return written((pixels_of(each, SMALL) for each in pictures(made)), gif, MILLISECONDS)
