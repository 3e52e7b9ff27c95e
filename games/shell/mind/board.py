"""The cell values of a mind, drawn on the board itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from games.mind import Field, Mind
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import SEAT_COLOURS, TEXT, Colour

CELLS_NAMED: Final = 5
"""So many cells of a field stand by name in the panel; all of them are on the board."""
LEAST_LETTER: Final = 11.0  # units; smaller ones cannot be read
EMBER = 0.92
"""The side of a cell's square at probability 1, as a share of the cell."""

CellBox = Callable[[str], Box | None]
"""Where a cell of the board is, or None for one that is not in sight."""


def draw_fields(canvas: Canvas, mind: Mind, cell_box: CellBox, owner: str | Colour) -> int:
    """Draw the fields of a mind over the board; return the number of cells drawn.

    `cell_box` returns the box of a cell, `owner` is the colour of the thinker.
    """
    drawn = 0
    for item in mind:
        if isinstance(item, Field):
            ink = owner if item.seat is None else SEAT_COLOURS[item.seat]
            drawn += _draw_field(canvas, item, cell_box, ink)
            if item.lettered:
                draw_letters(canvas, item, cell_box)
    return drawn


def draw_letters(canvas: Canvas, item: Field, cell_box: CellBox) -> int:
    """Write on the board the letters by which the panel calls the highest cells of a field.

    Returns how many were in sight.
    """
    drawn = 0
    for letter, name, _ in item.highest(CELLS_NAMED):
        box = cell_box(name)
        if box is None:
            continue
        x, y, w, h = box
        size = min(TEXT, max(LEAST_LETTER, 0.62 * h))
        centre = (x + w / 2, y + h / 2)
        canvas.circle(centre, size * 0.62, "ink")
        canvas.text(letter, centre, size, "paper", "bold", "centre")
        drawn += 1
    return drawn


def _draw_field(canvas: Canvas, item: Field, cell_box: CellBox, ink: str | Colour) -> int:
    drawn = 0
    for (name, _), share in zip(item.cells, shares(item), strict=True):
        box = cell_box(name)
        if box is None or share <= 0.0:
            continue
        side = max(2.0, EMBER * math.sqrt(share) * min(box[2], box[3]))
        left, top = box[0] + (box[2] - side) / 2, box[1] + (box[3] - side) / 2
        canvas.rect((left, top, side, side), ink, side * 0.2, 190)
        drawn += 1
    return drawn


def shares(item: Field) -> list[float]:
    """Return the area of each cell's square, 0..1: its probability, or its place in the range."""
    values = [value for _, value in item.cells]
    if item.unit == "%":
        return [min(1.0, max(0.0, value)) for value in values]
    low, high = min(values, default=0.0), max(values, default=1.0)
    return [(value - low) / max(1e-9, high - low) for value in values]
