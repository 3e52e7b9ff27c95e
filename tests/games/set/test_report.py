"""What is told after a match of Set."""

from __future__ import annotations

import pytest

from games.core import Event
from games.mind import Bars, Series
from games.set.report import finds, report, times
from games.shell.hooks import AWAY, STRENGTH, TRY


def race(seat: int, ms: int, result: str, *cards: str) -> Event:
    return Event("race", {"seat": seat, "ms": ms, "result": result, "cards": list(cards)})


EVENTS = (
    race(0, 4000, "set", "0000", "0001", "0002"),
    race(0, 9000, "set", "0000", "1111", "2222"),
    race(0, 2000, "set", "1000", "1001", "1002"),
    race(0, 1500, "wrong", "0000", "0001", "1002"),
    race(1, 3000, "set", "0000", "0011", "0022"),
    Event("race", {"seat": None, "ms": None, "result": "given_up", "cards": []}),
)


def test_finds_are_told_apart_by_kind() -> None:
    assert times(EVENTS, 0) == {1: [4.0, 2.0], 4: [9.0]}
    assert times(EVENTS, 1) == {2: [3.0]}
    assert sum(find.right for find in finds(EVENTS)) == 4
    assert len(list(finds(EVENTS))) == 5


def test_the_report_names_the_slowest_kind_the_share_and_the_broken_feature() -> None:
    told = report(EVENTS, (2.0, 1.0), ("You", "Steady 3"), 0)
    assert told.headline == "You win"
    assert told.outcome == "won"
    assert [part.title for part in told.brief] == [AWAY, STRENGTH, TRY]
    assert "all four took you longest: 9.0 s" in told.brief[0].text
    assert told.brief[1].text == "You took 3 of 4 sets."
    assert told.lines[0] == "You: 2 points, 3 sets, half of them within 4.0 s."
    assert told.lines[2] == "1 wrong claims: colour 1."
    course, bars = told.items[:2]
    assert isinstance(course, Series)
    assert course.values == (0.0, 1.0, 2.0, 3.0, 2.0)
    assert isinstance(bars, Bars)
    assert bars.values == pytest.approx((3.0, 0.0, 0.0, 9.0))
    assert bars.words == ("3.0 s", "none", "none", "9.0 s")


def test_a_match_without_a_set_has_a_report() -> None:
    told = report((), (0.0, 0.0), ("You", "Nobody"), 0)
    assert told.headline == "A draw"
    assert told.brief[0].text == "Nothing: you took no set."
