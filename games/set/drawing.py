"""How a card of Set looks: paper with one to three shapes, and what lies over it.

Three shapes of our own, solid, striped or open, in three colours that also differ in lightness, so
that all can be told apart in greyscale.
"""

from __future__ import annotations

from typing import Final

from games.set.rules.cards import DIGITS
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Colour

SHAPES: Final = ("oval", "wave", "diamond")
SHADINGS: Final = ("solid", "striped", "open")
COLOURS: Final[tuple[Colour, ...]] = ((0x2E, 0x2A, 0x80), (0xC8, 0x4A, 0x18), (0xDB, 0x9A, 0x0B))
"""Indigo, vermillion and amber: lightness 22, 48 and 69 of 100 in CIELAB."""
COLOUR_NAMES: Final = ("indigo", "red", "amber")
PAPER: Final[Colour] = (0xFB, 0xF8, 0xF0)
HIDDEN: Final[Colour] = (0x2A, 0x1F, 0x38)
ASPECT: Final = 1.5
"""A card lies: so many times as wide as it is high."""
_SYMBOL: Final = 0.5  # of a symbol's height is its width
_HIGH: Final = 0.78  # of the card's height is a symbol; chosen by eye
STRIP: Final = 0.17
"""Of the card's height, at its foot, where the key of the card stands; chosen by eye."""
_APART: Final = 0.10  # of the card's height between two symbols; chosen by eye


def words(card: int) -> str:
    """A card in words: "two striped red waves"."""
    colour, shape, shading, number = DIGITS[card]
    noun = SHAPES[shape] + ("s" if number else "")
    many = ("one", "two", "three")[number]
    return f"{many} {SHADINGS[shading]} {COLOUR_NAMES[colour]} {noun}"


def draw_card(
    canvas: Canvas,
    card: int,
    box: Box,
    mark: str = "",
    letters: bool = False,
    alpha: int = 255,
    strip: bool = False,
) -> None:
    """A card in a box; `mark` is the colour of a frame around it, `letters` tell its colour too.

    A `strip` at its foot is left free of symbols.
    """
    x, y, w, h = box
    radius = h * 0.1
    if mark:
        canvas.rect((x - 5, y - 5, w + 10, h + 10), mark, radius + 4)
    canvas.rect(box, PAPER, radius)
    if alpha > 0:
        symbols = (x, y + h * 0.03, w, h * (1 - STRIP)) if strip else box
        _draw_symbols(canvas, card, symbols, alpha)
    if letters:
        letter = COLOUR_NAMES[DIGITS[card][0]][0].upper()
        canvas.text(letter, (x + h * 0.1, y + h * 0.14), h * 0.16, (70, 66, 80), "bold", "centre")


def _draw_symbols(canvas: Canvas, card: int, box: Box, alpha: int) -> None:
    x, y, w, h = box
    colour, shape, shading, number = DIGITS[card]
    high = min(h, w / ASPECT) * _HIGH
    wide, apart = high * _SYMBOL, h * _APART
    count = number + 1
    left = x + (w - count * wide - number * apart) / 2
    name = f"set-{SHAPES[shape]}-{SHADINGS[shading]}"
    for each in range(count):
        place = (left + each * (wide + apart), y + (h - high) / 2, wide, high)
        canvas.sprite(name, place, alpha=alpha, ink=COLOURS[colour])


def draw_back(canvas: Canvas, box: Box) -> None:
    """A card that is not shown, while the race stands still."""
    x, y, w, h = box
    canvas.panel(box, HIDDEN, "purple", 2, h * 0.1)
    canvas.icon("eye-off", (x + w / 2, y + h / 2), h * 0.3, "line")
