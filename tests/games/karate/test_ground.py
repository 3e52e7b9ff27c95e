"""The dojo: its moon stands where it is asked to, and moves nothing else."""

from __future__ import annotations

import pygame
import pytest

from games.karate.ground import DojoGround, Scenery, beside, draw_lanterns, night_veil
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme

MOON = (0xF0, 0xA2, 0x63)


def canvas_of(size: tuple[int, int]) -> Canvas:
    pygame.display.set_mode((640, 480))
    return Canvas(pygame.Surface(size), Theme())


def top_of_moon(surface: pygame.Surface) -> int:
    """The first row in the middle of the picture that is as bright as the moon."""
    x = surface.get_width() // 2
    return next(y for y in range(surface.get_height()) if sum(surface.get_at((x, y))[:3]) > 400)


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (900, 1400), (1920, 1080)])
def test_the_moon_rises_and_sinks_and_comes_back(size: tuple[int, int]) -> None:
    canvas, ground = canvas_of(size), DojoGround()
    stage = (0.0, 0.0, canvas.width, canvas.height)
    seen, pictures = {}, {}
    for rise in (0.0, 1.0, -1.0, 0.0):
        ground.draw(canvas, stage, rise=rise, veil=False)
        seen[rise] = top_of_moon(canvas.surface)
        picture = pygame.image.tobytes(canvas.surface, "RGB")
        assert pictures.setdefault(rise, picture) == picture
    climb = 72 * max(size[0] / 1440, size[1] / 800)
    assert seen[0.0] - seen[1.0] == pytest.approx(climb, abs=4)
    assert seen[-1.0] - seen[0.0] == pytest.approx(climb, abs=4)
    assert len(set(pictures.values())) == 3


def test_only_the_middle_changes_with_the_moon() -> None:
    canvas, ground = canvas_of((1280, 720)), DojoGround()
    pictures = []
    for rise in (-1.0, 1.0):
        ground.draw(canvas, (0.0, 0.0, canvas.width, canvas.height), rise=rise)
        pictures.append(canvas.surface.copy())
    for side in ((0, 0, 440, 720), (840, 0, 440, 720), (0, 560, 1280, 160)):
        one, other = (pygame.image.tobytes(p.subsurface(side), "RGB") for p in pictures)
        assert one == other


@pytest.mark.parametrize("width", [560.0, 880.0, 1280.0])
def test_lanterns_burn_as_bright_as_their_flames(width: float) -> None:
    brightness = []
    for flame in (0.0, 0.5, 1.0):
        canvas = canvas_of((1280, 720))
        draw_lanterns(canvas, (0.0, 0.0, width, 720.0), (flame, 0.0))
        brightness.append(sum(pygame.image.tobytes(canvas.surface, "RGB")))
    assert brightness == sorted(set(brightness))


@pytest.mark.parametrize(
    "inner", [(10, 20, 30, 40), (0, 0, 30, 40), (70, 0, 30, 80), (0, 0, 100, 80)]
)
def test_a_box_and_what_is_beside_it_make_up_the_whole(inner: tuple[int, int, int, int]) -> None:
    whole, box = pygame.Rect(0, 0, 100, 80), pygame.Rect(inner)
    parts = [box, *beside(whole, box)]
    assert sum(part.w * part.h for part in parts) == whole.w * whole.h
    assert parts[0].unionall(parts[1:]) == whole
    assert all(one is other or not one.colliderect(other) for one in parts for other in parts)


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3840, 2160)])
def test_the_veil_lies_over_the_moon_as_over_all(size: tuple[int, int]) -> None:
    canvas = canvas_of(size)
    bare, veiled = (Scenery(*size, canvas, veil) for veil in (False, True))
    compared = 0
    for rise in (-1.0, 1.0):
        expected, found = bare.with_moon(rise).copy(), veiled.with_moon(rise)
        assert bare.moon_box == veiled.moon_box
        expected.blit(night_veil(*size, canvas), (0, 0), bare.moon_box)
        assert pygame.image.tobytes(found, "RGB") == pygame.image.tobytes(expected, "RGB")
        compared += 1
    assert compared == 2
