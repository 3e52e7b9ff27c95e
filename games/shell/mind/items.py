"""The painting of each item of a mind: one height and one painter for every kind of item.

Data: the plain values of `ai.core`. Signs are the same in every game:

- probability is length (in a heat map area), uncertainty a lighter band, a reference a thin line;
- the chosen item has a brass outline, the true one a tick, the expected one in its place a hollow
  ring;
- items about a seat have the seat's colour.

A new kind of item is one more entry in `PAINTERS`; the pictures of models (ribbons, gauges, meters,
trees) are in `games.shell.mind.models`, trees of trials in `games.shell.mind.trees`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.mind import (
    Bars,
    Bell,
    ContextTree,
    Field,
    Gauge,
    HeatMap,
    Holdings,
    Ladder,
    Lines,
    Meter,
    MindItem,
    Note,
    Ribbon,
    Route,
    Series,
    TrialTree,
)
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.roles import OWN
from games.shell.draw.theme import GAP, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT, Colour, blend
from games.shell.draw.tween import Springs
from games.shell.mind import beliefs as mindbell
from games.shell.mind import beliefs as mindholdings
from games.shell.mind import models as mindmodels
from games.shell.mind import trees as mindrungs
from games.shell.mind import trees as mindtrials
from games.shell.mind.board import CELLS_NAMED
from games.shell.mind.spoken import mind_nodes
from games.shell.mind.style import (
    Brush,
    Style,
    figures,
    nice_ceiling,
    paint_outline,
    paint_title,
    row_height,
    title_height,
)

LARGE_PLOT: Final = 150.0  # units high, as on the page of results; chosen by eye
REPORT_STYLE: Final = Style(OWN, explained=True, ends=("start", "end"))
# Units, chosen by eye.
MARK_WIDTH: Final = 26.0
_CELL: Final = 20.0


class Placed(NamedTuple):
    """An item with its top, measured from the top of the column, and its height."""

    item: MindItem
    top: float
    height: float


# -- the column ----------------------------------------------------------------------------


def lay_out(
    canvas: Canvas, items: Sequence[MindItem], width: float, style: Style
) -> tuple[list[Placed], float]:
    """Return the items under each other in a column, and its whole height."""
    placed, top = [], 0.0
    for item in items:
        height = PAINTERS[type(item)].height(canvas, item, width, style)
        placed.append(Placed(item, top, height))
        top += height + GAP
    return placed, max(0.0, top - GAP)


def draw_items(
    canvas: Canvas,
    items: Sequence[MindItem],
    box: Box,
    springs: Springs,
    offset: float = 0.0,
    style: Style | None = None,
    first: int = 0,
) -> float:
    """Draw items in a column as wide as the box, by `springs`; return its height in units.

    `offset` is how far the column is scrolled. Items outside the surface's clip are left out.
    Without a style it is a report's: in the person's colour, with every help. Where columns share
    their `springs`, `first` is the number of items before, so that no two pull at one spring.
    """
    style = style or REPORT_STYLE
    placed, total = lay_out(canvas, items, box[2], style)
    shown = canvas.shown
    with canvas.aloud(lambda: mind_nodes(items)):
        for number, (item, top, height) in enumerate(placed, first):
            y = box[1] - offset + top
            if canvas.y(y + height + GAP) < shown.top or canvas.y(y - GAP) > shown.bottom:
                continue
            brush = Brush(canvas, springs, _of_seat(item, style), (number, type(item).__name__))
            PAINTERS[type(item)].paint(brush, item, (box[0], y, box[2], height))
    return total


def _of_seat(item: MindItem, style: Style) -> Style:
    """Return the style, in the colour of the seat that the item belongs to."""
    seat = (
        item.seat
        if isinstance(item, Bars | Series | Ribbon | Gauge | Bell | Field | Route)
        else None
    )
    return style if seat is None else dataclasses.replace(style, owner=SEAT_COLOURS[seat])


# -- notes ---------------------------------------------------------------------------------


def _note_height(canvas: Canvas, item: Note, width: float, style: Style) -> float:
    size, face = (LABEL, "bold") if style.leads else (TEXT, "text")
    return len(canvas.wrap(item.text, width, size, face)) * canvas.line_height(size, face)


def _paint_note(brush: Brush, item: Note, box: Box) -> None:
    place, width = (box[0], box[1]), box[2]
    if brush.style.leads:
        brush.canvas.paragraph(item.text, place, width, LABEL, "paper", "bold")
    else:
        brush.canvas.paragraph(item.text, place, width, TEXT, "quiet")


def _row_text(item: Bars | Lines, index: int, value: float) -> str:
    """Return the text at the right of a row: its word, or else its figures."""
    word = item.words[index] if item.words else ""
    return word or figures(value, item.unit)


# -- bars ----------------------------------------------------------------------------------


class _Track(NamedTuple):
    """The track of bars: left end, width, and the values at both ends; the size of all labels."""

    left: float
    width: float
    low: float
    high: float
    type_size: float

    def x(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.left + self.width * min(1.0, max(0.0, share))


def _bars_height(canvas: Canvas, item: Bars, width: float, style: Style) -> float:
    rows = row_height(canvas) * len(item.labels)
    return title_height(canvas, item, width, style.explained) + rows


def _scale(item: Bars) -> tuple[float, float]:
    """Return the values at the ends of the track."""
    if item.unit == "%":
        whole = item.whole or len(item.values) <= 6
        return 0.0, 1.0 if whole else nice_ceiling(max(item.values, default=1.0))
    top = nice_ceiling(max((abs(v) for v in (*item.values, *item.low, *item.high)), default=1.0))
    both = item.unit == "points" or min(item.values, default=0.0) < 0
    return (-top, top) if both else (0.0, top)


def _track(brush: Brush, item: Bars, box: Box) -> _Track:
    canvas, (x, _, w, _) = brush.canvas, box
    label = max((canvas.text_width(text, TEXT, "bold") for text in item.labels), default=0.0)
    size, most = TEXT, w * 0.4
    if label > most + 2:  # one size for all, or one seems to matter less
        label = max(canvas.text_width(text, NOTE, "bold") for text in item.labels)
        size, most = NOTE, w * 0.48
    label = min(label + 2, most) + 14
    words = ("+88.8" if item.unit != "%" else "100%", *item.words)
    value = max(canvas.text_width(text, TEXT, "bold") for text in words) + 12
    mark = MARK_WIDTH if _has_marks(item) else 0.0
    low, high = _scale(item)
    return _Track(x + label, max(8.0, w - label - value - mark), low, high, size)


def _has_marks(item: Bars) -> bool:
    """Return whether room is kept for tick and ring, so that the rows stay in place when the truth
    is known.
    """
    return item.forecast_of is not None or item.truth is not None


def _paint_bars(brush: Brush, item: Bars, box: Box) -> None:
    canvas, style = brush.canvas, brush.style
    top = paint_title(brush, item, box, style.explained)
    track, row = _track(brush, item, box), row_height(canvas)
    colour = style.owner if item.forecast_of is None else SEAT_COLOURS[item.forecast_of]
    bottom = top + row * len(item.labels)
    if track.low < 0:
        axis = track.x(0.0)
        canvas.line((axis, top + 3), (axis, bottom - 3), "line", 1.5)
    for index in range(len(item.labels)):
        _paint_bar(brush, item, index, track, (box[0], top + row * index, box[2], row), colour)
    if item.reference is not None:
        at = track.x(item.reference)
        canvas.line((at, top + 2), (at, bottom - 2), canvas.theme.mix("quiet", "raised", 0.3), 1)


def _paint_bar(
    brush: Brush, item: Bars, index: int, track: _Track, row: Box, colour: str | Colour
) -> None:
    canvas, (x, y, w, h) = brush.canvas, row
    middle, chosen = y + h / 2, index == item.chosen
    if chosen:
        paint_outline(canvas, x, y + 1, w, h - 2)
    strong = "paper" if chosen else "quiet"
    face = "bold" if chosen else "text"
    label, room = item.labels[index], track.left - x - 12
    canvas.text(label, (x, middle), track.type_size, strong, face, max_width=room)
    canvas.rect((track.left, middle - 1, track.width, 2), canvas.theme["line"])
    value = item.values[index]
    zero = track.x(max(track.low, 0.0))
    end = brush.springs.get((brush.key, index), track.x(value) - zero, 0.0) + zero
    _paint_length(canvas, zero, end, middle, _tone(canvas, colour, chosen, value))
    if item.low and item.high:
        left, right = track.x(item.low[index]), track.x(item.high[index])
        light = blend(canvas.colour(colour), canvas.theme["paper"], 0.55)
        canvas.rect((left, middle - 3, max(2.0, right - left), 6), light, 3)
    right = x + w - (MARK_WIDTH if _has_marks(item) else 0.0)
    canvas.text(_row_text(item, index, value), (right, middle), TEXT, "paper", face, "right")
    _paint_mark(canvas, item, index, (x + w - 9, middle))


def _tone(canvas: Canvas, colour: str | Colour, chosen: bool, value: float) -> Colour:
    """Return a loss is darker than a gain, so that direction is not the only sign."""
    share = 0.42 if value < 0 else 0.0
    return blend(canvas.colour(colour), canvas.theme["raised"], share)


def _paint_length(canvas: Canvas, start: float, end: float, middle: float, colour: Colour) -> None:
    left, length = min(start, end), abs(end - start)
    if length >= 0.75:
        canvas.rect((left, middle - 7, length, 14), colour, min(5.0, length / 2))


def _paint_mark(canvas: Canvas, item: Bars, index: int, centre: Point) -> None:
    """Draw a tick at what came true; a hollow ring at what was expected and did not."""
    if item.truth is None:
        return
    guess = item.chosen
    if guess is None:
        guess = max(range(len(item.values)), key=item.values.__getitem__)
    if index == item.truth:
        canvas.icon("check", centre, 22, "paper" if guess != index else "brass")
    elif index == guess:
        canvas.ring(centre, 7, "quiet", 2)


# -- heat maps -----------------------------------------------------------------------------


def _heat_line(canvas: Canvas, item: HeatMap, width: float) -> float:
    """Return the height of one row: smaller where there are many."""
    if not _heat_labelled(item):
        return min(_CELL, width / max(1, len(item.column_labels)))
    return max(_CELL, canvas.line_height(NOTE) + 2)


def _heat_labelled(item: HeatMap) -> bool:
    return len(item.row_labels) <= 24 and len(item.column_labels) <= 12


def _heat_height(canvas: Canvas, item: HeatMap, width: float, style: Style) -> float:
    head = _heat_line(canvas, item, width) if _heat_labelled(item) else 0.0
    rows = _heat_line(canvas, item, width) * len(item.row_labels)
    return title_height(canvas, item, width, True) + head + rows + 4


def _paint_heat(brush: Brush, item: HeatMap, box: Box) -> None:
    canvas, (x, _, w, _) = brush.canvas, box
    top, line = paint_title(brush, item, box, True), _heat_line(canvas, item, w)
    labelled = _heat_labelled(item)
    names = [canvas.text_width(label, NOTE, "bold") for label in item.row_labels]
    left = x + (max(names, default=0.0) + 16 if labelled else 0.0)
    cell = _pitch(x + w - left, line, len(item.column_labels))
    if labelled:
        for column, label in enumerate(item.column_labels):
            place = (left + cell * column + _square_room(cell, line) / 2, top + line / 2)
            canvas.text(label, place, NOTE, "quiet", "bold", "centre", cell)
        top += line
    shown = canvas.shown
    for row, label in enumerate(item.row_labels):
        y, used = top + line * row, row == item.outlined
        if canvas.y(y + line) < shown.top or canvas.y(y) > shown.bottom:
            continue
        if labelled:
            ink, face = ("paper", "bold") if used else ("quiet", "text")
            canvas.text(label, (x, y + line / 2), NOTE, ink, face, max_width=left - x - 4)
        _paint_heat_row(brush, item, row, (left, y, cell, line))
        if used:
            canvas.outline((x - 10, y - 1, w + 20, line + 2), "brass", 2, 7)


def _pitch(room: float, line: float, columns: int) -> float:
    """From one column to the next; where digits fit, the last ones end at the right edge."""
    even = room / max(1, columns)
    if not _has_digits(even, line) or columns < 2:
        return even
    return (room - line - 28) / (columns - 1)


def _square_room(cell: float, line: float) -> float:
    """Return the width in which a cell's square is centred: all of it if no digits fit."""
    return line if _has_digits(cell, line) else cell


def _has_digits(cell: float, line: float) -> bool:
    return cell >= line + 34


def _paint_heat_row(brush: Brush, item: HeatMap, row: int, first: Box) -> None:
    canvas, (x, y, cell, line) = brush.canvas, first
    accent, theme = canvas.colour(brush.style.accent), canvas.theme
    largest = min(line - 2, cell - 2)
    for column, value in enumerate(item.values[row]):
        share = brush.springs.get((brush.key, row, column), min(1.0, max(0.0, value)))
        side = largest * share**0.5
        centre = (x + cell * column + _square_room(cell, line) / 2, y + line / 2)
        tone = blend(theme["line"], accent, 0.15 + 0.85 * min(1.0, share * 1.6))
        place = (centre[0] - side / 2, centre[1] - side / 2, side, side)
        if side >= 1:
            canvas.rect(place, tone, 2)
        if _has_digits(cell, line):
            ink = "paper" if row == item.outlined else "quiet"
            place_of_digits = (x + cell * column + line + 28, centre[1])
            canvas.text(f"{value * 100:.0f}", place_of_digits, NOTE, ink, align="right")


# -- lines ---------------------------------------------------------------------------------


def _value_room(canvas: Canvas, item: Lines) -> float:
    texts = [_row_text(item, row, value) for row, (_, value) in enumerate(item.rows)]
    return max((canvas.text_width(text, TEXT, "bold") for text in texts), default=0.0) + 20


def _line_heights(canvas: Canvas, item: Lines, width: float) -> list[float]:
    room, line = width - _value_room(canvas, item), canvas.line_height(TEXT)
    return [len(canvas.wrap(text, room, TEXT)) * line + 8 for text, _ in item.rows]


def line_boxes(canvas: Canvas, item: Lines, box: Box, style: Style) -> list[Box]:
    """Return the boxes of the rows of lines that are painted in a box."""
    y, found = box[1] + title_height(canvas, item, box[2], style.explained), []
    for height in _line_heights(canvas, item, box[2]):
        found.append((box[0], y, box[2], height))
        y += height
    return found


def _lines_height(canvas: Canvas, item: Lines, width: float, style: Style) -> float:
    title = title_height(canvas, item, width, style.explained)
    return title + sum(_line_heights(canvas, item, width))


def _paint_lines(brush: Brush, item: Lines, box: Box) -> None:
    canvas, (x, _, w, _) = brush.canvas, box
    y = paint_title(brush, item, box, brush.style.explained)
    room, line = w - _value_room(canvas, item), canvas.line_height(TEXT)
    heights = _line_heights(canvas, item, w)
    for row, ((text, value), height) in enumerate(zip(item.rows, heights, strict=True)):
        chosen = row == item.chosen
        if chosen:
            paint_outline(canvas, x, y, w, height)
        ink = "paper" if chosen else "quiet"
        canvas.paragraph(text, (x, y + 4), room, TEXT, ink)
        shown, face = _row_text(item, row, value), "bold" if chosen else "text"
        canvas.text(shown, (x + w, y + 4 + line / 2), TEXT, "paper", face, "right")
        y += height


# -- fields --------------------------------------------------------------------------------


def top_cells(item: Field) -> Lines:
    """Return the cells of a field with the highest values, as they stand in the panel."""
    rows = tuple((word, value) for word, _, value in item.highest(CELLS_NAMED))
    if not rows and item.cells:
        rows = (("any one cell, at most", max(value for _, value in item.cells)),)
    return Lines(item.title, rows, item.unit, help=item.help)


def _field_height(canvas: Canvas, item: Field, width: float, style: Style) -> float:
    return _lines_height(canvas, top_cells(item), width, style)


def _paint_field(brush: Brush, item: Field, box: Box) -> None:
    _paint_lines(brush, top_cells(item), box)


# -- routes ---------------------------------------------------------------------------------


def _route_height(canvas: Canvas, item: Route, width: float, style: Style) -> float:
    lines = canvas.wrap(item.sentence, width, TEXT) if item.sentence else []
    title = title_height(canvas, item, width, style.explained)
    return title + len(lines) * canvas.line_height(TEXT)


def _paint_route(brush: Brush, item: Route, box: Box) -> None:
    y = paint_title(brush, item, box, brush.style.explained)
    brush.canvas.paragraph(item.sentence, (box[0], y), box[2], TEXT, "quiet")


# -- series --------------------------------------------------------------------------------


class _Plot(NamedTuple):
    """The box of a plot, its number of values, and the values at its bottom and top."""

    box: Box
    length: int
    low: float
    high: float

    def point(self, index: int, value: float) -> Point:
        x, y, w, h = self.box
        share = (value - self.low) / (self.high - self.low)
        along = index / (self.length - 1) if self.length > 1 else 0.5
        return x + w * along, y + h * (1 - min(1.0, max(0.0, share)))


def _series_height(canvas: Canvas, item: Series, width: float, style: Style) -> float:
    below = canvas.line_height(NOTE) + 4
    return title_height(canvas, item, width, style.explained) + style.plot + below


def _series_range(item: Series) -> tuple[float, float]:
    if item.unit == "%":
        return 0.0, 1.0
    known = [*item.values, *item.low, *item.high]
    known += [value for _, values in item.others for value in values]
    known += [] if item.reference is None else [item.reference]
    top = nice_ceiling(max((abs(value) for value in known), default=1.0))
    return (-top if min(known, default=0.0) < 0 or item.reference == 0 else 0.0), top


def _is_whole(item: Series) -> bool:
    """Return whether all that it shows are whole points."""
    values = (*item.values, *item.low, *item.high, *(v for _, line in item.others for v in line))
    return item.unit == "points" and all(value == int(value) for value in values)


def _paint_series(brush: Brush, item: Series, box: Box) -> None:
    canvas, (x, _, w, _) = brush.canvas, box
    top = paint_title(brush, item, box, brush.style.explained)
    if not item.values:
        canvas.text("Nothing to count yet.", (x, top + 12), TEXT, "quiet")
        return
    low, high = _series_range(item)
    whole = _is_whole(item)
    ends = (figures(high, item.unit, whole), figures(low, item.unit, whole))
    left = max(canvas.text_width(text, NOTE) for text in ends) + 10
    right = canvas.text_width("+8.88" if item.unit != "%" else "100%", TEXT, "bold") + 16
    area = (x + left, top + 4, max(8.0, w - left - right), brush.style.plot - 8)
    plot = _Plot(area, len(item.values), low, high)
    _paint_axes(brush, item, plot, (x + left - 8, ends))
    _paint_band(canvas, item, plot)
    _paint_others(canvas, item, plot)
    _paint_curve(brush, item, plot, x + w)


def _paint_axes(
    brush: Brush, item: Series, plot: _Plot, labels: tuple[float, tuple[str, str]]
) -> None:
    canvas, (x, y, w, h) = brush.canvas, plot.box
    at, (high, low) = labels
    canvas.text(high, (at, y + 2), NOTE, "quiet", align="right")
    canvas.text(low, (at, y + h - 2), NOTE, "quiet", align="right")
    canvas.rect((x, y + h, w, 1.5), "line")
    if h > LARGE_PLOT:  # what is so high needs a line to read the upper end by
        canvas.rect((x, y, w, 1), "line")
    first, last = brush.style.ends
    middle = y + h + 8 + canvas.line_height(NOTE) / 2
    count = len(item.values)
    canvas.text(first or f"{count} ago", (x, middle), NOTE, "quiet")
    canvas.text(last, (x + w, middle), NOTE, "quiet", align="right")


def _paint_band(canvas: Canvas, item: Series, plot: _Plot) -> None:
    if item.low and item.high and plot.length > 1:
        over = [plot.point(i, value) for i, value in enumerate(item.high)]
        under = [plot.point(i, value) for i, value in enumerate(item.low)]
        canvas.polygon([*over, *reversed(under)], "quiet", 46)
    if item.reference is not None:
        level = plot.point(0, item.reference)[1]
        x, _, w, _ = plot.box
        canvas.line((x, level), (x + w, level), "quiet", 1.25)


def _paint_others(canvas: Canvas, item: Series, plot: _Plot) -> None:
    """Draw the lines of other seats, thinner, each with its seat's mark at its end."""
    for seat, values in item.others:
        points = [plot.point(index, value) for index, value in enumerate(values)]
        if points:
            canvas.polyline(points, SEAT_COLOURS[seat], 1.5)
            canvas.icon(SEAT_MARKS[seat], points[-1], 11, SEAT_COLOURS[seat])


def _paint_curve(brush: Brush, item: Series, plot: _Plot, right: float) -> None:
    canvas, colour = brush.canvas, brush.style.owner
    points = [plot.point(index, value) for index, value in enumerate(item.values)]
    canvas.polyline(points, colour, 2.5)
    goal = points[-1]
    end = (goal[0], brush.springs.get((brush.key, "end"), goal[1] - plot.box[1]) + plot.box[1])
    canvas.circle(end, 4.5, colour)
    text = figures(item.values[-1], item.unit, _is_whole(item))
    y = min(max(end[1], plot.box[1] + 8), plot.box[1] + plot.box[3] - 8)
    if plot.box[3] > LARGE_PLOT:
        canvas.text(text, (end[0] + 10, y), TEXT, "paper", "bold")
    else:
        canvas.text(text, (right, y), TEXT, "paper", "bold", "right")


# -- the table of painters -----------------------------------------------------------------


class Painter(NamedTuple):
    """The height of an item at a width, and its painter."""

    height: Callable[[Canvas, Any, float, Style], float]
    paint: Callable[[Brush, Any, Box], None]


PAINTERS: Final[Mapping[type, Painter]] = MappingProxyType(
    {
        Note: Painter(_note_height, _paint_note),
        Bars: Painter(_bars_height, _paint_bars),
        HeatMap: Painter(_heat_height, _paint_heat),
        Lines: Painter(_lines_height, _paint_lines),
        Series: Painter(_series_height, _paint_series),
        Ribbon: Painter(mindmodels.ribbon_height, mindmodels.paint_ribbon),
        Holdings: Painter(mindholdings.holdings_height, mindholdings.paint_holdings),
        Gauge: Painter(mindmodels.gauge_height, mindmodels.paint_gauge),
        Meter: Painter(mindmodels.meter_height, mindmodels.paint_meter),
        Bell: Painter(mindbell.bell_height, mindbell.paint_bell),
        Field: Painter(_field_height, _paint_field),
        Route: Painter(_route_height, _paint_route),
        ContextTree: Painter(mindmodels.tree_height, mindmodels.paint_tree),
        TrialTree: Painter(mindtrials.trials_height, mindtrials.paint_trials),
        Ladder: Painter(mindrungs.ladder_height, mindrungs.paint_ladder),
    }
)

__all__ = [
    "PAINTERS",
    "REPORT_STYLE",
    "Painter",
    "Placed",
    "Style",
    "draw_items",
    "figures",
    "lay_out",
    "line_boxes",
    "nice_ceiling",
]
