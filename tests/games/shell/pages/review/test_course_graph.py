"""The graph of a course: its scale, its cursor, and the places of choices."""

from __future__ import annotations

import pytest

from games.agents import WIN_CHANCE, Judged, Measure
from games.judging import Asked, Chapter, Found, course
from games.moments import MoveChosen
from games.shell.input import Pointer
from games.shell.pages.review.course_graph import CourseGraph, Graph, scale_of

POINTS = Measure("points", "points", (0.1, 0.2, 0.5, 1.0), 0.0)


def graph(measure: Measure, values: list[tuple[float, float]], seats: int = 2) -> Graph:
    """A graph of choices of seat 0 with these values around them."""
    found = [
        Found(
            Asked(MoveChosen(n, None, 0, "m"), 0, n + 1, n + 1, 2),
            Judged(0, "m", measure, before, after, "m", 0.0),
        )
        for n, (before, after) in enumerate(values)
    ]
    line = course(found, 0, Chapter())
    return Graph(0, seats, ["A", "B"], line, (), found, len(found), (), measure)


def test_chances_have_the_whole_scale_and_points_their_own() -> None:
    chances = scale_of(graph(WIN_CHANCE, [(0.6, 0.5)], 4), 200.0)
    assert chances == (0.0, 1.0, 0.25)
    assert chances.share(0.25) == 0.25
    points = scale_of(graph(POINTS, [(0.0, -1.0), (2.0, 3.0)]), 200.0)
    assert points.even == 0.0
    assert points.low < -1.0 < 3.0 < points.high
    assert 0.0 < points.share(-1.0) < points.share(3.0) < 1.0
    flat = scale_of(graph(POINTS, [(0.0, 0.0)]), 200.0)
    assert flat.share(0.0) == pytest.approx(0.5)


@pytest.mark.parametrize("tall", [100.0, 165.0, 400.0])
def test_a_course_that_only_falls_or_rises_leaves_room_for_the_names(tall: float) -> None:
    for after in (-90.0, 90.0):
        scale = scale_of(graph(POINTS, [(0.0, after)]), tall)
        assert tall * (1.0 - scale.share(max(0.0, after))) >= 20.0
        assert tall * scale.share(min(0.0, after)) >= 20.0


def test_the_cursor_goes_from_choice_to_choice_and_stays_at_the_ends() -> None:
    shown: list[int] = []
    widget = CourseGraph(shown.append)
    assert not widget.direction("left"), "there is nothing to go through yet"
    widget.activate()
    widget.graph = graph(WIN_CHANCE, [(0.6, 0.5), (0.5, 0.4), (0.4, 0.3)])
    assert not widget.direction("up")
    for action, at in (("left", 2), ("right", 2), ("left", 1), ("left", 0), ("left", 0)):
        assert widget.direction(action)
        assert widget.at == at
    widget.activate()
    widget.at = -1
    widget.activate()
    assert shown == [0, 2], "without a cursor the last choice is shown"


def test_a_click_shows_the_nearest_choice() -> None:
    shown: list[int] = []
    widget = CourseGraph(shown.append)
    widget.box = (0.0, 0.0, 700.0, 100.0)
    widget.graph = graph(WIN_CHANCE, [(0.6, 0.5), (0.5, 0.4), (0.4, 0.3)])
    for x in (5.0, 350.0, 690.0):
        assert widget.pointer(Pointer("down", x, 50.0, 1))
    assert shown == [0, 1, 2]
    assert not widget.pointer(Pointer("move", 5.0, 50.0))
