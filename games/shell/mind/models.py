"""Painters for the parts of a model: ribbons of weights, gauges, meters and context trees.

A ribbon's bands lie in the order of its names, the first on top, and are numbered at their right
ends. The names below have the same order and numbers, so that the bands can be recognised without
their colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Final

from games.mind import ContextNode, ContextTree, Gauge, Meter, Ribbon
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import NOTE, TEXT, Colour, blend
from games.shell.mind.style import (
    PLOT_HEIGHT,
    Brush,
    Style,
    figures,
    paint_outline,
    paint_title,
    row_height,
    title_height,
)

# Units, chosen by eye.
METER_TRACK: Final = 34.0
BRANCH: Final = 22.0
MOST_MOMENTS: Final = 60
"""A longer ribbon is drawn through every second of its moments, every third, and so on."""
LEADER: Final = 20.0  # units; chosen by eye
NUMBER_PITCH: Final = 0.92
"""Numbers of a ribbon's bands are so many lines apart."""
_THICK, _THIN = 4.0, 1.5  # units; chosen by eye


def _step_line(canvas: Canvas) -> float:
    """Return the height of one line of a legend or a tree."""
    return max(22.0, canvas.line_height(NOTE) + 5)


# -- ribbons -------------------------------------------------------------------------------


def ribbon_height(canvas: Canvas, item: Ribbon, width: float, style: Style) -> float:
    """Return the plot, the words at its ends, and one line a name."""
    ends = canvas.line_height(NOTE) + 8
    legend = _step_line(canvas) * len(item.names)
    head = title_height(canvas, item, width, style.explained)
    return head + _bands_height(canvas, item) + ends + legend


def _bands_height(canvas: Canvas, item: Ribbon) -> float:
    """As high as other plots, or as the numbers of the bands need."""
    return max(PLOT_HEIGHT, 4 + NUMBER_PITCH * canvas.line_height(NOTE) * len(item.names))


def band_tone(brush: Brush, number: int, count: int) -> Colour:
    """Return the colour of band `number` of `count`: from light to dark, every other one apart."""
    theme, colour = brush.canvas.theme, brush.canvas.colour(brush.style.owner)
    share = number / max(1, count - 1)
    if share < 0.5:
        tone = blend(theme["paper"], colour, 0.15 + 1.7 * share)
    else:
        tone = blend(colour, theme["raised"], 1.4 * (share - 0.5))
    return tone if number % 2 else blend(tone, theme["paper"], 0.2)


def paint_ribbon(brush: Brush, item: Ribbon, box: Box) -> None:
    """Draw bands on each other over time, thick where a name counted much."""
    canvas, (x, _, w, _) = brush.canvas, box
    top = paint_title(brush, item, box, brush.style.explained)
    high, numbers = _bands_height(canvas, item), LEADER + canvas.text_width("8", NOTE, "bold")
    plot = (x, top + 2, w - numbers, high - 4)
    canvas.rect(plot, canvas.theme.mix("raised", "ink", 0.5), 4)
    if item.weights:
        key = (item.weights, brush.style.owner)
        canvas.picture(plot, key, lambda: _paint_bands(brush, item, plot))
        _paint_numbers(brush, item, plot)
    else:
        canvas.text("Nothing to weigh yet.", (x + 12, top + 20), TEXT, "quiet")
    below = top + high + 2 + canvas.line_height(NOTE) / 2
    canvas.text("start", (x, below), NOTE, "quiet")
    last = brush.style.ends[1]
    canvas.text(last, (x + w - numbers, below), NOTE, "quiet", align="right")
    _paint_legend(brush, item, (x, top + high + canvas.line_height(NOTE) + 8, w, 0))


def _paint_bands(brush: Brush, item: Ribbon, plot: Box) -> None:
    canvas, (x, y, w, h) = brush.canvas, plot
    weights = item.weights if len(item.weights) > 1 else 2 * item.weights  # one is a level band
    count, last = len(item.names), len(weights) - 1
    stride = -(-last // MOST_MOMENTS)
    moments = [*range(0, last, stride), last]
    edges: list[list[Point]] = [[] for _ in range(count + 1)]
    for moment in moments:
        for edge, share in zip(edges, accumulate(weights[moment], initial=0.0), strict=True):
            edge.append((x + w * moment / last, y + h * min(1.0, share)))
    for number in range(count):
        tone = band_tone(brush, number, count)
        canvas.polygon([*edges[number], *reversed(edges[number + 1])], tone)
    for edge in edges[1:-1]:
        canvas.polyline(edge, "ink", 1.25)


def number_places(weights: Sequence[float], high: float, pitch: float) -> list[float]:
    """Return the places of the numbers of bands with these `weights`: near their middles, `pitch`
    apart.

    All in units below the top of a plot that is `high`.
    """
    ends = list(accumulate(weights, initial=0.0))
    wanted = [high * min(1.0, (a + b) / 2) for a, b in pairwise(ends)]
    places: list[float] = []
    for number, middle in enumerate(wanted):
        lowest = places[-1] + pitch if places else pitch / 2
        highest = high - pitch * (len(wanted) - number - 0.5)
        places.append(min(max(middle, lowest), max(lowest, highest)))
    return places


def _paint_numbers(brush: Brush, item: Ribbon, plot: Box) -> None:
    """Draw the number of each band at its right end, with a line to the band."""
    canvas, (x, y, w, h) = brush.canvas, plot
    now = item.weights[-1]
    ends = list(accumulate(now, initial=0.0))
    places = number_places(now, h, min(NUMBER_PITCH * canvas.line_height(NOTE), h / len(now)))
    largest = max(range(len(now)), key=now.__getitem__)
    for number, place in enumerate(places):
        middle = y + h * min(1.0, (ends[number] + ends[number + 1]) / 2)
        ink, face = ("paper", "bold") if number == largest else ("quiet", "text")
        canvas.line((x + w + 1, middle), (x + w + LEADER - 5, y + place), "quiet", 1.25)
        canvas.text(str(number + 1), (x + w + LEADER, y + place), NOTE, ink, face)


def _paint_legend(brush: Brush, item: Ribbon, box: Box) -> None:
    canvas, (x, y, w, _) = brush.canvas, box
    line, now = _step_line(canvas), item.weights[-1] if item.weights else (0.0,) * len(item.names)
    room = canvas.text_width("100%", NOTE, "bold") + 8
    largest = max(range(len(now)), key=now.__getitem__) if any(now) else -1
    for number, name in enumerate(item.names):
        middle = y + line * (number + 0.5)
        ink, face = ("paper", "bold") if number == largest else ("quiet", "text")
        canvas.text(str(number + 1), (x, middle), NOTE, ink, face)
        canvas.rect((x + 16, middle - 6, 12, 12), band_tone(brush, number, len(item.names)), 3)
        canvas.text(name, (x + 36, middle), NOTE, ink, face, max_width=w - room - 44)
        if item.weights:
            canvas.text(figures(now[number], "%"), (x + w, middle), NOTE, "paper", face, "right")


# -- gauges --------------------------------------------------------------------------------


def _sentence_height(canvas: Canvas, item: Gauge, width: float) -> float:
    if not item.sentence:
        return 0.0
    return len(canvas.wrap(item.sentence, width, TEXT)) * canvas.line_height(TEXT) + 8


def gauge_height(canvas: Canvas, item: Gauge, width: float, style: Style) -> float:
    """Return the sentence, then one row a step."""
    head = title_height(canvas, item, width, style.explained)
    return head + _sentence_height(canvas, item, width) + row_height(canvas) * len(item.labels)


def paint_gauge(brush: Brush, item: Gauge, box: Box) -> None:
    """Draw a ladder: belief in each step as length, a brass outline at where it stands."""
    canvas, (x, _, w, _) = brush.canvas, box
    top = paint_title(brush, item, box, brush.style.explained)
    if item.sentence:
        canvas.paragraph(item.sentence, (x, top), w, TEXT, "quiet")
        top += _sentence_height(canvas, item, w)
    widths = [canvas.text_width(label, TEXT, "bold") for label in item.labels]
    label = min(max(widths, default=0.0) + 16, w * 0.56)
    value, row = canvas.text_width("100%", TEXT, "bold") + 12, row_height(canvas)
    track = (x + 24 + label, max(8.0, w - label - value - 24))
    for number in range(len(item.labels)):
        _paint_step(brush, item, number, (x, top + row * number, w, row), track)


def _paint_step(
    brush: Brush, item: Gauge, number: int, row: Box, track: tuple[float, float]
) -> None:
    canvas, (x, y, w, h) = brush.canvas, row
    left, length = track
    middle, here = y + h / 2, number == item.index
    if number:
        canvas.line((x + 8, y - h / 2 + 7), (x + 8, middle - 7), "line", 2)
    if here:
        paint_outline(canvas, x, y + 1, w, h - 2)
        canvas.circle((x + 8, middle), 6, brush.style.owner)
    else:
        canvas.ring((x + 8, middle), 5, "quiet", 2)
    ink, face = ("paper", "bold") if here else ("quiet", "text")
    canvas.text(item.labels[number], (x + 24, middle), TEXT, ink, face, max_width=left - x - 34)
    canvas.rect((left, middle - 1, length, 2), "line")
    share = min(1.0, max(0.0, item.values[number]))
    end = brush.springs.get((brush.key, number), length * share, 0.0)
    if end >= 0.75:
        canvas.rect((left, middle - 7, end, 14), brush.style.owner, min(5.0, end / 2))
    canvas.text(figures(item.values[number], "%"), (x + w, middle), TEXT, "paper", face, "right")


# -- meters --------------------------------------------------------------------------------


def meter_height(canvas: Canvas, item: Meter, width: float, style: Style) -> float:
    """Return the track and the figures under it."""
    head = title_height(canvas, item, width, style.explained)
    return head + METER_TRACK + canvas.line_height(NOTE) + 2


def paint_meter(brush: Brush, item: Meter, box: Box) -> None:
    """Draw a track that is filled up to the value, with a mark at the reference."""
    canvas, (x, _, w, _) = brush.canvas, box
    top = paint_title(brush, item, box, brush.style.explained)
    room = canvas.text_width("+88.8" if item.unit != "%" else "100%", TEXT, "bold") + 14
    length, middle = max(8.0, w - room), top + METER_TRACK / 2

    def at(value: float) -> float:
        share = (value - item.low) / ((item.high - item.low) or 1.0)
        return length * min(1.0, max(0.0, share))

    canvas.rect((x, middle - 9, length, 18), canvas.theme.mix("raised", "ink", 0.6), 9)
    start = at(max(item.low, min(0.0, item.high)))
    end = brush.springs.get((brush.key, "value"), at(item.value), start)
    left, wide = min(start, end), abs(end - start)
    if wide >= 0.75:
        canvas.rect((x + left, middle - 9, wide, 18), brush.style.owner, min(9.0, wide / 2))
    canvas.text(figures(item.value, item.unit), (x + w, middle), TEXT, "paper", "bold", "right")
    _paint_meter_marks(brush, item, (x, middle, length), at)


def _paint_meter_marks(
    brush: Brush, item: Meter, track: tuple[float, float, float], at: Callable[[float], float]
) -> None:
    """Draw a mark and a figure at the reference, and the figures at both ends where there is
    room.
    """
    canvas, (x, middle, length) = brush.canvas, track
    below = middle + METER_TRACK / 2 + canvas.line_height(NOTE) / 2
    low, high = figures(item.low, item.unit), figures(item.high, item.unit)
    left, right = x + length, x
    if item.reference is not None:
        place, text = x + at(item.reference), figures(item.reference, item.unit)
        canvas.rect((place - 1, middle - 13, 2.5, 26), "paper")
        half = canvas.text_width(text, NOTE) / 2
        place = min(max(place, x + half), x + length - half)
        canvas.text(text, (place, below), NOTE, "paper", align="centre")
        left, right = place - half - 8, place + half + 8
    if x + canvas.text_width(low, NOTE) <= left:
        canvas.text(low, (x, below), NOTE, "quiet")
    if x + length - canvas.text_width(high, NOTE) >= right:
        canvas.text(high, (x + length, below), NOTE, "quiet", align="right")


# -- context trees -------------------------------------------------------------------------


def tree_height(canvas: Canvas, item: ContextTree, width: float, style: Style) -> float:
    """Return one line a context."""
    head = title_height(canvas, item, width, style.explained)
    return head + _step_line(canvas) * max(1, len(item.nodes))


def paint_tree(brush: Brush, item: ContextTree, box: Box) -> None:
    """Paint branches from top to bottom; the path in use is thick, the others thin.

    The disc's area is the context's frequency among its siblings, the bar at the right the
    probability of the symbol in its label.
    """
    canvas, (x, _, w, _) = brush.canvas, box
    top, line = paint_title(brush, item, box, brush.style.explained), _step_line(canvas)
    if not item.nodes:
        canvas.text("Nothing to branch yet.", (x, top + line / 2), TEXT, "quiet")
        return
    _paint_branches(brush, item, (x + 8, top + line / 2), line)
    for number, node in enumerate(item.nodes):
        _paint_node(brush, node, number, (x, top + line * number, w, line))


def _paint_branches(brush: Brush, item: ContextTree, first: Point, line: float) -> None:
    """From each context back to its parent, thin ones first so that the path lies on top."""
    parents: list[int] = []
    latest: dict[int, int] = {}
    for number, node in enumerate(item.nodes):
        parents.append(latest.get(node.depth - 1, -1))
        latest[node.depth] = number
    for thick in (False, True):
        for number, node in enumerate(item.nodes):
            if parents[number] >= 0 and node.on_path is thick:
                _paint_branch(brush, (number, parents[number]), node, first, line)


def _paint_branch(
    brush: Brush, ends: tuple[int, int], node: ContextNode, first: Point, line: float
) -> None:
    canvas, (x, y) = brush.canvas, first
    width = _THICK if node.on_path else _THIN
    colour = brush.style.owner if node.on_path else "line"
    stem = x + BRANCH * (node.depth - 1)
    start, end = y + line * ends[1], y + line * ends[0]
    canvas.rect((stem - width / 2, start, width, end - start + width / 2), colour)
    canvas.rect((stem - width / 2, end - width / 2, BRANCH, width), colour)


def _paint_node(brush: Brush, node: ContextNode, number: int, row: Box) -> None:
    canvas, (x, y, w, h) = brush.canvas, row
    middle, left = y + h / 2, x + 8 + BRANCH * node.depth
    radius = 2.5 + 5.5 * min(1.0, max(0.0, node.share)) ** 0.5
    canvas.circle((left, middle), radius + 2, "raised")
    canvas.circle((left, middle), radius, brush.style.owner if node.on_path else "quiet")
    bar = min(64.0, w * 0.2)
    room = canvas.text_width("100%", NOTE, "bold") + 8
    ink, face = ("paper", "bold") if node.on_path else ("quiet", "text")
    text_room = w - (left - x) - 16 - bar - room - 8
    canvas.text(node.label, (left + 16, middle), NOTE, ink, face, max_width=text_room)
    begin = x + w - room - bar
    canvas.rect((begin, middle - 1, bar, 2), "line")
    end = brush.springs.get((brush.key, number), bar * min(1.0, max(0.0, node.value)), 0.0)
    if end >= 0.75:
        tone = brush.style.owner if node.on_path else "quiet"
        canvas.rect((begin, middle - 4, end, 8), tone, min(3.0, end / 2))
    canvas.text(figures(node.value, "%"), (x + w, middle), NOTE, "paper", face, "right")
