"""The moves of Jaipur: their notation, the legal ones, and the reasons against others.

Moves are `take-D`, `camels`, `sell-L4` and `swap-DDG-CKK` (taken, then given). All of a position
are listed as takes, camels, sales by kind and number, and exchanges in dictionary order of (taken,
given) as counts, the smaller count first. There can be hundreds of exchanges, so they are counted
by kinds and listed only when a caller goes through them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, overload

from games.core import IllegalMove
from games.jaipur.rules.goods import (
    CAMEL,
    DEAR,
    GOODS,
    GOODS_MASK,
    HAND_LIMIT,
    INDEX,
    KINDS,
    NAMES,
    SHIFTS,
    UNIT,
    counts_of,
    letters_of,
    pack,
    support,
)


class Move(NamedTuple):
    """A move as packed cards: what comes `take` from the market, what is given or sold (`give`).

    `kind` is "take", "camels", "sell" or "swap"; a sale is `number` cards of `good`. It need not be
    a legal one.
    """

    kind: str
    take: int = 0
    give: int = 0
    good: str = ""
    number: int = 0

    @property
    def notation(self) -> str:
        """The move as logs have it."""
        if self.kind == "take":
            return f"take-{self.good}"
        if self.kind == "sell":
            return f"sell-{self.good}{self.number}"
        if self.kind == "swap":
            return f"swap-{letters_of(self.take)}-{letters_of(self.give)}"
        return self.kind


CAMELS: Final = Move("camels")
_WRITTEN: Final = re.compile(
    rf"take-([{KINDS}])|(camels)|sell-([{KINDS}])([0-9])|swap-([{KINDS}]{{0,9}})-([{KINDS}]{{0,9}})"
)


def take(good: str) -> Move:
    """Return the move that takes one card."""
    return Move("take", UNIT[good], 0, good, 1)


def sell(good: str, count: int) -> Move:
    """Return the move that sells `count` cards of a kind."""
    return Move("sell", 0, count * UNIT[good], good, count)


def swap(taken: int, given: int) -> Move:
    """Return the exchange of packed cards of the market for packed cards of one's own."""
    return Move("swap", taken, given)


@lru_cache(maxsize=1 << 16)
def parse(text: str) -> Move | None:
    """Return the move that a `text` writes, legal or not; None where it writes none."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    taken, camels, sold, count, got, paid = found.groups()
    if taken:
        return take(taken)
    if camels:
        return CAMELS
    move = sell(sold, int(count)) if sold else swap(pack(got), pack(paid))
    return move if move.notation == text else None


# -- what is legal -------------------------------------------------------------------------

SENTENCES: Final = {
    "round_over": "The round is over.",
    "single_camel": "A camel is not taken alone; take all camels of the market.",
    "not_in_market": "The market does not have what is to be taken.",
    "hand_limit": "A hand holds at most 7 goods; give or sell some, or take fewer.",
    "no_camels": "There is no camel in the market.",
    "sell_camel": "Camels are not sold; they pay for exchanges.",
    "empty_sale": "A sale has at least one card.",
    "not_in_hand": "The hand or herd does not have what is to be given.",
    "min_two": "Of diamonds, gold and silver at least two are sold at once.",
    "take_camel_in_exchange": "An exchange takes goods alone; camels are taken all at once.",
    "unequal": "An exchange gives as many cards as it takes.",
    "min_two_exchange": "An exchange is of at least two cards.",
    "same_type_both_sides": "No kind may stand on both sides of an exchange.",
}
"""Why a move is illegal, by the reason's code."""


_HIGH: Final = 0x8888888


def covers(cards: int, part: int) -> bool:
    """Return whether packed `cards`, at most 7 of a kind, hold all of `part`."""
    if part & _HIGH:  # more than 7 of a kind, which neither a hand nor the market holds
        return False
    return ((cards | _HIGH) - part) & _HIGH == _HIGH


def why_not(move: Move, market: int, hand: int, herd: int) -> str:
    """Return the code of the first rule that a move breaks, "" where it is legal.

    `hand` and `market` are packed, `herd` is the number of own camels.
    """
    if move.kind == "take":
        if move.good == CAMEL:
            return "single_camel"
        if not market & move.take * 15:
            return "not_in_market"
        return "hand_limit" if hand % 15 >= HAND_LIMIT else ""
    if move.kind == "camels":
        return "" if market & 15 else "no_camels"
    if move.kind == "sell":
        return _why_no_sale(move, hand)
    return _why_no_swap(move, market, hand, herd)


def _why_no_sale(move: Move, hand: int) -> str:
    if move.good == CAMEL:
        return "sell_camel"
    if move.number < 1:
        return "empty_sale"
    if (hand >> SHIFTS[INDEX[move.good]] & 15) < move.number:
        return "not_in_hand"
    return "min_two" if move.number < 2 and move.good in DEAR else ""


def _why_no_swap(move: Move, market: int, hand: int, herd: int) -> str:
    taken, given = move.take, move.give
    number = sum(counts_of(taken))
    if taken & 15:
        return "take_camel_in_exchange"
    if number != sum(counts_of(given)):
        return "unequal"
    if number < 2:
        return "min_two_exchange"
    if not covers(market, taken):
        return "not_in_market"
    if not covers(hand, given & GOODS_MASK) or (given & 15) > herd:
        return "not_in_hand"
    if support(taken) & given:
        return "same_type_both_sides"
    return "hand_limit" if hand % 15 + (given & 15) > HAND_LIMIT else ""


# -- all of them ---------------------------------------------------------------------------

_TAKES: Final = tuple((UNIT[good] * 15, f"take-{good}") for good in GOODS)
_SALES: Final = tuple(
    (
        SHIFTS[INDEX[good]],
        tuple(
            tuple(f"sell-{good}{count}" for count in range(2 if good in DEAR else 1, have + 1))
            for have in range(16)
        ),
    )
    for good in GOODS
)


@lru_cache(maxsize=1 << 12)
def subsets(cards: int) -> tuple[int, ...]:
    """Return all selections of packed goods, the empty one included, in dictionary order."""
    found = [0]
    for shift in SHIFTS[:-1]:
        found = [part | n << shift for part in found for n in range((cards >> shift & 15) + 1)]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def payments(goods: int, least: int, most: int) -> tuple[int, ...]:
    """Return all picks of `least` to `most` packed goods, in dictionary order."""
    return tuple(part for part in subsets(goods) if least <= part % 15 <= most)


class _Taking(NamedTuple):
    """A way to take cards from the market: the cards, how many, and a mask of what may pay."""

    taken: int
    size: int
    others: int


@lru_cache(maxsize=1 << 10)
def takings(goods: int) -> tuple[_Taking, ...]:
    """Return the goods that can be taken from a market by exchange, in dictionary order."""
    return tuple(
        _Taking(taken, taken % 15, ~support(taken)) for taken in subsets(goods) if taken % 15 > 1
    )


class LegalMoves(Sequence[str]):
    """The legal moves of a hand and a herd at a market, in their order."""

    __slots__ = ("_camels", "_counted", "_plain", "_rows", "_sums", "hand", "herd", "market")

    def __init__(self, market: int, hand: int, herd: int) -> None:
        self.market, self.hand, self.herd = market, hand, herd
        size = hand % 15
        plain = [name for mask, name in _TAKES if market & mask] if size < HAND_LIMIT else []
        if market & 15:
            plain.append("camels")
        for shift, names in _SALES:
            plain += names[hand >> shift & 15]
        self._plain = plain
        self._camels = min(herd, HAND_LIMIT - size)
        self._rows: list[tuple[int, int, tuple[int, ...]]] = []
        self._sums: list[int] = []
        self._counted = False

    def _count(self) -> None:
        """Find the exchanges by what they take, and how many there are up to each."""
        hand, camels, total = self.hand, self._camels, 0
        for taken, size, others in takings(self.market & GOODS_MASK):
            paid = payments(hand & others, size - camels if size > camels else 0, size)
            if paid:
                total += len(paid)
                self._rows.append((taken, size, paid))
                self._sums.append(total)
        self._counted = True

    def __len__(self) -> int:
        if not self._counted:
            self._count()
        return len(self._plain) + (self._sums[-1] if self._sums else 0)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index < len(self._plain):
            return self._plain[index]
        index -= len(self._plain)
        number = bisect_right(self._sums, index)
        taken, size, payments_of_it = self._rows[number]
        paid = payments_of_it[index - (self._sums[number - 1] if number else 0)]
        return _swap_name(taken, paid + size - paid % 15)

    def __iter__(self) -> Iterator[str]:
        yield from self._plain
        for taken, given in self.swaps():
            yield _swap_name(taken, given)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str):
            return False
        found = parse(move)
        return found is not None and not why_not(found, self.market, self.hand, self.herd)

    def swaps(self) -> Iterator[tuple[int, int]]:
        """Yield the exchanges alone as packed cards: taken, and given with camels."""
        if not self._counted:
            self._count()
        for taken, size, payments_of_it in self._rows:
            for paid in payments_of_it:
                yield taken, paid + size - paid % 15

    def by_kind(self) -> dict[str, int]:
        """Return the number of moves of each kind: take, camels, sell, exchange."""
        kinds = dict.fromkeys(("take", "camels", "sell"), 0)
        for move in self._plain:
            kinds[move.partition("-")[0]] += 1
        return {**kinds, "exchange": len(self) - len(self._plain)}


@lru_cache(maxsize=1 << 15)
def _swap_name(taken: int, given: int) -> str:
    return f"swap-{letters_of(taken)}-{letters_of(given)}"


def legal_move(text: str, market: int, hand: int, herd: int) -> Move:
    """Return the legal move that a `text` writes; raises `IllegalMove`."""
    move = parse(text)
    if move is None:
        raise IllegalMove(f"{str(text)[:20]!r} is no move; moves are as take-D, camels, sell-L4.")
    reason = why_not(move, market, hand, herd)
    if reason:
        raise IllegalMove(f"{text} is illegal: {SENTENCES[reason]}")
    return move


def in_words(move: Move) -> str:
    """Return a move for a person, such as "sell 4 leather" or "take 2 diamonds for cloth and a
    camel".
    """
    if move.kind == "camels":
        return "take all camels"
    if move.kind == "take":
        return f"take {_cards_in_words(move.take)}"
    if move.kind == "sell":
        return f"sell {_cards_in_words(move.give)}"
    return f"take {_cards_in_words(move.take)} for {_cards_in_words(move.give)}"


def in_short(move: Move) -> str:
    """Return a move in few letters, such as "DD for CK"; the shorter ones in words."""
    if move.kind != "swap":
        return in_words(move)
    return f"{letters_of(move.take)} for {letters_of(move.give)}"


def _cards_in_words(packed: int) -> str:
    parts = []
    for kind in KINDS:
        count = packed >> SHIFTS[INDEX[kind]] & 15
        plural = "s" if kind in "DK" and count > 1 else ""
        if count:
            parts.append(f"{count} {NAMES[kind]}{plural}")
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:]))) or "nothing"
