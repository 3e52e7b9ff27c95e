"""The rules of Planet Wars: both seats give their orders at once, without seeing the other's."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from games.core import Event, Game, IllegalMove, Moves, box
from games.planetwars import SPEC
from games.planetwars.engine.maps import made
from games.planetwars.engine.orders import NONE, LegalOrders, parse
from games.planetwars.engine.state import DRAW, FIRST, SECOND, Orders, State, turned
from games.planetwars.engine.text import state_of
from games.planetwars.engine.turns import Landing, apply, fault
from games.planetwars.options import RANDOM, kind_of
from games.spec import Params
from games.streams import Stream

_BOTH: Final = (0, 1)
STEP: Final = 10
"""Turns to a letter of a shared result."""


class PlanetWars(Game[State]):
    """The protocol's functions.

    A turn has the event "turn": its number, the orders of both seats, and the ships of both after
    it; then an "arrival" for each planet that fleets reached (`engine.turns.Landing`); at the end
    of the match "end" with the winner.
    """

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return the start on the map of the options; without a map, on the first that is made."""
        text = str(params["map"])
        if text != RANDOM:
            return state_of(text, int(params["turns"]))
        start = made(0, int(params["planets"]), kind_of(params))
        return start._replace(max_turns=int(params["turns"]))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return both seats until the match is over."""
        return _BOTH if state.winner is None else ()

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return every list of good orders; it has no end."""
        return LegalOrders(state, seat) if seat in self.to_act(state) else ()

    def idle(self, state: State, seat: int) -> str:
        """Return the move without orders."""
        return NONE

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Play one turn."""
        if tuple(sorted(moves)) != self.to_act(state) or not moves:
            raise IllegalMove("Both seats give orders at once, until the match is over.")
        first, second = (_orders(state, seat, moves[seat]) for seat in _BOTH)
        landings: list[Landing] = []
        after = apply(state, first, second, landings)
        ships = after.total(FIRST), after.total(SECOND)
        turn = {"turn": state.turn, "orders": (first, second), "ships": ships}
        events = [Event("turn", turn), *(Event("arrival", each._asdict()) for each in landings)]
        if after.winner is not None:
            events.append(Event("end", {"winner": after.winner}))
        return after, tuple(events)

    def view(self, state: State, seat: int) -> State:
        """Return the state as the seat sees it: itself is owner 1 and seat 0."""
        return state if seat != 1 else turned(state)

    def imagine(self, view: State, seat: int, rng: Stream) -> State:
        """Return the state of a view, which holds all of it."""
        return self.view(view, seat)

    def returns(self, state: State) -> tuple[float, ...]:
        """Return 1 for the winner, a half for both after a draw, 0 before the end."""
        if state.winner == DRAW:
            return (0.5, 0.5)
        return (float(state.winner == 0), float(state.winner == 1))

    def boxes(self, events: Iterable[Event], seat: int) -> str:
        """Return who had more ships, every tenth turn and at the end."""
        rows = [event.data["ships"] for event in events if event.kind == "turn"]
        shown = [*rows[STEP - 1 : -1 : STEP], *rows[-1:]]
        return "".join(box(both[seat], both[1 - seat]) for both in shown)


def _orders(state: State, seat: int, move: str) -> Orders:
    """Return the orders of a `move`; raises `IllegalMove`."""
    orders = parse(move)
    if orders is None or fault(state, seat, orders) is not None:
        why = LegalOrders(state, seat).why_not(move)
        raise IllegalMove(f"The orders of seat {seat} are bad: {why}.")
    return orders


GAME: Final = PlanetWars()
