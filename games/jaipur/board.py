"""The table of Jaipur on the stage: the bazaar, the open cards, and the words about them.

`Board` paints a `Look`: the round as it is to be seen at the moment. It knows the place of
every part, so that it can find the part under a press.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.jaipur import layout as at
from games.jaipur.drawing import (
    BACK,
    NIGHT,
    SIGNS,
    draw_bonus,
    draw_card,
    draw_likely,
    draw_motif,
    draw_seal,
    draw_token,
)
from games.jaipur.marks import NO_MARKS, Marks, Possible
from games.jaipur.places import StallPlaces, closed_boxes, hand_boxes, places_for
from games.jaipur.rules.goods import BONUS, CAMEL, GOODS, PILES, SHIFTS, letters_of
from games.jaipur.rules.likely import LikelyCard
from games.jaipur.sight import Side, Sight
from games.jaipur.stall import Gain, Stall
from games.jaipur.words import NO_LINE, TableLine, tokens_left
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import (
    HEADING,
    LABEL,
    NOTE,
    SEAT_COLOURS,
    SEAT_MARKS,
    TEXT,
)
from games.shell.widgets.basic import inside

ABOVE, BELOW = 0, 1


@dataclass(frozen=True)
class Look:
    """The visible part of a round at the moment.

    - `below` is the seat whose cards lie below; `stall` has the market by places.
    - `possible` are the parts that can be marked, None while no person marks.
    - `cursor` is the spot of the arrows (see `Board.spots`), `gains` the proceeds of each
      seat's last sale.
    - `headings` have the longest first.
    - `likely` are the hidden cards of the other hand as they are believed, () for their backs.
    - `touched` are places of the market from which the other took a card last.
    - `hidden` are the parts still on their way (`games.shell.draw.flights`).
    """

    sight: Sight
    stall: Stall
    below: int
    names: Sequence[str]
    headings: Sequence[str]
    end: float = 0.0
    marks: Marks = NO_MARKS
    possible: Possible | None = None
    line: TableLine = NO_LINE
    gains: tuple[Gain | None, Gain | None] = (None, None)
    cursor: str = ""
    hover: str = ""
    log: tuple[str, ...] = ()
    likely: tuple[LikelyCard, ...] = ()
    hidden: Mapping[str, int] = field(default_factory=dict)
    touched: frozenset[int] = frozenset()


class Board:
    """Places and paints the table; `log_boxes` are the lines of the log as they were drawn."""

    def __init__(self) -> None:
        self.places: StallPlaces = places_for((0.0, 0.0, 1280.0, 720.0))
        self.log_boxes: list[tuple[Box, int]] = []

    def place(self, stage: Box, larger: bool) -> None:
        """Lay the table out on a free `stage`."""
        self.places = places_for(stage, larger)

    # -- where things are --------------------------------------------------------------

    def hand_cards(self, packed: int) -> list[tuple[str, int, Box]]:
        """Return the cards of the hand below, see `hand_boxes`."""
        return hand_boxes(packed, self.places.hands[BELOW])

    def spots(self, look: Look) -> list[tuple[str, Box]]:
        """Return all that can be pressed, from left to right in each row: its name and its box.

        A place of the market is "market:0" to "market:4", a card of the hand "hand:D:0", the own
        herd "herd", the line below "line".
        """
        places = self.places
        own = look.sight.sides[look.below].hand or 0
        found = [(f"market:{n}", box) for n, box in enumerate(places.market) if look.stall[n]]
        found += [(f"hand:{k}:{n}", box) for k, n, box in self.hand_cards(own)]
        if look.sight.sides[look.below].herd:
            found.append(("herd", places.herds[BELOW]))
        return [*found, ("line", places.line)]

    def spot_at(self, look: Look, x: float, y: float) -> str:
        """Return the spot at a point, "" for none; of cards that overlap the one in front."""
        return next((n for n, box in reversed(self.spots(look)) if inside(box, x, y)), "")

    def gain_place(self, look: Look, seat: int) -> tuple[Point, float]:
        """Return the left end of the proceeds of a seat's last sale, and their room."""
        row = BELOW if seat == look.below else ABOVE
        box = self.places.infos[row]
        inset = at.GAIN_BELOW if box[3] > at.TALL_PANEL else at.GAIN_BESIDE
        return _from(box, inset), box[2] - inset[0]

    def gain_boxes(self, look: Look, seat: int) -> list[Box]:
        """Return the boxes of the tokens of a seat's last sale, with the bonus token's."""
        gain, ((x, y), room) = look.gains[seat], self.gain_place(look, seat)
        count = 0 if gain is None else len(gain.tokens) + bool(gain.pile)
        step = min(at.GAIN_STEP, (room - at.GAIN_TAKEN) / max(1, count))
        left, top = x + at.GAIN_FIRST, y - at.COIN / 2
        return [(left + step * number, top, at.COIN, at.COIN) for number in range(count)]

    def bonus_box(self, look: Look, seat: int) -> Box:
        """Return the box of the last bonus token of a seat."""
        row = BELOW if seat == look.below else ABOVE
        x, y = _from(self.places.infos[row], at.BONUS_AT)
        count, size = sum(look.sight.sides[seat].piles), at.BONUS
        step = min(size, at.BONUS_ROOM / max(1, count))
        return (x - size / 2 + step * max(0, count - 1), y - size / 2, size, size)

    def log_line_at(self, x: float, y: float) -> str:
        """Return the line of the log at a point, "log:" and its number from 0 on; "" for none."""
        return next((f"log:{n}" for box, n in self.log_boxes if inside(box, x, y)), "")

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the bazaar, both traders, tokens, market, and the line below."""
        self._draw_ground(canvas)
        self._draw_heading(canvas, look)
        for row, seat in ((ABOVE, 1 - look.below), (BELOW, look.below)):
            self._draw_info(canvas, look, row, seat)
            self._draw_herd(canvas, look, row, seat)
        self._draw_other_hand(canvas, look)
        self._draw_tokens(canvas, look)
        self._draw_piles(canvas, look)
        self._draw_market(canvas, look)
        self._draw_hand(canvas, look)
        self._draw_line(canvas, look)
        self._draw_log(canvas, look)

    def _draw_ground(self, canvas: Canvas) -> None:
        x, y, w, h = self.places.stage
        bars = canvas.left / canvas.scale
        whole = (x - bars, y - at.BLEED, w + 2 * bars, h + 2 * at.BLEED)

        def paint() -> None:
            canvas.fill("ink")
            canvas.sprite("jaipur-backdrop", whole)
            canvas.rect(whole, NIGHT, alpha=70)

        canvas.picture(whole, "jaipur ground", paint)

    def _draw_heading(self, canvas: Canvas, look: Look) -> None:
        x, y = self.places.stage[0] + at.HEADING_AT[0], at.HEADING_AT[1]
        room, (edge, tall) = look.end - x, at.PLATE
        words = next((t for t in look.headings if canvas.text_width(t, TEXT) <= room), "")
        if words:
            wide = canvas.text_width(words, TEXT)
            canvas.rect((x - edge, y - tall / 2, wide + 2 * edge, tall), NIGHT, 8, 170)
        canvas.text(words, (x, y), TEXT, "quiet")

    # -- traders -----------------------------------------------------------------------

    def _draw_info(self, canvas: Canvas, look: Look, row: int, seat: int) -> None:
        """Draw a trader's name, earnings, bonus tokens and seals."""
        box = x, y, w, h = self.places.infos[row]
        side, colour = look.sight.sides[seat], SEAT_COLOURS[seat]
        canvas.icon(SEAT_MARKS[seat], _from(box, at.MARK_AT), at.MARK, colour)
        seals = look.sight.series.seals[seat]
        wanted = 2 if look.sight.series.length == "match" else 0
        room = w - at.NAME_END - at.SEAL * wanted
        name = look.names[seat]
        size = TEXT if canvas.text_width(name, TEXT, "bold") <= room else NOTE
        canvas.text(name, _from(box, at.NAME_AT), size, colour, "bold", max_width=room)
        for number in range(wanted):
            from_right = at.SEAL * (wanted - 1 - number)
            middle = (x + w - at.SEAL_END - from_right, y + at.NAME_AT[1])
            draw_seal(canvas, middle, at.SEAL, number < seals)
        if look.sight.turn == seat and not look.sight.due:
            canvas.rect((*_from(box, at.TURN_AT), at.TURN[0], h - at.TURN[1]), "brass", 2)
        rupees = _from(box, at.RUPEES_AT)
        width = canvas.text(str(side.rupees), rupees, HEADING - 4, "paper", "title")
        hidden = sum(side.piles) if side.bonus is None else 0
        left, low = at.RUPEES_WORDS_AT
        room = w - width - left
        words = f"rupees, and {hidden} hidden" if hidden else "rupees"
        if canvas.text_width(words, NOTE) > room:
            words = f"and {hidden} hidden" if hidden else ""
        canvas.text(words, (x + width + left, y + low), NOTE, "quiet", max_width=room)
        place = _from(box, at.BONUS_AT)
        self._draw_own_bonus(canvas, side, place, look.hidden.get(f"bonus:{seat}", 0))
        self._draw_gain(canvas, look, seat)

    def _draw_own_bonus(self, canvas: Canvas, side: Side, place: Point, away: int) -> None:
        """Draw the bonus tokens: values if seen, else blank; `away` are on their way."""
        x, y = place
        shown = [(pile, "") for pile, n in zip(PILES, side.piles, strict=True) for _ in range(n)]
        if side.bonus is not None:
            shown = [(next(p for p in PILES if v in BONUS[p]), str(v)) for v in side.bonus]
        step = min(at.BONUS, at.BONUS_ROOM / max(1, len(shown)))
        for number, (pile, text) in enumerate(shown[: len(shown) - away]):
            draw_bonus(canvas, pile, (x + step * number, y), at.BONUS, text)

    def _draw_gain(self, canvas: Canvas, look: Look, seat: int) -> None:
        """Draw the proceeds of the last sale, which stay until the next one."""
        gain = look.gains[seat]
        if gain is None:
            return
        (x, y), _ = self.gain_place(look, seat)
        draw_motif(canvas, gain.good, (x + at.GAIN_MOTIF_AT, y), at.GAIN_MOTIF)
        boxes = self.gain_boxes(look, seat)
        here = len(gain.tokens) - look.hidden.get(f"gain:{seat}", 0)
        for value, box in zip(gain.tokens[: max(0, here)], boxes, strict=False):
            draw_token(canvas, gain.good, value, (box[0] + at.COIN / 2, y), at.COIN / 2)
        if gain.pile and not look.hidden.get(f"bonus:{seat}") and here == len(gain.tokens):
            draw_bonus(canvas, gain.pile, (boxes[-1][0] + at.GAIN_BONUS_AT, y), at.BONUS)

    def _draw_herd(self, canvas: Canvas, look: Look, row: int, seat: int) -> None:
        """Draw the camels in a row, with their number."""
        x, y, w, h = self.places.herds[row]
        herd = max(0, look.sight.sides[seat].herd - look.hidden.get(f"herd:{seat}", 0))
        marked = look.marks.camels if seat == look.below else 0
        size = min(at.CAMEL, w * at.CAMEL_SHARE)
        spare = (w - size - at.HERD_TAKEN) / max(1, herd - 1)
        step = min(size * at.CAMEL_STEP, spare) if herd > 1 else 0.0
        middle, (side, top) = y + h / 2, at.HERD_EDGE
        if row == BELOW and look.hover == "herd" and look.possible is not None:
            canvas.rect((x - side, y + top, w + side, h - 2 * top), "paper", 10, 22)
        for number in range(herd):
            up = at.CAMEL_LIFT if number >= herd - marked else 0.0
            draw_motif(canvas, CAMEL, (x + size / 2 + step * number, middle - up), size)
        ink = "paper" if herd else "quiet"
        canvas.text(str(herd), (x + w - side, middle), LABEL, ink, "title", "right")
        told = f"{marked} to pay" if marked else "camel" if herd == 1 else "camels"
        ink = "brass" if marked else "quiet"
        place = (x + w - side, middle + at.HERD_WORDS)
        canvas.text(told, place, NOTE, ink, align="right")

    def _draw_other_hand(self, canvas: Canvas, look: Look) -> None:
        side, room = look.sight.sides[1 - look.below], self.places.hands[ABOVE]
        if side.hand is not None:
            for kind, number, box in hand_boxes(side.hand, room):
                if f"other:{kind}:{number}" not in look.hidden:
                    draw_card(canvas, kind, box)
            return
        known = letters_of(side.known)
        for number, box in enumerate(closed_boxes(side.cards, room)):
            if f"other:{number}" in look.hidden:
                continue
            if 0 <= number - len(known) < len(look.likely):
                draw_likely(canvas, *look.likely[number - len(known)], box)
            else:
                draw_card(canvas, known[number] if number < len(known) else BACK, box)

    # -- tokens, market, hand ----------------------------------------------------------

    def _draw_tokens(self, canvas: Canvas, look: Look) -> None:
        """For each good every value still to come, the next one first."""
        for good, box in zip(GOODS, self.places.tokens, strict=True):
            x, y, w, h = box
            values = tokens_left(look.sight, good)
            canvas.rect(box, NIGHT, 10, 150)
            icon = min(at.GOOD, h * at.GOOD_SHARE)
            place = (x + at.GOOD_AT + icon / 2, y + h / 2)
            draw_motif(canvas, good, place, icon, 255 if values else 90)
            canvas.text(SIGNS[good], _from(box, at.GOOD_NAME_AT), NOTE, "quiet", "bold")
            left = x + icon + at.TOKENS_AT
            if not values:
                canvas.text("gone", (left, y + h / 2), NOTE, "quiet")
                continue
            radius = min(at.TOKEN, (w - icon - at.TOKENS_TAKEN) / at.TOKENS_ACROSS)
            across, deep = at.TOKEN_PITCH[0] * radius, at.TOKEN_PITCH[1] * radius
            rows = 2 if len(values) > at.TOKENS_A_LINE else 1
            for number, value in enumerate(values):
                line, column = divmod(number, at.TOKENS_A_LINE)
                down = y + h / 2 + (line - (rows - 1) / 2) * deep
                place = (left + radius + column * across, down)
                draw_token(canvas, good, value, place, radius, number == 0)

    def _draw_piles(self, canvas: Canvas, look: Look) -> None:
        """Draw the bonus piles with their number left, and the deck."""
        for pile, count, box in zip(PILES, look.sight.piles, self.places.bonus, strict=True):
            x, y, w, h = box
            alpha, words = 255 if count else 70, f"{count} left" if count else "none"
            if h < at.LOW_PILE:
                size = min(w * at.LOW_SHARE, h)
                draw_bonus(canvas, pile, (x + size / 2, y + h / 2), size, str(pile), alpha)
                canvas.text(f"×{count}", (x + size + 2, y + h / 2), NOTE, "quiet")
                continue
            edge, tall = at.PILE_WORDS_EDGE, at.PILE_WORDS
            size = min(w * at.HIGH_SHARE, h - tall)
            draw_bonus(canvas, pile, (x + w / 2, y + size / 2), size, str(pile), alpha)
            wide = canvas.text_width(words, NOTE) + 2 * edge  # on calm ground: windows are lit
            canvas.rect((x + (w - wide) / 2, y + size + 1, wide, tall), "ink", 5)
            place = (x + w / 2, y + size + 1 + tall / 2)
            canvas.text(words, place, NOTE, "quiet", align="centre")
        x, y, w, h = self.places.deck
        layers = min(at.DECK_LAYERS, -(-look.sight.left // at.DECK_CARDS))
        for number in reversed(range(layers)):
            off = at.DECK_STEP * number
            draw_card(canvas, BACK, (x + off, y - off, w, h))
        if not look.sight.left:
            canvas.outline((x, y, w, h), "line", 2, 8)
        told = f"{look.sight.left} left"
        canvas.text(told, (x + w / 2, y + h + at.UNDER[1]), NOTE, "quiet", align="centre")

    def _draw_market(self, canvas: Canvas, look: Look) -> None:
        for place, (card, box) in enumerate(zip(look.stall, self.places.market, strict=True)):
            if not card or f"market:{place}" in look.hidden:
                canvas.outline(box, "line", 2, 12)
                continue
            marked = place in look.marks.places or (look.marks.caravan and card == CAMEL)
            dim = look.possible is not None and not marked and not look.possible.place(card)
            self._draw_choice(canvas, look, f"market:{place}", card, box, (marked, dim))
            if place in look.touched and not marked:
                _outline_around(canvas, box, SEAT_COLOURS[1 - look.below])
            if look.possible is not None:
                x, y, w, h = box
                ink = "brass" if marked else "quiet"
                under = (x + w / 2, y + h + at.UNDER[0])
                canvas.text(str(place + 1), under, NOTE, ink, "bold", "centre")

    def _draw_hand(self, canvas: Canvas, look: Look) -> None:
        side = look.sight.sides[look.below]
        if side.hand is None:
            for box in closed_boxes(side.cards, self.places.hands[BELOW]):
                draw_card(canvas, BACK, box)
            return
        if not side.hand:
            x, y, w, h = self.places.hands[BELOW]
            canvas.text("No goods in hand", (x + w / 2, y + h / 2), TEXT, "quiet", align="centre")
        for kind, number, box in self.hand_cards(side.hand):
            marked = number < look.marks.given[GOODS.index(kind)]
            held = side.hand >> SHIFTS[GOODS.index(kind)] & 15
            dim = look.possible is not None and not marked and not look.possible.hand(kind)
            dim = dim and number < held
            self._draw_choice(canvas, look, f"hand:{kind}:{number}", kind, box, (marked, dim))

    def _draw_choice(
        self, canvas: Canvas, look: Look, name: str, card: str, box: Box, state: tuple[bool, bool]
    ) -> None:
        """Draw a card that can be pressed: raised where it is marked, dim where it cannot be."""
        if name in look.hidden:
            return
        marked, dim = state
        lit = look.possible is not None and name in (look.hover, look.cursor)
        x, y, w, h = box
        up = at.LIFT if marked else at.LIT if lit and not dim else 0.0
        place = (x, y - up, w, h)
        draw_card(canvas, card, place, dim)
        if marked or (name == look.cursor and look.possible is not None):
            ink = "brass" if marked else "paper"
            grown = (x - 2, y - up - 2, w + 4, h + 4)
            canvas.outline(grown, ink, 4 if marked else 2, w * 0.11)

    # -- words -------------------------------------------------------------------------

    def _draw_line(self, canvas: Canvas, look: Look) -> None:
        """Draw the meaning of the marks, their price, or the rule that they break."""
        x, y, w, h = self.places.line
        line = look.line
        edge = "brass" if line.ready else "line"
        ground = "high" if line.ready and look.hover == "line" else "raised"
        canvas.panel(self.places.line, ground, edge, 2.5 if line.ready else 1.5)
        left, room = x + at.LINE_EDGE, w - 2 * at.LINE_EDGE
        if line.ready and line.key:
            wide = canvas.text_width(line.key, NOTE, "bold") + 2 * at.KEY_EDGE
            middle = (left + room - wide / 2, y + h / 2)
            cap = (left + room - wide, middle[1] - at.KEY / 2, wide, at.KEY)
            canvas.panel(cap, "brass", None, 0, 8)
            canvas.text(line.key, middle, NOTE, "ink", "bold", "centre")
            room -= wide + at.KEY_GAP
        ink = "paper" if line.ready else "quiet"
        if line.title and line.text:
            lines = min(2, len(canvas.wrap(line.text, room, NOTE)))
            high = canvas.line_height(TEXT) + lines * canvas.line_height(NOTE)
            top = y + (h - high) / 2
            title = "brass" if line.ready else "paper"
            place = (left, top + canvas.line_height(TEXT) / 2)
            canvas.text(line.title, place, TEXT, title, "bold", "left", room)
            low = top + canvas.line_height(TEXT)
            canvas.paragraph(line.text, (left, low), room, NOTE, ink, most=2)
            return
        words = line.title or line.text
        lines = min(2, len(canvas.wrap(words, room, TEXT)))
        top = y + (h - lines * canvas.line_height(TEXT)) / 2
        canvas.paragraph(words, (left, top), room, TEXT, ink, most=2)

    def _draw_log(self, canvas: Canvas, look: Look) -> None:
        """Draw the past moves, the latest below."""
        self.log_boxes = []
        if self.places.log is None or not look.log:
            return
        (x, y, w, h), (side, over) = self.places.log, at.LOG_EDGE
        canvas.text("What happened", (x, y), NOTE, "quiet", "bold")
        bottom = y + h
        for number, told in enumerate(reversed(look.log)):
            lines = canvas.wrap(told, w, NOTE)
            tall = canvas.line_height(NOTE) * len(lines) + at.LOG_GAP
            if bottom - tall < y + at.LOG_HEAD:
                break
            bottom -= tall
            box = (x - side, bottom - over, w + side + at.LOG_END, tall - over)
            index = len(look.log) - 1 - number
            self.log_boxes.append((box, index))
            if look.hover == f"log:{index}":
                canvas.rect(box, "paper", 6, 28)
            canvas.paragraph(told, (x, bottom), w, NOTE, "paper" if not number else "quiet")


def _outline_around(canvas: Canvas, box: Box, colour: str) -> None:
    """Draw a line of a `colour` around a card in the market."""
    (x, y, w, h), out = box, at.TOUCHED
    around = (x - out, y - out, w + out + out, h + out + out)
    canvas.outline(around, colour, at.TOUCHED_WIDE, w * at.CARD_ROUND)


def _from(box: Box, inset: Point) -> Point:
    """Return the point `inset` units right of and below the upper left corner of a `box`."""
    return (box[0] + inset[0], box[1] + inset[1])
