"""Shapes in pixels stay in their places, whatever the clip, and are cut by it exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pygame
import pytest

from games.shell.draw.strokes import around_points, outline, stretch, thick_line, veil
from tests.support.frames import pixels

WHITE = (255, 255, 255)
SIZE = (60, 60)


def drawn(paint: Callable[[pygame.Surface], None], clip: pygame.Rect | None) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    surface.set_clip(clip)
    paint(surface)
    surface.set_clip(None)
    return surface


def cut(surface: pygame.Surface, clip: pygame.Rect) -> pygame.Surface:
    found = pygame.Surface(SIZE)
    found.blit(surface, clip, clip)
    return found


def touched(surface: pygame.Surface) -> list[pygame.Rect]:
    empty = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
    empty.invert()
    return empty.get_bounding_rects()


def outlines() -> Iterator[tuple[pygame.Rect, int, int]]:
    for wide, high, thick, corner in product((0, 1, 3, 4, 9, 31), (1, 2, 6, 30), (1, 2, 5), (0, 3)):
        yield pygame.Rect(20, 20, wide, high), thick, corner


def test_outlines_stay_in_their_boxes_and_are_cut_exactly() -> None:
    clip = pygame.Rect(22, 19, 7, 20)
    for place, thick, corner in outlines():

        def paint(surface: pygame.Surface) -> None:
            outline(surface, place, WHITE, thick, corner)  # noqa: B023 - called at once

        whole = drawn(paint, None)
        assert all(place.contains(each) for each in touched(whole)), (place, thick, corner)
        assert pixels(drawn(paint, clip)) == pixels(cut(whole, clip)), (place, thick, corner)


@pytest.mark.parametrize("place", [(40, 5, 15, 15), (5, 5, 20, 20), (12, 12, 5, 5)])
def test_a_veil_heeds_the_clip(place: tuple[int, int, int, int]) -> None:
    def paint(surface: pygame.Surface) -> None:
        veil(surface, place, (200, 100, 0), 100)

    clip = pygame.Rect(10, 10, 15, 15)
    assert pixels(drawn(paint, clip)) == pixels(cut(drawn(paint, None), clip))


def test_lines_stay_in_the_pixels_that_are_told_of_them() -> None:
    rng = Random(3)
    for _ in range(200):
        ends = [(rng.uniform(10, 50), rng.uniform(10, 50)) for _ in range(2)]
        width = rng.choice((0.5, 1.0, 2.0, 5.5))
        surface = pygame.Surface(SIZE)
        thick_line(surface, ends[0], ends[1], WHITE, width)
        place = around_points(ends, width)
        assert all(place.contains(each) for each in touched(surface)), (ends, width)


def test_a_picture_of_half_the_size_is_stretched_in_part_as_whole() -> None:
    rng, half = Random(4), pygame.Surface((30, 30))
    for x, y in product(range(30), range(30)):
        half.set_at((x, y), [rng.randrange(256) for _ in range(3)])
    whole = drawn(lambda surface: stretch(surface, half), None)
    for clip in (pygame.Rect(7, 9, 11, 3), pygame.Rect(0, 0, 60, 31), pygame.Rect(59, 59, 1, 1)):
        part = drawn(lambda surface: stretch(surface, half), clip)
        assert pixels(part) == pixels(cut(whole, clip))
