"""Orders of a seat as the text of a move: `3 7 20; 4 17 50`, and `-` for none."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from games.planetwars.engine.state import Order, Orders, State
from games.planetwars.engine.turns import fault

NONE: Final = "-"
"""The move without an order."""
_ORDER: Final = r"(?:0|-?[1-9][0-9]{0,17})"
_MOVE: Final = re.compile(rf"{_ORDER} {_ORDER} {_ORDER}(?:; {_ORDER} {_ORDER} {_ORDER})*")
_WHY: Final = {
    "planet": "there is no such planet",
    "owner": "the source is not its planet",
    "same": "source and destination are the same",
    "negative": "a fleet cannot have fewer than 0 ships",
    "ships": "the source does not hold that many ships",
}
_PARTS: Final = (1, 2, 4)
"""A listed order sends all ships, a half or a quarter."""
_LISTED: Final = 5000
_SHOWN: Final = 40
_ENDLESS: Final = 1 << 20
"""The number that stands for more moves than can be listed: a fleet may have 0 ships."""


def written(orders: Sequence[Sequence[int]]) -> str:
    """Return `orders` as the text of a move.

    >>> written([(3, 7, 20), (4, 17, 50)]), written([])
    ('3 7 20; 4 17 50', '-')
    """
    return "; ".join([f"{a} {b} {n}" for a, b, n in orders]) or NONE


def parse(move: object) -> Orders | None:
    """Return the orders of a `move`; None for what is no text of orders."""
    if move == NONE:
        return ()
    if not isinstance(move, str) or _MOVE.fullmatch(move) is None:
        return None
    words = map(int, move.replace(";", "").split(" "))
    return tuple(zip(words, words, words, strict=True))


def tidy(move: str) -> str:
    """Return a `move` that a program wrote in the one form that it has, if it can be read."""
    try:
        rows = [tuple(map(int, part.split())) for part in move.split(";") if part.strip(" -")]
    except ValueError:
        return move
    return written([(a, b, n) for a, b, n in rows]) if all(len(r) == 3 for r in rows) else move


class LegalOrders(Collection[str]):
    """All moves of a seat that has planets: without end, listed as far as they lead on."""

    __slots__ = ("_seat", "_state")

    def __init__(self, state: State, seat: int) -> None:
        self._state, self._seat = state, seat

    @property
    def planets(self) -> int:
        """The number of planets."""
        return len(self._state.owners)

    def own(self) -> dict[int, int]:
        """Return the ships on each planet of the seat, by its number."""
        rows = zip(self._state.owners, self._state.ships, strict=True)
        return {n: ships for n, (owner, ships) in enumerate(rows) if owner == self._seat + 1}

    def __len__(self) -> int:
        return _ENDLESS if self._seat + 1 in self._state.owners else 1

    def __contains__(self, move: object) -> bool:
        orders = parse(move)
        return orders is not None and fault(self._state, self._seat, orders) is None

    def why_not(self, move: str) -> str:
        """Return a clause on the first bad order of a `move`; "" where there is none."""
        orders = parse(move)
        if orders is None:
            return f"{move[:_SHOWN]!r} is not written as in 3 7 20; 4 17 50, or - for none"
        bad = fault(self._state, self._seat, orders)
        return "" if bad is None else f"in order {bad.order + 1} {_WHY[bad.why]}"

    def __iter__(self) -> Iterator[str]:
        yield from itertools.islice(self._listed(), _LISTED)

    def _listed(self) -> Iterator[str]:
        """Yield no order, each order by itself, then two at once, and so on."""
        yield NONE
        shorter: list[tuple[Orders, dict[int, int]]] = [((), self.own())]
        while shorter:
            longer = []
            for orders, left in shorter:
                for source, target, ships in self._singles(left):
                    more = (*orders, (source, target, ships))
                    yield written(more)
                    longer.append((more, {**left, source: left[source] - ships}))
            shorter = longer

    def _singles(self, left: Mapping[int, int]) -> Iterator[Order]:
        """Yield orders of the ships that are `left` on each planet."""
        for source, ships in left.items():
            for target in range(self.planets):
                if source != target:
                    for count in dict.fromkeys(ships // part for part in _PARTS):
                        yield source, target, count
