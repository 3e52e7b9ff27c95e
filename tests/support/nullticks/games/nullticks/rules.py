"""At each tick every seat pulls or rests; the rope goes where more of its two teams pull."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from games.core import Event, Game, IllegalMove, Moves
from games.nullticks import SPEC
from games.spec import Params

MOVES = ("pull", "rest")
SIDES = (-1, 1, -1, 1)


class State(NamedTuple):
    """Ticks still to come, where the rope is, and the pulls of each team."""

    left: int
    rope: int
    pulls: tuple[int, int]


class NullTicks(Game[State]):
    """The protocol's functions; the event "pull" has all moves and where the rope is now."""

    spec = SPEC

    def new(self, params: Params) -> State:
        """The rope in the middle."""
        return State(params["ticks"], 0, (0, 0))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Everybody, as long as there are ticks."""
        return (0, 1, 2, 3) if state.left else ()

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Pull or rest."""
        return MOVES if seat in self.to_act(state) else ()

    def idle(self, state: State, seat: int) -> str:
        """Who says nothing rests."""
        return "rest"

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Move the rope."""
        if tuple(moves) != self.to_act(state) or not moves or set(moves.values()) - set(MOVES):
            raise IllegalMove("Every seat pulls or rests at each tick.")
        pulled = [side for side, move in zip(SIDES, moves.values(), strict=True) if move == "pull"]
        pulls = (state.pulls[0] + pulled.count(-1), state.pulls[1] + pulled.count(1))
        rope = state.rope + sum(pulled)
        event = Event("pull", {"moves": tuple(moves.values()), "rope": rope})
        return State(state.left - 1, rope, pulls), (event,)

    def returns(self, state: State) -> tuple[float, ...]:
        """How far the rope is on the own side, for each of a team."""
        return tuple(float(side * state.rope) for side in SIDES)


GAME = NullTicks()
