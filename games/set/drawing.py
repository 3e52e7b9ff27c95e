"""The drawing of a card of Set: paper with one to three shapes, and the marks over it.

Three shapes of our own, solid, striped or open, in three colours that also differ in lightness, so
that all can be recognised in greyscale.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from games.set.looks import INKS, USUAL, USUAL_INKS, CardStyle
from games.set.model import Passed
from games.set.rules.cards import CARDS, DIGITS
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import EDGE, LABEL, NOTE, Colour, contrast

SHAPES: Final = ("oval", "wave", "diamond")
SHADINGS: Final = ("solid", "striped", "open")
PAPER: Final[Colour] = (0xFB, 0xF8, 0xF0)
LETTER: Final[Colour] = (0x1A, 0x16, 0x20)
HIDDEN: Final[Colour] = (0x2A, 0x1F, 0x38)
ASPECT: Final = 1.5
"""A card lies: so many times as wide as it is high."""
_SYMBOL: Final = 0.5  # of a symbol's height is its width
_HIGH: Final = 0.78  # of the card's height is a symbol; chosen by eye
STRIP: Final = 0.17
"""Of the card's height, at its foot, where the key of the card stands; chosen by eye."""
KEY_SIZE: Final = 12.0
"""The least size of a key's letter, in units; chosen by eye."""
AHEAD: Final = 0.5
"""Of the room for what was painted all cards may take; by hand."""
AT_ONCE: Final = 2
"""So many cards are painted ahead in a frame: a tenth of a table's."""
_APART: Final = 0.10  # of the card's height between two symbols; chosen by eye


def words(card: int) -> str:
    """Return a card in words: "two striped red waves"."""
    colour, shape, shading, number = DIGITS[card]
    noun = SHAPES[shape] + ("s" if number else "")
    many = ("one", "two", "three")[number]
    return f"{many} {SHADINGS[shading]} {USUAL_INKS[colour]} {noun}"


def draw_card(
    canvas: Canvas,
    card: int,
    box: Box,
    mark: str = "",
    letters: bool = False,
    alpha: int = 255,
    strip: bool = False,
    style: CardStyle = USUAL,
) -> None:
    """Draw a card in a box; `mark` is the colour of a frame around it, `letters` tell its colour
    too.

    A `strip` at its foot is left free of symbols. The `style` has its colours and its way up.
    """
    x, y, w, h = box
    if mark:
        canvas.rect((x - 5, y - 5, w + 10, h + 10), mark, min(w, h) * 0.1 + 4)
    if alpha >= 255:
        canvas.blit(face(canvas, card, box, letters, strip, style), canvas.box(box).topleft)
        return
    _paint(canvas, card, box, letters, alpha, strip, style)


def face(
    canvas: Canvas, card: int, box: Box, letters: bool, strip: bool, style: CardStyle
) -> pygame.Surface:
    """Return a card as it lies in a box, painted once for each size, wherever it lies."""
    size = _pixels(canvas, box)
    key = ("set face", card, size, letters, strip, style, canvas.theme.larger_text)
    found = canvas.made.shapes.get(key)
    if found is None:
        found = pygame.Surface(size, pygame.SRCALPHA)
        other = canvas.sibling(found, (box[2], box[3]))
        _paint(other, card, (0, 0, box[2], box[3]), letters, 255, strip, style)
        canvas.made.shapes.put(key, found)
    return found


def _pixels(canvas: Canvas, box: Box) -> tuple[int, int]:
    """Return the size of a card in pixels, one size for all places."""
    return canvas.pixels(box[2]), canvas.pixels(box[3])


def _paint(
    canvas: Canvas, card: int, box: Box, letters: bool, alpha: int, strip: bool, style: CardStyle
) -> None:
    """Draw the paper, the symbols, and the letter of the colour where it is wanted."""
    x, y, w, h = box
    short = min(w, h)
    canvas.rect(box, PAPER, short * 0.1)
    if alpha > 0:
        foot = strip_height(canvas, box)
        symbols = (x, y + foot * 0.2, w, h - foot) if strip else box
        _draw_symbols(canvas, card, symbols, alpha, style)
    if letters or style.letters:
        corner = (x + short * 0.125, y + short * 0.125)
        _draw_letter(canvas, style.inks[DIGITS[card][0]], corner, short)


def _draw_letter(canvas: Canvas, ink: str, centre: Point, short: float) -> None:
    """Draw the first letter of a colour on a dot of it, which no key looks like; `short` is the
    shorter side of the card.
    """
    colour = INKS[ink]
    told = max((PAPER, LETTER), key=lambda each: contrast(each, colour))
    canvas.circle(centre, short * 0.105, colour)
    canvas.text(ink[0].upper(), centre, short * 0.15, told, "bold", "centre")


class Faces:
    """The cards of the deck, painted ahead, a few a frame, at their present size on the table."""

    def __init__(self) -> None:
        """Begin without any painted."""
        self._kind: tuple[object, ...] = ()
        self._next = 0

    def paint_some(
        self, canvas: Canvas, box: Box, letters: bool, strip: bool, style: CardStyle
    ) -> None:
        """Paint a few more; where all of them would take too much room, none."""
        size = _pixels(canvas, box)
        kind = (size, letters, strip, style, canvas.theme.larger_text)
        if kind != self._kind:
            self._kind, self._next = kind, 0
        room = canvas.made.shapes.limit * AHEAD
        if size[0] * size[1] * 4 * CARDS > room:
            return
        for card in range(self._next, min(self._next + AT_ONCE, CARDS)):
            face(canvas, card, box, letters, strip, style)
        self._next += AT_ONCE


def strip_height(canvas: Canvas, box: Box) -> float:
    """Return the strip at a card's foot for its key, with room for the least letter."""
    short = min(box[2], box[3])
    least = canvas.theme.text_size(KEY_SIZE) * 0.9
    return min(max(STRIP * short, least), short / 3)


def _draw_symbols(canvas: Canvas, card: int, box: Box, alpha: int, style: CardStyle) -> None:
    """Draw one to three symbols in the middle, side by side; on an upright card lying, in a
    pile.
    """
    x, y, w, h = box
    colour, shape, shading, number = DIGITS[card]
    name = f"set-{SHAPES[shape]}-{SHADINGS[shading]}"
    ink = INKS[style.inks[colour]]
    long, across = (w, h) if style.upright else (h, w)
    high = min(long, across / ASPECT) * _HIGH
    wide, apart = high * _SYMBOL, high / _HIGH * _APART
    start = (across - (number + 1) * wide - number * apart) / 2
    for each in range(number + 1):
        along, aside = start + each * (wide + apart), (long - high) / 2
        if style.upright:
            canvas.sprite(f"{name}-lying", (x + aside, y + along, high, wide), alpha=alpha, ink=ink)
        else:
            canvas.sprite(name, (x + along, y + aside, wide, high), alpha=alpha, ink=ink)


def draw_back(canvas: Canvas, box: Box) -> None:
    """Draw a card that is not shown, while the race stands still."""
    x, y, w, h = box
    short = min(w, h)
    canvas.panel(box, HIDDEN, "purple", 2, short * 0.1)
    canvas.icon("eye-off", (x + w / 2, y + h / 2), short * 0.3, "line")


# The sets that no player saw, in units; chosen by eye.
PASSED_TOP: Final = 128.0
PASSED_GAP: Final = 14.0
PASSED_WIDEST: Final = 178.0
PASSED_SHOWN: Final = 2
"""So many of the sets that were passed by."""


def draw_passed(canvas: Canvas, passed: Sequence[Passed], style: CardStyle) -> None:
    """Draw the cloth, and at its right the sets that lay there longest, with how long."""
    canvas.sprite("set-backdrop", (0, 0, canvas.width, canvas.height))
    left = canvas.width / 2 + PASSED_GAP
    room = canvas.width - EDGE - left
    y = PASSED_TOP
    canvas.text("What nobody saw", (left, y), LABEL, "brass", "bold", max_width=room)
    y += canvas.line_height(LABEL) + 4
    for each in passed[:PASSED_SHOWN]:
        count = len(each.cards)
        wide = min(PASSED_WIDEST, (room - PASSED_GAP * (count - 1)) / count)
        high = wide / ASPECT
        for number, card in enumerate(each.cards):
            box = (left + number * (wide + PASSED_GAP), y, wide, high)
            draw_card(canvas, card, box, style=style._replace(upright=False))
        y += high + canvas.line_height(NOTE) * 0.8
        tables = f"{each.tables} table{'s' * (each.tables != 1)}"
        told = f"{each.seconds:.0f} s, {tables}"
        canvas.text(told, (left, y), NOTE + 2, "paper", max_width=room)
        y += canvas.line_height(NOTE + 2) + PASSED_GAP
