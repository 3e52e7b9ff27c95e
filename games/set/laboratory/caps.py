"""Twenty cards without a set: the most there can be, and how one such collection makes another.

All of them are the same but for names and places: a change that keeps every set a set (values
renamed, one feature added to another modulo 3) turns any into any other.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.set.rules.cards import DIGITS, NUMBERS, THIRD

CAP: Final = (1, 2, 3, 6, 9, 13, 18, 26, 27, 31, 38, 42, 50, 52, 54, 62, 68, 70, 73, 75)
"""Twenty cards without a set: ten pairs, each of which card 0 would complete. Found by search."""
COLLECTIONS: Final = 682_344
"""How many there are of twenty cards (Knuth, 2001)."""
_CHANGES: Final = 16


def another(cap: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """Return another collection, with all values of a feature shifted and features added
    to others.
    """
    digits = [list(DIGITS[card]) for card in cap]
    for _ in range(_CHANGES):
        to, source = rng.sample(range(4), 2)
        times, shift = rng.randrange(3), rng.randrange(3)
        for card in digits:
            card[to] = (card[to] + times * card[source] + shift) % 3
    return tuple(sorted(NUMBERS["".join(map(str, card))] for card in digits))


def completed_by(card: int, cap: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the pairs of a collection that another card would complete to sets."""
    held = frozenset(cap)
    pairs = ((other, THIRD[card][other]) for other in cap)
    return [(a, b) for a, b in pairs if a < b and b in held]
