"""Sprites: the SVG drawings in `assets/sprites`, rasterised at the size they are shown.

The portraits in `assets/faces` are sprites too, by the name `faces/GAME/AGENT`.

Data: one SVG file a sprite. Colours that the caller may choose stand in the file as
`{name:#RRGGBB}`, with the colour used when none is given. The width and height of the root element
are rewritten to the pixels wanted before SDL_image reads the text, so edges are sharp at every
scale; the drawing keeps its proportions unless the file's `preserveAspectRatio` changes that
(`slice` covers the whole size and crops, as the backdrops do).

SDL_image draws with nanosvg: no text, filters, masks, clip paths or style sheets.
"""

import contextlib
import io
import re
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

import pygame

from games.paths import ASSETS

SPRITE_FOLDER = ASSETS / "sprites"
LARGEST_SIDE = 8192  # pixels; a request past it is a fault of the caller
Colour = str | tuple[int, int, int] | pygame.Color
_TOKEN = re.compile(r"\{([a-z_]+):(#[0-9A-Fa-f]{6})\}")
_NAME = re.compile(r"(faces/([a-z0-9]+/)?)?[a-z0-9]+(-[a-z0-9]+)*\+?")
_ROOT = re.compile(r"<svg\b[^>]*>")
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')


class MissingSprite(ValueError):
    """No drawing of that name is among the assets."""


class BadSprite(ValueError):
    """A drawing, a size or a colour that cannot be used."""


def sprite_text(name: str, folder: Path = SPRITE_FOLDER) -> str:
    """Return the SVG text of `name` in the `folder`; raises `MissingSprite`."""
    if not _NAME.fullmatch(name):
        raise MissingSprite(f"{name!r} is no sprite name; use small letters, digits and dashes.")
    folder = folder.parent if name.startswith("faces/") else folder
    try:
        return (folder / f"{name}.svg").read_text(encoding="utf-8")
    except OSError as error:
        raise MissingSprite(f"The sprite {name!r} is not in {folder}; restore it.") from error


def default_colours(text: str) -> dict[str, str]:
    """Return the names and default colours (`#RRGGBB`) of the placeholders in the SVG `text`."""
    return dict(_TOKEN.findall(text))


def _hex(colour: Colour) -> str:
    try:
        red, green, blue, _ = pygame.Color(colour)
    except (ValueError, TypeError) as error:
        raise BadSprite(f"{colour!r} is no colour; use #RRGGBB or three numbers.") from error
    return f"#{red:02X}{green:02X}{blue:02X}"


def prepare(text: str, width: int, height: int, colours: Mapping[str, Colour]) -> str:
    """Return the SVG `text` with its `colours` filled in, and its size set to `width` x `height`
    pixels.

    Raises `BadSprite` on a size out of range, an unknown colour or a text without a root.
    """
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise BadSprite(f"A sprite of {width}x{height} pixels cannot be drawn; use 1 to 8192.")
    chosen = default_colours(text)
    unknown = sorted(set(colours) - set(chosen))
    if unknown:
        known = ", ".join(sorted(chosen)) or "none"
        raise BadSprite(f"The sprite has no colour {unknown[0]!r}; it has {known}.")
    chosen.update({key: _hex(colour) for key, colour in colours.items()})
    root = _ROOT.search(text)
    if root is None:
        raise BadSprite("The sprite's file has no <svg> element; restore it.")
    opening = _SIZE.sub("", root.group())[:-1] + f' width="{width}" height="{height}">'
    filled = _TOKEN.sub(lambda match: chosen[match.group(1)], text[root.end() :])
    return opening + filled


def _rasterise(text: str, flip: bool) -> pygame.Surface:
    try:
        surface = pygame.image.load(io.BytesIO(text.encode()), "sprite.svg")
    except pygame.error as error:
        raise BadSprite(f"The sprite could not be drawn ({error}); restore its file.") from error
    if flip:
        surface = pygame.transform.flip(surface, True, False)
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        surface = surface.convert_alpha()
    return surface


def sprite(
    name: str, width: int, height: int, *, flip: bool = False, **colours: Colour
) -> pygame.Surface:
    """Rasterise the drawing `name` at `width` x `height` pixels, without a cache.

    `flip` mirrors it left to right; `colours` replace the file's placeholders. Raises
    `MissingSprite` and `BadSprite`.
    """
    return _rasterise(prepare(sprite_text(name), width, height, colours), flip)


class SpriteCache:
    """Keeps the sprites used last, up to `limit` bytes of pixels.

    The surfaces are shared by all who ask: blit them, never draw on them.
    """

    def __init__(self, limit: int = 64 * 1024 * 1024, folder: Path = SPRITE_FOLDER) -> None:
        self._limit = limit
        self._folder = folder
        self._texts: dict[str, str] = {}
        self.surfaces: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._cropped: dict[tuple[object, ...], tuple[pygame.Surface, tuple[int, int]]] = {}
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """Bytes of pixels held now."""
        return self._bytes

    def __len__(self) -> int:
        """Return sprites held now."""
        return len(self.surfaces)

    def __call__(
        self, name: str, width: int, height: int, *, flip: bool = False, **colours: Colour
    ) -> pygame.Surface:
        """Return the sprite as `sprite` makes it, from the cache where it is there."""
        key = _key(name, width, height, flip, colours)
        found = self.surfaces.get(key)
        if found is not None:
            self.surfaces.move_to_end(key)
            return found
        if not self._texts:
            self.read()
        text = self._texts.get(name)
        if text is None:
            text = self._texts[name] = sprite_text(name, self._folder)
        surface = _rasterise(prepare(text, width, height, colours), flip)
        self._keep(key, surface)
        return surface

    def cropped(
        self,
        name: str,
        width: int,
        height: int,
        *,
        flip: bool = False,
        packed: bool = False,
        **colours: Colour,
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """Return the sprite without its empty border, and where in the whole that begins: a large
        one that is mostly empty is drawn in half the time so.

        One that is `packed` is drawn by runs of pixels: a large figure with sharp edges takes an
        eighth of the time so, and a soft one a little more. It is asked for alike each time.
        """
        whole = self(name, width, height, flip=flip, **colours)
        key = _key(name, width, height, flip, colours)
        if key not in self._cropped:
            seen = whole.get_bounding_rect()
            part = whole.subsurface(seen)
            if packed:
                part = part.copy()
                part.set_alpha(255, pygame.RLEACCEL)
            self._cropped[key] = part, seen.topleft
        return self._cropped[key]

    def _keep(self, key: tuple[object, ...], surface: pygame.Surface) -> None:
        self.surfaces[key] = surface
        self._bytes += _size(surface)
        while self._bytes > self._limit and len(self.surfaces) > 1:
            gone, oldest = self.surfaces.popitem(last=False)
            self._cropped.pop(gone, None)
            self._bytes -= _size(oldest)

    def read(self) -> None:
        """Read the drawings of the folder, so that none has to be while a match is played.

        They are some hundred texts, less than a megabyte; portraits are read where they are shown.
        The first drawing that is asked for does it.
        """
        for path in self._folder.glob("*.svg"):
            if path.stem not in self._texts:
                with contextlib.suppress(OSError, UnicodeDecodeError):  # told where it is drawn
                    self._texts[path.stem] = path.read_text(encoding="utf-8")

    def clear(self) -> None:
        """Forget every surface, as after a change of the window's scale."""
        self.surfaces.clear()
        self._cropped.clear()
        self._bytes = 0


def _key(
    name: str, width: int, height: int, flip: bool, colours: Mapping[str, Colour]
) -> tuple[object, ...]:
    chosen = tuple(sorted((key, _hex(colour)) for key, colour in colours.items()))
    return (name, width, height, flip, chosen)


def _size(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()
