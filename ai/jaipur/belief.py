"""The counting belief: what the hidden cards and tokens can be for who has counted what was seen.

Unseen are the cards of a kind that lie neither in the own hand, the market, the discards or the
herds, nor among what the other was seen to take. All unseen camels are in the deck, because camels
of a hand would lie open. The other's hand is what it is known to hold, and a uniform sample without
replacement of the unseen goods: how many of a kind it holds besides is hypergeometric. The rest is
the deck, in random order. Of a bonus pile every token that is not one's own is equally likely to be
the next and to be what the other holds.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np

from games.arrays import FloatArray, IntArray
from games.jaipur.rules.game import unseen as unseen_cards
from games.jaipur.rules.goods import HAND_LIMIT, KINDS, PILES, counts_of
from games.jaipur.rules.state import View, unseen_bonus

GOODS_KINDS: Final = 6


class Token(NamedTuple):
    """The next token of a bonus pile: the number `left`, and each value's chance."""

    left: int
    values: dict[int, float]

    @property
    def mean(self) -> float:
        """Its expected value; 0 where the pile is empty."""
        return sum(value * chance for value, chance in self.values.items())


class Belief(NamedTuple):
    """The counting belief of a seat.

    `unseen` are the numbers of unseen cards of each kind, camels last, shape (7,). `hand[g, n]` is
    the probability that the other holds n cards of kind g, known ones included, shape (6, 8).
    `next` is the probability of the next card, shape (7,), all 0 where the deck is empty.
    """

    unseen: IntArray
    known: IntArray
    hand: FloatArray
    next: FloatArray
    bonus: dict[int, Token]


def hypergeometric(pool: int, marked: int, drawn: int) -> FloatArray:
    """Return the chance of each number of marked cards, 0 to `drawn`, among `drawn` of a `pool`."""
    ways = comb(pool, drawn)
    return np.array(
        [comb(marked, hit) * comb(pool - marked, drawn - hit) / ways for hit in range(drawn + 1)]
    )


def counting_belief(view: View) -> Belief:
    """Return the belief about the hidden cards of a seat that counts the cards."""
    unseen = np.array(counts_of(unseen_cards(view)), dtype=np.int64)
    known = np.array(counts_of(view.rival.known)[:GOODS_KINDS], dtype=np.int64)
    goods, hidden = int(unseen[:GOODS_KINDS].sum()), view.rival.cards - int(known.sum())
    hand = np.zeros((GOODS_KINDS, HAND_LIMIT + 1))
    for kind in range(GOODS_KINDS):
        chances = hypergeometric(goods, int(unseen[kind]), hidden)
        first = int(known[kind])
        hand[kind, first : first + hidden + 1] = chances
    bonus = {
        pile: _token(view.own.bonus, pile, size)
        for pile, size in zip(PILES, view.piles, strict=True)
    }
    return Belief(unseen, known, hand, _next_card(unseen, view.left), bonus)


def _next_card(unseen: IntArray, left: int) -> FloatArray:
    chances = np.zeros(len(KINDS))
    if left:
        camels, goods = int(unseen[-1]), int(unseen[:-1].sum())
        chances[-1] = camels / left
        if goods:
            chances[:-1] = unseen[:-1] / goods * ((left - camels) / left)
    return chances


def _token(own: int, pile: int, size: int) -> Token:
    counts = unseen_bonus(own, pile)
    total = sum(counts.values())
    if not size or not total:
        return Token(size, {})
    return Token(size, {value: count / total for value, count in counts.items() if count})


def surprise(belief: FloatArray, held: IntArray) -> float:
    """Return the surprise of a hand under a belief of shape (6, 8), in bits over all kinds.

    `held` is the number of cards of each kind that the other turned out to hold, shape (6,).
    """
    chances = belief[np.arange(GOODS_KINDS), held]
    return float(-np.log2(np.maximum(chances, 1e-12)).sum())
