"""The tracker in the launcher: a small maze, a hidden walker, and the belief that hunts it."""

from __future__ import annotations

from typing import cast

import numpy as np

from games import catalog
from games.agents import Believer
from games.core import Limit
from games.match import Match
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.draw.tween import ease_in_out
from games.tracker import SPEC
from games.tracker.drawing import Board
from games.tracker.rules import WALK, TrackerState

# Seconds a step, steps of a walk, and a seed; chosen by eye.
_SECONDS = 0.7
_STEPS = 60
_SEED = 4


class Miniature:
    """Plays by itself; `update` and `draw` are called about 15 times a second."""

    units = (320.0, 180.0)

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._seed = _SEED
        self._params = SPEC.params({"maze": "loops-small", "noise": 4, "sight": 3, "steps": 0})
        self._begin()

    def _begin(self) -> None:
        self._watcher = cast(Believer, catalog.watcher("tracker", "auto"))
        player = catalog.agent("tracker", "explorer").make({}, None)
        self._match: Match[TrackerState] = Match(
            WALK, self._params, self._seed, {0: player}, [self._watcher]
        )
        course = self._match.state.course
        self._board = Board(course.maze)
        self._board.place((6, 6, 308, 168))
        self._before = self._watcher.thought.posterior
        self._cells = (self._match.state.cell, self._match.state.cell)
        self._elapsed = 0.0
        for _ in range(8):
            self._step()

    def _step(self) -> None:
        self._before = self._watcher.thought.posterior
        start = self._match.state.cell
        self._match.run(Limit(nodes=1), 2)
        self._cells = (start, self._match.state.cell)
        self._elapsed = 0.0

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""
        self._elapsed += min(dt, _SECONDS)
        if self._elapsed >= _SECONDS:
            if self._match.state.step >= _STEPS:
                self._seed += 1
                self._begin()
            self._step()

    def draw(self, canvas: Canvas) -> None:
        """The maze, the belief on its way, and the walker."""
        canvas.fill("ink")
        board, thought = self._board, self._watcher.thought
        board.draw_map(canvas)
        share = self._elapsed / _SECONDS
        if share < 0.5:
            now, before, part = thought.prior, self._before, share * 2
        else:
            now, before, part = thought.posterior, thought.prior, share * 2 - 1
        part = ease_in_out(min(1.0, part * 1.3))
        course = self._match.state.course
        board.draw_diamond(canvas, course.sensors[0], course.sight, "green", 1.2)
        board.draw_belief(canvas, np.asarray(before + (now - before) * part))
        board.draw_sensor(canvas, course.sensors[0])
        here, there = (course.cells[cell] for cell in self._cells)
        walked = ease_in_out(min(1.0, share * 2))
        look = ("tracker-ghost", "orange")
        board.draw_walker(canvas, there, here, walked, look, 200)
