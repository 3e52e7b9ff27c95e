"""The catalogue: how an agent's name is written, with options and with names of before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import catalog
from games.catalog import UnknownAgent, UnknownGame, resolve
from games.core import Seating
from games.spec import BadOption


@pytest.mark.parametrize(
    "ask",
    [
        *(catalog.spec, catalog.rules, catalog.scene, catalog.miniature, catalog.choice_words),
        *(catalog.judges, catalog.offered, catalog.agents, catalog.models, catalog.demo_player),
    ],
)
def test_a_game_that_is_not_there_is_refused_with_the_list(ask: Callable[[str], Any]) -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'; the games are karate, numbers, ur"):
        ask("chess")


def test_a_name_is_an_id_with_options_behind_it() -> None:
    plain = resolve("karate", "sensei")
    assert (plain.name, plain.spec.id, plain.options) == (
        *("sensei", "sensei"),
        {"level": "full", "beta": 2.0},
    )
    said = resolve("karate", "sensei:beta=0.5:level=seed")
    assert said.name == "sensei:beta=0.5:level=seed"
    assert said.options == {"level": "seed", "beta": 0.5}
    assert said.spec.id == "sensei"
    assert resolve("karate", "nash").spec is catalog.agent("karate", "nash")


def test_what_a_name_says_holds_against_what_is_given_elsewhere() -> None:
    """And what it leaves open is filled from there, then from the defaults."""
    given = {"beta": "4", "depth": 3, "rounds": "10"}
    assert resolve("karate", "sensei:beta=0.5", given).options == {"level": "full", "beta": 0.5}
    assert resolve("karate", "sensei:level=seed", given).options == {"level": "seed", "beta": 4.0}
    assert resolve("karate", "nash", given).options == {}
    assert resolve("ur", "expectimax-2", {"depth": 5}).options == {"depth": 2, "plain": False}


def test_other_names_take_options_too() -> None:
    found = resolve("ur", "expectimax-4:plain=on")
    assert (found.spec.id, found.options) == ("expectimax", {"depth": 4, "plain": True})
    assert found.spec.name == "Expectimax 4, plain"


def test_a_seat_of_a_match_is_resolved_with_its_options() -> None:
    old = catalog.seated("ur", Seating("lookahead+-1-pow2"))
    new = catalog.seated("ur", Seating("lookahead", {"depth": 1, "values": "pow2", "plus": True}))
    assert old.options == new.options
    assert old.spec.name == new.spec.name == "Look-ahead+ 1, pow2"
    assert (old.make().plies, new.make().plies) == (2, 2)


def test_an_agent_found_by_name_is_made_with_the_options_that_the_name_says() -> None:
    assert catalog.agent("ur", "expectimax:depth=5").make({}, None).plies == 5
    assert catalog.agent("ur", "expectimax-6").make({}, None).plies == 6
    assert catalog.agent("ur", "expectimax-6").make({"depth": 2}, None).plies == 2
    assert catalog.agent("ur", "greedy-pow2").make({}, None).given[3] == 9.0


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("karate", "sensei:beta", "write an option as in sensei:option=value"),
        ("karate", "sensei:", "write an option as in sensei:option=value"),
        ("karate", "sensei:beta=1:beta=2", "beta twice; give it once"),
        ("karate", "sensei:depth=2", "no option 'depth'; its options are level, beta"),
        ("karate", "nash:beta=1", "nash has no option 'beta'; it has none"),
        ("karate", "sensei:beta=9", "beta is 9; it must lie in -1 to 8"),
        ("ur", "expectimax:depth=8", "depth is 8; it must lie in 1 to 7"),
        ("ur", "lookahead:values=pow4", "values cannot be 'pow4'; choose one of flat, linear"),
        ("ur", "expectimax:plain=perhaps", "use on or off"),
    ],
)
def test_options_that_cannot_be_are_refused_in_a_sentence(game: str, name: str, told: str) -> None:
    with pytest.raises(BadOption) as error:
        resolve(game, name)
    assert told in str(error.value)
    assert str(error.value).count(". ") == 0


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("karate", "tal", "its agents are random, habits"),
        ("karate", "", "its agents are random, habits"),
        ("karate", "sensi", "did you mean sensei (`main.py games karate` lists all)?"),
        ("ur", "lookahed-2-learned", "did you mean lookahead"),
        ("ur", "expectimax-8", "did you mean expectimax"),
        ("ur", "lookahead-4-learned", "did you mean lookahead"),
        ("ur", "greedy-values-flat", "did you mean greedy-values"),
    ],
)
def test_a_typing_error_is_told_with_what_was_meant(game: str, name: str, told: str) -> None:
    with pytest.raises(UnknownAgent) as error:
        resolve(game, name)
    assert told in str(error.value)
    assert len(str(error.value)) < 200
