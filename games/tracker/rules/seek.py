"""The rules of seeking: somebody walks unseen, and two mark where they think it is.

Seat 0 is the seeker, seat 1 the ghost, seat 2 the rival (Bayes, as a rule). In each of `ROUNDS`
rounds the ghost walks `HOPS` steps, each with its readings, which both may hear; then both mark a
cell, sealed, and the truth is told. Closer is who needs fewer moves from the own mark to the ghost;
the score of a round goes to the closer one, and to nobody where both are as close.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import CHANCE, Event, Game, IllegalMove, Moves, Params
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules.course import (
    MOVES,
    Course,
    Reading,
    make_course,
    read_next,
    readings_left,
)

SEEKER, GHOST, RIVAL = 0, 1, 2
ROUNDS: Final = 10
HOPS: Final = 8
"""Steps of the ghost in a round: enough to be lost from sight, few enough to be followed; by hand.
"""


@dataclass(frozen=True, slots=True)
class SeekState:
    """Where the ghost is, how far the round has come, and the score.

    `hops` counts the steps that are left of this round; at 0 both mark. `closer` counts the rounds
    of the seeker and of the rival, `missed` their moves to the truth, all rounds together.
    """

    course: Course
    cell: int
    step: int = 0
    hops: int = HOPS
    moved: bool = False
    readings: tuple[Reading, ...] = ()
    rounds: int = 0
    closer: tuple[int, int] = (0, 0)
    missed: tuple[int, int] = (0, 0)
    placed: bool = False


class SeekGame(Game[SeekState]):
    """The rules of seeking; see the module."""

    spec = SPEC

    def new(self, params: Params) -> SeekState:
        """The ghost stands on its start, or is about to be put on an unknown one."""
        course = make_course(params)
        known = course.start is not None
        return SeekState(course, course.start if course.start is not None else -1, placed=known)

    def to_act(self, state: SeekState) -> tuple[int, ...]:
        """Chance for the start and the readings, the ghost for its steps, then both who mark."""
        if state.rounds >= ROUNDS:
            return ()
        if not state.placed or state.moved:
            return (CHANCE,)
        return (GHOST,) if state.hops else (SEEKER, RIVAL)

    def legal(self, state: SeekState, seat: int) -> Collection[str]:
        """The ways out of the ghost's cell; any cell for a mark ("cell17")."""
        if seat not in self.to_act(state):
            return ()
        if seat == CHANCE:
            return tuple(outcome for outcome, _ in self.chance(state))
        if seat == GHOST:
            return state.course.open_moves(state.cell)
        return tuple(f"cell{cell}" for cell in range(len(state.course.cells)))

    def chance(self, state: SeekState) -> Sequence[tuple[str, int]]:
        """Where the ghost starts ("cell17"), or what a sensor reads."""
        if self.to_act(state) != (CHANCE,):
            return ()
        course = state.course
        if not state.placed:
            return tuple((f"cell{cell}", 1) for cell in range(len(course.cells)))
        return readings_left(course, _sensor_cells(course), state.cell, len(state.readings))

    def apply(self, state: SeekState, moves: Moves) -> tuple[SeekState, tuple[Event, ...]]:
        """Put the ghost, walk, read, or compare two marks with the truth."""
        seats = self.to_act(state)
        if tuple(moves) != seats:
            raise IllegalMove(f"Seats {seats} are to act, not {tuple(moves)}.")
        for seat, move in moves.items():
            if move not in self.legal(state, seat):
                raise IllegalMove(f"{str(move)[:20]!r} is not possible here.")
        if seats == (GHOST,):
            return _walk(state, moves[GHOST])
        if seats == (SEEKER, RIVAL):
            return _compare(state, moves)
        if not state.placed:
            cell = int(moves[CHANCE].removeprefix("cell"))
            put = dataclasses.replace(state, cell=cell, placed=True)
            return put, (Event("start", {"cell": cell}, (GHOST,)),)
        return _read(state, moves[CHANCE])

    def view(self, state: SeekState, seat: int) -> SeekState:
        """All of it for the ghost; the others do not know where it is."""
        return state if seat == GHOST else dataclasses.replace(state, cell=-1)

    def imagine(self, view: SeekState, seat: int, rng: Stream) -> SeekState:
        """A ghost somewhere."""
        if seat == GHOST or not view.placed:
            return view
        return dataclasses.replace(view, cell=rng.below(len(view.course.cells)))

    def returns(self, state: SeekState) -> tuple[float, ...]:
        """The rounds in which the seeker was closer, nothing for the ghost, those of the rival."""
        return (float(state.closer[0]), 0.0, float(state.closer[1]))


def _sensor_cells(course: Course) -> tuple[int, ...]:
    return tuple(course.cells.index(sensor) for sensor in course.sensors)


def _walk(state: SeekState, move: str) -> tuple[SeekState, tuple[Event, ...]]:
    to = state.course.ways[state.cell][MOVES.index(move)]
    data = {"step": state.step + 1, "from": state.cell, "to": to}
    walked = dataclasses.replace(
        state, cell=to, moved=True, step=state.step + 1, hops=state.hops - 1
    )
    return walked, (Event("move", data, (GHOST,)),)


def _read(state: SeekState, told: str) -> tuple[SeekState, tuple[Event, ...]]:
    course = state.course
    observers = _sensor_cells(course)
    readings = read_next(course, observers, state.cell, state.readings, told)
    if len(readings) < len(observers):
        return dataclasses.replace(state, readings=readings), ()
    event = Event("reading", {"step": state.step, "readings": readings})
    return dataclasses.replace(state, readings=(), moved=False), (event,)


def _compare(state: SeekState, moves: Moves) -> tuple[SeekState, tuple[Event, ...]]:
    marks = [int(moves[seat].removeprefix("cell")) for seat in (SEEKER, RIVAL)]
    steps = state.course.steps_from(state.cell)
    own, other = (steps[mark] for mark in marks)
    closer = (state.closer[0] + (own < other), state.closer[1] + (other < own))
    data = {"round": state.rounds + 1, "cell": state.cell, "marks": marks, "missed": [own, other]}
    after = dataclasses.replace(
        state,
        hops=HOPS,
        rounds=state.rounds + 1,
        closer=closer,
        missed=(state.missed[0] + own, state.missed[1] + other),
    )
    return after, (Event("marked", data),)
