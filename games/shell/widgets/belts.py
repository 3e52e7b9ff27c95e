"""Belts as they hang in the hall: one cloth for each, tied in a knot."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Colour

CLOTHS: Final[Mapping[str, Colour]] = MappingProxyType(
    {
        "white": (0xF4, 0xF1, 0xE8),
        "yellow": (0xF0, 0xD8, 0x4A),
        "green": (0x2C, 0xA0, 0x70),
        "blue": (0x3D, 0x8F, 0xD1),
        "brown": (0x8A, 0x5A, 0x38),
        "black": (0x1A, 0x1C, 0x24),
    }
)
"""The colours of belts by the first word of their names (`games.session.ladder`)."""
SHAPE: Final = 0.75  # how high a belt is by its width


def draw_belt(canvas: Canvas, box: Box, rank: str, won: bool = True) -> None:
    """Draw the belt of a `rank` in a box; one that is not won is a shadow of it."""
    colour, theme = rank.partition(" ")[0], canvas.theme
    if won:
        edge = theme.mix("brass", "ink", 0.25) if colour == "black" else theme["ink"]
        canvas.sprite("belt", box, cloth=CLOTHS[colour], edge=edge)
    else:
        canvas.sprite("belt", box, cloth=theme["raised"], edge=theme["line"])
