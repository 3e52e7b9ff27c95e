"""The painters of a crowd and of a belief about holdings.

A crowd is a curve of how many lie where, and one of them as a pin in it. The curve is what others
are, in quiet colours; the pin has the colour of its seat, a stalk down to the axis and a head that
stands above the curve.

Holdings are a row of bars for each kind, 0, 1, 2 and so on. Height is probability. A certain number
is a solid block in the columns below it, where no other number is possible; a second belief stands
beside as a narrow, quiet bar. The true number has a tick, and a ring stands at a number that was
thought likelier.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.mind import Bell, Holdings
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import NOTE, TEXT
from games.shell.mind.style import Brush, Style, paint_title, title_height

HEAD: Final = 9.0  # units; the pin's head
ABOVE: Final = 44.0  # units above the curve's top, for the head and the name over it
AXIS: Final = 8.0  # units between the axis and the words below it


def bell_height(canvas: Canvas, item: Bell, width: float, style: Style) -> float:
    """Return the plot, the words below its axis, and the sentence."""
    head = title_height(canvas, item, width, style.explained)
    told = len(canvas.wrap(item.sentence, width, TEXT)) if item.sentence else 0
    below = AXIS + canvas.line_height(NOTE) + told * canvas.line_height(TEXT)
    return head + ABOVE + style.plot + below


def paint_bell(brush: Brush, item: Bell, box: Box) -> None:
    """Draw the crowd's curve, its marks, the pin, and the sentence below."""
    canvas, (x, _, w, _) = brush.canvas, box
    top = paint_title(brush, item, box, brush.style.explained) + ABOVE
    plot: Box = (x, top, w, brush.style.plot)
    _paint_curve(canvas, item, plot)
    line = canvas.line_height(NOTE)
    below = top + brush.style.plot + AXIS + line / 2
    _paint_marks(canvas, item, plot, below)
    _paint_pin(brush, item, plot)
    if item.sentence:
        canvas.paragraph(item.sentence, (x, below + line / 2), w, TEXT, "paper", "bold")


def _share(item: Bell, value: float) -> float:
    """Return the place of a value on the axis, 0..1; values beyond stand at the end."""
    return min(1.0, max(0.0, (value - item.low) / ((item.high - item.low) or 1.0)))


def height_at(item: Bell, value: float) -> float:
    """Return the height of the curve at a value, 0..1 of its top."""
    if len(item.values) < 2:
        return 0.0
    place = _share(item, value) * (len(item.values) - 1)
    first = min(int(place), len(item.values) - 2)
    low, high = item.values[first], item.values[first + 1]
    return (low + (high - low) * (place - first)) / (max(item.values) or 1.0)


def _paint_curve(canvas: Canvas, item: Bell, plot: Box) -> None:
    x, y, w, h = plot
    bottom, most = y + h, max(item.values, default=0.0) or 1.0
    steps = max(1, len(item.values) - 1)
    points = [
        (x + w * place / steps, bottom - h * value / most)
        for place, value in enumerate(item.values)
    ]
    if len(points) > 1:
        ground = canvas.theme.mix("line", "ink", 0.25)
        canvas.polygon([(x, bottom), *points, (x + w, bottom)], ground)
        canvas.polyline(points, "quiet", 2)
    canvas.line((x, bottom), (x + w, bottom), "line", 1.5)


def _paint_marks(canvas: Canvas, item: Bell, plot: Box, middle: float) -> None:
    """Draw each word below its place, the first first, as far as it touches none before it."""
    x, y, w, h = plot
    taken: list[tuple[float, float]] = []
    for word, value in item.marks:
        half = canvas.text_width(word, NOTE) / 2
        place = x + w * _share(item, value)
        centre = min(max(place, x + half), x + w - half)
        if any(centre - half < right + 10 and centre + half > left - 10 for left, right in taken):
            continue
        canvas.line((place, y + h), (place, y + h + 5), "quiet", 1.5)
        canvas.text(word, (centre, middle), NOTE, "quiet", align="centre")
        taken.append((centre - half, centre + half))


def _paint_pin(brush: Brush, item: Bell, plot: Box) -> None:
    """The pin stands at its value from the first, and rises out of the axis above the curve."""
    canvas, (x, y, w, h) = brush.canvas, plot
    at = x + w * _share(item, item.pin)
    rise = brush.springs.get((brush.key, "pin"), 1.0, 0.0)
    tall = max(3 * HEAD, h * height_at(item, item.pin) + HEAD + 6)
    head = y + h - rise * tall
    ink = brush.style.owner
    canvas.line((at, head), (at, y + h), ink, 3)
    canvas.circle((at, head), HEAD + 2, "ink")
    canvas.circle((at, head), HEAD, ink)
    if item.name:
        half = canvas.text_width(item.name, NOTE, "bold") / 2
        centre = min(max(at, x + half), x + w - half)
        tall = canvas.line_height(NOTE)
        place = (centre, head - HEAD - 4 - tall / 2)
        ground = (centre - half - 4, place[1] - tall / 2, 2 * half + 8, tall)
        canvas.rect(ground, "ink", 5)  # or a steep curve strikes the name through
        canvas.text(item.name, place, NOTE, ink, "bold", "centre")


ROW: Final = 30.0  # units; chosen by eye
FEWEST: Final = 4  # columns that are shown at least
UNLIKELY: Final = 0.005
"""What is rarer needs no column of its own."""
KNOWN: Final = 6.0  # how high the blocks of what is known are


def columns_of(item: Holdings) -> int:
    """Return the number of columns: up to the last number that is not all but impossible."""
    rows = (*item.chances, *item.beside)
    likely = [n for row in rows for n, chance in enumerate(row) if chance > UNLIKELY]
    return max(FEWEST, 1 + max((*likely, *item.known, *item.truth), default=0))


def holdings_height(canvas: Canvas, item: Holdings, width: float, style: Style) -> float:
    """Return the title, the numbers, and a row for each kind."""
    head = title_height(canvas, item, width, True)
    return head + canvas.line_height(NOTE) + _row(canvas) * len(item.labels)


def _row(canvas: Canvas) -> float:
    return max(ROW, canvas.line_height(NOTE) + 8)


def paint_holdings(brush: Brush, item: Holdings, box: Box) -> None:
    """Draw the numbers above, and for each kind its row of bars."""
    canvas, (x, _, w, _) = brush.canvas, box
    top, row = paint_title(brush, item, box, True), _row(canvas)
    count = columns_of(item)
    names = [canvas.text_width(label, NOTE) for label in item.labels]
    left = x + max(names, default=0.0) + 14
    pitch = (x + w - left) / count
    canvas.text("cards", (x, top + canvas.line_height(NOTE) / 2), NOTE, "quiet")
    for number in range(count):
        place = (left + pitch * (number + 0.5), top + canvas.line_height(NOTE) / 2)
        canvas.text(str(number), place, NOTE, "quiet", "bold", "centre")
    top += canvas.line_height(NOTE)
    shown = canvas.shown
    for index, label in enumerate(item.labels):
        y = top + row * index
        if canvas.y(y + row) < shown.top or canvas.y(y) > shown.bottom:
            continue
        known = item.known[index] if index < len(item.known) else 0
        canvas.text(label, (x, y + row / 2), NOTE, "paper" if known else "quiet")
        canvas.rect((left, y + row - 3, x + w - left, 1), "line")
        _paint_row(brush, item, index, (left, y + 2, pitch, row - 5))


def _paint_row(brush: Brush, item: Holdings, index: int, first: Box) -> None:
    """Draw the bars of a kind; `first` is the place of the one for 0."""
    canvas, (x, y, pitch, tall) = brush.canvas, first
    chances = item.chances[index]
    beside: Sequence[float] = item.beside[index] if index < len(item.beside) else ()
    known = item.known[index] if index < len(item.known) else 0
    wide = min(26.0, pitch * (0.5 if beside else 0.64))
    for number in range(known):
        at = x + pitch * number + (pitch - wide) / 2
        canvas.rect((at, y + tall - KNOWN, wide, KNOWN), brush.style.accent, 2)
    for number, chance in enumerate(chances[: columns_of(item)]):
        share = brush.springs.get((brush.key, index, number), min(1.0, max(0.0, chance)))
        at = x + pitch * number + (pitch - wide) / 2
        high = max(1.5, tall * share) if chance > UNLIKELY / 10 else 0.0
        sure = known == number and chance > 1 - UNLIKELY
        tone = brush.style.accent if sure else canvas.theme.mix("line", SERIES[1], 0.45)
        if high:
            canvas.rect((at, y + tall - high, wide, high), tone, min(3.0, high / 2))
        if number < len(beside) and beside[number] > UNLIKELY / 10:
            other = max(1.5, tall * min(1.0, beside[number]))
            canvas.rect((at + wide + 2, y + tall - other, 4, other), "quiet", 1)
    if index < len(item.truth):
        _paint_truth(brush, chances, item.truth[index], first)


def _paint_truth(brush: Brush, chances: Sequence[float], truth: int, first: Box) -> None:
    """Draw a tick at what was held, and a ring at what was thought likelier."""
    canvas, (x, y, pitch, tall) = brush.canvas, first
    best = max(range(len(chances)), key=chances.__getitem__, default=truth)
    canvas.icon("check", (x + pitch * (truth + 0.5), y + tall / 2), 16, "brass")
    if best != truth:
        canvas.ring((x + pitch * (best + 0.5), y + tall / 2), 7, "paper", 2)
