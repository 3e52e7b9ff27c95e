"""The things that canvases made once: fonts, lines of text and shapes, by their size in pixels.

A word with letters that a face lacks, such as a Greek, Cyrillic or Vietnamese name, is drawn whole
in the fallback of that face. A letter that the fallback lacks, too, is drawn as a box. Nothing here
depends on a scale or a theme, so canvases of any size can share it.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import pygame

from games.paths import ASSETS
from games.shell.draw.theme import Colour

FONT_FOLDER = ASSETS / "fonts"
FONT_FILES = {
    "title": "Fredoka-SemiBold.ttf",
    "text": "AtkinsonHyperlegible-Regular.ttf",
    "bold": "AtkinsonHyperlegible-Bold.ttf",
    "text fallback": "NotoSans-Regular.ttf",
    "bold fallback": "NotoSans-Bold.ttf",
}
FALLBACKS = {"title": "bold fallback", "text": "text fallback", "bold": "bold fallback"}
"""The face that has letters which a face lacks."""
# Bounds in bytes, chosen by hand.
TEXT_BYTES = 6 * 1024 * 1024
SHAPE_BYTES = 24 * 1024 * 1024
WIDTHS_KEPT = 10_000  # about 2 MB; chosen by hand
_ASKED = 12  # pixels; which letters a font has is the same at every height
_NOWHERE = "\U0010fffd"  # a letter that no font has


class SurfaceCache:
    """Surfaces by key, the least recently used given up past a number of bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._kept: OrderedDict[Any, pygame.Surface] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> pygame.Surface | None:
        """Return the surface kept under `key`, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, surface: pygame.Surface) -> pygame.Surface:
        """Keep a `surface` under `key` and return it."""
        old = self._kept.pop(key, None)
        if old is not None:
            self.bytes -= old.get_width() * old.get_height() * 4
        self._kept[key] = surface
        self.bytes += surface.get_width() * surface.get_height() * 4
        while self.bytes > self.limit and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self.bytes -= old.get_width() * old.get_height() * 4
        return surface

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self.bytes = 0


class MadeTexts:
    """Fonts by face and height, and texts measured or drawn before, up to a number of bytes.

    `texts` and `shapes` hold surfaces; a key holds all that its surface depends on.
    """

    def __init__(self, texts: int = TEXT_BYTES, shapes: int = SHAPE_BYTES) -> None:
        self.texts = SurfaceCache(texts)
        self.shapes = SurfaceCache(shapes)
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self.widths: dict[tuple[str, str, int], int] = {}
        self._has: dict[tuple[str, str], bool] = {}
        self._boxes: dict[str, bytes] = {}

    def font(self, face: str, height: int) -> pygame.font.Font:
        """Return the font of a `face` that is `height` pixels high."""
        key = (face, height)
        found = self._fonts.get(key)
        if found is None:
            file = str(FONT_FOLDER / FONT_FILES[face])
            found = self._fonts[key] = pygame.font.Font(file, height)
        return found

    def width(self, text: str, face: str, height: int) -> int:
        """Return the width of a `text` in pixels; a font measures it only once."""
        key = (text, face, height)
        found = self.widths.get(key)
        if found is None:
            if len(self.widths) >= WIDTHS_KEPT:
                self.widths.clear()
            found = self.widths[key] = self._measure(text, face, height)
        return found

    def _measure(self, text: str, face: str, height: int) -> int:
        try:
            parts = self._parts(text, face)
            return sum(self.font(own, height).size(part)[0] for own, part in parts)
        except pygame.error:  # a text of no width
            return 0

    def render(self, text: str, face: str, height: int, colour: Colour) -> pygame.Surface:
        """Draw a line of `text`; raises `pygame.error` for a text of no width."""
        parts = self._parts(text, face)
        if len(parts) == 1 and parts[0][0] == face:
            return self.font(face, height).render(text, True, colour)
        fonts = [self.font(own, height) for own, _ in parts]
        drawn = [f.render(part, True, colour) for f, (_, part) in zip(fonts, parts, strict=True)]
        # what reaches above a font makes its surface higher, and its baseline lower
        bases = [
            f.get_ascent() + max(0, surface.get_height() - f.get_height())
            for f, surface in zip(fonts, drawn, strict=True)
        ]
        font = self.font(face, height)
        base, below = font.get_ascent(), font.get_height() - font.get_ascent()
        # as much room above as below, so that the middle of the line stays where it is
        more = max(0, max(bases) - base)
        more = max(more, *(s.get_height() - b - below for s, b in zip(drawn, bases, strict=True)))
        whole = (sum(s.get_width() for s in drawn), font.get_height() + 2 * more)
        line, x = pygame.Surface(whole, pygame.SRCALPHA), 0
        for surface, own in zip(drawn, bases, strict=True):
            line.blit(surface, (x, more + base - own))
            x += surface.get_width()
        return line

    def _parts(self, text: str, face: str) -> list[tuple[str, str]]:
        """Split a line into parts, each with the face that draws it."""
        fallback = FALLBACKS.get(face)
        if fallback is None or text.isascii() or self._whole(text, face):
            return [(face, text)]
        parts: list[tuple[str, str]] = []
        for word in re.split("( +)", text):
            lacking = not self._whole(word, face) and self._whole(word, fallback)
            own = fallback if lacking else face
            if parts and (own == parts[-1][0] or not word.strip(" ")):
                parts[-1] = (parts[-1][0], parts[-1][1] + word)
            elif word:
                parts.append((own, word))
        return parts

    def _whole(self, text: str, face: str) -> bool:
        """Return whether a face has every letter of a text."""
        return text.isascii() or all(self._holds(face, letter) for letter in text)

    def _holds(self, face: str, letter: str) -> bool:
        found = self._has.get((face, letter))
        if found is None:
            if len(self._has) >= WIDTHS_KEPT:
                self._has.clear()
            found = self._has[face, letter] = self._drawn(face, letter) != self._box(face)
        return found

    def _box(self, face: str) -> bytes:
        """Return what a face draws for a letter that it lacks."""
        found = self._boxes.get(face)
        if found is None:
            found = self._boxes[face] = self._drawn(face, _NOWHERE)
        return found

    def _drawn(self, face: str, letter: str) -> bytes:
        try:
            surface = self.font(face, _ASKED).render(letter, True, "white")
        except pygame.error:  # a letter of no width
            return b""
        return pygame.image.tobytes(surface, "RGBA")

    def limit(self, texts: int, shapes: int) -> None:
        """Keep texts and shapes of up to these numbers of bytes."""
        self.texts.limit, self.shapes.limit = texts, shapes

    def clear(self) -> None:
        """Forget all, as after a change of the window's scale."""
        self._fonts.clear()
        self.widths.clear()
        self.texts.clear()
        self.shapes.clear()
