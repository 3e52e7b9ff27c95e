"""The drawing surface: all is placed in virtual units and drawn at the real scale.

A window of 16:9 is 1280 x 720 units whatever its pixels. Other shapes get more height (up to 800)
or a width between 960 and 1440 units; beyond that the canvas is centred and the ground colour fills
the rest. Text, sprites and round shapes are made at the pixel size they are shown at and kept in
bounded caches, so they are sharp at every scale.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar
from unicodedata import category

import pygame
import pygame.gfxdraw

from games.shell.draw.display_list import RecordedSurface
from games.shell.draw.made import SHAPE_BYTES, TEXT_BYTES, MadeTexts
from games.shell.draw.sprites import SpriteCache
from games.shell.draw.strokes import (
    around_points,
    blits,
    fill,
    gradient,
    keep,
    nine_patch,
    outline,
    polygon,
    smooth_ring,
    thick_line,
    veil,
)
from games.shell.draw.theme import CORNER, TEXT, Colour, Theme

# Units: shapes from 4:3 to 2:1; chosen by eye.
MIN_WIDTH, MAX_WIDTH = 960, 1440
MIN_HEIGHT, MAX_HEIGHT = 720, 800
SMALLEST_WINDOW = (600, 420)  # pixels, below which text cannot be read; chosen by eye
_LONGEST_TEXT = 400  # characters of one line; more is never meant for a screen
_WIDEST_TEXT = 8192  # pixels
_MEASURES_KEPT = 1000  # chosen by hand, to bound the memory
Value = TypeVar("Value")
_MOST_TEXT_BYTES = 32 * 1024 * 1024  # in the largest windows; chosen by hand
_MOST_SHAPE_BYTES = 160 * 1024 * 1024  # the same: a ground of 3840 x 2160 has 33 MB
_SMALL_PANEL = 12_000
"""Panels of up to so many square units are kept whole."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Canvas(RecordedSurface):
    """A pygame surface that is drawn on in virtual units.

    `width` and `height` are the virtual size; `size` is that in pixels, `scale` is pixels a unit;
    `theme` gives colours.
    `made` keeps what was drawn last, `measures` how texts were laid out.
    A canvas can be made for any surface: the window, or the miniature of a game. Between
    `begin_frame` and `end_frame` it records (`games.shell.draw.display_list`).
    """

    def __init__(self, surface: pygame.Surface, theme: Theme, sprites: SpriteCache | None = None):
        self.theme = theme
        self.sprites = sprites or SpriteCache()
        self.made = MadeTexts()
        self._forget()
        self.resize(surface)

    def _forget(self) -> None:
        self.measures: dict[Any, Any] = {}
        self._zooms: dict[float, dict[Any, Any]] = {}
        self._mark = object()  # of the pictures that were painted since

    def resize(self, surface: pygame.Surface, units: tuple[float, float] | None = None) -> None:
        """Draw on another surface; `units` forces a virtual size that fits into it."""
        self._place(surface, units)
        larger = max(1.0, self.scale) ** 2
        texts = min(TEXT_BYTES * larger, _MOST_TEXT_BYTES)
        self.made.limit(round(texts), round(min(SHAPE_BYTES * larger, _MOST_SHAPE_BYTES)))
        self.made.clear()
        self._forget()

    def _place(self, surface: pygame.Surface, units: tuple[float, float] | None) -> None:
        self._draw_on(surface)
        self._measure_out(surface.get_size(), units)

    def _measure_out(self, pixels: tuple[int, int], units: tuple[float, float] | None) -> None:
        width, height, self.scale = fit(pixels) if units is None else _fit_units(pixels, units)
        self.width, self.height = width, height
        self.size = pixels
        self.left = (pixels[0] - width * self.scale) / 2
        self.top = (pixels[1] - height * self.scale) / 2

    def sibling(self, surface: pygame.Surface, units: tuple[float, float]) -> Canvas:
        """Return a canvas for another surface, `units` large, that shares what this one has
        made.
        """
        other = self._another()
        other._place(surface, units)
        return other

    def upper_part(self, high: int, units: tuple[float, float]) -> Canvas:
        """Return the upper `high` pixels as a canvas of its own, `units` large, to be drawn on
        under a clip; see `draw_with`.
        """
        other = self._another()
        other._measure_out((self.size[0], high), units)
        other.draw_with(self)
        return other

    def _another(self) -> Canvas:
        other = Canvas.__new__(Canvas)
        other.theme, other.sprites, other.made = self.theme, self.sprites, self.made
        other._forget()
        return other

    # -- places ------------------------------------------------------------------------

    def x(self, units: float) -> int:
        """Return the virtual x `units` in pixels."""
        return round(self.left + units * self.scale)

    def y(self, units: float) -> int:
        """Return the virtual y `units` in pixels."""
        return round(self.top + units * self.scale)

    def pixels(self, units: float) -> int:
        """Return the length `units` in whole pixels, at least 1."""
        return max(1, round(units * self.scale))

    def box(self, box: Box) -> pygame.Rect:
        """Return a virtual box (left, top, width, height) in pixels; neighbours meet exactly."""
        left, top = self.x(box[0]), self.y(box[1])
        return pygame.Rect(left, top, self.x(box[0] + box[2]) - left, self.y(box[1] + box[3]) - top)

    def units(self, pixel: Sequence[float]) -> Point:
        """Return the point `pixel` of the window in virtual units."""
        return (pixel[0] - self.left) / self.scale, (pixel[1] - self.top) / self.scale

    @contextmanager
    def clip(self, box: Box) -> Iterator[None]:
        """Draw only inside a box."""
        before = self.shown
        self.set_clip(self.box(box).clip(before))
        try:
            yield
        finally:
            self.set_clip(before)

    @contextmanager
    def shifted(self, down: float) -> Iterator[None]:
        """Draw all `down` units further down, as in a scrolled view."""
        top = self.top
        self.top = top + round(down * self.scale)
        try:
            yield
        finally:
            self.top = top

    @contextmanager
    def zoomed(self, factor: float) -> Iterator[None]:
        """Draw all this much larger, places too: a point is then `factor` times as far off.

        Layouts kept meanwhile are kept apart.
        """
        before = self.scale, self.measures
        self.measures = self._zooms.setdefault(factor, {})
        self.scale *= factor
        try:
            yield
        finally:
            self.scale, self.measures = before

    def colour(self, colour: str | Colour) -> Colour:
        """Return a colour by its name in the theme, or as it is."""
        return self.theme[colour] if isinstance(colour, str) else colour

    # -- shapes ------------------------------------------------------------------------

    def fill(self, colour: str | Colour) -> None:
        """Fill the whole surface with a `colour`."""
        whole = self._list.bounds
        self.put(fill, whole, self.colour(colour), tuple(whole), covers=True)

    def rect(self, box: Box, colour: str | Colour, radius: float = 0, alpha: int = 255) -> None:
        """Draw a filled rectangle of a `colour`, with round corners of a `radius` and an opacity
        `alpha` of 0..255.
        """
        place = self.box(box)
        if place.w <= 0 or place.h <= 0:
            return
        corner = min(round(radius * self.scale), place.w // 2, place.h // 2)
        chosen = self.colour(colour)
        if alpha < 255 and corner < 2:
            self.put(veil, place, tuple(place), chosen, alpha)
        elif alpha < 255:
            self._blit_translucent(place, chosen, corner, alpha)
        elif corner < 2:
            self.put(fill, place, chosen, tuple(place), covers=True)
        else:
            disc = self._disc(corner, chosen)
            self.put(nine_patch, place, tuple(place), chosen, disc)

    def _blit_translucent(
        self, place: pygame.Rect, colour: Colour, corner: int, alpha: int
    ) -> None:
        key = ("veil", place.size, colour, corner, alpha)
        found = self.made.shapes.get(key)
        if found is None:
            found = pygame.Surface(place.size, pygame.SRCALPHA)
            pygame.draw.rect(found, (*colour, alpha), found.get_rect(), border_radius=corner)
            self.made.shapes.put(key, found)
        self.blit(found, place.topleft)

    def panel(
        self,
        box: Box,
        colour: str | Colour = "raised",
        border: str | Colour | None = None,
        width: float = 2,
        radius: float = CORNER,
    ) -> None:
        """Draw a surface of a `colour`, round by a `radius`, with an optional `border` of `width`
        inside the box.
        """
        if border is None:
            self.rect(box, colour, radius)
            return
        thick = max(width, 1 / self.scale)
        inner = (box[0] + thick, box[1] + thick, box[2] - 2 * thick, box[3] - 2 * thick)
        if not self._blit_panel(box, inner, (border, colour), (radius, max(0, radius - thick))):
            self.rect(box, border, radius)
            self.rect(inner, colour, max(0, radius - thick))

    def _blit_panel(
        self,
        box: Box,
        inner: Box,
        colours: tuple[str | Colour, str | Colour],
        radii: tuple[float, float],
    ) -> bool:
        """Draw a small panel as one kept surface; return False where it is too large or has no
        round corner.
        """
        place, inside = self.box(box), self.box(inner)
        corners = [round(radius * self.scale) for radius in radii]
        corners[0] = min(corners[0], place.w // 2, place.h // 2)
        corners[1] = min(corners[1], inside.w // 2, inside.h // 2)
        if min(corners) < 2 or place.w * place.h > _SMALL_PANEL * self.scale**2:
            return False
        border, colour = (self.colour(each) for each in colours)
        inside.move_ip(-place.x, -place.y)
        key = ("panel", place.size, *inside, border, colour, *corners)
        found = self.made.shapes.get(key)
        if found is None:
            found = self.made.shapes.put(key, pygame.Surface(place.size, pygame.SRCALPHA))
            nine_patch(found, found.get_rect(), border, self._disc(corners[0], border))
            nine_patch(found, inside, colour, self._disc(corners[1], colour))
        self.blit(found, place.topleft)
        return True

    def outline(self, box: Box, colour: str | Colour, width: float = 2, radius: float = 0) -> None:
        """Draw the outline of a rectangle in a `colour`, drawn inside the box, round by a
        `radius`.
        """
        corner = round(radius * self.scale)
        place, thick = self.box(box), self.pixels(width)
        self.put(outline, place, tuple(place), self.colour(colour), thick, corner)

    def circle(self, centre: Point, radius: float, colour: str | Colour) -> None:
        """Draw a smooth filled circle of a `colour`; `centre` and `radius` are units."""
        size = max(1, round(radius * self.scale))
        x, y = self.left + centre[0] * self.scale, self.top + centre[1] * self.scale
        self.blit(self._disc(size, self.colour(colour)), (round(x - size), round(y - size)))

    def ring(self, centre: Point, radius: float, colour: str | Colour, width: float = 2) -> None:
        """Draw a smooth circle's outline in a `colour`, `width` units inside the `radius` around
        `centre`.
        """
        size = max(2, round(radius * self.scale))
        thick = min(size, self.pixels(width))
        chosen = self.colour(colour)
        key = ("ring", size, thick, chosen)
        found = self.made.shapes.get(key)
        if found is None:
            found = self.made.shapes.put(key, smooth_ring(size, thick, chosen))
        x, y = self.left + centre[0] * self.scale, self.top + centre[1] * self.scale
        self.blit(found, (round(x - size), round(y - size)))

    def _disc(self, radius: int, colour: Colour) -> pygame.Surface:
        key = ("disc", radius, colour)
        found = self.made.shapes.get(key)
        if found is None:
            found = self.made.shapes.put(key, smooth_ring(radius, radius, colour))
        return found

    def line(self, start: Point, end: Point, colour: str | Colour, width: float = 1) -> None:
        """Draw a smooth straight line of a `colour` from `start` to `end`."""
        self.polyline((start, end), colour, width)

    def polyline(self, points: Sequence[Point], colour: str | Colour, width: float = 2) -> None:
        """Smooth lines of a `colour` that connect the `points`."""
        chosen, thick = self.colour(colour), width * self.scale
        placed = [(self.left + x * self.scale, self.top + y * self.scale) for x, y in points]
        for first, last in itertools.pairwise(placed):
            place = around_points((first, last), thick)
            self.put(thick_line, place, first, last, chosen, thick, whole=True)

    def polygon(self, points: Sequence[Point], colour: str | Colour, alpha: int = 255) -> None:
        """Draw a smooth filled polygon through `points` in a `colour`, its opacity `alpha`
        0..255.
        """
        placed = tuple((self.x(x), self.y(y)) for x, y in points)
        place, chosen = around_points(placed), (*self.colour(colour), alpha)
        self.put(polygon, place, placed, chosen, whole=True)

    def shade(self, box: Box, colour: str | Colour, top: int, bottom: int) -> None:
        """Draw a veil of a `colour` whose opacity (0..255) goes from `top` to `bottom` down the
        box.
        """
        place, chosen = self.box(box), self.colour(colour)
        if place.w <= 0 or place.h <= 0:
            return
        key = ("shade", place.size, chosen, top, bottom)
        found = self.made.shapes.get(key)
        if found is None:
            found = self.made.shapes.put(key, gradient(place.size, chosen, top, bottom))
        self.blit(found, place.topleft)

    # -- pictures ----------------------------------------------------------------------

    def sprite(
        self, name: str, box: Box, *, flip: bool = False, alpha: int = 255, **colours: str | Colour
    ) -> None:
        """Draw the drawing `name` from the assets, in its own proportions, inside a box.

        `flip` mirrors it, `alpha` is its opacity of 0..255.
        """
        place = self.box(box)
        if place.w <= 0 or place.h <= 0:
            return
        chosen = {key: self.colour(value) for key, value in colours.items()}
        surface = self.sprites(name, place.w, place.h, flip=flip, **chosen)
        self.blit(surface, place.topleft, alpha)

    def icon(self, name: str, centre: Point, size: float, colour: str | Colour = "paper") -> None:
        """Draw the one-colour sign `name`, `size` units wide, centred on the point `centre`."""
        box = (centre[0] - size / 2, centre[1] - size / 2, size, size)
        self.sprite(name, box, ink=colour)

    def blits(self, placed: Sequence[Hashable], box: Box) -> None:
        """Draw many surfaces at once, all inside a `box`: each with its pixel, as
        `Surface.blits`.
        """
        self.put(blits, self.box(box), tuple(placed))

    def picture(self, box: Box, key: Hashable, paint: Callable[[], None]) -> None:
        """Paint what lies in a box, and keep it as it then is on the surface, ground included.

        The next time the same `key` is at the same place it is blitted whole; so it must be all
        that the picture depends on, but for the theme, and its ground must stay the same.
        """
        place = self.box(box).clip(self.shown)
        if place.w <= 0 or place.h <= 0:
            return
        whole = ("picture", self._mark, key, tuple(place), tuple(box))
        found = self.made.shapes.get(whole)
        if found is None:
            with self.aloud(tuple):  # the words of a picture are its caller's
                paint()
            self.put(keep, place, self.made.shapes.put, whole, tuple(place))
        else:
            self.blit(found, place.topleft)

    # -- text --------------------------------------------------------------------------

    def font(self, size: float, face: str = "text") -> pygame.font.Font:
        """Return the font of a `face` for a `size` in units, at the real scale."""
        return self.made.font(face, self._height(size))

    def _height(self, size: float) -> int:
        return max(6, round(self.theme.text_size(size) * self.scale))

    def text_width(self, text: str, size: float = TEXT, face: str = "text") -> float:
        """Return the width of a `text` of this `size` and `face`, in units."""
        return self._measure(_printable(text), size, face)

    def _measure(self, text: str, size: float, face: str) -> float:
        return self.made.width(text, face, self._height(size)) / self.scale

    def cached(self, key: tuple[Any, ...], make: Callable[[], Value]) -> Value:
        """Return the value that `make` gave for `key` before, or now; all is forgotten past a
        bound.
        """
        found: Value | None = self.measures.get(key)
        if found is None:
            if len(self.measures) >= _MEASURES_KEPT:
                self.measures.clear()
            found = self.measures[key] = make()
        return found

    def line_height(self, size: float = TEXT, face: str = "text") -> float:
        """Return the distance between two lines of this `size` and `face`, in units."""
        return self.font(size, face).get_linesize() / self.scale

    def text(
        self,
        text: str,
        place: Point,
        size: float = TEXT,
        colour: str | Colour = "paper",
        face: str = "text",
        align: str = "left",
        max_width: float | None = None,
        alpha: int = 255,
    ) -> float:
        """Draw one line of `text` of a `size`, `colour` and `face`; returns its width in units.

        `place` is the left, centre or right end (`align`) of the line's vertical middle. A line
        longer than `max_width` is cut with an ellipsis. `alpha` is its opacity of 0..255.
        """
        if not text:
            return 0.0
        if self.listener is not None:
            self.listener.text(text, place[1], size, face)
        if max_width is not None:
            text = self.shorten(text, max_width, size, face)
        surface = self._text_surface(text, size, self.colour(colour), face)
        width, height = surface.get_size()
        x = (
            self.left
            + place[0] * self.scale
            - {"left": 0, "centre": 0.5, "right": 1}[align] * width
        )
        y = self.top + place[1] * self.scale - height / 2
        self.blit(surface, (round(x), round(y)), alpha)
        return width / self.scale

    def _text_surface(self, text: str, size: float, colour: Colour, face: str) -> pygame.Surface:
        key = (text[:_LONGEST_TEXT], self._height(size), colour, face)
        found = self.made.texts.get(key)
        if found is None:
            found = self.made.texts.put(key, self._render(_printable(text), size, colour, face))
        return found

    def _render(self, text: str, size: float, colour: Colour, face: str) -> pygame.Surface:
        if self._measure(text, size, face) * self.scale > _WIDEST_TEXT:
            text = self.shorten(text, _WIDEST_TEXT / self.scale, size, face)
        try:
            return self.made.render(text, face, self._height(size), colour)
        except pygame.error:  # a text of no width
            return pygame.Surface((0, self.font(size, face).get_height()), pygame.SRCALPHA)

    def shorten(self, text: str, width: float, size: float = TEXT, face: str = "text") -> str:
        """Return the text, or as much of its start as fits the width with an ellipsis.

        `size` and `face` belong to the `text`.
        """
        text = _printable(text)
        key = ("shorten", text, width, size, face)
        return str(self.cached(key, lambda: self._shorten(text, width, size, face)))

    def _shorten(self, text: str, width: float, size: float, face: str) -> str:
        if self._measure(text, size, face) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self._measure(text[:middle].rstrip() + "…", size, face) <= width:
                low = middle
            else:
                high = middle - 1
        cut = text[:low].rstrip() + "…"
        return cut if self._measure(cut, size, face) <= width else ""

    def wrap(self, text: str, width: float, size: float = TEXT, face: str = "text") -> list[str]:
        """Return the lines of a `text` in paragraphs of this width; a word longer than a line is
        broken.

        `size` and `face` belong to the text.
        """
        key = ("wrap", text, width, size, face)
        return list(self.cached(key, lambda: self._wrap(text, width, size, face)))

    def even_width(self, text: str, width: float, size: float = TEXT, face: str = "text") -> float:
        """Return the narrowest width, in steps of a twentieth of `width` down to half of it, at
        which the `text` has no more lines than at `width`: its last line is not left with a word or
        two.
        """
        lines = len(self.wrap(text, width, size, face))
        twentieths = range(10, 20) if lines > 1 else range(0)
        widths = (width * part / 20 for part in twentieths)
        return next((w for w in widths if len(self.wrap(text, w, size, face)) <= lines), width)

    def _wrap(self, text: str, width: float, size: float, face: str) -> list[str]:
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in part.split(" "):
                trial = f"{line} {word}" if line else word
                if not self._too_long(trial, width, size, face):
                    line = trial
                    continue
                if line:
                    lines.append(line)
                line = self._break_word(word, width, size, face, lines)
            lines.append(line)
        return lines

    def _break_word(self, word: str, width: float, size: float, face: str, lines: list[str]) -> str:
        """Put the full lines of an overlong word into `lines`; returns its rest."""
        while len(word) > 1 and self._too_long(word, width, size, face):
            low, high = 1, min(len(word) - 1, _LONGEST_TEXT)
            while low < high:
                middle = (low + high + 1) // 2
                if self._too_long(word[:middle], width, size, face):
                    high = middle - 1
                else:
                    low = middle
            lines.append(word[:low])
            word = word[low:]
        return word

    def _too_long(self, word: str, width: float, size: float, face: str) -> bool:
        return len(word) > _LONGEST_TEXT or self.text_width(word, size, face) > width

    def paragraph(
        self,
        text: str,
        place: Point,
        width: float,
        size: float = TEXT,
        colour: str | Colour = "paper",
        face: str = "text",
        align: str = "left",
        most: int | None = None,
    ) -> float:
        """Draw text wrapped to a width, its top at `place`; returns the height used, in units.

        `size`, `colour`, `face` and `align` as in `text`; `most` is the largest number of lines,
        the last one cut short.
        """
        height = self.line_height(size, face)
        lines = self.wrap(text, width, size, face)
        if most is not None and len(lines) > most:
            lines = [
                *lines[: most - 1],
                self.shorten(" ".join(lines[most - 1 :]), width, size, face),
            ]
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.text(text, place[1] + height / 2, size, face)
        for number, line in enumerate(lines):
            self.text(
                line, (place[0], place[1] + height * (number + 0.5)), size, colour, face, align
            )
        self.listener = listener
        return height * len(lines)


def fit(pixels: tuple[int, int]) -> tuple[float, float, float]:
    """Return the virtual width and height for a window of these pixels, and pixels a unit."""
    scale = min(pixels[0] / MIN_WIDTH, pixels[1] / MIN_HEIGHT)
    scale = max(scale, 1e-3)
    width = min(max(pixels[0] / scale, MIN_WIDTH), MAX_WIDTH)
    height = min(max(pixels[1] / scale, MIN_HEIGHT), MAX_HEIGHT)
    return width, height, scale


def _fit_units(pixels: tuple[int, int], units: tuple[float, float]) -> tuple[float, float, float]:
    return units[0], units[1], max(1e-3, min(pixels[0] / units[0], pixels[1] / units[1]))


def _printable(text: str) -> str:
    """Return at most `_LONGEST_TEXT` characters, without those that a font refuses to draw."""
    text = text[:_LONGEST_TEXT]
    if text.isprintable():
        return text
    return "".join(" " if category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
