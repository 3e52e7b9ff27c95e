"""The rules of the laboratory: a hidden walker moves, then every sensor makes a reading.

One step is a move of the walker (seat 0: "up", "right", "down", "left", or "stay" where staying is
allowed), and then chance: the readings (see `games.tracker.rules.course`).

A person outside may carry the walker off in place of its move ("carry17" puts it on cell 17): no
agent is offered that, and no watcher hears of it.

A known start is the top right corner; an unknown one is drawn uniformly by chance and known to the
walker only. A watcher learns only the readings. The score is the number of steps out of sight.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.core import WATCHERS, Event
from games.spec import Params
from games.tracker.rules.course import MatchGround, SensorReading
from games.tracker.rules.unseen import (
    READING,
    WALKING,
    Told,
    UnseenGame,
    UnseenState,
    named_cell,
)

WALKER: Final = 0
CARRY: Final = "carry"


class Ways(tuple[str, ...]):
    """The ways out of the walker's cell; being carried to any of `cells` cells is legal, too, but
    never listed.
    """

    cells: int

    def __contains__(self, move: object) -> bool:
        return super().__contains__(move) or carried_to(move, self.cells) is not None


def carried_to(move: object, cells: int) -> int | None:
    """Return the cell that a `move` such as "carry17" names among `cells` cells; None for
    another.
    """
    return named_cell(move, CARRY, cells)


@dataclass(frozen=True, slots=True)
class TrackerState(UnseenState):
    """The walker's place, the progress of the step, and the steps out of sight."""

    unseen: int = 0


class WalkGame(UnseenGame[TrackerState]):
    """The laboratory's rules; see the module."""

    ghost = WALKER
    seats = MappingProxyType({WALKING: (WALKER,)})
    hearers = (WALKER, WATCHERS)

    def begin(self, course: MatchGround, params: Params) -> TrackerState:
        """Return the state before the first step."""
        return TrackerState(course)

    def ways(self, state: TrackerState) -> Ways:
        """Return the ways out of the walker's cell."""
        ways = Ways(super().ways(state))
        ways.cells = len(state.course.cells)
        return ways

    def walked(self, state: TrackerState, move: str) -> Told[TrackerState]:
        """Return the walker takes a step, or is carried off."""
        to = carried_to(move, len(state.course.cells))
        if to is None:
            return super().walked(state, move)
        data = {"step": state.step + 1, "from": state.cell, "to": to, "carried": True}
        after = dataclasses.replace(state, cell=to, step=state.step + 1, phase=READING)
        return after, (Event("move", data, (WALKER,)),)

    def heard_all(self, state: TrackerState, readings: tuple[SensorReading, ...]) -> TrackerState:
        """Return a step is over, in sight or not; perhaps it was the last one."""
        unseen = state.unseen + (readings[0].seen is None)
        over = bool(state.course.steps) and state.step >= state.course.steps
        return dataclasses.replace(state, unseen=unseen, over=over)

    def returns(self, state: TrackerState) -> tuple[float, ...]:
        """Return the number of steps that the walker was out of sight."""
        return (float(state.unseen),)
