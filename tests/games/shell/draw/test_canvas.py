"""The canvas: what fits where, texts of every kind, caches that stay small."""

from __future__ import annotations

import itertools
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from games.shell.draw.canvas import Canvas, fit
from games.shell.draw.made import MadeTexts
from games.shell.draw.theme import HUGE, TITLE, Theme

ODD = (
    "",
    " ",
    "\0",
    "nul \0 inside",
    "\u200b\u200b\u200b",
    "\ud800 half of a pair",
    "tab\tand\nline",
    "👩‍👩‍👧 family",
    "🏳️‍🌈" * 30,
    "مرحبا بالعالم",
    "שלום עולם",
    "e\u0301" * 50,
    "ǅ" * 200,
    "\u202eturned round\u202c",
    "\x1b[31mred",
    "a" * 10_000,
    "word " * 2_000,
    "\u0300" * 500,
)


@pytest.fixture
def canvas() -> Canvas:
    pygame.display.init()
    pygame.font.init()
    canvas = Canvas(pygame.display.set_mode((1280, 720)), Theme())
    canvas.made = MadeTexts()  # its own, whose bytes are counted here
    return canvas


SIZES = [
    ((1280, 720), (1280, 720)),
    ((640, 480), (960, 720)),
    ((800, 600), (960, 720)),
    ((1920, 1080), (1280, 720)),
    ((2560, 1440), (1280, 720)),
    ((3840, 2160), (1280, 720)),
    ((3440, 1440), (1440, 720)),
    ((1000, 2000), (960, 800)),
    ((1, 1), (960, 800)),
]


@pytest.mark.parametrize(("pixels", "units"), SIZES)
def test_windows_of_every_shape_get_their_units(pixels, units) -> None:
    width, height, scale = fit(pixels)
    assert (width, height) == pytest.approx(units)
    assert width * scale <= max(pixels[0], 1) + 1
    assert height * scale <= max(pixels[1], 1) + 1


def test_units_and_pixels_are_inverse_and_boxes_meet(canvas: Canvas) -> None:
    canvas.resize(pygame.Surface((1013, 777)))
    assert canvas.units((canvas.x(300), canvas.y(200))) == pytest.approx((300, 200), abs=0.6)
    boxes = [canvas.box((i * 33.3, 0, 33.3, 10)) for i in range(20)]
    met = [one.right == other.left for one, other in itertools.pairwise(boxes)]
    assert met == [True] * 19


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_texts_are_drawn_cut_and_wrapped(canvas: Canvas, text: str) -> None:
    canvas.text(text, (10, 100))
    canvas.text(text, (10, 100), TITLE, max_width=200)
    cut = canvas.shorten(text, 200)
    assert canvas.text_width(cut) <= 200
    lines = canvas.wrap(text, 300)
    assert lines
    assert all(canvas.text_width(line) <= 300 or len(line) == 1 for line in lines)
    canvas.paragraph(text, (10, 10), 300, most=3)


@pytest.mark.parametrize("text", ["a" * 10_000, "one two  three " * 300, "ab\ncd\n\nef"])
def test_wrapping_loses_no_letter(canvas: Canvas, text: str) -> None:
    kept = "".join(canvas.wrap(text, 250)).replace(" ", "")
    assert kept == text.replace(" ", "").replace("\n", "")


def test_even_lines_are_as_many_and_the_last_is_not_a_word_or_two(canvas: Canvas) -> None:
    text = "word " * 21 + "end"
    width = canvas.text_width("word " * 20)
    even = canvas.even_width(text, width)
    lines = canvas.wrap(text, even)
    assert len(lines) == len(canvas.wrap(text, width)) == 2
    assert canvas.text_width(lines[1]) > canvas.text_width(lines[0]) / 2
    assert canvas.even_width("word", width) == width


def test_no_room_means_no_text(canvas: Canvas) -> None:
    assert canvas.shorten("anything", 1) == ""
    assert canvas.text("anything", (0, 0), max_width=-5) == 0.0
    assert len(canvas.wrap("abc", 1)) == 3


def test_a_long_text_in_the_largest_size_stays_a_small_surface(canvas: Canvas) -> None:
    canvas.resize(pygame.Surface((3840, 2160)))
    canvas.text("W" * 10_000, (0, 100), HUGE)
    tall = canvas.line_height(HUGE) * canvas.scale  # 4 bytes a pixel
    assert 1000 * tall < canvas.made.texts.bytes / 4 <= 8192 * tall


def test_the_caches_are_bounded(canvas: Canvas) -> None:
    canvas.made = MadeTexts(400_000, 400_000)
    for number in range(1500):
        canvas.text(f"number {number}", (10, 10))
        canvas.wrap(f"paragraph {number} " * 5, 200)
        canvas.shorten(f"cut {number} " * 5, 60)
        canvas.circle((100, 100), 5 + number % 40, (number % 256, number % 200, 7))
    assert number == 1499
    assert canvas.made.texts.bytes <= 400_000
    assert canvas.made.shapes.bytes <= 400_000
    assert len(canvas.measures) <= 1000


def test_a_veil_blends_without_a_surface_of_its_size(canvas: Canvas) -> None:
    canvas.fill((200, 100, 0))
    canvas.rect((-400, -400, 3000, 3000), (0, 100, 200), alpha=128)
    assert canvas.made.shapes.bytes == 0
    red, green, blue, _ = canvas.surface.get_at((600, 300))
    assert (red, green, blue) == pytest.approx((100, 100, 100), abs=3)


def test_drawing_shifted_goes_back_where_it_was(canvas: Canvas) -> None:
    canvas.fill("ink")
    with canvas.shifted(50):
        canvas.rect((0, 0, 10, 10), "paper")
    with pytest.raises(KeyError), canvas.shifted(50):
        canvas.rect((0, 0, 10, 10), "nowhere")
    assert canvas.surface.get_at((5, 55))[:3] == canvas.theme["paper"]
    assert canvas.surface.get_at((5, 5))[:3] == canvas.theme["ink"]
    assert canvas.y(0) == 0


def test_clips_lie_inside_each_other(canvas: Canvas) -> None:
    canvas.fill("ink")
    with canvas.clip((0, 0, 100, 100)), canvas.clip((50, 50, 100, 100)):
        canvas.fill("paper")
    assert canvas.surface.get_at((75, 75))[:3] == canvas.theme["paper"]
    assert canvas.surface.get_at((25, 25))[:3] == canvas.theme["ink"]
    assert canvas.surface.get_at((125, 125))[:3] == canvas.theme["ink"]


def test_what_is_zoomed_is_larger_and_kept_apart(canvas: Canvas) -> None:
    """Places and sizes grow alike, nothing of the two mixes, and afterwards all is as before."""
    plain = canvas.text_width("Measured"), canvas.line_height()
    box = canvas.box((10, 20, 30, 40))
    lines = canvas.wrap("Some words that need a few lines", 100)
    with canvas.zoomed(2.0):
        assert canvas.box((5, 10, 15, 20)) == box
        assert canvas.text_width("Measured") == pytest.approx(plain[0], rel=0.05)
        canvas.text("Measured", (10, 20))
        canvas.wrap("Some words that need a few lines", 50)
    assert (canvas.text_width("Measured"), canvas.line_height()) == plain
    assert canvas.wrap("Some words that need a few lines", 100) == lines
    canvas.made.clear()
    canvas.text("Measured", (10, 20))
    small = canvas.made.texts.bytes
    with canvas.zoomed(2.0):
        canvas.text("Measured", (10, 20))
    assert canvas.made.texts.bytes > (1 + 1.6**2) * small
