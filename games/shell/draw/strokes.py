"""Shapes that SDL does not draw smoothly by itself, on surfaces and in pixels."""

from __future__ import annotations

import math

import pygame
import pygame.gfxdraw

from games.shell.draw.theme import Colour

Point = tuple[float, float]


def veil(surface: pygame.Surface, place: pygame.Rect, colour: Colour, alpha: int) -> None:
    """Blend a colour over a rectangle in place, with an opacity `alpha`: no surface of its size is
    needed.
    """
    kept = 255 - max(0, alpha)
    added = tuple(channel * max(0, alpha) // 255 for channel in colour)
    surface.fill((kept, kept, kept), place, pygame.BLEND_RGB_MULT)
    surface.fill(added, place, pygame.BLEND_RGB_ADD)


def smooth_ring(radius: int, thick: int, colour: Colour) -> pygame.Surface:
    """A ring of a `colour` (a disc where `thick` is the radius), drawn four times as large."""
    factor = 4 if radius <= 256 else 2
    large = radius * factor
    surface = pygame.Surface((2 * large, 2 * large), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    pygame.draw.circle(
        surface, colour, (large, large), large, 0 if thick >= radius else thick * factor
    )
    return pygame.transform.smoothscale(surface, (2 * radius, 2 * radius))


def gradient(size: tuple[int, int], colour: Colour, top: int, bottom: int) -> pygame.Surface:
    """A colour whose opacity (0..255) goes from `top` to `bottom` down a surface of a `size`."""
    column = pygame.Surface((1, size[1]), pygame.SRCALPHA)
    for y in range(size[1]):
        share = (y + 0.5) / size[1]
        column.set_at((0, y), (*colour, round(top + (bottom - top) * share)))
    return pygame.transform.scale(column, size)


def thick_line(
    surface: pygame.Surface, first: Point, last: Point, colour: Colour, width: float
) -> None:
    """A smooth line of any width and `colour` on a `surface`, from `first` to `last`."""
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
