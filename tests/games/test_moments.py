"""The moments of a match: every state and its events, whichever way the turns came."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import pytest

from games import catalog
from games.core import CHANCE, Event, IllegalMove, Log
from games.match import Match
from games.moments import Moments
from tests.support.replays import played


@functools.cache
def a_match(game: str) -> Log:
    return played(game, 30)


def moments_of(found: Log) -> Moments[Any]:
    return Moments(catalog.rules(found.game), found.params)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_moment_is_what_a_match_shows_after_as_many_turns(game: str) -> None:
    found = a_match(game)
    moments, match = moments_of(found), Match(catalog.rules(game), found.params, found.seed)
    assert moments.follow(found.turns)
    events: list[Event] = []
    for number, turn in enumerate(found.turns, start=1):
        told = match.play(dict(turn))
        events += told
        assert moments[number] == (match.state, told)
    assert len(moments) == len(found.turns) + 1 == len(moments.turns) + 1
    assert moments.events() == events
    assert moments.events(0, 5) + moments.events(5, 7) + moments.events(7) == events


def test_turns_come_in_parts_and_those_taken_back_are_forgotten() -> None:
    found = a_match("jaipur")
    whole, parts = moments_of(found), moments_of(found)
    whole.follow(found.turns)
    assert not parts.follow(found.turns, most=4)
    assert len(parts) == 5
    assert parts.follow(found.turns)
    assert list(parts) == list(whole)
    assert parts.follow(found.turns[:3])
    assert list(parts) == whole[:4]
    other: Sequence[Any] = (*found.turns[:2], ((CHANCE, "never"),))
    with pytest.raises(IllegalMove):
        parts.follow(other)
    assert list(parts) == whole[:3]


def test_choices_are_those_of_the_seats_and_stand_in_the_state_before_them() -> None:
    found = a_match("ra")
    moments = moments_of(found)
    moments.follow(found.turns)
    choices = moments.choices()
    assert {choice.seat for choice in choices} == {0, 1, 2}
    for choice in choices:
        assert found.turns[choice.turn] == ((choice.seat, choice.move),)
        assert choice.state == moments[choice.turn].state
        assert moments.game.to_act(choice.state) == (choice.seat,)
    assert moments.choices({2}) == [choice for choice in choices if choice.seat == 2]
    assert len(choices) + len(moments.choices({CHANCE})) == len(found.turns)


def test_seats_that_choose_at_once_both_count() -> None:
    found = a_match("karate")
    moments = moments_of(found)
    moments.follow(found.turns)
    assert [(c.turn, c.seat) for c in moments.choices()] == [
        (turn, seat) for turn in range(len(found.turns)) for seat in (0, 1)
    ]
