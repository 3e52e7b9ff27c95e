"""The rules of seeking: a ghost walks unseen, and two players mark the cell where they expect it.

Seat 0 is the seeker, seat 1 the ghost, seat 2 the rival (Bayes, as a rule). In each of `ROUNDS`
rounds the ghost walks `HOPS` steps, each with its readings, which both may hear; then both mark a
cell, sealed, and the truth is shown. The closer one needs fewer moves from the own mark to the
ghost; the score of a round goes to the closer one, and to neither where both are as close.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.core import Event, Moves
from games.spec import Params
from games.tracker.rules.ground import MatchGround, SensorReading
from games.tracker.rules.unseen import WALKING, CellPlaces, Told, UnseenGame, UnseenState

SEEKER, GHOST, RIVAL = 0, 1, 2
MARKING: Final = "mark"
ROUNDS: Final = 10
HOPS: Final = 8
"""Steps of the ghost in a round: enough to be lost from sight, few enough to be followed; by hand.
"""


@dataclass(frozen=True, slots=True)
class SeekState(UnseenState):
    """The ghost's place, the progress of the round, and the score.

    `hops` counts the steps that are left of this round; at 0 both mark. `closer` counts the rounds
    of the seeker and of the rival, `missed` their moves to the truth, all rounds together.
    """

    hops: int = HOPS
    rounds: int = 0
    closer: tuple[int, int] = (0, 0)
    missed: tuple[int, int] = (0, 0)


class SeekGame(UnseenGame[SeekState]):
    """The rules of seeking; see the module."""

    ghost = GHOST
    seats = MappingProxyType({WALKING: (GHOST,), MARKING: (SEEKER, RIVAL)})

    def begin(self, course: MatchGround, params: Params) -> SeekState:
        """Return the state before the first step and mark."""
        return SeekState(course)

    def moves(self, state: SeekState, seat: int) -> Collection[str]:
        """Return any cell, for a mark ("cell17")."""
        return CellPlaces(range(len(state.course.cells)))

    def walked(self, state: SeekState, move: str) -> Told[SeekState]:
        """Return the ghost takes one of the steps of the round."""
        after, events = super().walked(state, move)
        return dataclasses.replace(after, hops=state.hops - 1), events

    def heard_all(self, state: SeekState, readings: tuple[SensorReading, ...]) -> SeekState:
        """Return the state after the last step of the round, where both mark."""
        return state if state.hops else dataclasses.replace(state, phase=MARKING)

    def acted(self, state: SeekState, moves: Moves) -> Told[SeekState]:
        """Return two marks are compared with the truth."""
        marks = [int(moves[seat].removeprefix("cell")) for seat in (SEEKER, RIVAL)]
        steps = state.course.steps_from(state.cell)
        own, other = (steps[mark] for mark in marks)
        closer = (state.closer[0] + (own < other), state.closer[1] + (other < own))
        rounds = state.rounds + 1
        after = dataclasses.replace(
            state,
            phase=WALKING,
            hops=HOPS,
            rounds=rounds,
            closer=closer,
            missed=(state.missed[0] + own, state.missed[1] + other),
            over=rounds >= ROUNDS,
        )
        data = {"round": rounds, "cell": state.cell, "marks": marks, "missed": [own, other]}
        return after, (Event("marked", data),)

    def view(self, state: SeekState, seat: int) -> SeekState:
        """Return all of it for the ghost; the others do not know where it is."""
        return state if seat == GHOST else dataclasses.replace(state, cell=-1)

    def returns(self, state: SeekState) -> tuple[float, ...]:
        """Return the rounds in which the seeker was closer, 0 for the ghost, and the rival's
        rounds.
        """
        return (float(state.closer[0]), 0.0, float(state.closer[1]))
