"""The scroll at the fighters' feet: the last eight exchanges as two rows of signs, newest right.

Whoever gained in a round has a disc of its colour behind its sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.karate.exchange import Round
from games.karate.fighters import ICONS
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS

SHOWN: Final = 8
# Units, chosen by eye.
CELL: Final = 40.0
ROW: Final = 31.0
MARGIN: Final = 36.0
HEIGHT: Final = 2 * ROW + 4
WIDTH: Final = SHOWN * CELL + 2 * MARGIN
_SIGN: Final = 22.0
_PAPER: Final = (0xE9, 0xDD, 0xC0)
_EDGE: Final = (0xB9, 0xA0, 0x72)
_INK: Final = (0x22, 0x20, 0x2A)
_ROD: Final = (0x7A, 0x4B, 0x2E)
_GAINED: Final = {0: (0x3C, 0x9D, 0xDC), 1: (0xF0, 0xA2, 0x1E)}
"""The seats' colours a little darker and lighter, for signs in ink upon them."""


def draw_scroll(canvas: Canvas, centre: float, top: float, rounds: Sequence[Round]) -> None:
    """The scroll around a `centre` with its upper edge at `top`; empty before the first round."""
    left, shown = centre - WIDTH / 2, tuple(rounds[-SHOWN:])
    box = (left, top, WIDTH, HEIGHT)
    canvas.picture(box, ("scroll", shown), lambda: _paint(canvas, box, shown))
    for rod in (left - 6, left + WIDTH - 4):
        canvas.rect((rod, top - 5, 10, HEIGHT + 10), _ROD, 5)


def _paint(canvas: Canvas, box: Box, shown: Sequence[Round]) -> None:
    """The paper and what stands on it."""
    left, top, _, _ = box
    _draw_paper(canvas, box)
    for seat in (0, 1):
        y = top + 2 + ROW * (seat + 0.5)
        canvas.circle((left + 20, y), 10, "ink")
        canvas.icon(SEAT_MARKS[seat], (left + 20, y), 12, SEAT_COLOURS[seat])
    first = left + MARGIN + CELL * (SHOWN - len(shown))
    for number, played in enumerate(shown):
        x = first + CELL * (number + 0.5)
        if number == len(shown) - 1:
            canvas.panel((x - CELL / 2 + 1, top + 2, CELL - 2, HEIGHT - 4), _PAPER, _ROD, 1.5, 8)
        for seat in (0, 1):
            y = top + 2 + ROW * (seat + 0.5)
            if (played.lead > 0) if seat == 0 else (played.lead < 0):
                canvas.circle((x, y), 14, _GAINED[seat])
            canvas.icon(ICONS[played.moves[seat]], (x, y), _SIGN, _INK)


def _draw_paper(canvas: Canvas, box: Box) -> None:
    x, y, w, h = box
    canvas.panel(box, _PAPER, _EDGE, 1.5, 4)
    canvas.line((x + MARGIN - 4, y + h / 2), (x + w - MARGIN + 4, y + h / 2), _EDGE, 1)
