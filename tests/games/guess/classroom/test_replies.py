"""What the service tells, as values; what something else tells is found out."""

from __future__ import annotations

from typing import Any

import pytest

from games.guess.classroom.replies import (
    BadReply,
    ClosedRound,
    Code,
    RoundNow,
    code_of,
    names_of,
    outcome_of,
    room_of,
    standings_of,
)

ROOM: dict[str, Any] = {
    "room": "K7PQM",
    "title": "7b",
    "mode": "rounds",
    "multiplier": [2, 3],
    "low": 0,
    "high": 100,
    "players": 3,
    "round": None,
}
LAST = {"number": 2, "phase": "open", "count": 1, "closes_after": None, "closes_at": 12.5}
CLOSED: dict[str, Any] = {
    "round": 1,
    "phase": "closed",
    "count": 3,
    "sum": 60,
    "mean": 20.0,
    "target": [40, 3],
    "target_float": 13.3,
    "histogram": [[10, 2], [40, 1]],
    "best_score": 3.3,
    "winners": [{"name": "Ada", "guess": 10}, {"name": "Bob", "guess": 10}],
}


def test_a_room_with_and_without_a_round() -> None:
    assert room_of(ROOM).round is None
    found = room_of({**ROOM, "round": LAST})
    assert (found.code, found.multiplier, found.players) == ("K7PQM", (2, 3), 3)
    assert found.round == RoundNow(2, True, 1, None, 12.5)


def test_a_closed_round_has_all_its_guesses_again() -> None:
    found = outcome_of(CLOSED)
    assert found.guesses == (10, 10, 40)
    assert found.winners == (("Ada", 10), ("Bob", 10))
    nobody = {**CLOSED, "mean": None, "target_float": None, "histogram": [], "winners": []}
    assert outcome_of({**nobody, "best_score": None}) == ClosedRound(1, (), None, None, (), None)


def test_a_code_is_square() -> None:
    rows = ["0" * 21] * 21
    assert code_of({"url": "http://a/r/K", "rows": rows}) == Code("http://a/r/K", tuple(rows))
    for bad in ([], rows[1:], ["0"] * 21):
        with pytest.raises(BadReply):
            code_of({"url": "", "rows": bad})


@pytest.mark.parametrize(
    "change",
    [
        {"round": 3},
        {"round": {}},
        {"players": "many"},
        {"multiplier": [2]},
        {"low": None},
        {"round": {**LAST, "closes_at": "soon"}},
    ],
)
def test_a_room_of_something_else_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadReply, match="no service"):
        room_of({**ROOM, **change})


def test_results_of_something_else_are_refused() -> None:
    for bad in ({}, {**CLOSED, "histogram": [[1, 10**9]]}, {**CLOSED, "winners": [1]}):
        with pytest.raises(BadReply):
            outcome_of(bad)
    with pytest.raises(BadReply):
        standings_of({"leaderboard": [{"rank": 1}]})
    for bad in ({"total": 1}, {"total": 1, "players": [{"player": "x", "name": "Ada"}]}):
        with pytest.raises(BadReply):
            names_of(bad)
    assert names_of({"total": 9, "players": [{"player": 3, "name": "Ada"}]}) == (9, ((3, "Ada"),))


def test_what_a_service_tells_is_cut_where_its_places_end() -> None:
    found = room_of({**ROOM, "room": "A" * 9, "title": "b" * 81})
    assert (found.code, found.title) == ("A" * 8, "b" * 80)
