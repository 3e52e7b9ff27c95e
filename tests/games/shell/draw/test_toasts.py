"""Toasts: where a few sentences stand in a strip, which go, and when."""

from __future__ import annotations

import pytest

from games.shell.app import App
from games.shell.draw.toasts import TOAST_SECONDS, TOASTS_HIGH, Strip, Toasts

LONG = "A sentence that is so long that it has to stand in more than a single line. " * 3
DOWN = Strip(100.0, 12.0, 600.0)
UP = Strip(100.0, 700.0, 600.0, upward=True)


def shown(*sentences: str) -> Toasts:
    toasts = Toasts()
    for sentence in sentences:
        toasts.add(sentence)
    return toasts


@pytest.mark.parametrize("strip", [DOWN, UP])
def test_two_stand_above_each_other_the_newest_below(app: App, strip: Strip) -> None:
    first, second = shown("One.", "Two.").boxes(app.canvas, strip)
    assert first[1] + first[3] < second[1]
    assert (first[0], first[2]) == (second[0], second[2]) == (strip.left, strip.width)
    if strip.upward:
        assert second[1] + second[3] == pytest.approx(strip.top)
    else:
        assert first[1] == strip.top


@pytest.mark.parametrize("strip", [DOWN, UP])
def test_where_two_are_too_high_the_newest_stands_alone(app: App, strip: Strip) -> None:
    toasts = shown(LONG, "Two. " + LONG)
    (box,) = toasts.boxes(app.canvas, strip)
    assert len(toasts.texts) == 2
    assert box[3] <= TOASTS_HIGH
    assert (box[1] + box[3] if strip.upward else box[1]) == pytest.approx(strip.top)
    assert toasts.draw(app.canvas, strip) == [box]


def test_one_about_the_same_thing_goes(app: App) -> None:
    assert shown("Speed 1.", "Speed 2.5.").texts == ("Speed 2.5.",)
    assert shown("One.", "Two.", "Three.").texts == ("Two.", "Three.")


def test_they_go_with_time_and_with_their_scene(app: App) -> None:
    toasts = shown(LONG)
    assert toasts.update(TOAST_SECONDS - 0.1)
    assert toasts.texts
    toasts.add("Stays.", stays=True)
    toasts.update(0.2)
    assert toasts.texts == ("Stays.",)
    toasts.leave_scene()
    assert toasts.texts == ("Stays.",)
    toasts.update(TOAST_SECONDS)
    assert toasts.boxes(app.canvas, UP) == []
    assert toasts.next_frame() is None
