"""A living picture at more than one size: one is drawn, the others stay, and few are kept."""

from __future__ import annotations

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.pages.poster import LARGEST_BACKDROP, Poster, draw_backdrop
from tests.support.hands import Rig

LARGE, SMALL = (10.0, 10.0, 320.0, 180.0), (700.0, 10.0, 160.0, 90.0)


def pixels(canvas: Canvas, box: tuple[float, float, float, float]) -> bytes:
    return pygame.image.tobytes(canvas.surface.subsurface(canvas.box(box)), "RGB")


@pytest.fixture
def poster(rig: Rig) -> Poster:
    made = Poster("numbers")
    made.load(rig.app.theme)
    return made


def test_each_size_is_drawn_by_itself_and_the_other_stays(rig: Rig, poster: Poster) -> None:
    canvas = rig.app.canvas
    poster.refresh(canvas, LARGE)
    poster.refresh(canvas, SMALL)
    poster.draw(canvas, SMALL)
    before = pixels(canvas, SMALL)
    poster.update(2.0)
    poster.refresh(canvas, LARGE)
    poster.draw(canvas, LARGE)
    poster.draw(canvas, SMALL)
    assert pixels(canvas, SMALL) == before
    poster.refresh(canvas, SMALL)
    poster.draw(canvas, SMALL)
    assert pixels(canvas, SMALL) != before


def test_a_smaller_copy_is_made_once_and_an_enlarged_one_never_kept(
    rig: Rig, poster: Poster
) -> None:
    canvas = rig.app.canvas
    poster.refresh(canvas, LARGE)
    poster.draw(canvas, SMALL)
    assert poster.has(canvas.box(SMALL).size)
    poster.forget(canvas.box(SMALL).size)
    poster.refresh(canvas, SMALL)
    poster.draw(canvas, LARGE)
    assert not poster.has(canvas.box(LARGE).size), "it is to be drawn sharp"


def test_few_sizes_are_kept(rig: Rig, poster: Poster) -> None:
    canvas, boxes = rig.app.canvas, {w: (0.0, 0.0, float(w), w / 2) for w in range(100, 500, 50)}
    for box in boxes.values():
        poster.refresh(canvas, box)
    kept = [wide for wide, box in boxes.items() if poster.has(canvas.box(box).size)]
    assert kept == [400, 450]
    poster.forget()
    assert poster.picture is None


def test_a_fault_of_the_miniature_is_told_and_stays(rig: Rig, poster: Poster) -> None:
    poster.refresh(rig.app.canvas, LARGE)
    poster.miniature.draw = None
    assert isinstance(poster.refresh(rig.app.canvas, LARGE), TypeError)
    assert poster.problem.startswith("TypeError")
    assert poster.refresh(rig.app.canvas, LARGE) is None


def test_the_backdrop_fills_every_window(rig: Rig) -> None:
    for size in ((640, 480), (2600, 1441)):
        surface = pygame.Surface(size).convert()
        surface.fill((255, 0, 255))
        draw_backdrop(Canvas(surface, Theme()))
        assert all(
            surface.get_at((x, y))[:3] != (255, 0, 255)
            for x in (0, size[0] - 1)
            for y in (0, size[1] - 1)
        )
    assert size[0] * size[1] > LARGEST_BACKDROP
