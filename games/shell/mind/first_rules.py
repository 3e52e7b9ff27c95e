"""The rules of a game in a few lines with pictures, for the mind view before it has a mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import GAP, TEXT

# Units, chosen by eye.
PICTURE: Final = 52.0
BESIDE: Final = 14.0
BETWEEN: Final = 12.0


class RuleLine(NamedTuple):
    """A rule in one sentence, and its picture: a painter around a point, of a size in units.

    >>> RuleLine("Land on a rosette: roll again.", lambda canvas, centre, size: None).text
    'Land on a rosette: roll again.'
    """

    text: str
    paint: Callable[[Canvas, Point, float], None]


def icon_rule(text: str, icon: str, ink: str = "brass") -> RuleLine:
    """Return a rule whose picture is one of the signs of the arcade."""
    return RuleLine(text, lambda canvas, at, size: canvas.icon(icon, at, 0.62 * size, ink))


def rules_height(canvas: Canvas, lines: Sequence[RuleLine], width: float) -> float:
    """Return the height of the `lines` in a column of a `width`, with the gap below them."""
    return sum(_tall(canvas, line, width) + BETWEEN for line in lines) + GAP if lines else 0.0


def draw_rules(canvas: Canvas, lines: Sequence[RuleLine], box: Box) -> None:
    """Draw the `lines` from the top of a box, each beside its picture."""
    x, y, w, _ = box
    for line in lines:
        tall = _tall(canvas, line, w)
        top = y + (tall - PICTURE) / 2
        canvas.panel((x, top, PICTURE, PICTURE), "ink", "line", 1.5, 10)
        line.paint(canvas, (x + PICTURE / 2, top + PICTURE / 2), PICTURE)
        room = w - PICTURE - BESIDE
        words = len(canvas.wrap(line.text, room, TEXT)) * canvas.line_height(TEXT)
        canvas.paragraph(line.text, (x + PICTURE + BESIDE, y + (tall - words) / 2), room, TEXT)
        y += tall + BETWEEN


def _tall(canvas: Canvas, line: RuleLine, width: float) -> float:
    lines = len(canvas.wrap(line.text, width - PICTURE - BESIDE, TEXT))
    return max(PICTURE, lines * canvas.line_height(TEXT))
