"""Colours: every text can be read on every ground it stands on, in both sets."""

from __future__ import annotations

import pytest

from games.shell.draw.theme import (
    HEADING,
    LABEL,
    NOTE,
    SEAT_COLOURS,
    SEAT_MARKS,
    TEXT,
    Theme,
    blend,
    contrast,
    luminance,
)

TEXT_COLOURS = ("paper", "quiet", "brass", "sky", "orange", "green", "yellow", "blue")
TEXT_COLOURS += ("vermillion", "purple")
GROUNDS = ("ink", "raised")


def test_contrast_is_that_of_the_published_examples() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.478, abs=0.001)
    assert contrast((0, 0, 255), (255, 255, 255)) == pytest.approx(8.592, abs=0.001)
    assert luminance((128, 128, 128)) == pytest.approx(0.2159, abs=0.0001)


@pytest.mark.parametrize("high", [False, True])
def test_text_can_be_read_on_its_grounds(high: bool) -> None:
    theme, seen = Theme.of(high, False, False), 0
    for colour in TEXT_COLOURS:
        for ground in GROUNDS:
            assert contrast(theme[colour], theme[ground]) >= 4.5, (colour, ground)
            seen += 1
        assert contrast(theme[colour], theme["high"]) >= 3.0, colour
    assert seen == 20
    for colour in ("paper", "quiet", "brass"):
        assert contrast(theme[colour], theme["high"]) >= 4.5, colour
    assert contrast(theme["ink"], theme["brass"]) >= 4.5
    assert contrast(theme.mix("quiet", "raised", 0.45), theme["raised"]) >= 3.0


def test_high_contrast_is_higher_for_every_colour() -> None:
    usual, high = Theme(), Theme.of(True, False, False)
    for colour in TEXT_COLOURS:
        before = contrast(usual[colour], usual["ink"])
        assert contrast(high[colour], high["ink"]) > before, colour
    assert contrast(high["line"], high["ink"]) >= 3.0
    assert len(TEXT_COLOURS) == 10
    assert set(usual.colours) == set(high.colours)


def test_larger_text_grows_the_small_sizes_alone() -> None:
    theme = Theme.of(False, True, False)
    assert [theme.text_size(size) for size in (NOTE, TEXT, LABEL)] == pytest.approx(
        [16.8, 21.6, 28.8]
    )
    assert theme.text_size(HEADING) == HEADING


def test_every_seat_has_a_colour_and_a_mark_of_its_own() -> None:
    assert len(set(SEAT_COLOURS)) == len(set(SEAT_MARKS)) == len(SEAT_COLOURS) == 5


def test_blending_stays_between_the_two() -> None:
    assert blend((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert blend((0, 0, 0), (200, 100, 50), 9.0) == (200, 100, 50)
    assert blend((0, 0, 0), (200, 100, 50), -9.0) == (0, 0, 0)
