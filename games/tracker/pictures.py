"""The living pictures in the tracker's help: the two halves of a step, and the eye.

Each is 320 x 180 units: one step of a walk in the small maze, over and over. The walk is played by
the rules, and the belief is the first model's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, cast

import numpy as np

from games import catalog
from games.core import Event, Limit
from games.match import Match
from games.shell.draw.canvas import Canvas
from games.shell.draw.night_map import Board, Vector
from games.shell.draw.story import Loop
from games.shell.draw.theme import Theme
from games.shell.draw.tween import ease_in_out
from games.shell.miniature import Miniature
from games.tracker import SPEC
from games.tracker.asks import Believer
from games.tracker.drawing import IN_SIGHT, READING
from games.tracker.lens import FAVOURITE
from games.tracker.rules import WALK, MatchGround, TrackerState

# Seconds, then the seed of a walk and the step of it that is shown; chosen by eye.
HELD: Final = 1.0
CHANGING: Final = 1.4
SHOWN: Final = 1.6
MOMENTS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"truth": (23, 2), "spread": (23, 3), "reading": (23, 2), "sight": (7, 2)}
)
"""Steps in which there is something to see."""


class PictureStep(NamedTuple):
    """One step: where the ghost went, the belief before, after the move and after the reading."""

    cells: tuple[int, int]
    before: Vector
    prior: Vector
    posterior: Vector
    reading: Event

    @property
    def seen(self) -> bool:
        """True if the eye saw the ghost."""
        return self.reading.data["readings"][0].seen is not None


def step_of(name: str) -> tuple[MatchGround, PictureStep]:
    """Return the maze and the step of a picture, by the name that it has among `MOMENTS`."""
    seed, number = MOMENTS[name]
    watcher = cast(Believer, catalog.watcher(SPEC.id, FAVOURITE))
    player = catalog.agent(SPEC.id, "explorer").make({}, None)
    params = SPEC.params(
        {"maze": "loops-small", "noise": 4, "sight": 3, "steps": 0, "start": "unknown"}
    )
    match: Match[TrackerState] = Match(WALK, params, seed, {0: player}, [watcher])
    match.run(Limit(nodes=1), 1 + 2 * number)
    before, start = watcher.thought.posterior, match.state.cell
    events = [event for _ in range(2) for event in match.step(Limit(nodes=1))]
    thought, state = watcher.thought, match.state
    cells = (start, state.cell)
    return state.course, PictureStep(cells, before, thought.prior, thought.posterior, events[-1])


def bits(belief: Vector) -> float:
    """Return the entropy of a `belief` in bits."""
    held = belief[belief > 0]
    return float(-(held * np.log2(held)).sum())


class Half(Loop):
    """One half of a step: the move, which "spread"s the cloud, or the "reading", which thins it.

    "sight" is a reading by which the eye sees the ghost itself; "truth" is a whole step with the
    ghost to be seen.
    """

    seconds, still = HELD + CHANGING + SHOWN, HELD + CHANGING

    def __init__(self, theme: Theme, half: str) -> None:
        super().__init__(theme)
        self.half = half
        self.course, self.step = step_of(half)
        self.board = Board(self.course.maze)
        self.board.place((6, 6, 308, 168))

    @property
    def share(self) -> float:
        """The done part of the change, 0..1."""
        return ease_in_out(min(1.0, max(0.0, (self.age - HELD) / CHANGING)))

    def draw(self, canvas: Canvas) -> None:
        """Draw the maze, the eye, what it measures, and the cloud."""
        canvas.fill("ink")
        board, step, eye = self.board, self.step, self.course.sensors[0]
        board.draw_map(canvas)
        board.draw_diamond(canvas, eye, self.course.sight, IN_SIGHT, 1.5)
        first, second = step.prior, step.posterior
        if self.half == "spread":
            first, second = step.before, step.prior
        elif self.half == "reading":
            self._draw_reading(canvas)
        if self.half != "truth":
            board.draw_belief(canvas, np.asarray(first + (second - first) * self.share))
        board.draw_sensor(canvas, eye)
        if self.half == "truth" or (self.half == "sight" and self.share > 0.9):
            here, there = (self.course.cells[cell] for cell in step.cells)
            gone = self.share if self.half == "truth" else 1.0
            board.draw_walker(canvas, there, here, gone, ("tracker-ghost", "orange"))
            if self.half == "truth" and self.share >= 1.0:
                self._draw_reading(canvas)

    def _draw_reading(self, canvas: Canvas) -> None:
        """Draw the two diamonds between which the ghost must be."""
        z = self.step.reading.data["readings"][0].z
        if z is None or self.age < HELD / 2:
            return
        for reach in (z + self.course.noise, z - self.course.noise - 1):
            if reach >= self.course.sight:
                self.board.draw_diamond(canvas, self.course.sensors[0], reach, READING, 1.5)


PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {half: partial(Half, half=half) for half in MOMENTS}
)
"""What shows each idea, by the name that the help has for it."""
