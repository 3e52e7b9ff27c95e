"""Positions of Planet Wars out of requests: states and orders, checked before they are used.

A position is `"state"`, or `"start"` with `"turns"` played from it. A field that is missing or of a
wrong type raises `BadRequest`, a position that cannot be `BadPosition`, a turn after the end of a
match `IllegalMove` with the number of the turn.
"""

from __future__ import annotations

from typing import Any, Final

from ai.lab.analyse import items, refusal
from ai.lab.errors import BadRequest
from ai.lab.rooms import Plain, Request
from games.core import BadPosition, IllegalMove
from games.planetwars.engine.state import DRAW, MAX_TURNS, Orders, State
from games.planetwars.engine.text import FARTHEST, position
from games.planetwars.engine.turns import Landing, apply, fault

HORIZON: Final = 1000
"""The most turns that a request looks ahead."""
_WINNERS: Final = (0, 1, DRAW, None)
_PLANET: Final = "x, y, owner, ships, growth"
_FLEET: Final = "owner, ships, source, destination, the whole trip, turns left"


class TurnAfterEnd(IllegalMove):
    """A turn of a match that was over before it; `beside` the message is its number."""

    def __init__(self, at: int) -> None:
        super().__init__(f"The match is over before turn {at} of the list.")
        self.beside = {"at": at}


TurnAfterEnd.__name__ = "IllegalMove"


def read_state(request: Request, name: str, going: bool = False) -> State:
    """Return the state in the field of a `name`.

    With `going` a state that says "over": false goes on, even for a seat without planets and
    fleets.
    """
    plain = request.get(name)
    if not isinstance(plain, dict):
        raise refusal(request, name, 'an object with "planets" and "fleets"')
    planets = [tuple(_row(row, _PLANET, 2)) for row in items(plain, "planets")]
    fleets = [tuple(_row(row, _FLEET)) for row in items(plain, "fleets")]
    turn, most = _whole(plain, "turn", 0), _whole(plain, "max_turns", MAX_TURNS)
    state = position(planets, fleets, turn, most)
    if going and plain.get("over") is False:
        state = state._replace(winner=None)
    return _with_end(plain, state)


def _whole(plain: Plain, name: str, default: int) -> int:
    """Return a whole number of any size."""
    value = plain.get(name, default)
    if type(value) is not int:
        raise refusal(plain, name, "a whole number")
    return value


def _row(row: object, fields: str, places: int = 0) -> list[Any]:
    """Return a row of whole numbers, so many coordinates first; `fields` names all of them."""
    if type(row) is not list or len(row) != len(fields.split(",")):
        raise BadRequest(f"A row is a list of {fields}.")
    if any(type(part) is not int for part in row[places:]):
        raise BadRequest(f"The numbers of {fields} are whole but for coordinates.")
    return [*map(coordinate, row[:places]), *row[places:]]


def coordinate(value: object) -> float:
    """Return a coordinate; raises `BadRequest`, and `BadPosition` beyond a million."""
    if not isinstance(value, int | float) or type(value) is bool:
        raise BadRequest("A coordinate is a number.")
    if not abs(value) <= FARTHEST:
        raise BadPosition("A coordinate lies beyond a million.")
    return float(value)


def _with_end(plain: Plain, state: State) -> State:
    """Return a `state` with the end that a request gives it; raises `BadPosition`."""
    over, winner = plain.get("over"), plain.get("winner")
    if not any(type(winner) is type(known) and winner == known for known in _WINNERS):
        raise refusal(plain, "winner", '0, 1, "draw" or null')
    if "over" in plain and type(over) is not bool:
        raise refusal(plain, "over", "true or false")
    if state.winner is None and over is not False and winner is not None:
        return state._replace(winner=winner)  # by a forfeit
    fits = "winner" not in plain or winner == state.winner
    if not fits or over not in (None, state.winner is not None):
        raise BadPosition('"over" and "winner" do not fit the position.')
    return state


def read_orders(plain: object) -> Orders:
    """Return the orders of a seat; raises `BadRequest`."""
    if type(plain) is not list:
        raise BadRequest("The orders of a seat are a list of [source, destination, ships].")
    for order in plain:
        if type(order) is not list or len(order) != 3:
            raise BadRequest("An order is a list of source, destination and ships.")
        source, target, ships = order
        if type(source) is not int or type(target) is not int or type(ships) is not int:
            raise BadRequest("Source, destination and ships of an order are whole numbers.")
    return tuple(map(tuple, plain))


def both_orders(plain: object) -> tuple[Orders, Orders]:
    """Return the orders of both seats in a turn; raises `BadRequest`."""
    if type(plain) is not list or len(plain) != 2:
        raise BadRequest("A turn is a list of the orders of seat 0 and of seat 1.")
    return read_orders(plain[0]), read_orders(plain[1])


def forfeit_or_turn(
    state: State, first: Orders, second: Orders, events: list[Plain] | None = None
) -> State:
    """Return the state after the orders of both seats, with a bad order the end by forfeit.

    What happens is added to `events`.
    """
    bad = [
        (fault(state, 0, first) if first else None),
        (fault(state, 1, second) if second else None),
    ]
    if bad != [None, None]:
        if events is not None:
            told = enumerate(bad)
            events += [{"kind": "forfeit", "seat": s, **b._asdict()} for s, b in told if b]
        return state._replace(winner=DRAW if all(bad) else int(bad[0] is not None))
    if events is None:
        return apply(state, first, second)
    landings: list[Landing] = []
    after = apply(state, first, second, landings)
    events += [{"kind": "arrival", **landing._asdict()} for landing in landings]
    return after


def states_of(request: Request) -> tuple[list[State], list[tuple[Orders, Orders]]]:
    """Return the states of a game from its "start" on, and the orders of its turns."""
    states = [read_state(request, "start")]
    turns = [both_orders(turn) for turn in items(request, "turns")]
    for number, (first, second) in enumerate(turns):
        if states[-1].winner is not None:
            raise TurnAfterEnd(number)
        states.append(forfeit_or_turn(states[-1], first, second))
    return states, turns


def read_position(request: Request, going: bool = False) -> State:
    """Return the position of a request, be it "state" or "start" with "turns"; see `read_state`."""
    if ("state" in request) == ("start" in request):
        raise BadRequest('A request has either a "state" or a "start" with "turns".')
    if "state" in request:
        return read_state(request, "state", going)
    if type(request.get("turns")) is int:  # so far another operation looks ahead
        return read_state(request, "start")
    return states_of(request)[0][-1]


def running(state: State) -> State:
    """Return a `state` that is not over; raises `BadPosition`."""
    if state.winner is not None:
        raise BadPosition("The match is over; ask about a position before its end.")
    return state
