"""The events of a game of Ra for reading: a paragraph for every turn, a table for the points.

Both are widgets as tall as their text, whose height a canvas has to measure. A press on a paragraph
shows the table as it was then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.core import Event
from games.ra.board import draw_stack
from games.ra.places import stacks_of
from games.ra.report import by_source
from games.ra.rules.scoring import SOURCES
from games.ra.tiles import pack
from games.ra.words import SOURCE_WORDS, line_of, small_you
from games.shell.draw.canvas import Canvas
from games.shell.draw.roles import LOSS
from games.shell.draw.theme import LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.widgets.form import Look, Widget

BEGINS: Final = ("tile", "ra", "call", "god", "epoch", "begin")
"""The events that begin a paragraph."""
# Units; chosen by eye.
MARK: Final = 30.0
APART: Final = 9.0
NAME: Final = 176.0
ROW: Final = 27.0
HAND: Final = 46.0
HEAD: Final = 62.0
WIDEST: Final = 92.0
"""The room of a heading; where columns are closer, every second one stands higher."""


OPENS: Final = "Opens the table as it was then."


class TurnParagraph(NamedTuple):
    """A paragraph: the seat whose turn it describes, or -1, and whether it is a `heading`.

    `events` is the number of events up to its last one.
    """

    seat: int
    text: str
    heading: bool = False
    events: int = 0


def paragraphs(events: Iterable[Event], names: Sequence[str]) -> list[TurnParagraph]:
    """Return a paragraph for every turn, with its auction, in order of time."""
    found: list[TurnParagraph] = []
    own: list[Event] = []
    before = 0
    for event in events:
        if event.kind in BEGINS and own:
            found.append(_paragraph(own, names, before))
            before, own = before + len(own), []
        own.append(event)
    found += [_paragraph(own, names, before)] if own else []
    return [told for told in found if told.text]


@dataclass(frozen=True)
class SeenTurns:
    """A match up to now: the events of each of its turns that may be seen."""

    revealed: Sequence[Sequence[Event]]

    @property
    def events(self) -> list[Event]:
        """All that happened."""
        return [event for turn in self.revealed for event in turn]

    def stood(self, told: TurnParagraph) -> int:
        """Return the number of turns played at the table that a line shows.

        After the last turn of an epoch, show the table before scoring: the tiles won by then still
        lie there.
        """
        turns, count = 0, 0
        while count < told.events:
            count += len(self.revealed[turns])
            turns += 1
        own = self.revealed[turns - 1] if turns else ()
        ended = next((n for n, event in enumerate(own) if event.kind == "epoch"), None)
        early = ended is not None and told.events - (count - len(own)) <= ended + 1
        return turns - early


def _paragraph(events: Sequence[Event], names: Sequence[str], before: int) -> TurnParagraph:
    """Return the paragraph on `events`, after `before` earlier ones."""
    first = events[0]
    heading = first.kind in ("epoch", "begin")
    seat = first.data.get("seat", -1) if not heading else -1
    lines: list[str] = []
    passing: list[str] = []
    count = before
    for number, event in enumerate(events, start=before + 1):
        if event.kind == "pass" or line_of(event, names):
            count = number  # what nobody is told belongs to the next
        if event.kind == "pass":
            passing.append(names[event.data["seat"]])
            continue
        lines += [_passes(passing), line_of(event, names)]
        passing.clear()
    lines.append(_passes(passing))
    return TurnParagraph(seat, " ".join(line for line in lines if line), heading, count)


def _passes(names: Sequence[str]) -> str:
    """Return the seats that passed, in a sentence; "" for none."""
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} {'pass' if names[0] == 'You' else 'passes'}."
    inner = [names[0], *map(small_you, names[1:])]
    return f"{', '.join(inner[:-1])} and {inner[-1]} pass."


class Paragraph(Widget):
    """A paragraph, which `opens` its moment."""

    def __init__(self, told: TurnParagraph, opens: Callable[[], None]) -> None:
        super().__init__(OPENS)
        self.told, self.opens = told, opens

    def activate(self) -> None:
        """Open it."""
        self.opens()

    def height(self, canvas: Canvas, width: float) -> float:
        """Return its height at this width, in units."""
        face = "bold" if self.told.heading else "text"
        lines = len(canvas.wrap(self.told.text, width - MARK, TEXT, face))
        return lines * canvas.line_height(TEXT) + APART

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the paragraph with its seat's mark; epochs stand out."""
        told, (x, y, w, h) = self.told, self.box
        if look.hovered:
            canvas.rect((x - 4, y, w + 8, h), "raised", 8)
        top = y + APART / 2
        if told.seat >= 0:
            middle = top + canvas.line_height(TEXT) / 2
            canvas.icon(SEAT_MARKS[told.seat], (x + 9, middle), 14, SEAT_COLOURS[told.seat])
        ink, face = ("brass", "bold") if told.heading else ("paper", "text")
        left = x if told.heading else x + MARK
        canvas.paragraph(told.text, (left, top), w - MARK, TEXT, ink, face)
        self.ring(canvas, look, 6)


class Block(NamedTuple):
    """An epoch: each seat's points by source, its score (None: hidden), and the tiles it had then.

    All epochs together have no `tiles`.
    """

    title: str
    rows: Sequence[Mapping[str, int]]
    after: Sequence[int | None]
    tiles: Sequence[Sequence[str]] = ()

    @property
    def row(self) -> float:
        """The height of a seat's row."""
        return ROW + HAND if self.tiles else ROW


class PointsTable(Widget):
    """Every seat's points by source, epoch by epoch and together, with the tiles that made them."""

    focusable = False

    def __init__(self, epochs: Sequence[Mapping[str, Any]], names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)
        self.blocks = [
            Block(f"Epoch {data['epoch']}", data["breakdown"], data["after"], data["tiles"])
            for data in epochs
        ]
        if len(epochs) > 1:
            rows = [by_source(epochs, seat) for seat in range(len(names))]
            sums = [{**row, "total": sum(row.values())} for row in rows]
            self.blocks.append(Block("All epochs", sums, epochs[-1]["after"]))

    def height(self, canvas: Canvas, width: float) -> float:
        """Return its height at this width, in units."""
        return sum(HEAD + block.row * len(self.names) + APART for block in self.blocks)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw a block for each epoch: the sources above, a row for each seat."""
        x, y, w, _ = self.box
        first, count = x + NAME + 40, len(SOURCES) + 1
        columns = [first + (x + w - 8 - first) * n / count for n in range(count + 1)]
        close = columns[1] - columns[0] < WIDEST
        for block in self.blocks:
            canvas.text(block.title, (x, y + HEAD - 26), LABEL, "brass", "title")
            words = [*(SOURCE_WORDS[source] for source in SOURCES), "Points", "Score"]
            for number, (word, at) in enumerate(zip(words, columns, strict=True)):
                raised = canvas.line_height(NOTE) if close and number % 2 == 0 else 0.0
                line = y + HEAD - 20 - raised
                canvas.text(word, (at, line), NOTE, "quiet", align="right", max_width=WIDEST)
            canvas.line((x, y + HEAD - 8), (x + w, y + HEAD - 8), "line", 1)
            for seat, row in enumerate(block.rows):
                top = y + HEAD + block.row * seat
                own = (row, block.after[seat])
                self._draw_seat(canvas, seat, own, (x, top + 0.4 * ROW), columns)
                if block.tiles:
                    room = (x + 24, top + ROW - 2, w - 48, HAND - 8)
                    for stack in stacks_of(pack(block.tiles[seat]), room):
                        draw_stack(canvas, stack, [])
            y += HEAD + block.row * len(self.names) + APART

    def _draw_seat(
        self,
        canvas: Canvas,
        seat: int,
        row: tuple[Mapping[str, int], int | None],
        at: tuple[float, float],
        columns: Sequence[float],
    ) -> None:
        """Draw a seat's name and figures."""
        (points, after), (x, middle) = row, at
        canvas.icon(SEAT_MARKS[seat], (x + 9, middle), 14, SEAT_COLOURS[seat])
        name = self.names[seat]
        canvas.text(name, (x + 24, middle), NOTE + 1, "paper", max_width=NAME - 30)
        for source, column in zip((*SOURCES, "total"), columns, strict=False):
            own = points[source]
            ink = "quiet" if not own else LOSS if own < 0 else "paper"
            face = "bold" if source == "total" else "text"
            canvas.text(f"{own:+d}" if own else "0", (column, middle), TEXT, ink, face, "right")
        told = "?" if after is None else str(after)
        canvas.text(told, (columns[-1], middle), TEXT, "brass", "bold", "right")
