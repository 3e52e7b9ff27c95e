"""The bubble over a fighter's head: what it had expected, as four signs of different size.

It opens after the blow and stays until the next round. The area of a sign is the probability of
that move, the one that was played is ringed.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from games.karate.fighters import ICONS
from games.karate.rules import MOVES
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import SEAT_COLOURS

OPENS: Final = 0.24  # seconds until all of it is there
# Units, chosen by eye.
CELL: Final = 58.0
HEIGHT: Final = 66.0
WIDTH: Final = 4 * CELL + 20
TAIL: Final = 16.0
_LARGEST: Final = 48.0
_STEP: Final = 4.0
"""Signs have sizes in such steps, so that few are rasterised."""
_SMALLEST: Final = 12.0
LEGEND: Final = (
    "In the bubble: bigger = I expected it more. Ring = what you did.",
    "Bigger = I expected it more. Ring = what you did.",
)
"""How to read the bubble, the fullest first."""
SHORT_LEGEND: Final = "Ring: what you did."
"""The same on the last page, which has few words; its title says what is larger."""


class Thought(NamedTuple):
    """A seat's forecast of the other, by `MOVES`; `played` is the move then, or None before."""

    seat: int
    shares: tuple[float, ...]
    played: int | None = None


def sign_size(share: float) -> float:
    """Return the width of a move's sign with this probability, in units."""
    size = _LARGEST * math.sqrt(max(0.0, min(1.0, share)))
    return max(_SMALLEST, _STEP * round(size / _STEP))


def bubble_box(stage: Box, head: Point, seat: int) -> Box:
    """Return the box of the bubble: over the `head` of a seat, a little towards the middle of the
    stage.
    """
    x, _, w, _ = stage
    lean = -0.25 if seat else 0.25
    left = head[0] + lean * WIDTH - WIDTH / 2
    margin = 112.0  # the points of both sides stand in the corners
    left = min(max(left, x + margin), x + w - margin - WIDTH)
    return (left, head[1] - HEIGHT - TAIL, WIDTH, HEIGHT)


def draw_thought(canvas: Canvas, box: Box, head: Point, thought: Thought, grown: float) -> None:
    """Draw the bubble in its box over a head, `grown` from 0 to 1: first the tail, then the
    signs.
    """
    x, y, w, h = box
    owner = SEAT_COLOURS[thought.seat]
    edge = x + w * (0.68 if thought.seat else 0.32)
    steps = ((edge * 0.3 + head[0] * 0.7, head[1] + 3, 4.5), (edge, head[1] - 10, 8.0))
    for number, (left, top, radius) in enumerate(steps):
        if grown * 4 > number:
            canvas.circle((left, top), radius, owner)
            canvas.circle((left, top), radius - 2, "ink")
    if grown < 0.5:
        return
    canvas.panel(box, "ink", owner, 2, h / 2)
    for number, (move, share) in enumerate(zip(MOVES, thought.shares, strict=True)):
        centre = (x + (w - 4 * CELL) / 2 + CELL * (number + 0.5), y + h / 2)
        played = number == thought.played
        ink = "paper" if played or thought.played is None else "quiet"
        canvas.icon(ICONS[move], centre, sign_size(share), ink)
        if played:
            canvas.ring(centre, CELL / 2 - 1, SEAT_COLOURS[1 - thought.seat], 3)
