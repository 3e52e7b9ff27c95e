"""The plain form: both seats see themselves as the first, in views and in events."""

from __future__ import annotations

import json
from typing import Any

from games.core import Event
from games.plain import plain_form
from games.planetwars.rules import GAME
from tests.support.planetwars import random_game

FORM = plain_form("planetwars", GAME.spec.params())


def test_a_view_is_the_state_as_its_seat_sees_it() -> None:
    seen = [0, 0]
    for state, *_ in random_game(4, 40):
        for seat in (0, 1):
            plain = json.loads(json.dumps(FORM.view(GAME.view(state, seat), seat)))
            assert plain["seat"] == 0
            assert [row[2] == 1 for row in plain["planets"]] == [
                owner == seat + 1 for owner in state.owners
            ]
            for row, fleet in zip(plain["fleets"], state.fleets, strict=True):
                assert row[1:5] == list(fleet[1:5])
                assert row[5] == fleet.arrives - state.turn
                seen[row[0] - 1] += 1
    assert min(seen) > 10
    assert FORM.legal(GAME.legal(state, 0)) is None


def plainly(events: tuple[Event, ...], seats: tuple[int, ...]) -> Any:
    """The plain events for these seats."""
    return json.loads(json.dumps(FORM.events(events, seats)))


def test_events_are_turned_over_for_the_second_seat_alone() -> None:
    events = (
        Event("turn", {"turn": 3, "orders": (((0, 1, 2),), ()), "ships": (9, 7)}),
        Event("arrival", {"planet": 2, "before": (1, 4), "forces": (3, 4, 5), "after": (0, 0)}),
        Event("end", {"winner": 0}),
        Event("end", {"winner": "draw"}),
    )
    first, second = plainly(events, (0,)), plainly(events, (1,))
    assert first == plainly(events, (0, 1))
    assert [event["data"] for event in second] == [
        {"turn": 3, "orders": [[], [[0, 1, 2]]], "ships": [7, 9]},
        {"planet": 2, "before": [2, 4], "forces": [3, 5, 4], "after": [0, 0]},
        {"winner": 1},
        {"winner": "draw"},
    ]
    assert first[1]["data"]["before"] == [1, 4]


def test_orders_may_have_any_blanks() -> None:
    assert FORM.move("1 2 3;4 5 6") == "1 2 3; 4 5 6"
