"""All figures of a report in two columns, in pages that cut no item and no row.

Rows that tell of turns can be chosen. Data: the report's sentences, then its items, in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.mind import Lines, Mind, Note
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import GAP
from games.shell.draw.tween import Springs
from games.shell.mind.items import REPORT_STYLE, draw_items, lay_out, line_boxes
from games.shell.widgets.basic import inside

ZOOM: Final = 1.2
"""How much larger the pictures of a mind are here than in its panel; by eye."""


SPARE: Final = 0.97
"""Type is set in whole pixels, so that what is drawn smaller needs a little more than its share."""


class Column(NamedTuple):
    """Items under each other, the number of the first, and how much larger they are drawn."""

    first: int
    items: Mind
    zoom: float


def columns_of(canvas: Canvas, items: Mind, width: float, height: float) -> list[Column]:
    """Return the `items` in columns of this `width` and at most this `height`, in units.

    One that is higher has a column of its own and is drawn smaller.
    """
    columns: list[Column] = []
    with canvas.zoomed(ZOOM):
        placed = lay_out(canvas, items, width / ZOOM, REPORT_STYLE)[0]
    room, start = height / ZOOM, 0
    for number, item in enumerate(placed):
        if number > start and item.top + item.height - placed[start].top > room:
            columns.append(Column(start, items[start:number], ZOOM))
            start = number
        if item.height > room:
            zoom = SPARE * ZOOM * room / item.height
            columns.append(Column(number, items[number : number + 1], zoom))
            start = number + 1
    if start < len(items):
        columns.append(Column(start, items[start:], ZOOM))
    return columns


class ReportPages:
    """The pages of the `lines` and `items` of a report; `page` is the one in sight.

    `turns` are the turns that the rows of each item tell of (`games.shell.hooks.Report`); `rows`
    are the boxes and turns of such rows on the page, `row` is the number of the chosen one.
    """

    def __init__(
        self, lines: Sequence[str], items: Mind, turns: Sequence[tuple[int, ...]] = ()
    ) -> None:
        notes: Mind = tuple(Note(line) for line in lines)
        self.items: Mind = (*notes, *items)
        self._turns = (*((),) * len(notes), *turns)
        self._columns: list[Column] = []
        self.page = 0
        self.rows: list[tuple[Box, int]] = []
        self.row: int | None = None

    @property
    def pages(self) -> int:
        """The number of pages, as they were drawn last."""
        return max(1, -(-len(self._columns) // 2))

    def turn(self, by: int) -> bool:
        """Turn `by` pages, within the pages there are; return whether another is in sight."""
        before, self.page = self.page, min(max(0, self.page + by), self.pages - 1)
        self.row = None if self.page != before else self.row
        return self.page != before

    def row_under(self, x: float, y: float) -> int | None:
        """Return the row at a place in units."""
        return next((n for n, (box, _) in enumerate(self.rows) if inside(box, x, y)), None)

    def move(self, action: str) -> bool:
        """Return up from the buttons, then up and down through the rows; True where that was
        meant.
        """
        if action not in ("up", "down", "left", "right"):
            return False
        if self.row is None:
            if action != "up":
                return False
            if self.rows:
                self.row = len(self.rows) - 1
                return True
            return self.turn(-1)
        if action == "up":
            self.row = max(0, self.row - 1)
            return True
        down = action == "down"
        self.row = self.row + 1 if down and self.row + 1 < len(self.rows) else None
        return down

    def draw(self, canvas: Canvas, box: Box, springs: Springs) -> None:
        """Draw the page in sight."""
        x, y, w, h = box
        width = (w - 2 * GAP) / 2
        self._columns, self.rows = columns_of(canvas, self.items, width, h), []
        self.page = min(self.page, self.pages - 1)
        for side, column in enumerate(self._columns[2 * self.page : 2 * self.page + 2]):
            zoom = column.zoom
            place = _scaled((x + side * (width + 2 * GAP), y, width, h), 1 / zoom)
            with canvas.zoomed(zoom):
                draw_items(canvas, column.items, place, springs, first=column.first)
                self._find_rows(canvas, column, place)

    def draw_choice(self, canvas: Canvas, pointer: tuple[float, float]) -> None:
        """Draw an outline at the row that would be chosen, by the keys or by the `pointer`."""
        row = self.row_under(*pointer) if self.row is None else self.row
        if row is not None and row < len(self.rows):
            x, y, w, h = self.rows[row][0]
            canvas.outline((x - 10, y, w + 20, h), "brass", 3, 9)

    def _find_rows(self, canvas: Canvas, column: Column, box: Box) -> None:
        """Find the boxes of the rows of a column that describe turns."""
        placed, _ = lay_out(canvas, column.items, box[2], REPORT_STYLE)
        for number, each in enumerate(placed, column.first):
            turns = self._turns[number] if number < len(self._turns) else ()
            if not turns or not isinstance(each.item, Lines):
                continue
            place = (box[0], box[1] + each.top, box[2], each.height)
            boxes = line_boxes(canvas, each.item, place, REPORT_STYLE)
            boxes = [_scaled(row, column.zoom) for row in boxes]
            self.rows += list(zip(boxes, turns, strict=True))


def _scaled(box: Box, factor: float) -> Box:
    return box[0] * factor, box[1] * factor, box[2] * factor, box[3] * factor
