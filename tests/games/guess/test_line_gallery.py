"""The crowd of Guess 2/3 as faces: one each, in the colour of its steps."""

from __future__ import annotations

from typing import Any

import pytest

from games.guess.classroom.drawing import BAND_COLOURS
from games.guess.line import (
    NO_PATTERN,
    STEPS_AHEAD,
    Closed,
    draw_gallery,
    steps_of,
    thoughts,
)
from games.shell.draw.canvas import Canvas
from tests.support.ruler import texts_told

BOX = (100.0, 90.0, 400.0, 84.0)


@pytest.mark.parametrize("mean", [90.0, 50.0, 24.0, 6.0])
@pytest.mark.parametrize("share", [1 / 2, 2 / 3, 3 / 4])
def test_a_guess_on_a_step_took_that_many(mean: float, share: float) -> None:
    for steps in range(5):
        assert steps_of(mean * share**steps, mean, share) == steps
    assert steps_of(0, mean, share) == 4
    assert steps_of(mean * 1.6 + 1, mean, share) == NO_PATTERN


def test_the_thoughts_are_the_crowds_alone_and_the_least_come_first() -> None:
    closed = Closed(1, (100, 0, 33, 50, 22, 90), (2, 3))
    assert thoughts(closed, 50.0) == [0, 1, 2, NO_PATTERN]


@pytest.mark.parametrize("crowd", [0, 1, 22, 60])
def test_each_of_the_crowd_has_a_face_within_the_box(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch, crowd: int
) -> None:
    """Three circles each; one too large to be told apart is not drawn."""
    circles: list[tuple[float, float, float]] = []

    def circle(centre: tuple[float, float], radius: float, *rest: Any, **more: Any) -> None:
        circles.append((*centre, radius))

    monkeypatch.setattr(canvas, "circle", circle)
    told = texts_told(monkeypatch)
    draw_gallery(canvas, BOX, crowd, [0] * crowd, BAND_COLOURS)
    assert len(circles) == 3 * crowd
    x, y, w, h = BOX
    assert all(x <= a - r and a + r <= x + w and y <= b - r < y + h for a, b, r in circles)
    assert (STEPS_AHEAD in told) == bool(crowd)
    circles.clear()
    draw_gallery(canvas, BOX, 400, [], BAND_COLOURS)
    assert circles == []
