"""The orders of a person to the mate: words after a move, kept in the match's turns.

A move such as "up guard" walks up and orders the mate to guard. An order holds until the next one;
"free" takes it back. Such moves are legal and never listed, so that agents draw and weigh moves
without them, and matches without orders are what they always were.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ORDERS: Final = ("attack", "guard", "follow")
FREE: Final = "free"
"""The order that takes the last one back."""
ORDER_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"attack": "Attack", "guard": "Guard", "follow": "With me"}
)


class OpenMoves(tuple[str, ...]):
    """The moves of a bot; each is legal with an order behind it, too, and listed without.

    >>> "up guard" in OpenMoves(("up", "stay")), "up sing" in OpenMoves(("up", "stay"))
    (True, False)
    """

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if super().__contains__(move):
            return True
        walk, order = parted(move) if isinstance(move, str) else ("", "")
        return bool(order) and super().__contains__(walk)


def parted(move: str) -> tuple[str, str]:
    """Return the walk of a move and its order, "" without one; any other text stays whole.

    >>> parted("up guard"), parted("up"), parted("up sing")
    (('up', 'guard'), ('up', ''), ('up sing', ''))
    """
    walk, _, order = move.partition(" ")
    return (walk, order) if order in (*ORDERS, FREE) else (move, "")
