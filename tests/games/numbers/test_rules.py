"""The rules of Numbers."""

from __future__ import annotations

import itertools

import pytest

from games import catalog
from games.core import IllegalMove
from games.match import Match
from games.numbers.rules import GAME, KEYS, State

SPEC = catalog.spec("numbers")


def test_a_guess_is_a_hit_when_it_comes_true() -> None:
    start, hits = GAME.new(SPEC.params()), 0
    for key, guess in itertools.product(KEYS, repeat=2):
        state, (event,) = GAME.apply(start, {0: key, 1: guess})
        assert event.data["hit"] is (key == guess)
        assert (event.data["key"], event.data["guess"]) == (key, guess)
        assert GAME.returns(state) == ((0.0, 1.0) if key == guess else (1.0, 0.0))
        hits += event.data["hit"]
    assert hits == 4


def test_a_game_ends_after_its_keys() -> None:
    pressed = 0
    for keys in (60, 100, 300):
        match: Match[State] = Match(GAME, SPEC.params({"keys": str(keys)}), 1)
        while not match.over:
            match.play({0: KEYS[pressed % 4], 1: "1"})
            pressed += 1
        assert match.returns == (keys * 3 / 4, keys / 4)
        with pytest.raises(IllegalMove, match="over"):
            GAME.apply(match.state, {0: "1", 1: "1"})
    assert pressed == 460


def test_an_endless_game_ends_after_2000_keys() -> None:
    match: Match[State] = Match(GAME, SPEC.params({"keys": 0}), 1)
    for _ in range(1999):
        match.play({0: "2", 1: "3"})
    assert not match.over
    match.play({0: "2", 1: "3"})
    assert match.over
    assert match.state == State(0, 2000, 0)


def test_a_longer_game_that_was_kept_has_its_own_length() -> None:
    endless, usual = SPEC.params({"keys": 0}), SPEC.params()
    assert GAME.params_for_resume(endless, 5000)["keys"] == 5000
    assert GAME.params_for_resume(endless, 2000) == endless
    assert GAME.params_for_resume(usual, 5000) == usual


def test_refusals_say_what_to_do() -> None:
    state = GAME.new(SPEC.params())
    for wrong in ({0: "5", 1: "1"}, {0: "1"}, {0: "1", 1: "1", 2: "1"}, {0: 1, 1: "1"}):
        with pytest.raises(IllegalMove):
            GAME.apply(state, wrong)  # type: ignore[arg-type]
