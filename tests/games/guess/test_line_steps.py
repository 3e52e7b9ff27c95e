"""The steps of thought in the crowd of Guess 2/3, and the key to their colours."""

from __future__ import annotations

import pytest

from games.guess.classroom.drawing import BAND_COLOURS
from games.guess.line import (
    NO_PATTERN,
    SIGNS,
    STEPS_AHEAD,
    draw_key,
    steps_of,
)
from games.shell.draw.canvas import Canvas
from tests.support.ruler import texts_told


@pytest.mark.parametrize("mean", [90.0, 50.0, 24.0, 6.0])
@pytest.mark.parametrize("share", [1 / 2, 2 / 3, 3 / 4])
def test_a_guess_on_a_step_took_that_many(mean: float, share: float) -> None:
    for steps in range(5):
        assert steps_of(mean * share**steps, mean, share) == steps
    assert steps_of(0, mean, share) == 4
    assert steps_of(mean * 1.6 + 1, mean, share) == NO_PATTERN


@pytest.mark.parametrize("wide", [400.0, 90.0])
def test_the_key_says_which_colour_is_how_many_steps_where_it_has_room(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch, wide: float
) -> None:
    told = texts_told(monkeypatch)
    draw_key(canvas, (100.0, 90.0, wide, 30.0), BAND_COLOURS)
    assert told == ([STEPS_AHEAD, *SIGNS] if wide > 300 else [])
