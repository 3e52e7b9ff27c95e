"""The marks of a person, and the move that they make: choosing without modes.

A good of the market that is marked is to be taken, a card of the hand or a camel of the herd to be
given. Goods alone are a take, cards of one kind alone a sale, both sides an exchange, and the
market's camels are marked alone. Any marks are either a move, or the sentence names the missing
part or the broken rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.jaipur.rules.goods import (
    CAMEL,
    DEAR,
    GOODS,
    HAND_LIMIT,
    INDEX,
    NAMES,
    SHIFTS,
    UNIT,
    counts_of,
    pack_counts,
    support,
)
from games.jaipur.rules.moves import (
    CAMELS,
    SENTENCES,
    LegalMoves,
    Move,
    covers,
    parse,
    sell,
    swap,
    take,
    why_not,
)
from games.jaipur.stall import Stall, places_of

NOTHING: Final = "Mark goods to take, cards of your hand to sell, or both to exchange."


class MarkTable(NamedTuple):
    """The table before the person who marks: the market by places, the packed hand, the
    own herd.
    """

    stall: Stall
    hand: int
    herd: int

    @property
    def market(self) -> int:
        """The packed cards of the market."""
        return sum(UNIT[card] for card in self.stall if card)


class Marks(NamedTuple):
    """The marks: `places` of the market, `given` cards of each good, and own `camels`.

    `caravan` means that all camels of the market are marked, and no other card.
    """

    places: tuple[int, ...] = ()
    given: tuple[int, ...] = (0,) * len(GOODS)
    camels: int = 0
    caravan: bool = False

    @property
    def empty(self) -> bool:
        """True without any marks."""
        return self == NO_MARKS

    @property
    def giving(self) -> int:
        """The packed cards that are to be given or sold."""
        return pack_counts((*self.given, self.camels))

    def taking(self, table: MarkTable) -> int:
        """Return the packed goods that are to be taken."""
        return sum(UNIT[table.stall[place]] for place in self.places)

    # -- marking -----------------------------------------------------------------------

    def press_place(self, table: MarkTable, place: int) -> Marks:
        """Mark or unmark a card of the market; a camel stands for all of them."""
        card = table.stall[place]
        if not card:
            return self
        if card == CAMEL:
            return self.press_caravan(table)
        if place in self.places:
            return self._replace(places=tuple(p for p in self.places if p != place))
        return self._replace(places=tuple(sorted((*self.places, place))), caravan=False)

    def press_caravan(self, table: MarkTable) -> Marks:
        """Mark only all camels of the market, or unmark them."""
        if self.caravan:
            return NO_MARKS
        return Marks(caravan=True) if CAMEL in table.stall else self

    def press_kind(self, table: MarkTable, good: str) -> Marks:
        """Mark one more card of a kind of the hand; after the last of them none."""
        held = table.hand >> SHIFTS[INDEX[good]] & 15
        return self.with_kind(good, (self.given[GOODS.index(good)] + 1) % (held + 1))

    def press_all(self, table: MarkTable, good: str) -> Marks:
        """Mark all cards of a kind of the hand; where they are marked, none."""
        held = table.hand >> SHIFTS[INDEX[good]] & 15
        return self.with_kind(good, held if self.given[GOODS.index(good)] < held else 0)

    def press_card(self, table: MarkTable, good: str, number: int) -> Marks:
        """Press one card of the hand, the `number`-th of its kind from 0 on.

        One that is marked is unmarked, with those behind it; the first mark of all takes the kind.
        """
        kind = GOODS.index(good)
        held = table.hand >> SHIFTS[INDEX[good]] & 15
        if number < self.given[kind]:
            return self.with_kind(good, number)
        alone = not (self.places or self.camels or sum(self.given))
        return self.with_kind(good, held if alone else min(held, self.given[kind] + 1))

    def add_camels(self, table: MarkTable, by: int) -> Marks:
        """Mark `by` more camels of the own herd, or fewer; past the last one none."""
        count = self.camels + by
        if count > table.herd:
            count = 0
        return self._replace(camels=max(0, count), caravan=False)

    def with_kind(self, good: str, count: int) -> Marks:
        """Return these marks with `count` cards of a kind of the hand."""
        kind = GOODS.index(good)
        given = (*self.given[:kind], count, *self.given[kind + 1 :])
        return self._replace(given=given, caravan=False)

    # -- the move ----------------------------------------------------------------------

    def move(self, table: MarkTable) -> Move | None:
        """Return the move that the marks make, legal or not; None for too few marks.

        Several goods of the market alone, and kinds of the hand alone, several or with camels, are
        half an exchange.
        """
        if self.caravan:
            return CAMELS
        taken, given = self.taking(table), self.giving
        if taken and given:
            return swap(taken, given)
        if len(self.places) == 1:
            return take(table.stall[self.places[0]])
        kinds = [good for good, count in zip(GOODS, self.given, strict=True) if count]
        if len(kinds) == 1 and not self.camels and not taken:
            return sell(kinds[0], self.given[GOODS.index(kinds[0])])
        return None

    def legal_move(self, table: MarkTable) -> Move | None:
        """Return the move that the marks make where it is legal, else None."""
        move = self.move(table)
        if move is None or why_not(move, table.market, table.hand, table.herd):
            return None
        return move

    def problem(self, table: MarkTable) -> str:
        """Return the missing part or the broken rule, in a sentence; "" for a legal move."""
        if self.empty:
            return NOTHING
        taken, given = len(self.places), sum(self.given) + self.camels
        camels = ", or camels with +" if table.herd > self.camels else ""
        if taken != given and taken and given:
            return _uneven(taken, given, camels)
        move = self.move(table)
        if move is None:
            if taken:
                return f"An exchange: mark {taken} cards of your own to pay{camels}."
            return f"An exchange: mark {_goods(given)} of the market, or one kind alone to sell."
        code = why_not(move, table.market, table.hand, table.herd)
        if code == "hand_limit" and move.kind == "take":
            return f"Your hand holds {HAND_LIMIT} goods: sell some first, or exchange."
        return SENTENCES[code] if code else ""


NO_MARKS: Final = Marks()


def _goods(count: int) -> str:
    return "1 good" if count == 1 else f"{count} goods"


def _uneven(taken: int, given: int, camels: str) -> str:
    """Return the missing part of an exchange of unequal sides; `camels` notes that they can pay."""
    if taken > given:
        more = taken - given
        return f"You take {taken} and give {given}: mark {more} more to pay{camels}."
    more = given - taken
    goods = "1 more good" if more == 1 else f"{more} more goods"
    return f"You take {taken} and give {given}: mark {goods} of the market."


# -- what can still be marked ----------------------------------------------------------------


class Possible(NamedTuple):
    """Masks of the kinds (four bits each) that can be marked beside what is: in some legal move."""

    taken: int
    given: int
    caravan: bool

    def place(self, card: str) -> bool:
        """Return whether a card of the market of this kind can be marked."""
        return self.caravan if card == CAMEL else bool(self.taken & UNIT[card])

    def hand(self, card: str) -> bool:
        """Return whether one more card of this kind of the hand, or of the herd, can be marked."""
        return bool(self.given & UNIT[card])


@lru_cache(maxsize=64)
def possible(table: MarkTable, marks: Marks) -> Possible:
    """Return the parts of a table that are in a legal move together with all marks."""
    marks = NO_MARKS if marks.caravan else marks
    taken, given = marks.taking(table), marks.giving
    more_taken = more_given = 0
    legal = LegalMoves(table.market, table.hand, table.herd)
    for wanted, paid in legal.swaps():
        if covers(wanted, taken) and covers(paid, given):
            more_taken |= support(wanted - taken)
            more_given |= support(paid - given)
    plain = (good for good in GOODS if f"take-{good}" in legal)
    if marks.empty:
        more_taken |= support(sum(UNIT[good] for good in plain))
    if not taken:
        more_given |= _sales(table.hand, given)
    return Possible(more_taken, more_given, CAMEL in table.stall)


def _sales(hand: int, given: int) -> int:
    """Return a mask of the kinds that can be sold, of the one that is marked where one is."""
    found = 0
    for good in GOODS:
        held, shift = hand >> SHIFTS[INDEX[good]] & 15, SHIFTS[INDEX[good]]
        others = given & ~(15 << shift)
        if not others and held >= (2 if good in DEAR else 1) and held > given >> shift & 15:
            found |= 15 << shift
    return found


def why_not_place(table: MarkTable, marks: Marks, card: str) -> str:
    """Return why a card of the market cannot be marked now, in a sentence; "" where it can."""
    if possible(table, marks).place(card):
        return ""
    if card != CAMEL and marks.given[GOODS.index(card)]:
        return SENTENCES["same_type_both_sides"]
    if marks.empty:
        return f"Your hand holds {HAND_LIMIT} goods and nothing pays for this: sell some first."
    return "You have nothing left to pay for this one with."


def why_not_hand(table: MarkTable, marks: Marks, card: str) -> str:
    """Return why one more card of the own hand or herd cannot be marked now; "" where it can."""
    if possible(table, marks).hand(card):
        return ""
    if card == CAMEL and marks.empty:
        return "Camels pay for exchanges, and none is possible now."
    if card in GOODS and any(table.stall[place] == card for place in marks.places):
        return SENTENCES["same_type_both_sides"]
    if card in DEAR and marks.empty:
        return f"A single {NAMES[card]} is not sold, and no exchange needs it now."
    if card == CAMEL:
        return f"More camels would bring more than {HAND_LIMIT} goods into your hand."
    return "The market has nothing more to give for this one."


def marks_of(move: str, table: MarkTable) -> Marks:
    """Return a move that was made, as marks on the table before it."""
    found = parse(move)
    if found is None:
        return NO_MARKS
    if found.kind == "camels":
        return Marks(caravan=True)
    taken = "".join(kind * count for kind, count in zip(GOODS, counts_of(found.take), strict=False))
    given = counts_of(found.give)
    return Marks(tuple(places_of(table.stall, taken)), given[: len(GOODS)], given[-1])
