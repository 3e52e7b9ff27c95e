"""The painter of a ladder: a rung for each choice, its ways side by side as coins.

Below a coin stands how good it is for who chooses, and who comes out of it best. What is expected
has a brass frame, what was done a tick, what was expected in its place a ring.
"""

from __future__ import annotations

from typing import Final

from games.mind import Fork, Ladder, Way
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT
from games.shell.mind.style import Brush, Style, figures, paint_title, title_height

# Units; chosen by eye.
COIN: Final = 15.0
WIDEST: Final = 78.0
SIDE: Final = 18.0
APART: Final = 10.0


def _tall(canvas: Canvas) -> float:
    """Return the height of a rung: its name, its coins, and two lines below."""
    return canvas.line_height(TEXT) + 2 * COIN + 8 + 2 * canvas.line_height(NOTE) + APART


def ladder_height(canvas: Canvas, item: Ladder, width: float, style: Style) -> float:
    """Return the title and a rung for each fork."""
    return title_height(canvas, item, width, True) + _tall(canvas) * len(item.forks)


def paint_ladder(brush: Brush, item: Ladder, box: Box) -> None:
    """The rungs below each other, held by a line at their left."""
    canvas, (x, _, w, _) = brush.canvas, box
    top, tall = paint_title(brush, item, box, True), _tall(brush.canvas)
    marks = [top + tall * n + canvas.line_height(TEXT) / 2 for n in range(len(item.forks))]
    if marks:
        canvas.line((x + 7, marks[0]), (x + 7, top + tall * len(marks) - APART), "line", 2)
    shown = canvas.shown
    for number, fork in enumerate(item.forks):
        y = top + tall * number
        if canvas.y(y + tall) >= shown.top and canvas.y(y) <= shown.bottom:
            _paint_fork(brush, fork, (x, y, w, tall))


def _paint_fork(brush: Brush, fork: Fork, box: Box) -> None:
    """Paint the seat that chooses, and every way."""
    canvas, (x, y, w, _) = brush.canvas, box
    middle = y + canvas.line_height(TEXT) / 2
    canvas.circle((x + 7, middle), 11, "raised")
    canvas.icon(SEAT_MARKS[fork.seat], (x + 7, middle), 15, SEAT_COLOURS[fork.seat])
    canvas.text(fork.name, (x + 24, middle), TEXT, "paper", "bold", max_width=w - 24)
    wide = min(WIDEST, (w - SIDE) / max(1, len(fork.ways)))
    tall = 2 * COIN + 8 + 2 * canvas.line_height(NOTE)
    for number, way in enumerate(fork.ways):
        place = (x + SIDE + wide * number, y + canvas.line_height(TEXT), wide, tall)
        _paint_way(canvas, way, place, number == fork.chosen)
        if fork.truth >= 0 and number in (fork.truth, fork.chosen):
            _paint_truth(canvas, place, number == fork.truth)


def _paint_way(canvas: Canvas, way: Way, box: Box, chosen: bool) -> None:
    """A coin with its number, or a word; what it is worth, and where it leads."""
    x, y, w, h = box
    middle = (x + w / 2, y + 4 + COIN)
    if chosen:
        canvas.outline((x + 1, y, w - 2, h), "brass", 2, 8)
    if way.word.isdigit():
        canvas.circle(middle, COIN, "brass" if chosen else "line")
        if not chosen:
            canvas.circle(middle, COIN - 2, "ink")
        ink = "ink" if chosen else "paper"
        canvas.text(way.word, middle, COIN * 1.2, ink, "title", "centre")
    else:
        ink, face = ("paper", "bold") if chosen else ("quiet", "text")
        canvas.text(way.word, middle, TEXT, ink, face, "centre", w - 4)
    line = canvas.line_height(NOTE)
    below = y + 2 * COIN + 6 + line / 2
    ink = "paper" if chosen else "quiet"
    told = figures(way.value, "%")
    canvas.text(told, (middle[0], below), NOTE + 1, ink, "bold", "centre", w)
    _paint_end(canvas, way, (middle[0], below + line), w)


def _paint_end(canvas: Canvas, way: Way, middle: tuple[float, float], wide: float) -> None:
    """The mark of who comes out best, and by what."""
    if way.goal < 0:
        canvas.text(way.end, middle, NOTE, "quiet", align="centre", max_width=wide - 4)
        return
    x, y = middle
    room = canvas.text_width(way.end, NOTE)
    left = x - (16 + room) / 2
    canvas.icon(SEAT_MARKS[way.goal], (left + 6, y), 11, SEAT_COLOURS[way.goal])
    canvas.text(way.end, (left + 16, y), NOTE, "quiet")


def _paint_truth(canvas: Canvas, box: Box, came: bool) -> None:
    """A tick at what was done, a ring at what was expected in its place."""
    x, y, w, _ = box
    corner = (x + w - 9, y + 8)
    if came:
        canvas.icon("check", corner, 15, "brass")
    else:
        canvas.ring(corner, 5.5, "paper", 2)
