"""In each round all bid 0 to 3 at once; the highest bid that nobody else made wins a point."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from games.core import Event, Game, IllegalMove, Moves
from games.nullbids import SPEC
from games.spec import Params

BIDS = ("0", "1", "2", "3")


class State(NamedTuple):
    """Rounds still to come, and the points of each seat."""

    left: int
    points: tuple[int, ...]


class NullBids(Game[State]):
    """The protocol's functions; the event "round" has all bids and the winner, or None."""

    spec = SPEC

    def new(self, params: Params) -> State:
        """Nobody has a point."""
        return State(params["rounds"], (0,) * len(self.spec.seats_for(params)))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Everybody, until no round is left."""
        return tuple(range(len(state.points))) if state.left else ()

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Any bid."""
        return BIDS if seat in self.to_act(state) else ()

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Compare the bids."""
        if tuple(moves) != self.to_act(state) or not moves or set(moves.values()) - set(BIDS):
            raise IllegalMove("Everybody bids 0, 1, 2 or 3 in each round.")
        bids = list(moves.values())
        alone = [bid for bid in bids if bids.count(bid) == 1]
        winner = bids.index(max(alone)) if alone else None
        points = tuple(have + (seat == winner) for seat, have in enumerate(state.points))
        return State(state.left - 1, points), (Event("round", {"bids": bids, "winner": winner}),)

    def returns(self, state: State) -> tuple[float, ...]:
        """Points."""
        return tuple(map(float, state.points))


GAME = NullBids()
