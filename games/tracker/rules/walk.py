"""The rules of the laboratory: a hidden walker moves, then every sensor makes a reading.

One step is a move of the walker (seat 0: "up", "right", "down", "left", or "stay" where staying is
allowed), and then chance: the readings (see `games.tracker.rules.course`).

A known start is the top right corner; an unknown one is drawn uniformly by chance and told to the
walker only. Whoever watches learns the readings and nothing else. The score is the number of steps
out of sight.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import CHANCE, WATCHERS, Event, Game, IllegalMove, Moves, Params
from games.tracker import SPEC
from games.tracker.rules.course import MOVES, SEEN, Course, Reading, make_course

WALKER: Final = 0


@dataclass(frozen=True, slots=True)
class TrackerState:
    """Where the walker is, and how far the step has come.

    `cell` is -1 before an unknown start is drawn. `moved` says that readings are due; `readings`
    holds those made since the move.
    """

    course: Course = dataclasses.field(repr=False)  # thousands of numbers that never change
    cell: int
    step: int = 0
    moved: bool = False
    readings: tuple[Reading, ...] = ()
    unseen: int = 0


class WalkGame(Game[TrackerState]):
    """The laboratory's rules; see the module."""

    spec = SPEC

    def new(self, params: Params) -> TrackerState:
        """The walker stands on its start, or is about to be put on an unknown one."""
        course = make_course(params)
        return TrackerState(course, -1 if course.start is None else course.start)

    def to_act(self, state: TrackerState) -> tuple[int, ...]:
        """Chance for the start and the readings, the walker for its move."""
        if state.cell < 0 or state.moved:
            return (CHANCE,)
        over = state.course.steps and state.step >= state.course.steps
        return () if over else (WALKER,)

    def legal(self, state: TrackerState, seat: int) -> Collection[str]:
        """The open directions, and staying where it is allowed; or the outcomes of chance."""
        if seat not in self.to_act(state):
            return ()
        if seat == CHANCE:
            return tuple(outcome for outcome, _ in self.chance(state))
        ways = state.course.ways[state.cell]
        return tuple(move for move, cell in zip(MOVES, ways, strict=True) if cell >= 0)

    def chance(self, state: TrackerState) -> Sequence[tuple[str, int]]:
        """Where it starts ("cell17"), what a sensor reads ("9"), or that it sees ("seen")."""
        if self.to_act(state) != (CHANCE,):
            return ()
        course = state.course
        if state.cell < 0:
            return tuple((f"cell{cell}", 1) for cell in range(len(course.cells)))
        if course.sees(state.cell):
            return ((SEEN, 1),)
        distance = course.distance(len(state.readings), state.cell)
        return tuple((str(distance + e), 1) for e in range(-course.noise, course.noise + 1))

    def apply(self, state: TrackerState, moves: Moves) -> tuple[TrackerState, tuple[Event, ...]]:
        """Move the walker, or take what chance drew."""
        seats = self.to_act(state)
        if tuple(moves) != seats:
            raise IllegalMove(f"Seats {seats} are to act, not {tuple(moves)}.")
        move = moves[seats[0]]
        if move not in self.legal(state, seats[0]):
            known = ", ".join(list(self.legal(state, seats[0]))[:30])
            raise IllegalMove(f"{str(move)[:20]!r} is not possible here; possible are {known}.")
        if seats == (WALKER,):
            return _walk(state, move)
        return _put(state, move) if state.cell < 0 else _sense(state, move)

    def returns(self, state: TrackerState) -> tuple[float, ...]:
        """How many steps the walker was out of sight."""
        return (float(state.unseen),)


def _walk(state: TrackerState, move: str) -> tuple[TrackerState, tuple[Event, ...]]:
    to = state.course.ways[state.cell][MOVES.index(move)]
    data = {"step": state.step + 1, "from": state.cell, "to": to}
    moved = dataclasses.replace(state, cell=to, moved=True)
    return moved, (Event("move", data, (WALKER,)),)


def _put(state: TrackerState, move: str) -> tuple[TrackerState, tuple[Event, ...]]:
    cell = int(move.removeprefix("cell"))
    return dataclasses.replace(state, cell=cell), (Event("start", {"cell": cell}, (WALKER,)),)


def _sense(state: TrackerState, move: str) -> tuple[TrackerState, tuple[Event, ...]]:
    course = state.course
    seen = move == SEEN
    if seen:
        place = course.cells[state.cell]
        readings = tuple(Reading(sensor, None, place) for sensor in course.sensors)
    else:
        sensor = course.sensors[len(state.readings)]
        readings = (*state.readings, Reading(sensor, int(move)))
        if len(readings) < len(course.sensors):
            return dataclasses.replace(state, readings=readings), ()
    step, unseen = state.step + 1, state.unseen + (not seen)
    event = Event("reading", {"step": step, "readings": readings}, (WALKER, WATCHERS))
    return TrackerState(course, state.cell, step, unseen=unseen), (event,)
