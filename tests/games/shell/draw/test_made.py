"""What canvases made once: found again, measured as a font measures, and bounded."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from games.shell.draw import made
from games.shell.draw.canvas import Canvas
from games.shell.draw.made import FONT_FOLDER, MadeTexts, SurfaceCache
from games.shell.draw.theme import Theme


@pytest.fixture
def kept() -> MadeTexts:
    pygame.font.init()
    return MadeTexts()


def test_the_cache_counts_what_it_holds() -> None:
    cache = SurfaceCache(1000)
    surface = pygame.Surface((10, 10))
    for _ in range(5):
        cache.put("same", surface)
    assert cache.bytes == 400
    cache.put("other", surface)
    cache.get("same")
    cache.put("third", surface)
    assert cache.get("other") is None
    assert cache.get("same") is surface
    assert cache.bytes == 800


@pytest.mark.parametrize("face", made.FONT_FILES)
def test_a_text_is_as_wide_as_its_font_says_in_every_height(kept: MadeTexts, face: str) -> None:
    for height in (9, 24, 9):
        font = pygame.font.Font(str(FONT_FOLDER / made.FONT_FILES[face]), height)
        for text in ("Avocado", "i", "", "Avocado"):
            assert kept.width(text, face, height) == font.size(text)[0]
        assert kept.font(face, height) is kept.font(face, height)


def test_a_text_is_measured_once_until_all_is_forgotten(
    kept: MadeTexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = kept.width("measured", "text", 20)
    font = kept.font("text", 20)
    asked: list[str] = []
    monkeypatch.setattr(made.pygame.font, "Font", lambda *_: asked.append("font") or font)
    assert kept.width("measured", "text", 20) == wide
    assert not asked
    kept.clear()
    assert kept.width("measured", "text", 20) == wide
    assert asked == ["font"]


def test_widths_are_bounded_and_stay_right(
    kept: MadeTexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "WIDTHS_KEPT", 3)
    first = [kept.width("m" * number, "text", 20) for number in range(10)]
    assert len(kept.widths) <= 3
    assert [kept.width("m" * number, "text", 20) for number in range(10)] == first


def test_canvases_share_what_does_not_depend_on_them_and_no_picture(kept: MadeTexts) -> None:
    """Text of one height is drawn once for all; a picture belongs to a canvas and its theme."""
    canvases = [Canvas(pygame.Surface((800, 600)), Theme()) for _ in range(2)]
    painted: list[int] = []
    held = set()
    for number, canvas in enumerate(canvases):
        canvas.made = kept
        canvas.text("Ada", (10, 10))
        held.add(kept.texts.bytes)
        canvas.picture((0, 0, 50, 50), "same", lambda n=number: painted.append(n))
        canvas.picture((0, 0, 50, 50), "same", lambda n=number: painted.append(n))
    assert painted == [0, 1]
    assert len(held) == 1
    sibling = canvases[0].sibling(pygame.Surface((400, 300)), (400, 300))
    assert sibling.made is kept
    assert held == {kept.texts.bytes}


NAMES = ("Ольга Петрова", "Γιώργος Παπαδόπουλος", "Nguyễn Thị Ấn", "ỬNG", "Țepeș")
"""Names with letters that a face of the arcade lacks."""


@pytest.mark.parametrize("face", made.FALLBACKS)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_other_letters_is_drawn_without_boxes(
    kept: MadeTexts, face: str, name: str
) -> None:
    def drawn(text: str) -> bytes:
        return pygame.image.tobytes(kept.render(text, face, 30, (255, 255, 255)), "RGBA")

    box = drawn("☃")
    assert all(drawn(letter) != box for letter in name if letter != " ")
    surface = kept.render(name, face, 30, (255, 255, 255))
    assert surface.get_width() == kept.width(name, face, 30)


@pytest.mark.parametrize("face", made.FALLBACKS)
def test_words_in_two_fonts_stand_on_one_line_in_the_middle(kept: MadeTexts, face: str) -> None:
    """The foot of a letter of either font is as far from the middle as when it is drawn alone."""

    def foot(text: str, left: int = 0) -> float:
        surface = kept.render(text, face, 30, (255, 255, 255))
        part = surface.subsurface(left, 0, surface.get_width() - left, surface.get_height())
        return part.get_bounding_rect().bottom - surface.get_height() / 2

    own, other = foot("HH"), foot("ЖЖ")
    assert abs(own - other) <= 1
    for above in ("", "Ấ", "Ử"):  # what reaches above the line leaves its middle where it is
        assert abs(foot(f"ЖЖ {above}HH") - own) <= 1
        assert abs(foot(f"HH {above}ЖЖ") - other) <= 1


def test_what_no_font_has_stays_a_box_and_other_text_stays_as_it_was(kept: MadeTexts) -> None:
    font = kept.font("text", 30)
    for text in ("Ada – “12” × ✓", "李小龙", "Ada 李"):
        drawn = kept.render(text, "text", 30, (255, 255, 255))
        alone = font.render(text, True, (255, 255, 255))
        assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(alone, "RGBA")
