"""What canvases made once: fonts, lines of text and shapes, by their size in pixels.

Nothing here depends on a scale or a theme, so canvases of any size can share it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import pygame

from games.paths import ASSETS

FONT_FOLDER = ASSETS / "fonts"
FONT_FILES = {
    "title": "Fredoka-SemiBold.ttf",
    "text": "AtkinsonHyperlegible-Regular.ttf",
    "bold": "AtkinsonHyperlegible-Bold.ttf",
}
# Bounds in bytes, chosen by hand.
TEXT_BYTES = 6 * 1024 * 1024
SHAPE_BYTES = 24 * 1024 * 1024
WIDTHS_KEPT = 10_000  # about 2 MB; chosen by hand


class SurfaceCache:
    """Surfaces by key, the least recently used given up past a number of bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._kept: OrderedDict[Any, pygame.Surface] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> pygame.Surface | None:
        """The surface kept under `key`, or None."""
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


class Made:
    """Fonts by face and height, and what was measured or drawn before, up to so many bytes.

    `texts` and `shapes` hold surfaces; those who put something there say all in its key that it
    depends on.
    """

    def __init__(self, texts: int = TEXT_BYTES, shapes: int = SHAPE_BYTES) -> None:
        self.texts = SurfaceCache(texts)
        self.shapes = SurfaceCache(shapes)
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self.widths: dict[tuple[str, str, int], int] = {}

    def font(self, face: str, height: int) -> pygame.font.Font:
        """The font of a `face` that is `height` pixels high."""
        key = (face, height)
        found = self._fonts.get(key)
        if found is None:
            file = str(FONT_FOLDER / FONT_FILES[face])
            found = self._fonts[key] = pygame.font.Font(file, height)
        return found

    def width(self, text: str, face: str, height: int) -> int:
        """How many pixels wide a `text` is; a font measures it only once."""
        key = (text, face, height)
        found = self.widths.get(key)
        if found is None:
            if len(self.widths) >= WIDTHS_KEPT:
                self.widths.clear()
            found = self.widths[key] = self._measure(text, face, height)
        return found

    def _measure(self, text: str, face: str, height: int) -> int:
        try:
            return self.font(face, height).size(text)[0]
        except pygame.error:  # a text of no width
            return 0

    def limit(self, texts: int, shapes: int) -> None:
        """Keep texts and shapes of up to so many bytes."""
        self.texts.limit, self.shapes.limit = texts, shapes

    def clear(self) -> None:
        """Forget all, as after a change of the window's scale."""
        self._fonts.clear()
        self.widths.clear()
        self.texts.clear()
        self.shapes.clear()
