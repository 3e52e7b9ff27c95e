"""The flights of each event: the cards and tokens of Jaipur that travel, and from where to where.

`flights_of` compares the table before an event with the one after it. Cards of the trader above go
to and from a closed hand; cards of the trader below have a place of their own in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.core import Event
from games.jaipur.board import ABOVE, BELOW, Board, Look
from games.jaipur.drawing import BACK, SHAPE, draw_bonus, draw_flying, draw_motif, draw_token
from games.jaipur.places import closed_boxes, hand_boxes
from games.jaipur.rules.goods import CAMEL, GOODS, PILES, letters_of
from games.jaipur.stall import places_of
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.flights import TRAVEL, Flight, one_after_the_other
from games.shell.draw.tween import ease_in_out

TURN, DEAL, TOKEN = 0.36, 0.16, 0.5  # seconds; chosen by eye
TOKENS_APART: Final = 0.09
"""Seconds between the tokens of a sale; by eye."""

Table = tuple[Board, Look, Look]
"""The board, and what was to be seen before and after an event."""


def _middle(box: Box) -> Point:
    return (box[0] + box[2] / 2, box[1] + box[3] / 2)


class FlyingCard(NamedTuple):
    """A card that begins with the side `first` up, "" for its own, and ends with `kind`."""

    kind: str
    first: str = ""

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the card, turned over as far as it has come."""
        first, share = self.first or self.kind, ease_in_out(progress)
        turned = 1.0 if first == self.kind else max(0.03, abs(math.cos(math.pi * share)))
        side = self.kind if share >= 0.5 else first
        draw_flying(canvas, side, _middle(box), box[2], widest, turned)


class FlyingCamel(NamedTuple):
    """A camel on its way into a herd."""

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the camel by its shape alone."""
        draw_motif(canvas, CAMEL, _middle(box), box[2])


class FlyingToken(NamedTuple):
    """A goods token of a sale."""

    good: str
    value: int

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the token."""
        draw_token(canvas, self.good, self.value, _middle(box), box[2] / 2)


class FlyingBonus(NamedTuple):
    """A bonus token of a pile, face down."""

    pile: int

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw the token."""
        draw_bonus(canvas, self.pile, _middle(box), box[2])


def _card(
    kind: str, start: Box, end: Box, hides: str, first: str = "", seconds: float = TRAVEL
) -> Flight:
    """Return the flight of a card, which is heard as it lands."""
    return Flight(FlyingCard(kind, first), start, end, hides, seconds=seconds, sound="move")


def flights_of(event: Event, board: Board, before: Look, after: Look) -> list[Flight]:
    """Return the flights that set out at an event, in order."""
    found = _FLIGHTS.get(event.kind)
    return [] if found is None else found((board, before, after), event.data)


def _row(look: Look, seat: int) -> int:
    return BELOW if seat == look.below else ABOVE


def _hand_box(board: Board, look: Look, seat: int, card: str, back: int = 0) -> tuple[Box, str]:
    """Return the box and name of the last card of a kind in a hand, or the `back`-th before it."""
    row, side = _row(look, seat), look.sight.sides[seat]
    room = board.places.hands[row]
    if side.hand is not None:
        boxes = [(k, n, box) for k, n, box in hand_boxes(side.hand, room) if k == card]
        if boxes:
            kind, number, box = boxes[max(-len(boxes), -1 - back)]
            return box, f"{'hand' if row == BELOW else 'other'}:{kind}:{number}"
        return _middle_card(room), ""
    boxes_there = closed_boxes(side.cards, room)
    known = letters_of(side.known)
    number = known.rfind(card) - back if card in known else len(boxes_there) - 1 - back
    if 0 <= number < len(boxes_there):
        return boxes_there[number], f"other:{number}"
    return _middle_card(room), ""


def _middle_card(room: Box) -> Box:
    x, y, w, h = room
    wide = h / SHAPE
    return (x + w / 2 - wide / 2, y, wide, h)


def _deal(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    board, _, after = table
    card = data.get("card", BACK)
    if card == CAMEL:
        end = _herd_box(board, after, data["seat"])
        hides = f"herd:{data['seat']}"
        start = board.places.deck
        return [Flight(FlyingCamel(), start, end, hides, seconds=DEAL, sound="move")]
    end, hides = _hand_box(board, after, data["seat"], card)
    first = "" if card == BACK else BACK
    return [_card(card, board.places.deck, end, hides, first, DEAL)]


def _refill(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    board, before, after = table
    changed = [n for n in range(5) if before.stall[n] != after.stall[n]]
    place = changed[0] if changed else 0
    start, end = board.places.deck, board.places.market[place]
    return [_card(data["card"], start, end, f"market:{place}", BACK, TURN)]


def _take(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    _, before, after = table
    return _to_hand(table, data["seat"], data["card"], _left(before, after))


def _left(before: Look, after: Look) -> list[int]:
    """Return the places of the market whose card has changed."""
    return [n for n in range(5) if before.stall[n] and before.stall[n] != after.stall[n]]


def _to_hand(table: Table, seat: int, cards: str, first: list[int]) -> list[Flight]:
    """Return cards of the market on their way into a hand."""
    board, before, after = table
    found = []
    for number, place in enumerate(places_of(before.stall, cards, first)):
        card = before.stall[place]
        back = cards[number + 1 :].count(card)
        end, hides = _hand_box(board, after, seat, card, back)
        found.append(_card(card, board.places.market[place], end, hides))
    return one_after_the_other(found)


def _camels(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    board, before, after = table
    seat = data["seat"]
    end = _herd_box(board, after, seat)
    places = [place for place, card in enumerate(before.stall) if card == CAMEL]
    starts = (board.places.market[place] for place in places)
    return one_after_the_other(_card(CAMEL, start, end, f"herd:{seat}") for start in starts)


def _herd_box(board: Board, look: Look, seat: int) -> Box:
    """Return the box of the last camel of a herd."""
    x, y, w, h = board.places.herds[_row(look, seat)]
    return (x + w * 0.3, y + h / 2 - 22, 34.0, 44.0)


def _swap(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    board, before, after = table
    seat, taken, given = data["seat"], data["taken"], data["given"]
    found = _to_hand(table, seat, taken, _left(before, after))
    places = places_of(before.stall, taken, _left(before, after))
    back: list[Flight] = []
    for place, card in zip(places, given, strict=False):
        if card == CAMEL:
            start, first = _herd_box(board, before, seat), ""
        else:
            start, _ = _hand_box(board, before, seat, card)
            open_hand = before.sight.sides[seat].hand is not None
            known = card in letters_of(before.sight.sides[seat].known)
            first = "" if open_hand or known else BACK
        end = board.places.market[place]
        back.append(_card(card, start, end, f"market:{place}", first))
    return [*found, *one_after_the_other(back)]


def _sell(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    board, _, after = table
    seat, good = data["seat"], data["good"]
    cell = board.places.tokens[GOODS.index(good)]
    start = (cell[0] + 36, cell[1] + cell[3] / 2 - 11, 22.0, 22.0)
    found = [
        Flight(FlyingToken(good, value), start, box, f"gain:{seat}", 0.0, TOKEN, "right")
        for value, box in zip(data["tokens"], board.gain_boxes(after, seat), strict=False)
    ]
    return one_after_the_other(found, TOKENS_APART)


def _bonus(table: Table, data: Mapping[str, Any]) -> list[Flight]:
    board, _, after = table
    seat, pile = data["seat"], data["pile"]
    start = board.places.bonus[PILES.index(pile)]
    end = board.bonus_box(after, seat)
    return [Flight(FlyingBonus(pile), start, end, f"bonus:{seat}", 0.0, TOKEN, "opened")]


_FLIGHTS: Final[Mapping[str, Callable[[Table, Mapping[str, Any]], list[Flight]]]] = {
    "deal": _deal,
    "refill": _refill,
    "take": _take,
    "camels": _camels,
    "swap": _swap,
    "sell": _sell,
    "bonus": _bonus,
}
