"""The table of Jaipur on the stage: the bazaar, what lies open, and what is said of it.

`BoardView` paints what it is given: a `Look` of the round as it is to be seen at the moment. It
knows where everything lies, so that a press can be told from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.jaipur.drawing import (
    BACK,
    NIGHT,
    draw_bonus,
    draw_card,
    draw_motif,
    draw_seal,
    draw_token,
)
from games.jaipur.marks import NO_MARKS, Marks, Possible
from games.jaipur.places import Places, closed_boxes, hand_boxes, places_for
from games.jaipur.rules.goods import BONUS, CAMEL, GOODS, PILES, SHIFTS, letters_of
from games.jaipur.sight import Side, Sight
from games.jaipur.stall import Stall
from games.jaipur.telling import NO_LINE, Line, tokens_left
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

LIFT: Final = 14.0
"""How far a marked card rises; by eye."""
ABOVE, BELOW = 0, 1


@dataclass(frozen=True)
class Gain:
    """What a trader's last sale brought: its goods tokens, and the pile of its bonus token."""

    good: str
    tokens: tuple[int, ...]
    pile: int


@dataclass(frozen=True)
class Look:
    """What of a round is to be seen at the moment.

    `below` is the seat whose things lie below; `stall` has the market by places. `possible` says
    what can be marked, None while nobody marks. `cursor` is what the arrows stand on (see
    `BoardView.spots`), `gains` what the last sale of each seat brought. Of the `headings` the
    longest comes first. `hidden` is what is still on its way (see `games.jaipur.playing.motion`).
    """

    sight: Sight
    stall: Stall
    below: int
    names: Sequence[str]
    headings: Sequence[str]
    end: float
    marks: Marks = NO_MARKS
    possible: Possible | None = None
    line: Line = NO_LINE
    gains: tuple[Gain | None, Gain | None] = (None, None)
    cursor: str = ""
    hover: str = ""
    log: tuple[str, ...] = ()
    hidden: Mapping[str, int] = field(default_factory=dict)


class BoardView:
    """Places and paints the table; `log_boxes` are the lines of the log as they were drawn."""

    def __init__(self) -> None:
        self.places: Places = places_for((0.0, 0.0, 1280.0, 720.0))
        self.log_boxes: list[tuple[Box, int]] = []

    def place(self, stage: Box, larger: bool) -> None:
        """The table fills a `stage` that nothing covers."""
        self.places = places_for(stage, larger)

    # -- where things are --------------------------------------------------------------

    def hand_cards(self, packed: int) -> list[tuple[str, int, Box]]:
        """The cards of the hand below, see `hand_boxes`."""
        return hand_boxes(packed, self.places.hands[BELOW])

    def spots(self, look: Look) -> list[tuple[str, Box]]:
        """All that can be pressed, from left to right in each row: its name and its box.

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
        """What lies at a point, "" for nothing; of cards that overlap the one in front."""
        return next((n for n, box in reversed(self.spots(look)) if inside(box, x, y)), "")

    def gain_place(self, look: Look, seat: int) -> tuple[Point, float]:
        """Where what the last sale of a seat brought begins, and its room."""
        row = BELOW if seat == look.below else ABOVE
        x, y, w, h = self.places.infos[row]
        return ((x, y + 112), w) if h > 100 else ((x + 100, y + 78), w - 100)

    def gain_boxes(self, look: Look, seat: int) -> list[Box]:
        """Where the tokens of the last sale of a seat lie, with that of its bonus token."""
        gain, ((x, y), room) = look.gains[seat], self.gain_place(look, seat)
        count = 0 if gain is None else len(gain.tokens) + bool(gain.pile)
        step = min(24.0, (room - 34) / max(1, count))
        return [(x + 23 + step * number, y - 11, 22.0, 22.0) for number in range(count)]

    def bonus_box(self, look: Look, seat: int) -> Box:
        """Where the last bonus token of a seat lies."""
        row = BELOW if seat == look.below else ABOVE
        x, y, _, _ = self.places.infos[row]
        count = sum(look.sight.sides[seat].piles)
        step = min(26.0, 92.0 / max(1, count))
        return (x - 1 + step * max(0, count - 1), y + 65, 26.0, 26.0)

    def log_line_at(self, x: float, y: float) -> str:
        """The line of the log at a point, "log:" and its number from 0 on; "" for none."""
        return next((f"log:{n}" for box, n in self.log_boxes if inside(box, x, y)), "")

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The bazaar, both traders, tokens, market, and the line below."""
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
        whole = (x - canvas.left / canvas.scale, y - 40, w + 2 * canvas.left / canvas.scale, h + 80)

        def paint() -> None:
            canvas.fill("ink")
            canvas.sprite("jaipur-backdrop", whole)
            canvas.rect(whole, NIGHT, alpha=70)

        canvas.picture(whole, "jaipur ground", paint)

    def _draw_heading(self, canvas: Canvas, look: Look) -> None:
        x = self.places.stage[0] + 24
        room = look.end - x
        words = next((t for t in look.headings if canvas.text_width(t, TEXT) <= room), "")
        if words:
            wide = canvas.text_width(words, TEXT)
            canvas.rect((x - 10, 20, wide + 20, 32), NIGHT, 8, 170)
        canvas.text(words, (x, 36), TEXT, "quiet")

    # -- traders -----------------------------------------------------------------------

    def _draw_info(self, canvas: Canvas, look: Look, row: int, seat: int) -> None:
        """Who it is, what it has earned, its bonus tokens and its seals."""
        x, y, w, h = self.places.infos[row]
        side, colour = look.sight.sides[seat], SEAT_COLOURS[seat]
        canvas.icon(SEAT_MARKS[seat], (x + 10, y + 12), 20, colour)
        seals = look.sight.series.seals[seat]
        wanted = 2 if look.sight.series.length == "match" else 0
        room = w - 30 - 26 * wanted
        name = look.names[seat]
        size = TEXT if canvas.text_width(name, TEXT, "bold") <= room else NOTE
        canvas.text(name, (x + 28, y + 12), size, colour, "bold", max_width=room)
        for number in range(wanted):
            draw_seal(canvas, (x + w - 14 - 26 * number, y + 12), 26, number < seals)
        if look.sight.turn == seat and not look.sight.due:
            canvas.rect((x - 12, y + 2, 4, h - 8), "brass", 2)
        width = canvas.text(str(side.rupees), (x, y + 45), HEADING - 4, "paper", "title")
        hidden = sum(side.piles) if side.bonus is None else 0
        room = w - width - 8
        words = f"rupees, and {hidden} hidden" if hidden else "rupees"
        if canvas.text_width(words, NOTE) > room:
            words = f"and {hidden} hidden" if hidden else ""
        canvas.text(words, (x + width + 8, y + 49), NOTE, "quiet", max_width=room)
        self._draw_own_bonus(canvas, side, (x, y + 78), look.hidden.get(f"bonus:{seat}", 0))
        self._draw_gain(canvas, look, seat)

    def _draw_own_bonus(self, canvas: Canvas, side: Side, place: Point, away: int) -> None:
        """Bonus tokens: values where they are seen, else nothing; `away` are still on their way."""
        x, y = place
        shown = [(pile, "") for pile, n in zip(PILES, side.piles, strict=True) for _ in range(n)]
        if side.bonus is not None:
            shown = [(next(p for p in PILES if v in BONUS[p]), str(v)) for v in side.bonus]
        step = min(26.0, 92.0 / max(1, len(shown)))
        for number, (pile, text) in enumerate(shown[: len(shown) - away]):
            draw_bonus(canvas, pile, (x + 12 + step * number, y), 26, text)

    def _draw_gain(self, canvas: Canvas, look: Look, seat: int) -> None:
        """What the last sale brought, so that it can be read until the next one."""
        gain = look.gains[seat]
        if gain is None:
            return
        (x, y), _ = self.gain_place(look, seat)
        draw_motif(canvas, gain.good, (x + 10, y), 22)
        boxes = self.gain_boxes(look, seat)
        here = len(gain.tokens) - look.hidden.get(f"gain:{seat}", 0)
        for value, box in zip(gain.tokens[: max(0, here)], boxes, strict=False):
            draw_token(canvas, gain.good, value, (box[0] + 11, y), 11)
        if gain.pile and not look.hidden.get(f"bonus:{seat}") and here == len(gain.tokens):
            draw_bonus(canvas, gain.pile, (boxes[-1][0] + 12, y), 26)

    def _draw_herd(self, canvas: Canvas, look: Look, row: int, seat: int) -> None:
        """The camels in a row, with their number."""
        x, y, w, h = self.places.herds[row]
        herd = max(0, look.sight.sides[seat].herd - look.hidden.get(f"herd:{seat}", 0))
        marked = look.marks.camels if seat == look.below else 0
        size = min(44.0, w * 0.3)
        step = min(size * 0.7, (w - size - 34) / max(1, herd - 1)) if herd > 1 else 0.0
        middle = y + h / 2
        if row == BELOW and look.hover == "herd" and look.possible is not None:
            canvas.rect((x - 4, y + 8, w + 4, h - 16), "paper", 10, 22)
        for number in range(herd):
            up = 10.0 if number >= herd - marked else 0.0
            draw_motif(canvas, CAMEL, (x + size / 2 + step * number, middle - up), size)
        ink = "paper" if herd else "quiet"
        canvas.text(str(herd), (x + w - 4, middle), LABEL, ink, "title", "right")
        told = f"{marked} to pay" if marked else "camel" if herd == 1 else "camels"
        ink = "brass" if marked else "quiet"
        canvas.text(told, (x + w - 4, middle + 24), NOTE, ink, align="right")

    def _draw_other_hand(self, canvas: Canvas, look: Look) -> None:
        side, room = look.sight.sides[1 - look.below], self.places.hands[ABOVE]
        if side.hand is not None:
            for kind, number, box in hand_boxes(side.hand, room):
                if f"other:{kind}:{number}" not in look.hidden:
                    draw_card(canvas, kind, box)
            return
        known = letters_of(side.known)
        for number, box in enumerate(closed_boxes(side.cards, room)):
            if f"other:{number}" not in look.hidden:
                draw_card(canvas, known[number] if number < len(known) else BACK, box)

    # -- tokens, market, hand ----------------------------------------------------------

    def _draw_tokens(self, canvas: Canvas, look: Look) -> None:
        """For each good every value still to come, the next one first."""
        for good, box in zip(GOODS, self.places.tokens, strict=True):
            x, y, w, h = box
            values = tokens_left(look.sight, good)
            canvas.rect(box, NIGHT, 10, 150)
            icon = min(34.0, h * 0.62)
            draw_motif(canvas, good, (x + 15 + icon / 2, y + h / 2), icon, 255 if values else 90)
            canvas.text(good, (x + 5, y + 10), NOTE, "quiet", "bold")
            left = x + icon + 19
            if not values:
                canvas.text("gone", (left, y + h / 2), NOTE, "quiet")
                continue
            radius = min(10.5, (w - icon - 21) / 10.4)
            rows = 2 if len(values) > 5 else 1
            for number, value in enumerate(values):
                line, column = divmod(number, 5)
                down = y + h / 2 + (line - (rows - 1) / 2) * 2.2 * radius
                at = (left + radius + column * 2.06 * radius, down)
                draw_token(canvas, good, value, at, radius, number == 0)

    def _draw_piles(self, canvas: Canvas, look: Look) -> None:
        """The bonus piles with their number left, and the deck."""
        for pile, count, box in zip(PILES, look.sight.piles, self.places.bonus, strict=True):
            x, y, w, h = box
            alpha, words = 255 if count else 70, f"{count} left" if count else "none"
            if h < 46:
                size = min(w * 0.6, h)
                draw_bonus(canvas, pile, (x + size / 2, y + h / 2), size, str(pile), alpha)
                canvas.text(f"×{count}", (x + size + 2, y + h / 2), NOTE, "quiet")
                continue
            size = min(w * 0.72, h - 16)
            draw_bonus(canvas, pile, (x + w / 2, y + size / 2), size, str(pile), alpha)
            wide = canvas.text_width(words, NOTE) + 8  # on calm ground: windows behind it are lit
            canvas.rect((x + (w - wide) / 2, y + size + 1, wide, 16), "ink", 5)
            canvas.text(words, (x + w / 2, y + size + 9), NOTE, "quiet", align="centre")
        x, y, w, h = self.places.deck
        for number in range(min(4, (look.sight.left + 9) // 10), 0, -1):
            draw_card(canvas, BACK, (x + 3.0 * (number - 1), y - 3.0 * (number - 1), w, h))
        if not look.sight.left:
            canvas.outline((x, y, w, h), "line", 2, 8)
        told = f"{look.sight.left} left"
        canvas.text(told, (x + w / 2, y + h + 12), NOTE, "quiet", align="centre")

    def _draw_market(self, canvas: Canvas, look: Look) -> None:
        for place, (card, box) in enumerate(zip(look.stall, self.places.market, strict=True)):
            if not card or f"market:{place}" in look.hidden:
                canvas.outline(box, "line", 2, 12)
                continue
            marked = place in look.marks.places or (look.marks.caravan and card == CAMEL)
            dim = look.possible is not None and not marked and not look.possible.place(card)
            self._draw_choice(canvas, look, f"market:{place}", card, box, (marked, dim))
            if look.possible is not None:
                x, y, w, h = box
                ink = "brass" if marked else "quiet"
                canvas.text(str(place + 1), (x + w / 2, y + h + 10), NOTE, ink, "bold", "centre")

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
        """A card that can be pressed: raised where it is marked, dim where it cannot be."""
        if name in look.hidden:
            return
        marked, dim = state
        lit = look.possible is not None and name in (look.hover, look.cursor)
        x, y, w, h = box
        up = LIFT if marked else 5.0 if lit and not dim else 0.0
        place = (x, y - up, w, h)
        draw_card(canvas, card, place, dim)
        if marked or (name == look.cursor and look.possible is not None):
            ink = "brass" if marked else "paper"
            grown = (x - 2, y - up - 2, w + 4, h + 4)
            canvas.outline(grown, ink, 4 if marked else 2, w * 0.11)

    # -- words -------------------------------------------------------------------------

    def _draw_line(self, canvas: Canvas, look: Look) -> None:
        """What the marks mean, what they bring, or which rule they break."""
        x, y, w, h = self.places.line
        line = look.line
        edge = "brass" if line.ready else "line"
        ground = "high" if line.ready and look.hover == "line" else "raised"
        canvas.panel(self.places.line, ground, edge, 2.5 if line.ready else 1.5)
        room = w - 40
        if line.ready and line.key:
            wide = canvas.text_width(line.key, NOTE, "bold") + 20
            canvas.panel((x + w - 20 - wide, y + h / 2 - 14, wide, 28), "brass", None, 0, 8)
            at = (x + w - 20 - wide / 2, y + h / 2)
            canvas.text(line.key, at, NOTE, "ink", "bold", "centre")
            room -= wide + 16
        ink = "paper" if line.ready else "quiet"
        if line.title and line.text:
            lines = min(2, len(canvas.wrap(line.text, room, NOTE)))
            high = canvas.line_height(TEXT) + lines * canvas.line_height(NOTE)
            top = y + (h - high) / 2
            at = (x + 20, top + canvas.line_height(TEXT) / 2)
            canvas.text(
                line.title, at, TEXT, "brass" if line.ready else "paper", "bold", "left", room
            )
            low = top + canvas.line_height(TEXT)
            canvas.paragraph(line.text, (x + 20, low), room, NOTE, ink, most=2)
            return
        words = line.title or line.text
        lines = min(2, len(canvas.wrap(words, room, TEXT)))
        top = y + (h - lines * canvas.line_height(TEXT)) / 2
        canvas.paragraph(words, (x + 20, top), room, TEXT, ink, most=2)

    def _draw_log(self, canvas: Canvas, look: Look) -> None:
        """What has happened, the latest below."""
        self.log_boxes = []
        if self.places.log is None or not look.log:
            return
        x, y, w, h = self.places.log
        canvas.text("What happened", (x, y), NOTE, "quiet", "bold")
        bottom = y + h
        for number, told in enumerate(reversed(look.log)):
            lines = canvas.wrap(told, w, NOTE)
            tall = canvas.line_height(NOTE) * len(lines) + 8
            if bottom - tall < y + 18:
                break
            bottom -= tall
            box = (x - 8, bottom - 2, w + 12, tall - 2)
            index = len(look.log) - 1 - number
            self.log_boxes.append((box, index))
            if look.hover == f"log:{index}":
                canvas.rect(box, "paper", 6, 28)
            canvas.paragraph(told, (x, bottom), w, NOTE, "paper" if not number else "quiet")
