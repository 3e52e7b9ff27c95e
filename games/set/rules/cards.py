"""The 81 cards of Set and the sets among them.

A card is a number 0..80, written as four digits 0..2: colour, shape, shading, number of symbols
(one fewer than are drawn). Three cards are a set if each feature is all equal or all different, so
two cards have exactly one third: digit by digit -(x + y) mod 3. An UltraSet is four cards that
split into two pairs with the same third card, in one way only.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

FEATURES: Final = ("colour", "shape", "shading", "number")
CARDS: Final = 81
NAMES: Final = tuple("".join(digits) for digits in itertools.product("012", repeat=len(FEATURES)))
"""Each card as its four digits."""
NUMBERS: Final = {name: card for card, name in enumerate(NAMES)}
DIGITS: Final = tuple(tuple(int(digit) for digit in name) for name in NAMES)
JUNIOR: Final = tuple(card for card in range(CARDS) if DIGITS[card][2] == 0)
"""The 27 cards of one shading."""


def _third(a: int, b: int) -> int:
    digits = (str(-(x + y) % 3) for x, y in zip(DIGITS[a], DIGITS[b], strict=True))
    return NUMBERS["".join(digits)]


THIRD: Final = tuple(bytes(_third(a, b) for b in range(CARDS)) for a in range(CARDS))
"""`THIRD[a][b]` completes the cards a and b to a set."""
_THIRDS: Final = tuple(row.ljust(256, b"\xff") for row in THIRD)
"""The same as tables for `bytes.translate`."""
DIFFER: Final = tuple(
    bytes(sum(x != y for x, y in zip(DIGITS[a], DIGITS[b], strict=True)) for b in range(CARDS))
    for a in range(CARDS)
)
"""`DIFFER[a][b]` is the number of features in which two cards differ, 0 to 4."""

Indices = tuple[int, ...]


def is_set(a: int, b: int, c: int) -> bool:
    """Return whether three different cards are a set."""
    return THIRD[a][b] == c


def is_ultraset(cards: Sequence[int]) -> bool:
    """Return whether four different cards split into two pairs with the same third card."""
    return split(cards) is not None


def split(cards: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the two pairs of an UltraSet, or None if these four cards are none."""
    first, *rest = cards
    for partner in rest:
        a, b = (card for card in rest if card != partner)
        if THIRD[first][partner] == THIRD[a][b]:
            return (first, partner), (a, b)
    return None


def features(cards: Sequence[int]) -> dict[str, str]:
    """Return of three cards each feature: "same", "different", or "broken" where they are no
    set.
    """
    words = {1: "same", 2: "broken", 3: "different"}
    return {
        feature: words[len({DIGITS[card][number] for card in cards})]
        for number, feature in enumerate(FEATURES)
    }


def sets_among(cards: Sequence[int]) -> list[Indices]:
    """Return the sets among different cards as ascending places, in dictionary order."""
    every = bytes(cards)
    later = set(every)
    found: list[Indices] = []
    for i, a in enumerate(every):
        later.discard(a)
        thirds = every[i + 1 :].translate(_THIRDS[a])
        if later.isdisjoint(thirds):
            continue  # with most cards; both steps go over all others without a loop of Python
        for j, third in enumerate(thirds, i + 1):
            if third in later and (k := every.index(third)) > j:
                found.append((i, j, k))
    return found


def ultrasets_among(cards: Sequence[int]) -> list[Indices]:
    """Return the UltraSets among different cards as ascending places, in dictionary order."""
    pairs: dict[int, list[tuple[int, int]]] = {}
    for i, j in itertools.combinations(range(len(cards)), 2):
        pairs.setdefault(THIRD[cards[i]][cards[j]], []).append((i, j))
    found = (
        tuple(sorted(one + other))
        for alike in pairs.values()
        for one, other in itertools.combinations(alike, 2)
    )
    return sorted(found)


def links_among(cards: Sequence[int], beside: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the sets of two cards of the table and one `beside` it, as the three cards."""
    places = {card: number for number, card in enumerate(cards)}
    for i, a in enumerate(cards):
        for j in range(i + 1, len(cards)):
            third = THIRD[a][cards[j]]
            if third in beside and third not in places:
                yield a, cards[j], third


def kind_of(cards: Sequence[int]) -> int:
    """Return in how many features a set differs, 1 to 4; of an UltraSet its lesser pair's."""
    if len(cards) == 3:
        return DIFFER[cards[0]][cards[1]]
    pairs = split(cards)
    assert pairs is not None
    return min(DIFFER[a][b] for a, b in pairs)
