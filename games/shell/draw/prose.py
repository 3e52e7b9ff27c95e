"""Text for reading, set from a small subset of Markdown, the language of help pages.

    ## A heading            a paragraph goes on until a line that begins another block or is blank
    - an item of a list     > a quiet note
    `a few words of code`   | a row | of a table |

The first row of a table is its head; the row of hyphens below it, which Markdown wants, is not
shown. A cell that begins with the name of a drawing between colons, as `:fist: punch`, has it
before its words. A formula stands between two lines of three backticks. Its lines are shown as they
are written, without any marks. Nor is a hyphen before a number, which is a minus. Where the word
`formula` follows the backticks above, it is the mathematics of the text before it: folded to one
row, below which its lines are shown once it is open.

`![caption](name)` on a line of its own begins a card: a living picture by its name, and below it
the heading and the words that follow. Cards stand in rows. One ends before the next picture, table
or further heading. One that has a row for itself has its words beside its picture.

Where there is room for two columns, sections of words alone that are about equally long stand side
by side.

`parse` reads the format, `typeset` places it for a width. A `SetText` is drawn at any offset.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.prose_text import (
    CODE,
    FOLD,
    HYPHENS_MARK,
    ICON_MARK,
    PICTURE_MARK,
    TextBlock,
    cells,
    parse,
)
from games.shell.draw.theme import LABEL, NOTE, TEXT

PLUS: Final = "+"
MINUS: Final = "\u2212"
# Units and a size of text, chosen by eye.
FORMULA: Final = 20
FORMULA_INDENT: Final = 32.0
COLUMN_GAP: Final = 28.0
ICON: Final = 20.0
ICON_ROOM: Final = 28.0
MEASURE: Final = 800.0
"""The longest line, however wide the column: longer ones lose the eye."""
CARD: Final = 320.0  # the narrowest card, for words of the usual size; it grows with half of theirs
MOST_CARDS: Final = 3  # in a row
CARD_SHAPE: Final = 9 / 16
CARD_GAP: Final = 32.0
ALONE: Final = 0.4  # of the width, for the picture of a card with a row for itself
PAIRED: Final = 960.0  # the least width for sections side by side, whatever the size of words
PAIR_GAP: Final = 56.0
SLACK: Final = 7  # so many lines of words the one of two sections may be longer
FACES: Final = ("bold", "text")
"""Those of a table's head and of its rows; either can be the wider one."""
_NUMBER: Final = re.compile(r"[-−+±]?\d[\d.,]*\s?%?")

Runs = Sequence[tuple[str, str]]
"""The parts of a line in order, each with its colour."""


class Piece(NamedTuple):
    """One line of text at its place: the left or right end (`align`) of its vertical middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    face: str
    align: str = "left"


class Icon(NamedTuple):
    """A drawing before the words of a cell: the middle of its square."""

    x: float
    y: float
    name: str
    colour: str


class Picture(NamedTuple):
    """A living picture by its name, and what it shows in words."""

    box: Box
    name: str
    shows: str


Hang = Callable[[Canvas, str, Box], None]
"""What draws the picture of a name in a box."""


class Bar(NamedTuple):
    """A filled rectangle: a rule under a table's head, the edge of a formula, a bullet."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass
class SetText:
    """A text set for a width: what to draw where, and how tall it is.

    `folds` are the boxes of the rows to which mathematics is folded, from the first on.
    """

    pieces: list[Piece] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    icons: list[Icon] = field(default_factory=list)
    folds: list[Box] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    height: float = 0.0

    def take(self, other: SetText, x: float, y: float) -> None:
        """Put all of an `other` one at a place in this one, which grows as far as it has to."""
        self.pieces += [piece._replace(x=piece.x + x, y=piece.y + y) for piece in other.pieces]
        self.bars += [bar._replace(x=bar.x + x, y=bar.y + y) for bar in other.bars]
        self.folds += [(left + x, top + y, w, h) for left, top, w, h in other.folds]
        self.height = max(self.height, y + other.height)

    def draw(
        self,
        canvas: Canvas,
        left: float,
        top: float,
        low: float,
        high: float,
        hang: Hang | None = None,
    ) -> None:
        """Draw with the origin at (left, top) what lies between the heights `low` and `high`.

        Pictures are drawn by `hang`, where there is one.
        """
        for (x, y, w, h), name, _ in self.pictures:
            if hang is not None and low < top + y + h and top + y < high:
                hang(canvas, name, (left + x, top + y, w, h))
        for bar in self.bars:
            if low < top + bar.y + bar.height and top + bar.y < high:
                canvas.rect((left + bar.x, top + bar.y, bar.width, bar.height), bar.colour, 2)
        for icon in self.icons:
            if low - ICON < top + icon.y < high + ICON:
                canvas.icon(icon.name, (left + icon.x, top + icon.y), ICON, icon.colour)
        for piece in self.pieces:
            y = top + piece.y
            if low - 2 * piece.size < y < high + 2 * piece.size:
                place = (left + piece.x, y)
                canvas.text(piece.text, place, piece.size, piece.colour, piece.face, piece.align)


def typeset(canvas: Canvas, text: str, width: float, opened: Collection[int] = ()) -> SetText:
    """Set a text in a column of this width (virtual units); its `opened` folds show their lines.

    Folds are counted from 0.
    """
    setter = _Setter(canvas, width, opened)
    sections = _sections(parse(text))
    while sections:
        if setter.pairs(sections[:2]):
            setter.place_pair(sections.pop(0), sections.pop(0))
        else:
            setter.place_section(sections.pop(0))
    setter.end_card()
    return setter.setting


def spreads(text: str) -> bool:
    """Return whether a text has cards or sections that stand side by side where there is room."""
    sections = _sections(parse(text))
    plain = [_is_plain(section) for section in sections]
    pictures = any(block.kind == "picture" for section in sections for block in section)
    return pictures or any(map(all, itertools.pairwise(plain)))


Section = Sequence[TextBlock]
"""The blocks from a heading on that is no card's; the first may have none."""


def _sections(blocks: Sequence[TextBlock]) -> list[Section]:
    found: list[list[TextBlock]] = [[]]
    for number, block in enumerate(blocks):
        if block.kind == "heading" and not (number and blocks[number - 1].kind == "picture"):
            found.append([])
        found[-1].append(block)
    return [section for section in found if section]


def _is_plain(section: Section) -> bool:
    """Return whether a section is a heading and words."""
    kinds = {block.kind for block in section[1:]}
    return section[0].kind == "heading" and not kinds & {"picture", "table", "formula"}


class _Setter:
    """Places blocks one below the other."""

    def __init__(
        self, canvas: Canvas, width: float, opened: Collection[int], folds: int = 0
    ) -> None:
        self.canvas, self.width, self.opened = canvas, width, opened
        self._folds = folds  # so many stand before it
        self.setting = SetText()
        self.left, self._room = 0.0, min(width, MEASURE)  # where words are, and how wide
        self._cards: tuple[float, float] | None = None  # top and bottom of a row of cards
        self._column = 0
        self._begun = False  # whether a picture is all that a card has so far
        self._cards_left = 0  # of this section, from the next on

    def place_section(self, section: Section) -> None:
        """Place a section below what there is."""
        last = next((n for n, block in enumerate(section) if block.kind == "table"), len(section))
        self._cards_left = sum(block.kind == "picture" for block in section[:last])
        for block in section:
            self.place(block)

    # -- side by side ------------------------------------------------------------------

    def pairs(self, sections: Sequence[Section]) -> bool:
        """Return whether these sections stand side by side, with all mathematics folded."""
        if len(sections) < 2 or self.width < PAIRED or not all(map(_is_plain, sections)):
            return False
        first, second = (self._column_of(section, ()).height for section in sections)
        return abs(first - second) <= SLACK * self.canvas.line_height(TEXT) * 1.08

    def place_pair(self, *sections: Section) -> None:
        """Place two sections side by side."""
        self.end_card()
        self._skip(28)
        top = self.setting.height
        for number, section in enumerate(sections):
            column = self._column_of(section, self.opened)
            self.setting.take(column, number * (self._half + PAIR_GAP), top)

    @property
    def _half(self) -> float:
        """The width of each of two columns."""
        return (self.width - PAIR_GAP) / 2

    def _column_of(self, section: Section, opened: Collection[int]) -> SetText:
        inner = _Setter(self.canvas, self._half, opened, self._folds + len(self.setting.folds))
        inner.place_section(section)
        return inner.setting

    # -- blocks ------------------------------------------------------------------------

    def place(self, block: TextBlock) -> None:
        """Place the next block."""
        if block.kind in ("picture", "table") or (block.kind == "heading" and not self._begun):
            self.end_card(more=block.kind == "picture")
        getattr(self, block.kind)(block.lines)
        self._begun = block.kind == "picture"

    def end_card(self, more: bool = False) -> None:
        """End this card; unless the next block is one `more`, it is placed below the row."""
        if self._cards is None:
            return
        top, bottom = self._cards
        self._cards = (top, max(bottom, self.setting.height))
        if not more:
            self.setting.height = self._cards[1] + 12
            self._cards, self.left, self._room = None, 0.0, min(self.width, MEASURE)

    def picture(self, lines: tuple[str, ...]) -> None:
        """Add the picture with which a card begins."""
        found = PICTURE_MARK.fullmatch(lines[0])
        assert found is not None
        least = CARD * (1 + self.canvas.theme.text_size(TEXT) / TEXT) / 2
        columns = min(MOST_CARDS, max(1, int((self.width + CARD_GAP) // (least + CARD_GAP))))
        wide = (self.width - CARD_GAP * (columns - 1)) / columns
        self._column += 1
        self._cards_left -= 1
        if self._cards is None or self._column >= columns:
            bottom = self.setting.height if self._cards is None else self._cards[1]
            top = bottom + CARD_GAP if bottom else 0.0
            self._cards, self._column = (top, top), 0
        if columns > 1 and self._column == 0 and self._cards_left == 0:
            self._begin_alone(Picture((0, 0, 0, 0), found[2], found[1]), self._cards[0])
            return
        self.left, self._room = self._column * (wide + CARD_GAP), wide
        box = (self.left, self._cards[0], wide, wide * CARD_SHAPE)
        self.setting.pictures.append(Picture(box, found[2], found[1]))
        self.setting.height = box[1] + box[3] + 12

    def _begin_alone(self, picture: Picture, top: float) -> None:
        """A card that has a row for itself: its words stand beside its picture."""
        wide = self.width * ALONE
        self.setting.pictures.append(picture._replace(box=(0.0, top, wide, wide * CARD_SHAPE)))
        self.left = wide + CARD_GAP
        self._room = min(self.width - self.left, MEASURE)
        self._cards = (top, top + wide * CARD_SHAPE)
        self.setting.height = top

    def _skip(self, gap: float) -> None:
        if self.setting.height and not self._begun:
            self.setting.height += gap

    def _lines(
        self,
        text: str,
        indent: float = 0,
        size: float = TEXT,
        colour: str = "paper",
        face: str = "text",
    ) -> None:
        lines = self.canvas.wrap(text, self._room - indent, size, face)
        for runs in _runs(lines, colour):
            self._line(runs, indent, size, face)

    def _line(self, runs: Runs, indent: float, size: float, face: str) -> None:
        high = self.canvas.line_height(size, face) * 1.08
        self._place(runs, self.left + indent, self.setting.height + high / 2, size, face)
        self.setting.height += high

    def _place(self, runs: Runs, x: float, y: float, size: float, face: str) -> None:
        """Put the parts of a line one after the other, from `x` on."""
        for run, colour in runs:
            self.setting.pieces.append(Piece(x, y, run, size, colour, face))
            x += self.canvas.text_width(run, size, face)

    def heading(self, lines: tuple[str, ...]) -> None:
        self._skip(28)
        self._lines(" ".join(lines), size=LABEL + 2, face="title")

    def text(self, lines: tuple[str, ...]) -> None:
        self._skip(12)
        self._lines(lines[0])

    def note(self, lines: tuple[str, ...]) -> None:
        self._skip(8)
        self._lines(lines[0], size=NOTE + 2, colour="quiet")

    def item(self, lines: tuple[str, ...]) -> None:
        self._skip(8)
        for line in lines:
            self._skip(4)
            middle = self.setting.height + self.canvas.line_height(TEXT) * 0.54
            self.setting.bars.append(Bar(self.left + 8, middle - 2.5, 5, 5, "brass"))
            self._lines(line, 28)

    def fold(self, lines: tuple[str, ...]) -> None:
        """Add the row that can be clicked and, where it is open, the formula below."""
        self._skip(10)
        opened = self._folds + len(self.setting.folds) in self.opened
        words = f"{MINUS if opened else PLUS} {FOLD}"
        wide = self.canvas.text_width(words, NOTE + 2, "bold") + 24
        tall = self.canvas.line_height(NOTE + 2, "bold") + 8
        top = self.setting.height
        self.setting.folds.append((self.left, top, wide, tall))
        self.setting.bars.append(Bar(self.left, top, wide, tall, "raised"))
        self._place([(words, "paper")], self.left + 12, top + tall / 2, NOTE + 2, "bold")
        self.setting.height += tall
        if opened:
            self.formula(lines)

    def formula(self, lines: tuple[str, ...]) -> None:
        self._skip(18)
        top = self.setting.height
        for line in lines:
            self._verbatim(line)
        self.setting.bars.append(Bar(self.left + 8, top, 3, self.setting.height - top, "line"))
        self.setting.height += 8

    def _verbatim(self, line: str) -> None:
        """A line of a formula with every sign that is in it, the spaces before it too."""
        words = line.lstrip(" ")
        blank = (len(line) - len(words)) * self.canvas.text_width(" ", FORMULA, "bold")
        indent = min(FORMULA_INDENT + blank, self._room / 2)
        for part in self.canvas.wrap(words, self._room - indent, FORMULA, "bold"):
            self._line([(part, "brass")], indent, FORMULA, "bold")

    # -- tables ------------------------------------------------------------------------

    def table(self, lines: tuple[str, ...]) -> None:
        self._skip(16)
        rows = [cells(line) for line in lines]
        if len(rows) > 1 and all(HYPHENS_MARK.fullmatch(cell) for cell in rows[1]):
            del rows[1]
        count = max(len(row) for row in rows)
        rows = [row + ("",) * (count - len(row)) for row in rows]
        widths = self._column_widths(rows)
        right = [_is_numeric([row[i] for row in rows[1:]]) for i in range(count)]
        for number, row in enumerate(rows):
            self._row(row, widths, right, head=number == 0 and len(rows) > 1)

    def _column_widths(self, rows: list[tuple[str, ...]]) -> list[float]:
        natural = [
            max(self._cell_width(cell, face) for cell in column for face in FACES) + 1
            for column in zip(*rows, strict=True)
        ]
        return share_width(natural, self._room - COLUMN_GAP * (len(natural) - 1))

    def _cell_width(self, cell: str, face: str) -> float:
        icon = ICON_MARK.match(cell)
        words = cell[icon.end() :] if icon else cell
        return self.canvas.text_width(words, TEXT, face) + (ICON_ROOM if icon else 0)

    def _row(
        self, row: tuple[str, ...], widths: list[float], right: list[bool], head: bool
    ) -> None:
        top, tall, x = self.setting.height + 5, 0.0, 0.0
        colour, face = ("quiet", "bold") if head else ("paper", "text")
        high = self.canvas.line_height(TEXT, face)
        for cell, whole, to_right in zip(row, widths, right, strict=True):
            width = whole
            if icon := ICON_MARK.match(cell):
                width -= ICON_ROOM
                cell = cell[icon.end() :]
                shift = width - self.canvas.text_width(cell, TEXT, face) if to_right else 0.0
                place = x + max(0.0, shift) + ICON / 2
                self.setting.icons.append(Icon(place, top + high / 2, icon[1], colour))
                x += ICON_ROOM
            lines = self.canvas.wrap(cell, width, TEXT, face)
            for number, runs in enumerate(_runs(lines, colour)):
                middle = top + (number + 0.5) * high
                if to_right:
                    end = Piece(x + width, middle, lines[number], TEXT, colour, face, "right")
                    self.setting.pieces.append(end)
                else:
                    self._place(runs, x, middle, TEXT, face)
            tall = max(tall, high * len(lines))
            x += width + COLUMN_GAP
        self.setting.height = top + tall + 6
        wide = x - COLUMN_GAP
        thick = 2 if head else 1
        self.setting.bars.append(
            Bar(0, self.setting.height - thick, wide, thick, "line" if head else "raised")
        )


def _runs(lines: Sequence[str], colour: str) -> Iterator[Runs]:
    """Yield for each line its parts with their colours: what stands between backticks is code."""
    code = False
    paired = sum(line.count(CODE) for line in lines) % 2 == 0
    for line in lines:
        runs = []
        for number, run in enumerate(line.split(CODE) if paired else (line,)):
            code ^= number > 0
            if run:
                runs.append((run, "brass" if code else colour))
        yield runs


def share_width(natural: list[float], room: float) -> list[float]:
    """Return widths of columns that fit into `room`: the narrow ones whole, the wide ones alike.

    `natural` are the widths that they would have.
    """
    left, widths = room, list(natural)
    order = sorted(range(len(natural)), key=lambda i: natural[i])
    for done, i in enumerate(order):
        widths[i] = min(natural[i], max(24.0, left / (len(order) - done)))
        left -= widths[i]
    return widths


def _is_numeric(column: list[str]) -> bool:
    filled = [cell for cell in column if cell]
    return bool(filled) and all(_NUMBER.fullmatch(cell) for cell in filled)
