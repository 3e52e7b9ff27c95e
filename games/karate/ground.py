"""The dojo at night: sky, moon, hills and floor, and the scroll at the fighters' feet.

Data: the sprites `karate-backdrop` (the sky), `karate-moon` and `karate-hills`, drawn for 1440 x
800 units and laid over one another; `karate-lantern`. The whole is made once for a size. Where the
moon can be, sky and hills are kept apart, so that it can stand elsewhere without the rest.

The scroll has the last eight exchanges as two rows of signs, newest right. Whoever gained in a
round has a disc of its colour behind its sign.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from games.karate.exchange import Round
from games.karate.fighters import ICONS
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.sprites import sprite
from games.shell.draw.theme import SEAT_COLOURS, SEAT_MARKS

WIDE: Final = 1.55
"""How much wider than high a stage must be for large lanterns."""
_LARGEST: Final = 1600
"""Past this many pixels across, the dojo is drawn at half the size and scaled up."""
# Units of the drawings, 1440 x 800.
_DRAWN: Final = (1440, 800)
_MOON: Final = 356.0
_MOON_AT: Final = (720.0, 330.0)
_CLIMB: Final = 72.0
"""How far the moon rises above its middle, and sinks below it; chosen by eye."""
_DARK, _DIM_PAPER, _DIM_CORE = (0x1C, 0x22, 0x36), (0x5C, 0x36, 0x34), (0x74, 0x52, 0x44)
"""The colours of a lantern that is out."""
_DARK_TO, _DARK_FROM = 0.24, 0.7
"""The shares of the height above and below which the veil darkens; chosen by eye."""
_FLAME: Final = 0.04
"""Below this brightness a lantern is out."""


class DojoGround:
    """The dojo, made once for a size; the part with its moon, as high as is asked, lies over it."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._scene: Scenery | None = None

    def draw(
        self,
        canvas: Canvas,
        stage: Box,
        shift: Point = (0.0, 0.0),
        veil: bool = True,
        rise: float = 0.0,
    ) -> None:
        """Cover the stage, composed round its middle.

        `shift` moves it, in units; `veil` darkens where words stand; `rise`, from -1 to 1, is how
        high the moon stands.
        """
        edge = canvas.pixels(6)
        wide = canvas.size[0]
        left = 0 if stage[0] <= 0 else canvas.x(stage[0])
        right = wide if stage[0] + stage[2] >= canvas.width else canvas.x(stage[0] + stage[2])
        centre = canvas.x(stage[0] + stage[2] / 2)
        half = max(centre - left, right - centre) + edge
        tall = canvas.size[1] + 2 * edge
        key = (half, tall, veil, canvas.theme.high_contrast)
        if key != self._key or self._scene is None:
            self._key, self._scene = key, Scenery(half * 2, tall, canvas, veil)
        offset = (canvas.scale * shift[0], canvas.scale * shift[1])
        place = (round(centre - half + offset[0]), round(offset[1] - edge))
        scene, moon = self._scene, self._scene.moon_box
        for piece in scene.around:
            canvas.blit(scene.whole, (place[0] + piece.x, place[1] + piece.y), area=piece)
        canvas.blit(scene.with_moon(rise), (place[0] + moon.x, place[1] + moon.y))


class Scenery:
    """The dojo for one size in pixels, and the pieces from which the moon's part is made anew.

    `whole` shows all but the moon, `moon_box` is where in it the moon can be, `around` is the rest.
    """

    def __init__(self, width: int, height: int, canvas: Canvas, veil: bool) -> None:
        self.times = 2 if max(width, height) > _LARGEST else 1
        size = (width // self.times, height // self.times)
        self.scale = max(size[0] / _DRAWN[0], size[1] / _DRAWN[1])
        self.middle = (
            size[0] / 2 + (_MOON_AT[0] - _DRAWN[0] / 2) * self.scale,
            size[1] / 2 + (_MOON_AT[1] - _DRAWN[1] / 2) * self.scale,
        )
        moon = max(1, round(_MOON * self.scale))
        self.moon = sprite("karate-moon", moon, moon)
        sky, hills = pygame.Surface(size), sprite("karate-hills", *size)
        sky.fill(canvas.theme["ink"])
        sky.blit(sprite("karate-backdrop", *size), (0, 0))
        self.window = self._window(size)
        self._sky, self._hills = (each.subsurface(self.window).copy() for each in (sky, hills))
        sky.blit(hills, (0, 0))
        if not veil:
            _hang_lanterns(sky)
        whole = sky if self.times == 1 else pygame.transform.smoothscale(sky, (width, height))
        self.whole = _as_shown(whole)
        self._veil = night_veil(width, height, canvas) if veil else None
        if self._veil is not None:
            self.whole.blit(self._veil, (0, 0))
        self.moon_box = pygame.Rect(*(side * self.times for side in self.window))
        self.around = beside(self.whole.get_rect(), self.moon_box)
        self._top: int | None = None
        self._part = self.whole

    def _window(self, size: tuple[int, int]) -> pygame.Rect:
        """Return the window of the moon, in pixels of the drawing."""
        half, climb = _MOON * self.scale / 2 + 2, _CLIMB * self.scale
        left, top = self.middle[0] - half, self.middle[1] - half - climb
        box = pygame.Rect(round(left), round(top), round(2 * half), round(2 * (half + climb)))
        return box.clip(pygame.Rect(0, 0, *size))

    def with_moon(self, rise: float) -> pygame.Surface:
        """Return the part of the dojo with the moon at this height, as large as `moon_box`."""
        climb = max(-1.0, min(1.0, rise)) * _CLIMB * self.scale
        top = round(self.middle[1] - climb - self.moon.get_height() / 2)
        if top != self._top:
            self._top = top
            self._part = self._make_part(top)
        return self._part

    def _make_part(self, top: int) -> pygame.Surface:
        part, box = self._sky.copy(), self.moon_box
        left = round(self.middle[0] - self.moon.get_width() / 2)
        part.blit(self.moon, (left - self.window.x, top - self.window.y))
        part.blit(self._hills, (0, 0))
        if self.times > 1:
            part = pygame.transform.smoothscale(part, box.size)
        part = _as_shown(part)
        if self._veil is not None:
            high = self._veil.get_height()
            upper, lower = math.ceil(_DARK_TO * high), math.floor(_DARK_FROM * high)
            for first, last in ((0, upper), (lower, high)):
                rows = box.clip((box.x, first, box.w, last - first))
                part.blit(self._veil, (0, rows.y - box.y), rows)
        return part


def _as_shown(surface: pygame.Surface) -> pygame.Surface:
    """Return the `surface` with pixels as the window has them: itself, if they are so already."""
    window = pygame.display.get_surface()
    if window is None or window.get_masks() == surface.get_masks():
        return surface
    return surface.convert()


def beside(whole: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a `whole` above, below and on both sides of a box in it, if any."""
    parts = (
        pygame.Rect(whole.x, whole.y, whole.w, inner.y - whole.y),
        pygame.Rect(whole.x, inner.bottom, whole.w, whole.bottom - inner.bottom),
        pygame.Rect(whole.x, inner.y, inner.x - whole.x, inner.h),
        pygame.Rect(inner.right, inner.y, whole.right - inner.right, inner.h),
    )
    return [part for part in parts if part.w > 0 and part.h > 0]


def _hang_lanterns(picture: pygame.Surface) -> None:
    """Two lanterns that burn, in a picture of the dojo."""
    width, height = picture.get_size()
    scale = max(width / 1440, height / 800)
    size = (round(240 * scale), round(272 * scale))
    lantern = sprite("karate-lantern", *size)
    for side in (-1, 1):
        left = width / 2 + (434 * side - 120) * scale
        picture.blit(lantern, (round(left), round(height / 2 - 374 * scale)))


def night_veil(width: int, height: int, canvas: Canvas) -> pygame.Surface:
    """Return night at the top and the bottom, so that words stand on calm ground: `width` x
    `height` pixels, stronger where the theme of the `canvas` asks for high contrast.
    """
    strength = 1.15 if canvas.theme.high_contrast else 1.0
    column = pygame.Surface((1, height), pygame.SRCALPHA)
    for y in range(height):
        share = y / height
        top, bottom = max(0.0, 1 - share / _DARK_TO), max(0.0, (share - _DARK_FROM) / 0.14)
        alpha = min(255, round(strength * max(200 * top, 225 * min(1.0, bottom))))
        column.set_at((0, y), (*canvas.theme["ink"], alpha))
    return pygame.transform.scale(column, (width, height))


def draw_lanterns(canvas: Canvas, stage: Box, flames: tuple[float, float]) -> None:
    """Draw a lantern for each side, as bright as its flame, 0 to 1.

    Large ones hang beside the fighters; where there is no room, small ones beside the heading.
    """
    for side, flame in zip((-1, 1), flames, strict=True):
        box = _lantern_box(stage, side)
        canvas.sprite("karate-lantern", box, glow=_DARK, paper=_DIM_PAPER, core=_DIM_CORE)
        if flame > _FLAME:
            canvas.sprite("karate-lantern", box, alpha=round(255 * min(1.0, flame)))


def _lantern_box(stage: Box, side: int) -> Box:
    x, y, w, h = stage
    scale = max(w / _DRAWN[0], h / _DRAWN[1])
    if w >= WIDE * h:
        return (x + w / 2 + (434 * side - 120) * scale, y + h / 2 - 374 * scale, *_size(scale))
    scale, out = (0.36, 168.0) if w >= 800 else (0.26, 100.0)
    return (x + w / 2 + out * side - 120 * scale, y - 18.0, *_size(scale))


def _size(scale: float) -> tuple[float, float]:
    return 240 * scale, 272 * scale


SHOWN: Final = 8
# Units, chosen by eye.
CELL: Final = 40.0
ROW: Final = 31.0
MARGIN: Final = 36.0
HEIGHT: Final = 2 * ROW + 4
WIDTH: Final = SHOWN * CELL + 2 * MARGIN
_SIGN: Final = 22.0
_PAPER: Final = (0xE9, 0xDD, 0xC0)
_EDGE: Final = (0xB9, 0xA0, 0x72)
_INK: Final = (0x22, 0x20, 0x2A)
_ROD: Final = (0x7A, 0x4B, 0x2E)
_GAINED: Final = {0: (0x3C, 0x9D, 0xDC), 1: (0xF0, 0xA2, 0x1E)}
"""The seats' colours a little darker and lighter, for signs in ink upon them."""


def draw_scroll(canvas: Canvas, centre: float, top: float, rounds: Sequence[Round]) -> None:
    """Draw the scroll around a `centre` with its upper edge at `top`; empty before the first
    round.
    """
    left, shown = centre - WIDTH / 2, tuple(rounds[-SHOWN:])
    box = (left, top, WIDTH, HEIGHT)
    canvas.picture(box, ("scroll", shown), lambda: _paint(canvas, box, shown))
    for rod in (left - 6, left + WIDTH - 4):
        canvas.rect((rod, top - 5, 10, HEIGHT + 10), _ROD, 5)


def _paint(canvas: Canvas, box: Box, shown: Sequence[Round]) -> None:
    """Draw the paper and what stands on it."""
    left, top, _, _ = box
    _draw_paper(canvas, box)
    for seat in (0, 1):
        y = top + 2 + ROW * (seat + 0.5)
        canvas.circle((left + 20, y), 10, "ink")
        canvas.icon(SEAT_MARKS[seat], (left + 20, y), 12, SEAT_COLOURS[seat])
    first = left + MARGIN + CELL * (SHOWN - len(shown))
    for number, played in enumerate(shown):
        x = first + CELL * (number + 0.5)
        if number == len(shown) - 1:
            canvas.panel((x - CELL / 2 + 1, top + 2, CELL - 2, HEIGHT - 4), _PAPER, _ROD, 1.5, 8)
        for seat in (0, 1):
            y = top + 2 + ROW * (seat + 0.5)
            if (played.lead > 0) if seat == 0 else (played.lead < 0):
                canvas.circle((x, y), 14, _GAINED[seat])
            canvas.icon(ICONS[played.moves[seat]], (x, y), _SIGN, _INK)


def _draw_paper(canvas: Canvas, box: Box) -> None:
    x, y, w, h = box
    canvas.panel(box, _PAPER, _EDGE, 1.5, 4)
    canvas.line((x + MARGIN - 4, y + h / 2), (x + w - MARGIN + 4, y + h / 2), _EDGE, 1)
