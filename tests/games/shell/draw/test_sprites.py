"""Sprites: every drawing loads, is sharp, takes its colours and stays within the house's limits."""

import os
import re
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from games.shell.draw.sprites import (
    SPRITE_FOLDER,
    BadSprite,
    MissingSprite,
    SpriteCache,
    default_colours,
    prepare,
    sprite,
    sprite_text,
)

NAMES = sorted(path.stem for path in SPRITE_FOLDER.glob("*.svg"))
ICONS = [name for name in NAMES if 'viewBox="0 0 24 24"' in sprite_text(name)]
KARATE_POSES = ["idle", "windup", "punch", "kick", "parry-punch", "parry-kick"]
KARATE_POSES += ["hit", "win", "lose"]
FONTS = SPRITE_FOLDER.parent / "fonts"


def opaque(surface: pygame.Surface) -> pygame.mask.Mask:
    return pygame.mask.from_surface(surface, 127)


def test_the_drawings_are_there() -> None:
    assert len(NAMES) >= 69
    assert len(ICONS) >= 52
    assert {f"karate-{pose}" for pose in KARATE_POSES} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_drawing_has_something_at_two_sizes_and_is_small(name: str) -> None:
    assert (SPRITE_FOLDER / f"{name}.svg").stat().st_size < 30_000
    for side in (20, 96):
        surface = sprite(name, side, side)
        assert surface.get_size() == (side, side)
        assert surface.get_bounding_rect().w >= side // 8


@pytest.mark.parametrize("name", NAMES)
def test_drawing_uses_only_what_the_renderer_knows(name: str) -> None:
    text = sprite_text(name)
    for word in ("<text", "<filter", "<mask", "<clipPath", "<style", "<image", "class=", "<use"):
        assert word not in text
    for gradient in re.findall(r"<(?:linear|radial)Gradient[^>]*>", text):
        assert 'gradientUnits="userSpaceOnUse"' in gradient
    assert len(re.findall(r"\{", text)) == len(re.findall(r"\{[a-z_]+:#[0-9A-Fa-f]{6}\}", text))


@pytest.mark.parametrize("name", ICONS)
def test_icon_takes_its_colour(name: str) -> None:
    surface = sprite(name, 48, 48, ink=(86, 180, 233))
    solid = [
        surface.get_at((x, y))[:3]
        for x in range(48)
        for y in range(48)
        if surface.get_at((x, y)).a == 255
    ]
    assert len(solid) > 40
    wanted = (86, 180, 233)  # overlapping strokes blend with a rounding error
    assert max(abs(c - w) for pixel in solid for c, w in zip(pixel, wanted, strict=True)) <= 3


def test_edges_are_sharp_at_every_size() -> None:
    """The half-covered rim of a disc grows with its radius, not with its area."""
    for side in (64, 512):
        surface = sprite("seat-disc", side, side)
        alpha = pygame.surfarray.array_alpha(surface)
        partial = int(((alpha > 0) & (alpha < 255)).sum())
        assert 0 < partial < 8 * side


@pytest.mark.parametrize("pose", KARATE_POSES)
def test_karate_poses_stand_on_the_floor_and_inside_the_frame(pose: str) -> None:
    mask = opaque(sprite(f"karate-{pose}", 320, 320))
    rect = pygame.Rect.unionall(mask.get_bounding_rects()[0], mask.get_bounding_rects())
    assert 298 <= rect.bottom <= 303
    assert rect.top >= 1
    assert rect.left >= 1
    assert rect.right <= 316


def test_karate_strikes_reach_out_and_others_do_not() -> None:
    reach = {
        pose: max(
            box.right for box in opaque(sprite(f"karate-{pose}", 320, 320)).get_bounding_rects()
        )
        for pose in KARATE_POSES
    }
    assert reach["punch"] >= 292
    assert reach["kick"] >= 278
    assert max(reach[pose] for pose in ("idle", "windup", "parry-punch", "win")) < 262


def test_karate_poses_differ_at_thumbnail_size() -> None:
    """Two poses of 60 pixels share at most 80% of what either covers."""
    masks = {pose: opaque(sprite(f"karate-{pose}", 60, 60)) for pose in KARATE_POSES}
    compared = 0
    for i, first in enumerate(KARATE_POSES):
        for second in KARATE_POSES[i + 1 :]:
            a, b = masks[first], masks[second]
            shared = a.overlap_area(b, (0, 0))
            assert shared / (a.count() + b.count() - shared) < 0.8, (first, second)
            compared += 1
    assert compared == 36


def test_belt_colour_shows() -> None:
    belts = {}
    for colour in ((86, 180, 233), (230, 159, 0)):
        surface = sprite("karate-idle", 320, 320, belt=colour)
        belts[colour] = pygame.mask.from_threshold(surface, colour, (2, 2, 2, 255)).count()
    assert min(belts.values()) > 600


def test_flip_mirrors() -> None:
    plain, mirrored = sprite("karate-punch", 80, 80), sprite("karate-punch", 80, 80, flip=True)
    back = pygame.transform.flip(mirrored, True, False)
    assert pygame.image.tobytes(plain, "RGBA") == pygame.image.tobytes(back, "RGBA")
    assert pygame.image.tobytes(plain, "RGBA") != pygame.image.tobytes(mirrored, "RGBA")


@pytest.mark.parametrize("size", [(1280, 720), (640, 480), (1440, 500), (300, 900)])
@pytest.mark.parametrize("name", ["karate-backdrop", "launcher-backdrop"])
def test_backdrop_covers_every_shape(name: str, size: tuple[int, int]) -> None:
    surface = sprite(name, *size)
    corners = [(0, 0), (size[0] - 1, 0), (0, size[1] - 1), (size[0] - 1, size[1] - 1)]
    assert [surface.get_at(corner).a for corner in corners] == [255] * 4
    assert opaque(surface).count() == size[0] * size[1]


def test_cache_gives_the_same_surface_and_forgets_the_oldest() -> None:
    cache = SpriteCache(limit=3 * 32 * 32 * 4)
    first = cache("play", 32, 32)
    assert cache("play", 32, 32) is first
    assert cache("play", 32, 32, ink="#FFFFFF") is not first
    cache("pause", 32, 32)
    assert cache("play", 32, 32) is first
    for name in ("stop", "step"):
        cache(name, 32, 32)
    assert len(cache) == 3
    assert cache.bytes == 3 * 32 * 32 * 4
    assert cache("play", 32, 32) is first
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


def test_cache_reads_all_drawings_at_once_and_leaves_out_what_is_damaged(tmp_path: Path) -> None:
    for name in ("dice", "sun"):
        (tmp_path / f"{name}.svg").write_text('<svg width="4" height="4"></svg>')
    (tmp_path / "torn.svg").write_bytes(b"\xff\xfe")
    cache = SpriteCache(folder=tmp_path)
    cache.read()
    (tmp_path / "sun.svg").unlink()
    assert cache("sun", 8, 8).get_size() == (8, 8)


def test_cache_keeps_one_sprite_larger_than_its_limit() -> None:
    cache = SpriteCache(limit=10)
    big = cache("play", 64, 64)
    assert cache("play", 64, 64) is big
    assert len(cache) == 1


def test_cache_tells_colours_apart_however_they_are_written() -> None:
    cache = SpriteCache()
    assert cache("play", 16, 16, ink="#56B4E9") is cache("play", 16, 16, ink=(86, 180, 233))


@pytest.mark.parametrize("name", ["no-such-sprite", "../sprites/play", "", "Play", "a/b"])
def test_missing_sprite_is_named(name: str) -> None:
    with pytest.raises(MissingSprite):
        sprite(name, 10, 10)


@pytest.mark.parametrize("size", [(0, 10), (10, -1), (9000, 10)])
def test_bad_sizes_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadSprite, match="1 to 8192"):
        sprite("play", *size)


def test_unknown_or_bad_colours_are_refused() -> None:
    with pytest.raises(BadSprite, match="it has ink"):
        sprite("play", 10, 10, belt="#FFFFFF")
    with pytest.raises(BadSprite, match="no colour"):
        sprite("play", 10, 10, ink='red" onload="x')


def test_torn_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "torn.svg").write_text("<svg xmlns=", encoding="utf-8")
    with pytest.raises(BadSprite):
        SpriteCache(folder=tmp_path)("torn", 10, 10)


def test_size_is_written_once() -> None:
    text = prepare('<svg width="1" height="2" viewBox="0 0 4 4"><path/></svg>', 30, 40, {})
    assert re.findall(r'\b(width|height)="(\d+)"', text) == [("width", "30"), ("height", "40")]
    assert 'viewBox="0 0 4 4"' in text


def test_defaults_are_read() -> None:
    assert default_colours('<p fill="{ink:#010203}" stroke="{rim:#FFFFFF}"/>') == {
        "ink": "#010203",
        "rim": "#FFFFFF",
    }


@pytest.mark.parametrize(
    "face", ["Fredoka-SemiBold", "AtkinsonHyperlegible-Regular", "AtkinsonHyperlegible-Bold"]
)
def test_font_has_even_digits_and_the_signs_the_texts_need(face: str) -> None:
    pygame.font.init()
    font = pygame.font.Font(FONTS / f"{face}.ttf", 60)
    assert len({font.size(digit * 8)[0] for digit in "0123456789"}) == 1
    absent = pygame.image.tobytes(font.render("☃", True, "#FFFFFF"), "RGBA")
    signs = "0123456789abcXYZ+−–—×÷·•…“”‘’°±%→←↑↓✓✗●▲■◆éñöß"
    for sign in signs:
        drawn = font.render(sign, True, "#FFFFFF")
        assert drawn.get_bounding_rect().w > 0
        assert pygame.image.tobytes(drawn, "RGBA") != absent
    assert len(set(signs)) == len(signs)


def test_fonts_carry_their_licence() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FONTS.glob("*-OFL.txt")]
    assert len(texts) == 3
    assert all("SIL OPEN FONT LICENSE Version 1.1" in text for text in texts)


@pytest.mark.parametrize("pose", KARATE_POSES)
def test_a_packed_figure_looks_as_the_other(pose: str) -> None:
    pygame.display.set_mode((64, 64))
    pictures = []
    for packed in (False, True):
        ground = pygame.Surface((420, 420))
        ground.fill((40, 50, 90))
        found, place = SpriteCache().cropped(f"karate-{pose}", 400, 400, packed=packed)
        ground.set_clip((37, 21, 300, 260))
        ground.blit(found, place)
        pictures.append(pygame.image.tobytes(ground, "RGB"))
    one, other = pictures
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1
    assert len(set(one)) > 20
