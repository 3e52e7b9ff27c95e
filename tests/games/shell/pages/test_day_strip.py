"""The days in pictures: each state of a game has its own mark, and words fit in every window."""

from __future__ import annotations

import pytest

from games import catalog
from games.shell.app import App
from games.shell.opening import create_player
from games.shell.pages.day_strip import (
    BOX,
    SMALL,
    DayGame,
    DayRow,
    draw_state,
    games_of,
    next_words,
    row_words,
)
from games.store.days import DayBook, DayMatch, DayTries

DAY = "2026-11-22"


def test_each_game_has_the_state_of_its_match_of_the_day() -> None:
    days = DayTries(
        (
            DayMatch("karate", DAY, "a", "won", "won"),
            DayMatch("numbers", DAY, "b", "lost", "lost"),
            DayMatch("ur", DAY, "c"),
            DayMatch("ra", "2026-11-21", "d", "won", "won"),
            DayMatch("jaipur", DAY, "e", "scored by an older arcade"),
        )
    )
    found = dict(zip(catalog.GAMES, games_of(days, DAY), strict=True))
    assert found["karate"] == DayGame("Karate", "won")
    assert found["numbers"].state == found["jaipur"].state == "over"
    assert found["ur"].state == "begun"
    assert found["ra"].state == ""


def test_the_marks_differ_without_colour(app: App) -> None:
    """Each state has a shape of its own: the grey pictures are no two alike."""
    shapes = set()
    for state in ("won", "over", "begun", ""):
        app.canvas.fill("ink")
        draw_state(app.canvas, (0, 0, BOX, BOX), state)
        place = app.canvas.box((4, 4, BOX - 8, BOX - 8))
        inner = app.canvas.surface.subsurface(place)
        corner = inner.get_at((0, 0))
        width, height = inner.get_size()
        mask = tuple(inner.get_at((x, y)) == corner for x in range(width) for y in range(height))
        shapes.add(mask)
    assert len(shapes) == 4


def test_the_small_row_comes_with_the_first_day_and_where_it_has_room(app: App) -> None:
    profile = create_player(app, "Bea", 3)
    assert not DayRow(app.library, None).draw(app.canvas, 0.0, 500.0, 30.0)
    assert not DayRow(app.library, profile).draw(app.canvas, 0.0, 500.0, 30.0)
    book = DayBook(app.library.store, profile.id)
    book.keep(DayMatch("ur", app.library.today, "m1", "won", "won"))
    row = DayRow(app.library, profile)
    assert row.words == "1 day in a row"
    side, gap = SMALL
    left = 500.0 - len(row.games) * (side + gap) + gap
    assert row.draw(app.canvas, left, 500.0, 30.0)
    assert not row.draw(app.canvas, left + 1, 500.0, 30.0)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "Next in 1 min"),
        (60, "Next in 1 min"),
        (61, "Next in 2 min"),
        (3600, "Next in 1 h 0 min"),
    ],
)
def test_the_time_to_the_next_match(seconds: float, words: str) -> None:
    assert next_words(seconds) == words


def test_days_in_a_row_in_words() -> None:
    assert [row_words(days) for days in (0, 1, 2)] == ["", "1 day in a row", "2 days in a row"]
