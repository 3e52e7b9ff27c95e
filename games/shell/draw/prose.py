"""Text for reading, set from a small format: what help pages are written in.

Paragraphs are separated by blank lines. A line that begins with

    "# "  is a heading                  "= "  is a formula, set apart
    "- "  is an item of a list          "~ "  is a quiet note
    "| "  is a row of a table, its cells between bars; the first row is its head

`parse` reads the format, `typeset` places it for a width. A `Setting` is drawn at any offset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import LABEL, NOTE, TEXT

KINDS: Final = {"#": "heading", "=": "formula", "-": "item", "~": "note", "|": "table"}
FORMULA: Final = 20
COLUMN_GAP: Final = 28.0
_NUMBER: Final = re.compile(r"[-−+±]?\d[\d.,]*\s?%?")
_RULE: Final = re.compile(r"[-:|\s]+")


class Block(NamedTuple):
    """A part of the text: its kind and its lines (paragraphs have one)."""

    kind: str
    lines: tuple[str, ...]


def parse(text: str) -> tuple[Block, ...]:
    """The blocks of a text; never fails."""
    blocks: list[Block] = []
    kind = ""
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        line = line.strip()
        marked = line[:1] == "|" or line[1:2] in (" ", "")
        mark = KINDS.get(line[:1], "") if marked else ""
        here = mark or ("text" if line else "")
        if here != kind or here in ("heading", ""):
            if kind:
                blocks.append(_block(kind, lines))
            kind, lines = here, []
        if here:
            lines.append(line if here in ("text", "table") else line[1:].strip())
    return tuple(blocks)


def _block(kind: str, lines: list[str]) -> Block:
    return Block(kind, (" ".join(lines),) if kind in ("text", "note") else tuple(lines))


def cells(line: str) -> tuple[str, ...]:
    """The cells of a table's row."""
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


class Piece(NamedTuple):
    """One line of text at its place: the left or right end (`align`) of its vertical middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    face: str
    align: str = "left"


class Bar(NamedTuple):
    """A filled rectangle: a rule under a table's head, the edge of a formula, a bullet."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass
class Setting:
    """A text set for a width: what to draw where, and how tall it is."""

    pieces: list[Piece] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    height: float = 0.0

    def draw(self, canvas: Canvas, left: float, top: float, low: float, high: float) -> None:
        """Draw with the origin at (left, top) what lies between the heights `low` and `high`."""
        for bar in self.bars:
            if low < top + bar.y + bar.height and top + bar.y < high:
                canvas.rect((left + bar.x, top + bar.y, bar.width, bar.height), bar.colour, 2)
        for piece in self.pieces:
            y = top + piece.y
            if low - 2 * piece.size < y < high + 2 * piece.size:
                place = (left + piece.x, y)
                canvas.text(piece.text, place, piece.size, piece.colour, piece.face, piece.align)


def typeset(canvas: Canvas, text: str, width: float) -> Setting:
    """Set a text in a column of this width (virtual units)."""
    setter = _Setter(canvas, width)
    for block in parse(text):
        getattr(setter, block.kind)(block.lines)
    return setter.setting


class _Setter:
    """Places blocks one below the other."""

    def __init__(self, canvas: Canvas, width: float) -> None:
        self.canvas, self.width = canvas, width
        self.setting = Setting()

    def _skip(self, gap: float) -> None:
        if self.setting.height:
            self.setting.height += gap

    def _lines(
        self,
        text: str,
        indent: float = 0,
        size: float = TEXT,
        colour: str = "paper",
        face: str = "text",
    ) -> None:
        high = self.canvas.line_height(size, face) * 1.08
        for line in self.canvas.wrap(text, self.width - indent, size, face):
            middle = self.setting.height + high / 2
            self.setting.pieces.append(Piece(indent, middle, line, size, colour, face))
            self.setting.height += high

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
            self.setting.bars.append(Bar(8, middle - 2.5, 5, 5, "brass"))
            self._lines(line, 28)

    def formula(self, lines: tuple[str, ...]) -> None:
        self._skip(18)
        top = self.setting.height
        for line in lines:
            self._lines(line, 32, FORMULA, "brass", "bold")
        self.setting.bars.append(Bar(8, top, 3, self.setting.height - top, "line"))
        self.setting.height += 8

    # -- tables ------------------------------------------------------------------------

    def table(self, lines: tuple[str, ...]) -> None:
        self._skip(16)
        rows = [cells(line) for line in lines if not _RULE.fullmatch(line)]
        if not rows:
            return
        count = max(len(row) for row in rows)
        rows = [row + ("",) * (count - len(row)) for row in rows]
        widths = self._column_widths(rows)
        right = [_is_numeric([row[i] for row in rows[1:]]) for i in range(count)]
        for number, row in enumerate(rows):
            self._row(row, widths, right, head=number == 0 and len(rows) > 1)

    def _column_widths(self, rows: list[tuple[str, ...]]) -> list[float]:
        natural = [
            max(self.canvas.text_width(cell, TEXT, "bold") for cell in column) + 1
            for column in zip(*rows, strict=True)
        ]
        return shared_width(natural, self.width - COLUMN_GAP * (len(natural) - 1))

    def _row(
        self, row: tuple[str, ...], widths: list[float], right: list[bool], head: bool
    ) -> None:
        top, tall, x = self.setting.height + 5, 0.0, 0.0
        colour, face = ("quiet", "bold") if head else ("paper", "text")
        high = self.canvas.line_height(TEXT, face)
        for cell, width, to_right in zip(row, widths, right, strict=True):
            lines = self.canvas.wrap(cell, width, TEXT, face)
            place, align = (x + width, "right") if to_right else (x, "left")
            for number, line in enumerate(lines):
                middle = top + (number + 0.5) * high
                self.setting.pieces.append(Piece(place, middle, line, TEXT, colour, face, align))
            tall = max(tall, high * len(lines))
            x += width + COLUMN_GAP
        self.setting.height = top + tall + 6
        wide = x - COLUMN_GAP
        thick = 2 if head else 1
        self.setting.bars.append(
            Bar(0, self.setting.height - thick, wide, thick, "line" if head else "raised")
        )


def shared_width(natural: list[float], room: float) -> list[float]:
    """Widths of columns that fit into `room`: the narrow ones whole, the wide ones alike."""
    left, widths = room, list(natural)
    order = sorted(range(len(natural)), key=lambda i: natural[i])
    for done, i in enumerate(order):
        widths[i] = min(natural[i], max(24.0, left / (len(order) - done)))
        left -= widths[i]
    return widths


def _is_numeric(column: list[str]) -> bool:
    filled = [cell for cell in column if cell]
    return bool(filled) and all(_NUMBER.fullmatch(cell) for cell in filled)
