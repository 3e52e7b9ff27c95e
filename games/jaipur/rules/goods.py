"""The cards and tokens of Jaipur, and how a few of them are written as one whole number.

Cards and goods have a letter: D diamond, G gold, S silver, C cloth, P spice, L leather, K camel;
this is the order of every list. How many there are of each is packed into one number, four bits a
kind with diamonds highest, so that adding cards is adding numbers, and comparing two such numbers
compares counts in the order of the letters. What holds at most 14 cards has them counted by the
remainder modulo 15, the sum of digits to base 16.

Bonus tokens are packed the same way by their value: no value lies in two piles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

KINDS: Final = "DGSCPLK"
GOODS: Final = "DGSCPL"
CAMEL: Final = "K"
DEAR: Final = "DGS"
"""The goods of which at least two are sold at once."""
NAMES: Final = {
    "D": "diamond",
    "G": "gold",
    "S": "silver",
    "C": "cloth",
    "P": "spice",
    "L": "leather",
    "K": "camel",
}
CARDS: Final = (6, 6, 6, 8, 8, 10, 11)
"""How many cards there are of each kind."""
DECK: Final = 52
"""Cards that are shuffled: all but the three camels that begin in the market."""
MARKET: Final = 5
HAND_LIMIT: Final = 7
DEALT: Final = 5
"""Cards dealt to each trader."""

TOKENS: Final = (
    (7, 7, 5, 5, 5),
    (6, 6, 5, 5, 5),
    (5, 5, 5, 5, 5),
    (5, 3, 3, 2, 2, 1, 1),
    (5, 3, 3, 2, 2, 1, 1),
    (4, 3, 2, 1, 1, 1, 1, 1, 1),
)
"""The goods tokens of each kind in the order in which they are taken."""
PILES: Final = (3, 4, 5)
"""The piles of bonus tokens, by the number of cards sold (5 for more, too)."""
BONUS: Final = {3: (1, 1, 2, 2, 2, 3, 3), 4: (4, 4, 5, 5, 6, 6), 5: (8, 8, 9, 10, 10)}
VALUES: Final = (1, 2, 3, 4, 5, 6, 8, 9, 10)
"""The values of bonus tokens, three in each pile."""
CAMEL_TOKEN: Final = 5
GONE: Final = 3
"""So many kinds of goods without tokens end a round."""

SHIFTS: Final = (24, 20, 16, 12, 8, 4, 0)
UNITS: Final = tuple(1 << shift for shift in SHIFTS)
"""One card of each kind."""
UNIT: Final = dict(zip(KINDS, UNITS, strict=True))
INDEX: Final = {letter: number for number, letter in enumerate(KINDS)}
GOODS_MASK: Final = 0xFFFFFF0
VALUE_SHIFTS: Final = {value: 4 * place for place, value in enumerate(VALUES)}
PILE_OF: Final = {value: pile for pile, values in BONUS.items() for value in values}
PILE_SHIFTS: Final = {3: 0, 4: 12, 5: 24}
"""Where the three values of a pile begin in a packed number of bonus tokens."""
PILE_MASK: Final = 0xFFF

TOKEN_SUMS: Final = tuple(
    tuple(
        tuple(sum(values[len(values) - left :][:sold]) for sold in range(11))
        for left in range(len(values) + 1)
    )
    for values in TOKENS
)
"""What a number of cards of a kind fetches with so many tokens left: [kind][left][cards]."""


def pack(cards: Iterable[str]) -> int:
    """Return these cards, such as "DDK", as one number."""
    return sum(UNIT[card] for card in cards)


def pack_counts(counts: Iterable[int]) -> int:
    """Return the `counts` of each kind, in the order of the letters, as one packed number."""
    return sum(count << shift for count, shift in zip(counts, SHIFTS, strict=False))


def counts_of(packed: int) -> tuple[int, ...]:
    """Return the count of each kind, seven numbers."""
    return tuple(packed >> shift & 15 for shift in SHIFTS)


@lru_cache(maxsize=1 << 14)
def letters_of(packed: int) -> str:
    """Return the cards by their letters, such as "DDK"."""
    pairs = zip(KINDS, SHIFTS, strict=True)
    return "".join(letter * (packed >> shift & 15) for letter, shift in pairs)


def support(packed: int) -> int:
    """Return a mask of four bits for each kind that is there, to take it out of other numbers."""
    low = packed | packed >> 1 | packed >> 2 | packed >> 3
    return (low & 0x1111111) * 15


def pack_bonus(values: Iterable[int]) -> int:
    """Return bonus tokens with these values as one number."""
    return sum(1 << VALUE_SHIFTS[value] for value in values)


def bonus_values(packed: int) -> tuple[int, ...]:
    """Return the values of packed bonus tokens, ascending."""
    return tuple(
        value for value, shift in VALUE_SHIFTS.items() for _ in range(packed >> shift & 15)
    )


def pile_sizes(packed: int) -> tuple[int, int, int]:
    """Return the number of these bonus tokens in each pile."""
    return (
        (packed & PILE_MASK) % 15,
        (packed >> 12 & PILE_MASK) % 15,
        (packed >> 24 & PILE_MASK) % 15,
    )


def bonus_points(packed: int) -> int:
    """Return the sum of packed bonus tokens."""
    return sum(value * (packed >> shift & 15) for value, shift in VALUE_SHIFTS.items())


def pile_for(cards: int) -> int:
    """Return the bonus pile for a sale of this number of cards, 0 for fewer than three."""
    return 0 if cards < 3 else min(cards, 5)


ALL_BONUS: Final = pack_bonus(value for values in BONUS.values() for value in values)
FULL_TOKENS: Final = pack_counts(len(values) for values in TOKENS)
"""The numbers of goods tokens of a new round."""
FULL_DECK: Final = pack_counts((*CARDS[:-1], CARDS[-1] - 3))
ALL_CARDS: Final = pack_counts(CARDS)


def kinds_gone(tokens: int) -> int:
    """Return the number of kinds of goods without tokens left."""
    low = tokens | tokens >> 1 | tokens >> 2 | tokens >> 3
    return 6 - (low & 0x1111110).bit_count()


def from_mapping(counts: Mapping[str, int]) -> int:
    """Return counts by letter as one number."""
    return sum(count * UNIT[kind] for kind, count in counts.items())


def to_mapping(packed: int) -> dict[str, int]:
    """Return counts by letter, without the zeros."""
    return {
        kind: packed >> shift & 15
        for kind, shift in zip(KINDS, SHIFTS, strict=True)
        if packed >> shift & 15
    }
