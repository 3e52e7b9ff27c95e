"""The movement of arrows from one spot of a table to the nearest one that way.

A spot is any part that can be pressed, by name and with its box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from games.shell.draw.canvas import Box, Point

ARROWS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
)
"""The actions of the arrows, with how far each goes across and down."""
ASIDE: Final = (3.0, 1.0)
"""How much farther off something counts for each unit that it lies aside, across and down a row;
by feel."""
LEAST: Final = 4.0
"""Units that a spot lies that way at least; by feel."""
Spots = Sequence[tuple[str, Box]]
"""What can be pressed, by name, with its box in units."""


def nearest(cursor: str, way: str, spots: Spots) -> str:
    """Return the spot nearest to the one called `cursor` in the direction of an arrow, else itself.

    Without a spot of that name, return the first; "" where there is none at all. If several spots
    have one name, the first counts.
    """
    boxes: dict[str, Box] = {}
    for name, box in spots:
        boxes.setdefault(name, box)
    if cursor not in boxes:
        return next(iter(boxes), "")
    x, y = _middle(boxes[cursor])
    across, down = ARROWS[way]
    best, least = cursor, float("inf")
    for name, box in boxes.items():
        to_x, to_y = _middle(box)[0] - x, _middle(box)[1] - y
        ahead, aside = to_x * across + to_y * down, abs(to_x * down) + abs(to_y * across)
        far = ahead + ASIDE[down != 0] * aside
        if ahead > LEAST and far < least:
            best, least = name, far
    return best


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
