"""Positions of Planet Wars out of requests: what is left out, what is refused, and how they end."""

from __future__ import annotations

from typing import Any

import pytest

from ai.lab.errors import BadRequest
from ai.lab.planetwars.positions import both_orders, forfeit_or_turn, read_position, states_of
from games.core import BadPosition, IllegalMove
from games.planetwars.engine.text import plain_state
from tests.support.planetwars import worked

STATE = worked("turns")["turns"][0]["state"]


def test_what_may_be_left_out_has_its_usual_value() -> None:
    short = {name: STATE[name] for name in ("planets", "fleets")}
    assert plain_state(read_position({"state": short})) == STATE
    assert plain_state(read_position({"start": short, "turns": 4})) == STATE


def test_a_forfeit_leaves_the_position_and_ends_the_match() -> None:
    state, events = read_position({"state": STATE}), list[dict[str, Any]]()
    after = forfeit_or_turn(state, ((0, 0, 1),), ((0, 1, 1),), events)
    assert after == state._replace(winner="draw")
    assert [event["why"] for event in events] == ["same", "owner"]
    again = read_position({"state": plain_state(after)})
    assert again == after


def test_turns_after_the_end_are_named() -> None:
    turns = [[[], []], [[[0, 0, 1]], []], [[], []]]
    with pytest.raises(IllegalMove, match="turn 2") as caught:
        states_of({"start": STATE, "turns": turns})
    assert caught.value.beside == {"at": 2}  # type: ignore[attr-defined]
    states, _ = states_of({"start": STATE, "turns": turns[:2]})
    assert [state.winner for state in states] == [None, None, 1]
    assert [state.turn for state in states] == [0, 1, 1]


def test_only_a_view_that_is_asked_for_a_move_may_go_on_without_ships() -> None:
    lost = {**STATE, "planets": [[0, 0, 2, 5, 5], [1, 1, 0, 5, 5]]}
    assert read_position({"state": lost}, going=True).winner is None
    with pytest.raises(BadPosition, match="do not fit"):
        read_position({"state": lost})


@pytest.mark.parametrize(
    "orders", [None, [], [[]], [[], [], []], [[[1, 2]], []], [[[1, 2, 3.0]], []]]
)
def test_orders_of_both_are_lists_of_three_whole_numbers(orders: object) -> None:
    with pytest.raises(BadRequest):
        both_orders(orders)
