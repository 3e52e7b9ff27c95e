"""The ladder of portraits: where they stand, and how they are climbed."""

from __future__ import annotations

import itertools
from math import hypot

import pytest

from games.shell.input import Pointer
from games.shell.widgets.faces import Face
from games.shell.widgets.ladder import LadderStep, PortraitLadder, places

BOX = (40.0, 120.0, 136.0, 576.0)


@pytest.mark.parametrize("count", range(1, 15))
def test_portraits_stand_in_the_box_one_over_the_other_and_apart(count: int) -> None:
    spots = places(count, BOX)
    assert len(spots) == count
    x, y, w, h = BOX
    for (cx, cy), size in spots:
        assert size >= 40
        assert x <= cx - size / 2 <= cx + size / 2 <= x + w + 0.01
        assert y - 0.01 <= cy - size / 2 <= cy + size / 2 <= y + h + 0.01
    for ((ax, ay), size), ((bx, by), _) in itertools.pairwise(spots):
        assert by < ay
        assert hypot(bx - ax, by - ay) >= size - 0.01


def ladder(count: int = 4, index: int | None = 0) -> tuple[PortraitLadder, list[int]]:
    taken: list[int] = []
    made = PortraitLadder(taken.append)
    made.box = BOX
    made.fill([LadderStep(Face("faces/stranger-1"))] * count, index)
    return made, taken


@pytest.mark.parametrize("count", range(2, 15))
def test_whoever_is_in_hand_touches_no_other(count: int) -> None:
    made, _ = ladder(count)
    ring, compared = 3.0, 0
    for held in range(count):
        made.fill([LadderStep(Face("faces/stranger-1"))] * count, held)
        place = made.place()
        assert place is not None
        (x, y), size = place
        for number, ((cx, cy), other) in enumerate(places(count, BOX)):
            if number != held:
                assert hypot(cx - x, cy - y) >= (size + other) / 2 + 2 * ring - 0.01
                compared += 1
    assert compared == count * (count - 1)


def test_climbing_stops_at_the_ends_and_begins_at_the_foot() -> None:
    made, taken = ladder(4, 2)
    assert made.climb(1)
    assert not ladder(4, 3)[0].climb(1)
    assert not ladder(0, None)[0].climb(1)
    assert made.climb(-9)
    assert taken == [3, 0]
    nobody, taken = ladder(4, None)
    nobody.climb(1)
    assert taken == [0]


def test_the_mouse_shows_and_takes() -> None:
    made, taken = ladder()
    (x, y), _ = places(4, BOX)[2]
    assert not made.point(Pointer("move", x, y, 0))
    assert (made.shown, made.index, taken) == (2, 0, [])
    assert made.point(Pointer("down", x, y, 1))
    assert taken == [2]
    assert not made.point(Pointer("down", x, y, 3))
    assert not made.point(Pointer("move", 900, y, 0))
    assert made.shown == 0
    made.point(Pointer("move", x, y, 0))
    made.fill(made.rungs[:1], None)
    assert made.shown is None
    assert made.place() is None
