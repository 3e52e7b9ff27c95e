"""Drawing in pixels: blits, fills, and shapes that SDL does not draw smoothly."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final

import pygame
import pygame.gfxdraw

from games.shell.draw.theme import Colour

Point = tuple[float, float]
Pixels = tuple[int, int, int, int] | pygame.Rect
VEIL_ROWS: Final = 64
"""A veil is blended so many rows at a time, which a processor holds near itself; by timing."""


def blit(
    surface: pygame.Surface,
    source: pygame.Surface,
    pixel: tuple[int, int],
    area: Pixels | None = None,
    alpha: int = 255,
) -> None:
    """Draw the `area` of a `source`, or all of it, at a `pixel`, with an opacity `alpha` of
    0..255.
    """
    if alpha >= 255:
        surface.blit(source, pixel, area)
        return
    source.set_alpha(alpha)
    surface.blit(source, pixel, area)
    source.set_alpha(255)


def blits(surface: pygame.Surface, placed: Iterable[Any]) -> None:
    """Draw many surfaces, each with its pixel, as `Surface.blits` takes them."""
    surface.blits(placed, doreturn=False)


def fill(surface: pygame.Surface, colour: Colour, place: Pixels) -> None:
    """Draw a `colour` all over a `place`."""
    surface.fill(colour, place)


def stretch(surface: pygame.Surface, source: pygame.Surface) -> None:
    """Draw a `source` without see-through pixels, of about half the size, over all of the
    surface.
    """
    shown, times = surface.get_clip(), 2
    if shown == surface.get_rect():
        pygame.transform.scale(source, shown.size, surface)
        return
    left, top = shown.x // times, shown.y // times
    part = pygame.Rect(left, top, -(-shown.right // times) - left, -(-shown.bottom // times) - top)
    large = pygame.transform.scale_by(source.subsurface(part.clip(source.get_rect())), times)
    surface.blit(large, (left * times, top * times))


def keep(
    surface: pygame.Surface,
    put: Callable[[Hashable, pygame.Surface], object],
    key: Hashable,
    place: Pixels,
) -> None:
    """Call `put` to keep under a `key` what the surface shows at a `place`, if all of it is drawn
    now.
    """
    if surface.get_clip().contains(place):
        put(key, surface.subsurface(place).copy())


def nine_patch(
    surface: pygame.Surface, place: Pixels, colour: Colour, disc: pygame.Surface
) -> None:
    """Draw a rectangle of a `colour` whose round corners are the quarters of a `disc`."""
    left, top, wide, high = place
    corner = disc.get_width() // 2
    right, bottom = left + wide - corner, top + high - corner
    surface.blit(disc, (left, top), (0, 0, corner, corner))
    surface.blit(disc, (right, top), (corner, 0, corner, corner))
    surface.blit(disc, (left, bottom), (0, corner, corner, corner))
    surface.blit(disc, (right, bottom), (corner, corner, corner, corner))
    surface.fill(colour, (left + corner, top, wide - 2 * corner, high))
    middle = high - 2 * corner
    surface.fill(colour, (left, top + corner, corner, middle))
    surface.fill(colour, (right, top + corner, corner, middle))


def outline(
    surface: pygame.Surface, place: Pixels, colour: Colour, thick: int, corner: int
) -> None:
    """Draw the outline of a rectangle in a `colour`, so `thick`, round by a radius `corner`.

    SDL's own goes past a rectangle that is too small for it, and a sharp one is cut wrong by clips.
    """
    left, top, wide, high = place
    if 2 * thick >= min(wide, high):
        pygame.draw.rect(surface, colour, place, border_radius=corner)
    elif corner > 0:
        pygame.draw.rect(surface, colour, place, thick, border_radius=corner)
    else:
        surface.fill(colour, (left, top, wide, thick))
        surface.fill(colour, (left, top + high - thick, wide, thick))
        surface.fill(colour, (left, top, thick, high))
        surface.fill(colour, (left + wide - thick, top, thick, high))


def polygon(
    surface: pygame.Surface, points: Sequence[tuple[int, int]], colour: tuple[int, ...]
) -> None:
    """Draw a smooth filled polygon through `points` in a `colour` with its opacity."""
    pygame.gfxdraw.filled_polygon(surface, points, colour)
    pygame.gfxdraw.aapolygon(surface, points, colour)


def around_points(points: Iterable[Point], thick: float = 0.0) -> pygame.Rect:
    """Return the pixels that a smooth line so `thick` through `points` can touch."""
    xs, ys = zip(*points, strict=True)
    edge = thick / 2 + 2
    left, top = math.floor(min(xs) - edge), math.floor(min(ys) - edge)
    right, bottom = math.ceil(max(xs) + edge), math.ceil(max(ys) + edge)
    return pygame.Rect(left, top, right - left + 1, bottom - top + 1)


def veil(surface: pygame.Surface, place: Pixels, colour: Colour, alpha: int) -> None:
    """Blend a colour over a rectangle in place, with an opacity `alpha`: no surface of its size is
    needed.
    """
    inside = surface.get_clip().clip(place)
    if not inside.w or not inside.h:  # pygame blends what lies wholly outside of the clip
        return
    kept = 255 - max(0, alpha)
    added = tuple(channel * max(0, alpha) // 255 for channel in colour)
    for top in range(inside.top, inside.bottom, VEIL_ROWS):
        rows = (inside.x, top, inside.w, min(VEIL_ROWS, inside.bottom - top))
        surface.fill((kept, kept, kept), rows, pygame.BLEND_RGB_MULT)
        surface.fill(added, rows, pygame.BLEND_RGB_ADD)


def smooth_ring(radius: int, thick: int, colour: Colour) -> pygame.Surface:
    """Return a ring of a `colour` (a disc if `thick` is the radius), drawn four times as large."""
    factor = 4 if radius <= 256 else 2
    large = radius * factor
    surface = pygame.Surface((2 * large, 2 * large), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    pygame.draw.circle(
        surface, colour, (large, large), large, 0 if thick >= radius else thick * factor
    )
    return pygame.transform.smoothscale(surface, (2 * radius, 2 * radius))


def gradient(size: tuple[int, int], colour: Colour, top: int, bottom: int) -> pygame.Surface:
    """Return a colour whose opacity (0.255) goes from `top` to `bottom` on a `size`."""
    column = pygame.Surface((1, size[1]), pygame.SRCALPHA)
    for y in range(size[1]):
        share = (y + 0.5) / size[1]
        column.set_at((0, y), (*colour, round(top + (bottom - top) * share)))
    return pygame.transform.scale(column, size)


def thick_line(
    surface: pygame.Surface, first: Point, last: Point, colour: Colour, width: float
) -> None:
    """Draw a smooth line of any width and `colour` on a `surface`, from `first` to `last`."""
    across, down = last[0] - first[0], last[1] - first[1]
    length = math.hypot(across, down)
    if width < 1.5 or length < 1e-6:
        pygame.draw.aaline(surface, colour, first, last)
        return
    x, y = -down / length * width / 2, across / length * width / 2
    corners = [
        (first[0] + x, first[1] + y),
        (last[0] + x, last[1] + y),
        (last[0] - x, last[1] - y),
        (first[0] - x, first[1] - y),
    ]
    pygame.gfxdraw.aapolygon(surface, corners, colour)
    pygame.gfxdraw.filled_polygon(surface, corners, colour)
