"""The rules of the laboratory: a hidden walker moves, then every sensor makes a reading.

One step is a move of the walker (seat 0: "up", "right", "down", "left", or "stay" where staying is
allowed), and then chance: the readings (see `games.tracker.rules.course`).

A known start is the top right corner; an unknown one is drawn uniformly by chance and told to the
walker only. Whoever watches learns the readings and nothing else. The score is the number of steps
out of sight.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.core import WATCHERS, Params
from games.tracker.rules.course import Course, Reading
from games.tracker.rules.unseen import WALKING, UnseenGame, UnseenState

WALKER: Final = 0


@dataclass(frozen=True, slots=True)
class TrackerState(UnseenState):
    """Where the walker is, how far the step has come, and the steps out of sight."""

    unseen: int = 0


class WalkGame(UnseenGame[TrackerState]):
    """The laboratory's rules; see the module."""

    ghost = WALKER
    seats = MappingProxyType({WALKING: (WALKER,)})
    hearers = (WALKER, WATCHERS)

    def begin(self, course: Course, params: Params) -> TrackerState:
        """Nothing was walked yet."""
        return TrackerState(course)

    def heard_all(self, state: TrackerState, readings: tuple[Reading, ...]) -> TrackerState:
        """A step is over, in sight or not; perhaps it was the last one."""
        unseen = state.unseen + (readings[0].seen is None)
        over = bool(state.course.steps) and state.step >= state.course.steps
        return dataclasses.replace(state, unseen=unseen, over=over)

    def returns(self, state: TrackerState) -> tuple[float, ...]:
        """How many steps the walker was out of sight."""
        return (float(state.unseen),)
