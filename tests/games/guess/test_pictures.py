"""The living pictures of help: each plays, and stands still under reduced motion."""

from __future__ import annotations

import pytest

from games.guess.pictures import PICTURES, Points, Zero
from games.shell.draw.theme import Theme
from tests.support.hands import film, open_display


@pytest.fixture(autouse=True)
def display() -> None:
    open_display()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_moves_and_can_stand_still(name: str) -> None:
    make = PICTURES[name]
    frames = film(make(Theme()), Theme(), 6, 0.6)
    assert len(set(frames)) >= 4
    still = film(make(Theme(reduced_motion=True)), Theme(reduced_motion=True), 3, 1.1)
    assert len(set(still)) == 1
    ended = make(Theme())
    ended.update(ended.done)  # type: ignore[attr-defined]
    assert film(ended, Theme(), 1, 0.0) == still[:1]


def test_what_the_pictures_say_is_so() -> None:
    points = Points(Theme())
    assert points.closed.guesses[0] == points.own
    assert sum(off > points.closed.off[0] for off in points.closed.off) == 7
    zero = Zero(Theme())
    assert len(zero.closed.guesses) == 401
    assert 20 < zero.closed.mean * 2 / 3 < 35, "as newspapers found their readers"
