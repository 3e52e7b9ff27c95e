"""`seed-utility`, the original opponent, exactly as it was: four candidates, each with a score.

It scores the best good to take, the sale of what it holds most of, all the camels, and one
exchange, and does the best of these four. The formulas and their quirks stand in the description of
each function. Scores are in [0, 1]; times 160 they are whole numbers, and so they are compared
without rounding, but in the variant `float32`, which rounds every product and quotient as the
original's single precision did. All ties between kinds go to the first in the order D G S C P L.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from ai.core import Agent
from ai.jaipur.reasons import i_do
from ai.sentences import first_note, plural, share_words
from games.core import Decision, Limit
from games.jaipur.rules.goods import (
    BONUS,
    DEAR,
    GOODS,
    GOODS_MASK,
    HAND_LIMIT,
    NAMES,
    SHIFTS,
    TOKEN_SUMS,
    UNITS,
    letters_of,
)
from games.jaipur.rules.moves import CAMELS, Move, sell, swap, take
from games.jaipur.rules.state import View
from games.mind import Bars, Lines, Mind

VARIANTS: Final = ("code", "text", "float32")
SCALE: Final = 160
"""The exact scores are whole numbers over this."""
_GOODS_SHIFTS: Final = SHIFTS[:-1]
_DEAR_KINDS: Final = 3
"""The first three kinds are the dear ones."""
_F: Final = np.float32


class Scores(NamedTuple):
    """The four candidates in the order in which they are compared.

    Scores are in [0, 1]. `good`, `sold` and `number` are what would be taken and sold, "" and 0
    without a candidate; `raw` is the camels' score before it is clamped; `taken` and `given` are
    packed cards.
    """

    take: float
    good: str
    sell: float
    sold: str
    number: int
    camels: float
    raw: float
    swap: float
    taken: int
    given: int

    @property
    def four(self) -> tuple[float, float, float, float]:
        """The scores of take, sell, camels and exchange."""
        return self.take, self.sell, self.camels, self.swap

    def pick(self) -> int:
        """Return the number of the candidate that is chosen: a later one only if it is higher."""
        four = self.four
        return four.index(max(four))

    def chosen(self) -> Move:
        """Return the move of the candidate that is chosen."""
        number = self.pick()
        if number == 0:
            return take(self.good)
        if number == 1:
            return sell(self.sold, self.number)
        return CAMELS if number == 2 else swap(self.taken, self.given)

    def moves(self) -> tuple[Move | None, Move | None, Move | None, Move | None]:
        """Return the move of each candidate, None without one."""
        return (
            take(self.good) if self.good else None,
            sell(self.sold, self.number) if self.sold else None,
            CAMELS,
            swap(self.taken, self.given) if self.taken else None,
        )


def scores(view: View, variant: str = "code") -> Scores:
    """Return the original's four candidates for who sees this `view`."""
    return scores_of(view.market, view.own.hand, view.own.herd, view.rival.cards, variant)


def scores_of(market: int, hand: int, herd: int, other: int, variant: str) -> Scores:
    """Return the same from packed cards: the `market`, the own `hand`, both sides' numbers."""
    goods, size, single = market & GOODS_MASK, hand % 15, variant == "float32"
    taken, good = _take(goods, hand, single)
    sold, kind, count = _sell(hand, single)
    raw = _camels(market & 15, size, other, single)
    score, cards, given = _swap(goods, hand, min(HAND_LIMIT - size, herd), variant)
    camels = min(1.0, max(0.0, raw)) if market & 15 else 0.0
    return Scores(taken, good, sold, kind, count, camels, raw, score, cards, given)


@lru_cache(maxsize=1 << 15)
def _take(market: int, hand: int, single: bool) -> tuple[float, str]:
    """Return (n + 1) x 2 x (1.5 if dear) / 10 and the best kind; (0, "") with a full hand."""
    if hand % 15 >= HAND_LIMIT:
        return 0.0, ""
    best, found = -1.0, ""
    for place, shift in enumerate(_GOODS_SHIFTS):
        if market >> shift & 15:
            score = _take_score((hand >> shift & 15) + 1, place < _DEAR_KINDS, single)
            if score > best:
                best, found = score, GOODS[place]
    return max(0.0, best), found


def _take_score(held: int, dear: bool, single: bool) -> float:
    if single:
        twice = _F(2) * _F(held)
        return min(1.0, float((twice * _F(1.5) if dear else twice) / _F(10)))
    return min(SCALE, held * (48 if dear else 32)) / SCALE


@lru_cache(maxsize=1 << 12)
def _sell(hand: int, single: bool) -> tuple[float, str, int]:
    """Return n x 20/100 x (1.5 if dear) for the kind held most often, not what it fetches."""
    most, found = 0, -1
    for place, shift in enumerate(_GOODS_SHIFTS):
        held = hand >> shift & 15
        if held > most and (held > 1 or place >= _DEAR_KINDS):
            most, found = held, place
    if found < 0:
        return 0.0, "", 0
    dear = found < _DEAR_KINDS
    if single:
        score = _F(most) * _F(20) / _F(100)
        return min(1.0, float(score * _F(1.5) if dear else score)), GOODS[found], most
    return min(SCALE, most * (48 if dear else 32)) / SCALE, GOODS[found], most


@lru_cache(maxsize=1 << 10)
def _camels(camels: int, size: int, other: int, single: bool) -> float:
    """Return (k^2 - 2 (h/2)^2 + o) x 0.8/32, before it is clamped."""
    if single:
        half = _F(0.5) * _F(size)
        total = _F(camels) * _F(camels) - _F(2) * (half * half) + _F(other)
        return float(total * _F(0.8) / _F(32))
    return (4 * camels * camels - 2 * size * size + 4 * other) / SCALE


@lru_cache(maxsize=1 << 15)
def _swap(market: int, hand: int, camels: int, variant: str) -> tuple[float, int, int]:
    """Pay with `camels`, then with single cards that the market lacks; takes what it has most of.

    All cards of a kind in the market count, also where fewer are taken.
    """
    wanted: list[tuple[int, int]] = []
    singles: list[int] = []
    for place, shift in enumerate(_GOODS_SHIFTS):
        held, there = hand >> shift & 15, market >> shift & 15
        if held == 1 and not there:
            singles.append(UNITS[place])
        if there and (held + there > 1 or place < _DEAR_KINDS or variant == "text"):
            wanted.append((held + there, place))
    wanted.sort(key=lambda pair: -pair[0])
    cards = [UNITS[place] for _, place in wanted for _ in range(market >> SHIFTS[place] & 15)]
    paid = [1] * camels + singles
    pairs = min(len(cards), len(paid))
    if pairs < 2:
        return 0.0, 0, 0
    most = wanted[0][0]
    score = min(SCALE, 32 * (most + 1)) / SCALE
    if variant == "float32":
        score = min(1.0, float(_F(most + 1) * _F(2) / _F(10)))
    return score, sum(cards[:pairs]), sum(paid[:pairs])


class Changes(NamedTuple):
    """The changes that the original's author asked about: exchanges, a bonus for takes, tokens.

    With `tokens` a sale is worth the goods tokens and the mean bonus that it fetches.
    """

    exchange: bool = True
    take: float = 0.0
    tokens: bool = False

    def of(self, found: Scores, view: View) -> Scores:
        """Return the scores with these changes, for who sees this `view`."""
        if not self.exchange:
            found = found._replace(swap=0.0, taken=0, given=0)
        if self.take and found.good:
            found = found._replace(take=found.take + self.take)
        return _by_tokens(found, view) if self.tokens else found


AS_IT_WAS: Final = Changes()
_RUPEES: Final = 25.0
"""Rupees of a sale that score 1: three diamonds sold first fetch 21 of them with their bonus."""


def _by_tokens(found: Scores, view: View) -> Scores:
    """Return the scores with the best sale by what it fetches, all cards of a kind at once."""
    best, kind, number = 0.0, "", 0
    for place, good in enumerate(GOODS):
        held = view.own.hand >> SHIFTS[place] & 15
        if held < (2 if good in DEAR else 1):
            continue
        fetched = float(TOKEN_SUMS[place][view.tokens >> SHIFTS[place] & 15][held])
        if held >= min(BONUS):
            pile = BONUS[min(held, max(BONUS))]
            fetched += sum(pile) / len(pile)
        if fetched > best:
            best, kind, number = fetched, good, held
    return found._replace(sell=min(1.0, best / _RUPEES), sold=kind, number=number)


class SeedUtility(Agent):
    """Does the best of the four candidates, with `changes` where they are given."""

    drawn = False

    def __init__(self, variant: str = "code", changes: Changes = AS_IT_WAS) -> None:
        self.variant, self.changes = variant, changes

    def _candidates(self, view: View) -> Scores:
        found = scores(view, self.variant)
        return found if self.changes == AS_IT_WAS else self.changes.of(found, view)

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return the candidate with the highest score; a later one only where it is higher."""
        found = self._candidates(view)
        return self._decided(view, found, found.pick(), limit)

    def _decided(self, view: View, found: Scores, pick: int, limit: Limit) -> Decision:
        move = found.moves()[pick]
        assert move is not None, "a candidate with a score has a move"
        mind = mind_of(view, found, pick, self.drawn) if limit.mind else None
        return Decision(move.notation, mind)


class SeedWeighted(SeedUtility):
    """One of the four candidates, with a probability in proportion to its score."""

    drawn = True

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Draw a candidate."""
        found = self._candidates(view)
        return self._decided(view, found, self.rng.sample_from(found.four), limit)


LABELS: Final = ("take", "sell", "camels", "exchange")


def mind_of(view: View, found: Scores, pick: int, drawn: bool = False) -> Mind:
    """Return the reason for a candidate, `drawn` or the best; the four scores, and each with its
    formula filled in.
    """
    move = found.moves()[pick]
    assert move is not None
    score = found.four[pick]
    like = "my best" if found.four.count(score) == 1 else "like another idea"
    told = f"{_scored(view, found, pick)} {100 * score:.0f} of 100, {like}"
    if drawn:
        told = f"I drew it by lot, at {share_words(score / sum(found.four))}"
    words = tuple(f"{100 * value:.0f} of 100" for value in found.four)
    return (
        first_note(*(f"{start}: {told}." for start in i_do(move))),
        Bars("My four scores", LABELS, found.four, unit="", chosen=pick, words=words),
        Lines("How I got them", tuple(_workings(view, found)), chosen=pick),
    )


def _scored(view: View, found: Scores, pick: int) -> str:
    """Return what the score of a candidate counts, up to "scores"."""
    if LABELS[pick] == "take":
        held = (view.own.hand >> SHIFTS[GOODS.index(found.good)] & 15) + 1
        return f"holding {plural(held, NAMES[found.good], NAMES[found.good])} scores"
    if LABELS[pick] == "sell":
        return f"{found.number} of a kind score" if found.number > 1 else "a single card scores"
    if LABELS[pick] == "camels":
        return f"{view.market & 15} of them score" if view.market & 15 > 1 else "one camel scores"
    most = round(5 * found.swap) - 1
    return f"gathering {most} of a kind scores" if found.swap < 1 else "gathering many scores"


def _workings(view: View, found: Scores) -> Iterator[tuple[str, float]]:
    """Yield the formula of each candidate with its numbers."""
    hand, size = view.own.hand, view.own.hand % 15
    if found.good:
        held = hand >> SHIFTS[GOODS.index(found.good)] & 15
        yield f"take {NAMES[found.good]}: ({held} + 1) × 2{_dear(found.good)} / 10", found.take
    else:
        yield "take: no good that fits in", 0.0
    if found.sold:
        dear = _dear(found.sold)
        yield f"sell {NAMES[found.sold]}: {found.number} × 20/100{dear}", found.sell
    else:
        yield "sell: nothing to sell", 0.0
    camels = view.market & 15
    yield f"camels: ({camels}² − 2 (½ × {size})² + {view.rival.cards}) × 0.8/32", found.camels
    if found.taken:
        cards = f"{letters_of(found.taken)} for {letters_of(found.given)}"
        yield f"exchange {cards}: ({round(5 * found.swap) - 1} + 1) × 2/10", found.swap
    else:
        yield "exchange: fewer than two cards to pay with", 0.0


def _dear(good: str) -> str:
    return " × 1.5" if GOODS.index(good) < _DEAR_KINDS else ""
