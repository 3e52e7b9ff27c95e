"""The drawing of the table of Ra: the sun's course, the block, a row for every player.

All comes from a `Look`, the visible part, so that the drawing depends on no hidden state. The
choices and the line below are in `games.ra.choices_bar`, the bag in `games.ra.drawing`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.mind import percent
from games.ra import places as at
from games.ra.bar import NO_WORDS, Words, draw_bar, offer_boxes
from games.ra.choosing import Offer
from games.ra.drawing import (
    NIGHT,
    SHAPE,
    draw_bag,
    draw_count,
    draw_flat,
    draw_sun,
    draw_tile,
    kind_boxes,
)
from games.ra.model import Lying
from games.ra.places import Places, Stack, places_for, stacks_of
from games.ra.playing.prompts import so_far
from games.ra.rules.state import OVER, State
from games.ra.tiles import BLOCK_PLACES, GOD, RA
from games.ra.words import small_you
from games.session.seat_names import GIVEN, kind_and_given
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import MARK, WARNING
from games.shell.draw.theme import LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.widgets.faces import Face, draw_face

COIN: Final = 27.0  # units, the largest radius of a sun in a row; by eye
ROMAN: Final = ("", "I", "II", "III")


@dataclass(frozen=True)
class Look:
    """The visible part of the table: the `state` as people may know it, and its words.

    - `names` are all different; `faces` are those of the seats that agents have.
    - `said` is each seat's last act, `newest` the seat that acted last, `bids` the bids of this
      auction.
    - `scores` and `gained` are None for seats whose points are not shown; `dark` are the seats
      whose face-down suns are not.
    - `held` has the gods of each seat, `counting` shows odds, `chances` are all seats' chances to
      win, () where they are not shown.
    - `expected` are the bids that the mind on show expects of others (0 for a pass).
    - `keys` press the `offers`, "" for none.
    """

    state: State
    block: tuple[Lying, ...]
    names: tuple[str, ...]
    faces: Mapping[int, Face]
    scores: tuple[int | None, ...]
    gained: tuple[int | None, ...]
    dark: frozenset[int]
    said: Mapping[int, str]
    newest: int
    bids: Mapping[int, int]
    held: Mapping[int, list[int]]
    offers: tuple[Offer, ...]
    marks: tuple[int, ...]
    cursor: str
    hover: str
    asked: str
    hidden: Collection[str]
    counting: bool
    bag_open: bool = False
    chances: tuple[float, ...] = ()
    expected: Mapping[int, int] = field(default_factory=dict)
    words: Words = NO_WORDS
    keys: tuple[str, ...] = ()

    @property
    def pointed(self) -> str:
        """The spot under the mouse, else the one that the arrows stand on."""
        return self.hover or self.cursor


class Board:
    """The places of a stage, and all drawing there."""

    places: Places

    def place(
        self, stage: Box, players: int, corner: float, first: int = 0, bag: bool = True
    ) -> None:
        """Lay the table out in this box, by the players, by `games.ra.places.places_for`."""
        self.places = places_for(stage, players, corner, first, bag)

    # -- what can be pointed at --------------------------------------------------------

    def spots(self, look: Look) -> list[tuple[str, Box]]:
        """Return all spots that can be pressed or are explained, by name, the choices first."""
        places, found = self.places, offer_boxes(look.offers, self.places.bar)
        own = look.state.actor
        if look.offers:
            found += [
                (f"bid:{sun}", box)
                for sun, box in zip(look.state.up[own], self.sun_boxes(look, own), strict=False)
                if look.state.auction is not None
            ]
        if bag := self.bag_box(look):
            found += [(f"bag:{kind}", box) for kind, box in enumerate(kind_boxes(bag))]
        found += [(f"block:{n}", places.block[n]) for n in range(len(look.block))]
        for seat in range(look.state.players):
            stacks = stacks_of(look.state.tiles[seat], self.tile_room(seat))
            found += [(f"hand:{seat}:{stack.kind}", stack.whole) for stack in stacks]
            found.append((f"row:{seat}", self.places.rows[seat]))
        return [*found, ("centre", places.centre), ("course", places.course), ("line", places.line)]

    def bag_box(self, look: Look) -> Box | None:
        """Return the box of the bag: beside a wide table, else over its right while it is open.

        The choices stay free.
        """
        if self.places.bag is not None or not look.bag_open:
            return self.places.bag
        x, y, w, _ = self.places.stage
        return (x + w - 256, y + 106, 228, self.places.bar[1] - y - 128)

    def spot_at(self, look: Look, x: float, y: float) -> str:
        """Return the spot at a point, or ""."""
        for name, (left, top, w, h) in self.spots(look):
            if left <= x < left + w and top <= y < top + h:
                return name
        return ""

    def tile_room(self, seat: int) -> Box:
        """Return the box of a seat's tiles."""
        x, y, w, h = self.places.hands[seat]
        return (x, y + 22, w, h - 27)

    def sun_boxes(self, look: Look, seat: int) -> list[Box]:
        """Return the suns of a seat, those face up first."""
        x, y, w, h = self.places.infos[seat]
        count = len(look.state.up[seat]) + len(look.state.down[seat])
        radius = min(COIN, (h - 40) / 2, (w - 14) / max(4, count) / 2.15)
        top = y + h - 2 * radius - 5 - max(0.0, h - 42 - 2 * radius) * 0.4  # in tall rows higher
        return [(x + 14 + n * radius * 2.15, top, 2 * radius, 2 * radius) for n in range(count)]

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw all of it."""
        stage = self.places.stage
        canvas.picture(stage, ("ra ground", stage), lambda: self._draw_ground(canvas))
        self.draw_course(canvas, look)
        self._draw_centre(canvas, look)
        self._draw_block(canvas, look)
        self._draw_auction(canvas, look)
        for seat in range(look.state.players):
            self._draw_row(canvas, look, seat)
        draw_bar(canvas, look.offers, self.places.bar, self.places.line, look)
        if bag := self.bag_box(look):
            if self.places.bag is None:
                x, y, w, h = bag
                canvas.panel((x - 12, y - 10, w + 24, h + 20), "ink", "brass", 2)
            draw_bag(canvas, look.state, bag, look.pointed)

    def _draw_ground(self, canvas: Canvas) -> None:
        canvas.rect(self.places.stage, NIGHT)
        canvas.sprite("ra-backdrop", self.places.stage)
        canvas.rect(self.places.stage, NIGHT, alpha=60)

    # -- the course --------------------------------------------------------------------

    def course_boxes(self, limit: int) -> list[Box]:
        """Return the places of the Ra of an epoch, on the sun's way from dawn to dusk."""
        x, y, w, h = self.places.course
        left, wide = x + at.WORDS, w - at.WORDS - at.COURSE_RIGHT
        size = min(at.COURSE_TILE, wide / limit * at.COURSE_FILL)
        found = []
        for number in range(limit):
            share = number / (limit - 1)
            middle = left + size / 2 + share * (wide - size)
            up = math.sin(math.pi * share) * (h - size * SHAPE - 8)
            found.append((middle - size / 2, y + h - size * SHAPE - up, size, size * SHAPE))
        return found

    def draw_course(self, canvas: Canvas, look: Look) -> None:
        """Draw the epoch, and a tile for every Ra that was drawn, its last place marked."""
        state = look.state
        x, y = self.places.course[:2]
        first = canvas.line_height(LABEL, "title") / 2
        second = 2 * first + canvas.line_height(TEXT, "bold") / 2 - 4
        canvas.text(f"Epoch {ROMAN[state.epoch]}", (x, y - 2 + first), LABEL, "brass", "title")
        canvas.text(f"Ra {state.ra} of {state.limit}", (x, y + second), TEXT, "paper", "bold")
        boxes = self.course_boxes(state.limit)
        middles = [(b[0] + b[2] / 2, b[1] + b[3] / 2) for b in boxes]
        canvas.polyline(middles, "line", 2)
        if state.ra:
            canvas.polyline(middles[: state.ra], "brass", 3)
        for number, box in enumerate(boxes):
            self._draw_ra_place(canvas, box, number, look)

    def _draw_ra_place(self, canvas: Canvas, box: Box, number: int, look: Look) -> None:
        """Draw a place of the course: taken, open, or the last one."""
        drawn = number < look.state.ra and f"ra:{number}" not in look.hidden
        last = number == look.state.limit - 1
        if drawn:
            draw_tile(canvas, RA, box)
            return
        canvas.panel(
            box, "ink", WARNING if last else "line", 2 if last else 1.5, box[2] * at.CORNER
        )
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        ink = WARNING if last else "quiet"
        word = "End" if last else str(number + 1)
        fits = (box[2] - 4) / canvas.text_width(word, NOTE, "bold")
        canvas.text(word, middle, NOTE * min(1.0, fits), ink, "bold", "centre")

    # -- the block ---------------------------------------------------------------------

    def _draw_centre(self, canvas: Canvas, look: Look) -> None:
        x, y, w, h = self.places.centre
        middle = (x + w / 2, y + h / 2 - at.CENTRE_UP)
        radius = min(w / 2, h / 2 - at.CENTRE_AROUND)
        if "centre" not in look.hidden:
            draw_sun(canvas, look.state.center, middle, radius)
        canvas.text("Centre", (x + w / 2, y + h - at.CENTRE_NAME), NOTE, "quiet", align="centre")

    def _draw_block(self, canvas: Canvas, look: Look) -> None:
        """Draw the eight places and what lies on them; what is marked or pointed at is outlined."""
        for place in range(BLOCK_PLACES):
            box = self.places.block[place]
            corner = box[2] * at.CORNER
            if place >= len(look.block) or f"block:{place}" in look.hidden:
                canvas.rect(box, NIGHT, corner, 110)
                canvas.outline(box, "line", 1.5, corner)
                continue
            tile = look.block[place]
            lit = look.state.phase != "discard" and place in look.marks
            lifted = (box[0], box[1] - (6 if lit else 0), box[2], box[3])
            draw_tile(canvas, tile.kind, lifted, tile.god)
            pointed = look.pointed == f"block:{place}"
            if lit or pointed:
                _outline(canvas, lifted, "brass" if lit else "paper", corner)

    def _draw_auction(self, canvas: Canvas, look: Look) -> None:
        """Draw the state of an auction, else the odds of the next draw."""
        x, y, w, h = self.places.auction
        auction, middle = look.state.auction, y + h / 2
        if w < at.AUCTION_LEAST:
            return
        if auction is None:
            lines = _draw_words(look) if look.counting else []
        else:
            who = look.names[auction.caller]
            lines = [f"Ra! {'Called' if auction.called else 'Drawn'} by {small_you(who)}"]
            by = None if auction.by is None else look.names[auction.by]
            lines.append("No bid yet" if by is None else f"High bid {auction.high}: {by}")
        step = canvas.line_height(NOTE)
        if h < 2 * step:  # one line below the block
            used = 0.0
            for number, text in enumerate(lines):
                ink = "brass" if number == 0 and auction is not None else "paper"
                used += canvas.text(text, (x + used, middle), NOTE, ink, max_width=w - used)
                used += at.AUCTION_BETWEEN
            return
        first = len(canvas.wrap(lines[0], w, NOTE, "bold")) if lines and auction is not None else 0
        lines = [part for text in lines for part in canvas.wrap(text, w, NOTE, "bold")]
        lines = lines[: max(1, int((h + NOTE) / step))]
        top = middle - (len(lines) - 1) * step / 2
        for number, text in enumerate(lines):
            ink = "brass" if number < first else "paper"
            face = "bold" if auction is not None else "text"
            canvas.text(text, (x, top + step * number), NOTE, ink, face, max_width=w)

    # -- the rows ----------------------------------------------------------------------

    def _draw_row(self, canvas: Canvas, look: Look, seat: int) -> None:
        """Draw a seat's row: its name, suns, points and tiles."""
        box, colour = self.places.rows[seat], SEAT_COLOURS[seat]
        turn, active = look.state.turn == seat, look.state.actor == seat
        canvas.rect(box, "ink", 10, 170)
        if active:
            canvas.outline(box, "brass", 2, 10)
        wide, less = at.STRIPE
        canvas.rect((box[0], box[1] + less, wide, box[3] - 2 * less), colour, 2)
        x, y, w, _ = self.places.infos[seat]
        middle = y + at.NAME
        name_at = self._draw_face(canvas, look, seat)
        score = look.scores[seat]
        points = "?" if score is None else str(score)
        wide = canvas.text(points, (x + w - at.SCORE_END, middle), LABEL, "paper", "title", "right")
        gained = look.gained[seat]
        if gained is not None:
            place = (x + w - at.GAINED_AT[0] - wide, y + at.GAINED_AT[1])
            wide += canvas.text(f"({gained:+d})", place, NOTE, "quiet", align="right")
            wide += at.GAINED_END
        ink = colour if turn or active else "paper"
        room, name = w - at.NAME_END - wide + at.NAME_AT - name_at, look.names[seat]
        if canvas.text_width(name, TEXT, "bold") > room:
            name = kind_and_given(name)[1] or name
        canvas.text(name, (x + name_at, middle), TEXT, ink, "bold", max_width=room)
        self._draw_suns(canvas, look, seat)
        self._draw_said(canvas, look, seat)
        self._draw_tiles(canvas, look, seat)

    def _draw_face(self, canvas: Canvas, look: Look, seat: int) -> float:
        """Draw the mark of a seat, in a row with room at an agent's face; return where it ends.

        Of two agents of one kind the second looks the other way.
        """
        x, y = self.places.infos[seat][:2]
        colour, face = SEAT_COLOURS[seat], look.faces.get(seat)
        if face is None or self.places.rows[seat][3] < at.FACE_LEAST:
            canvas.icon(SEAT_MARKS[seat], (x + at.MARK_AT, y + at.NAME), at.MARK_SIZE, colour)
            return at.NAME_AT
        middle = (x + at.FACE_AT[0], y + at.FACE_AT[1])
        given = kind_and_given(look.names[seat])[1]
        draw_face(canvas, face, middle, at.FACE, flip=given in GIVEN[1::2])
        canvas.ring(middle, at.FACE / 2, colour, at.FACE_LINE)
        badge, (mark, ground) = (middle[0] + at.BADGE_OUT, middle[1] + at.BADGE_OUT), at.BADGE
        canvas.circle(badge, ground, "ink")
        canvas.icon(SEAT_MARKS[seat], badge, mark, colour)
        return at.FACE_NAME

    def _draw_suns(self, canvas: Canvas, look: Look, seat: int) -> None:
        """Draw the suns of a seat: those face up shine, a bid has a ring."""
        up, down = look.state.up[seat], look.state.down[seat]
        for number, (sun, box) in enumerate(
            zip((*up, *down), self.sun_boxes(look, seat), strict=True)
        ):
            if f"sun:{sun}" in look.hidden:
                continue
            middle, radius = (box[0] + box[2] / 2, box[1] + box[3] / 2), box[2] / 2
            shown = number < len(up)
            draw_sun(canvas, sun, middle, radius, shown, shown or seat not in look.dark)
            bid = look.state.auction is not None and look.bids.get(seat) == sun and shown
            if shown and look.expected.get(seat) == sun:
                self._draw_expected(canvas, middle, radius)
            pointed = look.pointed == f"bid:{sun}" and look.state.actor == seat
            if bid or pointed:
                canvas.ring(middle, radius + 4, "paper" if pointed else MARK, 2.5)

    @staticmethod
    def _draw_expected(canvas: Canvas, middle: Point, radius: float) -> None:
        """Mark a sun that the mind on show expects to be bid."""
        size, out, line = at.EXPECTED
        canvas.ring(middle, radius + size / 2, MARK, line)
        badge = (middle[0] + radius * out, middle[1] - radius * out)
        canvas.circle(badge, size, "raised")
        canvas.ring(badge, size, MARK, line)
        canvas.text("?", badge, NOTE, MARK, "bold", "centre")

    def _draw_said(self, canvas: Canvas, look: Look, seat: int) -> None:
        """Draw the seat's last act."""
        x, y, w, _ = self.places.hands[seat]
        said = look.said.get(seat, "")
        if look.expected.get(seat) == 0:
            said = "will pass?"
        auction = look.state.auction
        leads = auction is not None and auction.by == seat
        ink = "brass" if leads else "paper" if look.newest == seat else "quiet"
        face = "bold" if leads or look.newest == seat else "text"
        if look.pointed.startswith((f"row:{seat}", f"hand:{seat}:")):
            told = f"{so_far(look.state, seat, bool(look.dark)).total:+d} so far"
            w -= canvas.text(told, (x + w, y + at.SAID), NOTE, "brass", "bold", "right")
            w -= at.SAID_END
        if look.chances:
            told = f"wins {percent(look.chances[seat])}"
            w -= canvas.text(told, (x + w, y + at.SAID), NOTE, "quiet", "bold", "right")
            w -= at.SAID_END
        canvas.text(said, (x, y + at.SAID), NOTE, ink, face, max_width=w)

    def _draw_tiles(self, canvas: Canvas, look: Look, seat: int) -> None:
        """Draw the stacks of a hand."""
        for stack in stacks_of(look.state.tiles[seat], self.tile_room(seat)):
            if f"hand:{seat}:{stack.kind}" in look.hidden and stack.count == 1:
                continue
            gods = look.held.get(seat, []) if stack.kind == GOD else []
            draw_stack(canvas, stack, gods)
            if look.pointed == f"hand:{seat}:{stack.kind}":
                _outline(canvas, stack.whole, "paper", stack.box[2] * at.CORNER)


def draw_stack(canvas: Canvas, stack: Stack, gods: list[int]) -> None:
    """Draw the tiles of a kind, the foremost last, and their number and `gods` among them."""
    if stack.flat:
        draw_flat(canvas, stack.kind, stack.count, stack.box)
        return
    x, y, w, h = stack.box
    behind = stack.count - 1 if stack.step >= 2 else min(stack.count - 1, 1)
    step = stack.step if stack.step >= 2 else 2.0
    for number in range(behind, -1, -1):
        god = gods[number] if number < len(gods) else number
        draw_tile(canvas, stack.kind, (x - number * step, y, w, h), god)
    if stack.count > 1:
        draw_count(canvas, stack.count, stack.box)


def _outline(canvas: Canvas, box: Box, ink: str, corner: float) -> None:
    x, y, w, h = box
    canvas.outline((x - 3, y - 3, w + 6, h + 6), ink, 2.5, corner + 3)


def _draw_words(look: Look) -> list[str]:
    """Return the odds of a Ra, and how many more end the epoch."""
    state = look.state
    bag = sum(state.left)
    if state.phase == OVER:
        return []
    if not bag:
        return ["The bag is empty"]
    more = state.limit - state.ra
    last = "The next Ra ends the epoch" if more == 1 else f"{more} more Ra end the epoch"
    return [f"Next tile: Ra {100 * state.left[RA] / bag:.0f}%", last]
