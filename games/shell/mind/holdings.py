"""The painter of a belief about holdings: for each kind a row of bars, 0, 1, 2 and so on.

Height is probability. A certain number is a solid block in the columns below it, where no other
number is possible; a second belief stands beside as a narrow, quiet bar. The true number has a
tick, and a ring stands at a number that was thought likelier.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.mind import Holdings
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import NOTE
from games.shell.mind.style import Brush, Style, paint_title, title_height

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
    """The numbers above, and for each kind its row of bars."""
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
    """The bars of a kind; `first` is the place of the one for 0."""
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
    """A tick at what was held, and a ring at what was thought likelier."""
    canvas, (x, y, pitch, tall) = brush.canvas, first
    best = max(range(len(chances)), key=chances.__getitem__, default=truth)
    canvas.icon("check", (x + pitch * (truth + 0.5), y + tall / 2), 16, "brass")
    if best != truth:
        canvas.ring((x + pitch * (best + 0.5), y + tall / 2), 7, "paper", 2)
