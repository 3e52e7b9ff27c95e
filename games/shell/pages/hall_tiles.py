"""The places in the hall and the tiles of its strip: the boxes of pictures and words.

All values are units. The strip is a column beside the large picture with a row a game, in which a
small picture stands before the game's name, or above it where it is larger so; many games stand in
two columns where the window is wide. It has room for nine games in every window. A window that is
rather high has today's match on a card of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games import catalog
from games.session.growing import Belt
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE, TEXT
from games.shell.pages.poster import Poster
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Look, Widget
from games.spec import GameSpec, Seat

# Units, chosen by eye.
NARROW: Final = 1100.0  # below this width edges and gaps are smaller
NARROW_EDGE: Final = 32.0
TOP: Final = 96.0  # where the picture and the strip begin
WORDS: Final = 140.0  # what stands under the picture
NARROW_WORDS: Final = 172.0  # the same where the strip of many games goes on beside it
FEW: Final = 5  # games whose strip is no longer than the picture is high
COLUMN_GAP: Final = 14.0  # between two columns of the strip
MANY: Final = 7  # games that stand in two columns where the window is wide
SIGN: Final = (152.0, 44.0)  # under the large picture: what a press on it does
DAY: Final = (232.0, 42.0)  # today's match, where it has no card
FRAME: Final = 8.0  # from the edge of a large frame to its picture
THIN: Final = 4.0  # the same of a small one
TALLEST_ROW: Final = 111.0
TALLEST_STACKED: Final = 152.0
NAME_ROOM: Final = 120.0  # of a name beside its small picture, at least
BESIDE: Final = 14.0  # between a picture and the name beside it
SIZES: Final = (TEXT, TEXT - 1, TEXT - 2, TEXT - 3, NOTE)  # of names, the largest first
NAME_LINE: Final = 28.0  # of a name below it
LARGER: Final = 1.2  # so much larger a picture is above its name, or else beside it
CARD: Final = 84.0  # of today's match, where it has a card
ROOM_FOR_CARD: Final = 250.0  # under the picture, for words and a card
FOOT: Final = 10.0  # under the card and the strip
WIDE_SHARE: Final = 2 / 3  # of the window's width: the large picture


@dataclass(frozen=True)
class HallPlaces:
    """The places of all parts of the hall: the large frame, the rows of the strip, the words, the
    sign with the meaning of a press on the picture, and the button of today's match.
    """

    edge: float
    frame: Box
    rows: tuple[Box, ...]
    words: Box
    sign: Box
    button: Box
    column: int  # rows in a column of the strip

    @property
    def picture(self) -> Box:
        """The large picture inside its frame."""
        return inset(self.frame, FRAME)


def inset(box: Box, by: float) -> Box:
    """Return the box with `by` units less at every side."""
    x, y, w, h = box
    return x + by, y + by, w - 2 * by, h - 2 * by


def places(width: float, height: float, games: int) -> HallPlaces:
    """Return the places for a canvas of this `width` and `height` with this number of `games`."""
    edge = EDGE if width >= NARROW else NARROW_EDGE
    words = WORDS if games <= FEW else NARROW_WORDS
    wide = min(width * WIDE_SHARE, (height - TOP - words) * 16 / 9)
    frame = (edge, TOP, wide, wide * 9 / 16)
    bottom = frame[1] + frame[3]
    left = edge + wide + (GAP if width >= NARROW else 20.0)
    room = frame[3] if games <= FEW and width >= NARROW else height - TOP - FOOT
    tallest = TALLEST_ROW if width >= NARROW else TALLEST_STACKED
    columns = 2 if games >= MANY and width >= NARROW else 1
    rows = _rows((left, TOP, width - edge - left, room), games, tallest, columns)
    right, end, room = edge + wide, height - 6, wide - DAY[0] - GAP
    sign = (right - DAY[0], bottom + 14, DAY[0], SIGN[1])
    button = (right - DAY[0], sign[1] + SIGN[1] + 10, *DAY)
    if height - bottom >= ROOM_FOR_CARD:
        end = height - FOOT - CARD - 2
        button, room = (edge, height - FOOT - CARD, wide, CARD), wide
        sign = (right - SIGN[0], bottom + 14, *SIGN)
    words_box = (edge, bottom + 8, room, end - bottom - 8)
    return HallPlaces(edge, frame, rows, words_box, sign, button, -(-games // columns))


def _rows(strip: Box, games: int, tallest: float, columns: int) -> tuple[Box, ...]:
    """Return a row for each game, down one column of the strip after the other."""
    x, y, w, h = strip
    most = max(1, -(-games // columns))  # rows of a column
    gap = 12.0 if games <= FEW else 8.0
    wide = (w - COLUMN_GAP * (columns - 1)) / columns
    tallest = tallest if columns == 1 else min(TALLEST_STACKED, wide * 9 / 16 + NAME_LINE)
    tall = min(tallest, (h - gap * (most - 1)) / most)
    return tuple(
        (x + n // most * (wide + COLUMN_GAP), y + n % most * (tall + gap), wide, tall)
        for n in range(games)
    )


class DayButton(Button):
    """The way to today's match; on a card it also explains today's match (its hint)."""

    @property
    def tells(self) -> bool:
        """True if there is room to say more than what it is called."""
        return self.box[3] >= CARD

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw a button, or a card: its sign, its name, and what today's match is."""
        if not self.tells:
            super().draw(canvas, look)
            return
        x, y, w, h = self.box
        canvas.panel(self.box, "high" if look.hovered else "raised", "line", 1.5, 14)
        canvas.icon(self.icon, (x + 40, y + h / 2), 32, "brass")
        left, room = x + 76, w - 92
        line = canvas.line_height(TEXT, "bold")
        size = next((s for s in (NOTE + 2, NOTE + 1) if self._tall(canvas, s) <= h - line), NOTE)
        top = y + (h - line - self._tall(canvas, size)) / 2
        canvas.text(self.label, (left, top + line / 2), TEXT, "paper", "bold", max_width=room)
        canvas.paragraph(self.hint, (left, top + line), room, size, "quiet", most=2)
        self.ring(canvas, look, 14)

    def _tall(self, canvas: Canvas, size: float) -> float:
        """Return the height of the words of the card in a `size` of type, in at most two lines."""
        lines = canvas.wrap(self.hint, self.box[2] - 92, size)
        return min(2, len(lines)) * canvas.line_height(size)


class Tile(Widget):
    """One game in the strip: its small picture, its title, and whether a match waits there."""

    def __init__(self, game_id: str, opened: Callable[[Tile], None]) -> None:
        super().__init__()
        self.game_id, self.opened = game_id, opened
        self.spec: GameSpec | None = None
        self.remembered = ""
        self.today = ("Today's match", "")
        self.belts: list[Belt] = []
        self.unfinished = False
        self.current = False
        self.type_size: float = TEXT  # of the names, the same in the whole strip
        self.poster = Poster(game_id)
        try:
            self.spec = catalog.spec(game_id)
        except Exception as fault:
            self.poster.give_up(fault)

    @property
    def title(self) -> str:
        """The game's title, or its id where it could not be loaded."""
        return self.spec.title if self.spec is not None else self.game_id.title()

    @property
    def playable(self) -> bool:
        """True if the game can be opened."""
        return not self.poster.problem

    @cached_property
    def who(self) -> str:
        """The number of people who can play it, "" where it could not be loaded."""
        return "" if self.spec is None else players_words(*sizes_of(self.spec))

    @property
    def invites(self) -> str:
        """The meaning of a press on it: to play, or to continue the match that waits."""
        return "Continue" if self.unfinished else "Play"

    def activate(self) -> None:
        """Open the page before the game."""
        self.opened(self)

    @property
    def stacked(self) -> bool:
        """True if the name stands below the picture, which has more room so."""
        beside, above = self._widths()
        return above >= LARGER * beside

    def _widths(self) -> tuple[float, float]:
        """Return the width of the picture with the name beside it, and above it."""
        _, _, w, h = self.box
        return max(48.0, min(h * 16 / 9, w - NAME_ROOM)), min((h - NAME_LINE) * 16 / 9, w)

    @property
    def frame(self) -> Box:
        """The frame of the small picture, as large as the row and the name leave it."""
        x, y, _, h = self.box
        beside, above = self._widths()
        if self.stacked:
            return x, y, above, above * 9 / 16
        tall = beside * 9 / 16
        return x, y + (h - tall) / 2, beside, tall

    @property
    def picture(self) -> Box:
        """The box of the small picture."""
        return inset(self.frame, THIN)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the small picture in its frame, and the name; the one in the large frame is lit."""
        theme, frame = canvas.theme, self.frame
        lit = look.focused or look.hovered
        dim = theme.mix("brass", "ink", 0.62)
        edge = "brass" if lit or self.current else "line" if theme.high_contrast else dim
        canvas.panel(frame, "raised", edge, 3 if self.current else 2, 8)
        self.poster.draw(canvas, self.picture)
        if look.focused:
            x, y, w, h = frame
            canvas.outline((x - 5, y - 5, w + 10, h + 10), "brass", 2, 12)
        self._draw_name(canvas, "paper" if lit or self.current else "quiet")

    def largest_type(self, canvas: Canvas) -> float:
        """Return the largest type in which the whole name has room, none of its words broken."""
        _, _, w, h = self.box
        lines, room = (1, w) if self.stacked else (0, w - self.frame[2] - BESIDE)
        widest = max(self.title.split(), key=len, default="")
        for size in SIZES:
            most = lines or int(h / canvas.line_height(size, "bold"))
            whole = len(canvas.wrap(self.title, room, size, "bold")) <= most
            if whole and canvas.text_width(widest, size, "bold") <= room:
                return size
        return NOTE

    def _draw_name(self, canvas: Canvas, ink: str) -> None:
        """Draw the name beside the picture, in up to three lines, and what waits below it."""
        x, y, w, h = self.box
        if self.stacked:
            self._draw_name_below(canvas, ink)
            return
        left = self.frame[0] + self.frame[2] + BESIDE
        room, size = x + w - left, self.type_size
        line, small = canvas.line_height(size, "bold"), canvas.line_height(NOTE)
        most = max(1, int(h / line))
        lines = min(most, len(canvas.wrap(self.title, room, size, "bold")))
        waits = self.unfinished and lines * line + small <= h
        top = y + (h - lines * line - (small if waits else 0)) / 2
        canvas.paragraph(self.title, (left, top), room, size, ink, "bold", most=most)
        if waits:
            place = (left, top + lines * line + small / 2)
            canvas.text("Continue", place, NOTE, "brass", max_width=room)
        elif self.unfinished:  # no room for the word beside a long name
            self.draw_badge(canvas)

    def draw_badge(self, canvas: Canvas) -> None:
        """Draw a sign at the picture's corner that a match can be gone on with."""
        x, y, w, h = self.frame
        centre = (x + w - 6, y + h - 6)
        canvas.circle(centre, 13, "brass")
        canvas.circle(centre, 11, "ink")
        canvas.icon("play", (centre[0] + 1, centre[1]), 12, "brass")

    def name_within(self, canvas: Canvas, width: float) -> str:
        """Return the title, or where it has no room in a `width` its last words that have."""
        words = self.title.split()
        ends = (" ".join(words[first:]) for first in range(len(words)))
        fits = (n for n in ends if canvas.text_width(n, self.type_size, "bold") <= width)
        return next(fits, self.title)

    def _draw_name_below(self, canvas: Canvas, ink: str) -> None:
        """Draw the name under the picture, and at its end what waits."""
        x, y, w, h = self.box
        middle = y + h - NAME_LINE / 2 + 2
        name = self.name_within(canvas, w)
        used = canvas.text(name, (x, middle), self.type_size, ink, "bold", max_width=w)
        if not self.unfinished:
            return
        if used + 12 + canvas.text_width("Continue", NOTE) > w:  # no room for the word
            self.draw_badge(canvas)
        else:
            canvas.text("Continue", (x + w, middle), NOTE, "brass", align="right")


def draw_sign(canvas: Canvas, box: Box, tile: Tile, lit: bool) -> None:
    """Draw the sign under the large picture of a game that can be played, `lit` under the mouse."""
    if not tile.playable:
        return
    x, y, w, h = box
    canvas.panel(box, "brass", "paper" if lit else "brass", 2, 12)
    used = min(w - 56, canvas.text_width(tile.invites, TEXT, "bold"))
    left = x + (w - used - 30) / 2
    canvas.icon("play", (left + 9, y + h / 2), 18, "ink")
    canvas.text(tile.invites, (left + 30, y + h / 2), TEXT, "ink", "bold", max_width=used + 1)


def sizes_of(spec: GameSpec) -> tuple[Sequence[Seat], int]:
    """Return the seats of the largest table that an option of a game asks for, and how many the
    smallest has; a game with modes counts the mode it begins with.
    """
    usual = spec.seats_for()
    if spec.modes.option or not callable(spec.seats):
        return usual, len(usual)
    counted = [option for option in spec.options if option.kind == "choice"]
    tables = [
        spec.seats_for(spec.params({option.name: value}))
        for option in counted
        for value in option.values()
    ]
    return max([usual, *tables], key=len), min(len(seats) for seats in (usual, *tables))


def players_words(seats: Sequence[Seat], fewest: int) -> str:
    """Return the number of people who can play, and whether one can watch agents instead: at a
    table of these `seats`, or of as few as `fewest`.
    """
    most = sum(seat.people for seat in seats)
    told = {0: "", 1: "1 player", 2: "1 or 2 players"}.get(most, f"1 to {most} players")
    if not all(seat.agents for seat in seats):
        return told
    sizes = dict.fromkeys((fewest, len(seats)))
    count = " to ".join(number_word(size) for size in sizes)
    watch = "just watch" if len(seats) == 1 else f"watch {count} opponents"
    return f"{told}, or {watch}" if told else watch.capitalize()


def number_word(number: int) -> str:
    """Return a small number as a word."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)
