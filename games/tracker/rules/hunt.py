"""The rules of the hunt: two hunters with noisy ears chase a ghost that they cannot see.

Seats 0 and 1 are the hunters, one team; seat 2 is the ghost. A step is a move of the ghost, a
reading by each hunter of how far away it is, and a move of both hunters at once ("stay" is always
one). The readings are the hunters' secret, their places are known to all. The ghost is caught as
soon as it and a hunter are on one cell; it has escaped when the steps are used up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.core import WATCHERS, Event, Moves
from games.spec import Params
from games.tracker.rules.ground import MOVES, STAY, MatchGround
from games.tracker.rules.unseen import MOST_STEPS, WALKING, Some, Told, UnseenGame, UnseenState

HUNTERS: Final = (0, 1)
GHOST: Final = 2
CHASING: Final = "chase"


@dataclass(frozen=True, slots=True)
class HuntState(UnseenState):
    """The cells of the ghost and the hunters, and the progress of the step."""

    hunters: tuple[int, ...] = ()
    caught: bool = False


class HuntGame(UnseenGame[HuntState]):
    """The rules of the hunt; see the module."""

    ghost = GHOST
    seats = MappingProxyType({WALKING: (GHOST,), CHASING: HUNTERS})
    hearers = (*HUNTERS, WATCHERS)
    heard = CHASING

    def begin(self, course: MatchGround, params: Params) -> HuntState:
        """Return the hunters stand in the corners on the left."""
        corners = [course.maze.corner(False, top) for top in (False, True)]
        return HuntState(course, hunters=tuple(course.cells.index(corner) for corner in corners))

    def observers(self, state: HuntState) -> tuple[int, ...]:
        """Return the hunters."""
        return state.hunters

    def starts(self, state: HuntState) -> Collection[int]:
        """Return cells out of the hunters' sight, where that can be."""
        course, hunters, cells = state.course, state.hunters, len(state.course.cells)
        far = Some(cells, lambda c: all(course.apart(h, c) > course.sight for h in hunters))
        free = Some(cells, lambda c: c not in hunters)
        return next((some for some in (far, free) if some.any), range(cells))

    def moves(self, state: HuntState, seat: int) -> Collection[str]:
        """Return the open ways; a hunter may always stay."""
        ways = state.course.ways[state.hunters[seat]][:STAY]
        open_ways = (move for move, to in zip(MOVES[:STAY], ways, strict=True) if to >= 0)
        return (*open_ways, MOVES[STAY])

    def walked(self, state: HuntState, move: str) -> Told[HuntState]:
        """Return the ghost takes a step, perhaps into a hunter's arms."""
        after, events = super().walked(state, move)
        caught = after.cell in state.hunters
        after = dataclasses.replace(after, caught=caught, over=caught)
        return after, (*events, *_ended(after))

    def acted(self, state: HuntState, moves: Moves) -> Told[HuntState]:
        """Return both hunters take a step."""
        course = state.course
        goals = tuple(
            cell if moves[seat] == MOVES[STAY] else course.ways[cell][MOVES.index(moves[seat])]
            for seat, cell in zip(HUNTERS, state.hunters, strict=True)
        )
        caught = state.cell in goals
        over = caught or state.step >= (course.steps or MOST_STEPS)
        chased = dataclasses.replace(state, hunters=goals, phase=WALKING, caught=caught, over=over)
        data = {"step": state.step, "from": state.hunters, "to": goals}
        return chased, (Event("chase", data), *_ended(chased))

    def view(self, state: HuntState, seat: int) -> HuntState:
        """Return the ghost does not hear the readings; the hunters do not see the ghost."""
        if seat == GHOST:
            return dataclasses.replace(state, readings=())
        return dataclasses.replace(state, cell=-1)

    def returns(self, state: HuntState) -> tuple[float, ...]:
        """Return 1 for both hunters where the ghost is caught, 1 for the ghost where it has
        escaped.
        """
        escaped = state.over and not state.caught
        return (float(state.caught), float(state.caught), float(escaped))


def _ended(state: HuntState) -> tuple[Event, ...]:
    """Return the end, with where the ghost was."""
    if not state.over:
        return ()
    return (Event("end", {"caught": state.caught, "cell": state.cell}),)
