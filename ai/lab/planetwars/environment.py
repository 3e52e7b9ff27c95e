"""Planet Wars for learners: planets and the last fleets; orders are put together part by part.

An order has three parts: the source as "from 3", the destination as "to 7", and the share of the
ships that are still there. "done" ends the orders of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ai.lab.environments.choosing import PartsOfMoves
from ai.lab.environments.encoding import ANY, MISSING, PAST, Value, ViewPart, each, number
from ai.lab.environments.live import GameShape, LiveParts
from games.plain import Plain
from games.planetwars.engine.maps import MOST
from games.planetwars.engine.orders import LegalOrders, written
from games.spec import Params

SHARES: Final[Mapping[str, int]] = {"25%": 25, "50%": 50, "75%": 75, "100%": 100}
MOST_ORDERS: Final = 10
"""The most orders of a turn; chosen by hand."""
_PARTS: Final = 3
_WINNERS: Final[Mapping[object, float]] = {0: 0.0, 1: 1.0, "draw": 2.0}


def shape(params: Params, view: Plain) -> GameShape:
    """Return the shape of a match; each seat sees itself as seat 0 and owner 1."""
    planets = max(MOST, len(view["planets"]))
    parts = (
        number("seat", 1),
        number("turn"),
        number("max_turns"),
        each(planets, _row("planets", 5, "x, y, owner, ships, growth of a planet")),
        _last(_row("fleets", 6, "owner, ships, source, destination, trip, turns left of a fleet")),
        number("over", 1),
        ViewPart("winner", 1, MISSING, 2, "0, 1 or 2 for a draw", _winner),
    )
    numbers = range(planets)
    names = [*(f"from {n}" for n in numbers), *(f"to {n}" for n in numbers), *SHARES]
    choosing = PartsOfMoves(names, _PARTS * MOST_ORDERS + 1, follow)
    return GameShape(parts, choosing, at_once=True, live=LiveParts)


def _winner(value: Value) -> Sequence[float]:
    return (_WINNERS.get(value, MISSING),)


def _row(path: str, size: int, unit: str) -> ViewPart:
    """Return the part of a row of numbers, cut to what a field can hold."""

    def read(row: Value) -> Sequence[float]:
        if row is None:
            return (MISSING,) * size
        return [min(max(float(value), -ANY), ANY) for value in row]

    return ViewPart(path, size, -ANY, ANY, unit, read)


def _last(row: ViewPart) -> ViewPart:
    """Return the part of the last rows of a list without an end."""
    rows = each(PAST, row)
    return rows._replace(read=lambda value: rows.read(list(value or ())[-PAST:]))


def follow(legal: Collection[str], chosen: Sequence[str]) -> tuple[Collection[str], str | None]:
    """Return the parts that may follow those `chosen`, and the move that these make, if any."""
    assert isinstance(legal, LegalOrders)
    left, whole = legal.own(), len(chosen) - len(chosen) % _PARTS
    orders = []
    for start, end, share in zip(
        *(chosen[part:whole:_PARTS] for part in range(_PARTS)), strict=True
    ):
        source = _number(start)
        ships = left[source] * SHARES[share] // 100
        left[source] -= ships
        orders.append((source, _number(end), ships))
    rest = chosen[whole:]
    if len(rest) == 2:
        return SHARES, None
    if rest:
        return [f"to {n}" for n in range(legal.planets) if n != _number(rest[0])], None
    more = [f"from {n}" for n, ships in left.items() if ships] if len(orders) < MOST_ORDERS else []
    return more, written(orders)


def _number(part: str) -> int:
    return int(re.sub(r"[^0-9]", "", part))
