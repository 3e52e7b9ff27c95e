"""The tracker in the launcher: a small maze, a hidden walker, and the belief that hunts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np

from games import catalog
from games.core import Limit
from games.match import Match
from games.shell.draw.canvas import Canvas
from games.shell.draw.night_map import Board, Vector
from games.shell.draw.theme import Theme
from games.shell.draw.tween import ease_in_out
from games.shell.miniature import Miniature as Base
from games.shell.miniature import Part
from games.tracker import SPEC
from games.tracker.asks import Believer
from games.tracker.drawing import IN_SIGHT
from games.tracker.rules import WALK, TrackerState

# Seconds a step, steps of a walk, and a seed; chosen by eye.
_SECONDS = 0.7
_STEPS = 60
_SEED = 4


class Miniature(Base):
    """Plays by itself; `update` and `draw` are called about 15 times a second."""

    units = (320.0, 180.0)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
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

    def update(self, age: float) -> None:
        """Move on by `age` seconds."""
        self._elapsed += min(age, _SECONDS)
        if self._elapsed >= _SECONDS:
            if self._match.state.step >= _STEPS:
                self._seed += 1
                self._begin()
            self._step()

    def draw(self, canvas: Canvas) -> None:
        """Draw the maze, the belief on its way, and the walker."""
        self.draw_ground(canvas, self._paint_ground, self._seed)
        board, course = self._board, self._match.state.course
        board.draw_belief(canvas, self._belief())
        board.draw_sensor(canvas, course.sensors[0])
        here, there = (course.cells[cell] for cell in self._cells)
        look = ("tracker-ghost", "orange")
        board.draw_walker(canvas, there, here, self._walked, look, 200)

    def _paint_ground(self, ground: Canvas) -> None:
        """Draw the maze and how far the sensor sees."""
        course = self._match.state.course
        self._board.draw_map(ground)
        self._board.draw_diamond(ground, course.sensors[0], course.sight, IN_SIGHT, 1.2)

    def _belief(self) -> Vector:
        """Return the belief on the way from the last step to this one."""
        thought, share = self._watcher.thought, self._elapsed / _SECONDS
        if share < 0.5:
            now, before, part = thought.prior, self._before, share * 2
        else:
            now, before, part = thought.posterior, thought.prior, share * 2 - 1
        return np.asarray(before + (now - before) * ease_in_out(min(1.0, part * 1.3)))

    @property
    def _walked(self) -> float:
        """The done part of the walker's last step."""
        return ease_in_out(min(1.0, self._elapsed / _SECONDS * 2))

    def parts(self, canvas: Canvas) -> Mapping[str, Part]:
        """Return the cells that are believed in, and the walker."""
        board, course = self._board, self._match.state.course
        belief = board.believed(self._belief())
        around = [board.centre(course.cells[cell]) for cell in self._cells]
        side = 1.2 * max(14.0, 1.15 * board.cell)  # of the walker
        left, top = (min(place[axis] for place in around) - side / 2 for axis in (0, 1))
        right, foot = (max(place[axis] for place in around) + side / 2 for axis in (0, 1))
        walk = (self._seed, self._cells, self._walked)
        return {
            "maze": Part(self._seed, board.frame),
            "belief": Part(*belief),
            "walker": Part(walk, (left, top, right - left, foot - top)),
        }
