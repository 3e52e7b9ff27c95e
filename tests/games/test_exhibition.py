"""Matches that only a picture shows."""

from __future__ import annotations

import pytest

from games.exhibition import Exhibition, exhibited
from games.spec import BadOption


def test_match_follows_match_and_each_is_another() -> None:
    show = Exhibition("karate", ("random", "random"), {"rounds": 10}, 5)
    first = show.match
    again = Exhibition("karate", ("random", "random"), {"rounds": 10}, 5)
    told = [show.turn() for _ in range(11)]
    assert [events is None for events in told] == 10 * [False] + [True]
    assert first.over
    assert not show.match.over
    assert [again.turn() for _ in range(10)] == told[:10]
    assert [show.turn() for _ in range(10)] != told[:10]


def test_an_option_that_the_game_does_not_have_is_told() -> None:
    with pytest.raises(BadOption):
        exhibited("karate", ("random", "random"), {"round": 3}, 5)
