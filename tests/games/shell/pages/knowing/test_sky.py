"""Habits as stars: the loudest is the largest, and every one has its words."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.pages.knowing.sky import MOST, draw_sky, lay_labels
from tests.support.hands import Rig
from tests.support.words import Words

BOX = (40.0, 40.0, 460.0, 320.0)
HABITS = [(f"you do thing {number}", share) for number, share in enumerate((0.4, 0.2, 0.1, 0.0))]


def test_the_louder_a_habit_the_larger_its_star(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    brass: list[float] = []
    plain = Canvas.circle

    def note(canvas: Canvas, centre: tuple[float, float], radius: float, colour: object) -> None:
        if colour == "brass":
            brass.append(radius)
        plain(canvas, centre, radius, colour)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "circle", note)
    words = Words(rig.app, monkeypatch)
    draw_sky(rig.app.canvas, BOX, HABITS, "Nothing.")
    assert len(brass) == 3, "what counts nothing has no star"
    assert brass[0] > brass[1] > brass[2]
    told = " ".join(word.text for word in words.seen)
    assert "you do thing 0 (40%)" in told
    assert "Nothing." not in told


def test_an_empty_sky_says_what_would_be_there(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words(rig.app, monkeypatch)
    draw_sky(rig.app.canvas, BOX, (), "Nothing yet.")
    assert [word.text for word in words.seen] == ["Nothing yet."]


def test_no_more_stars_than_have_a_place(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words(rig.app, monkeypatch)
    draw_sky(rig.app.canvas, BOX, [(f"habit {n}", 0.1) for n in range(9)], "")
    assert sum("(10%)" in word.text for word in words.seen) == MOST


LONG = (
    "you return to earlier moves (83%)",
    "you take the next button (3%)",
    "you come back to moves after a pause of the same length, again and again (3%)",
    "you avoid repeats (3%)",
    "you answer my last two changes (3%)",
)


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(454.0, 314.0), (720.0, 232.0), (880.0, 232.0)])
def test_no_label_covers_another_or_a_star_or_is_cut(
    rig: Rig, size: tuple[float, float], larger: bool
) -> None:
    canvas = rig.app.canvas
    canvas.theme = Theme.of(False, larger, False)
    radii = (16.0, 6.5, 6.5, 6.5, 6.5)
    labels = lay_labels(canvas, (40.0, 40.0, *size), LONG, radii)
    assert [" ".join(label.lines) for label in labels] == list(LONG)
    boxes = [pygame.FRect(label.box) for label in labels]
    assert not any(one.colliderect(other) for one, other in combinations(boxes, 2))
    assert all(pygame.FRect(40, 40, *size).contains(box) for box in boxes)


def test_where_there_is_no_room_the_last_labels_are_left_out(rig: Rig) -> None:
    radii = (16.0, 6.5, 6.5, 6.5, 6.5)
    labels = lay_labels(rig.app.canvas, (40.0, 40.0, 300.0, 120.0), LONG, radii)
    assert 0 < len(labels) < MOST


@pytest.mark.parametrize("count", [1, 2, 3])
def test_stars_are_joined_from_the_second_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    lines: list[int] = []
    monkeypatch.setattr(Canvas, "polyline", lambda canvas, places, *more: lines.append(len(places)))
    draw_sky(rig.app.canvas, BOX, [(f"habit {n}", 0.1) for n in range(count)], "")
    assert lines == ([count] if count > 1 else [])
