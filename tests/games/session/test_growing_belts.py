"""Belts: the levels of an opponent carry them, and who won which."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games import catalog
from games.belts import rules_of
from games.session.growing import belt_at, belt_marks, belts
from games.spec import LEVELS
from games.store.statistics import MatchResult, Record, Statistics, option_key

KARATE = catalog.spec("karate")
MATCH = {"rounds": 25, "table": "classic"}


def met_at(number: int) -> str:
    """The options of a match at a level, as a record has them."""
    return option_key({**MATCH, **KARATE.opponents.levels[number].values})


USUAL = met_at(3)


def after(outcomes: Sequence[str], agent: str = "sensei", options: str = USUAL) -> list[str]:
    """The belts of a player after matches with these outcomes, by their first letters."""
    statistics = Statistics()
    whole = {"w": "won", "d": "drawn", "l": "lost", "p": "played"}
    for letter in outcomes:
        result = MatchResult("karate", agent, whole[letter], options)  # type: ignore[arg-type]
        statistics = statistics.with_result(result)
    return [belt.rank for belt in belts("karate", statistics) if belt.won]


def test_the_levels_of_the_sensei_carry_the_belts() -> None:
    ranks = [belt.rank for belt in belts("karate", Statistics())]
    assert ranks == ["white belt", "green belt", "brown belt", "black belt"]
    assert belts("numbers", Statistics()) == []
    assert belt_at(KARATE, None) is None
    white = belt_at(KARATE, 0)
    assert white is not None
    assert white.words_with_name == "One win against the sensei at any level."


def test_the_first_belt_is_won_by_one_win_at_the_gentlest_level_and_not_by_a_weaker_one() -> None:
    assert after("ldplp", "sensei", met_at(0)) == []
    assert after("w", "sensei", met_at(0)) == ["white belt"]
    old = option_key({**MATCH, "level": "full", "beta": 0.1})
    assert after("w", "sensei", old) == ["white belt"], "it was stronger than the gentlest"
    assert after("w", "sensei", met_at(0).replace("-0.15", "-0.9")) == []
    assert after("w", "sensei", met_at(0).replace("25", "10")) == []
    assert after("w", "random", option_key(MATCH)) == []


def test_the_page_before_knows_which_belts_were_won() -> None:
    """There a belt that was won asks for nothing more."""
    won = Statistics().with_result(MatchResult("karate", "sensei", "won", met_at(0)))
    assert ("white belt", False) in belt_marks("karate", Statistics())
    assert ("white belt", True) in belt_marks("karate", won)
    assert ("green belt", False) in belt_marks("karate", won)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_other_belt_is_won_by_its_rule_at_its_level_and_by_nothing_less(number: int) -> None:
    rule, own = rules_of("karate")[LEVELS[number]], KARATE.opponents.levels[number].belt
    between = (rule.of - rule.wins) // max(1, rule.wins - 1)
    spread = (["w", *"l" * between] * rule.wins)[: rule.of]
    assert spread.count("w") == rule.wins <= rule.of
    met, both = met_at(number), ["white belt", own]
    assert after(spread, options=met) == both
    assert after("w" * rule.wins, options=met) == both
    assert after("w" * (rule.wins - 1) + "l" * rule.of + "w", options=met) == ["white belt"]
    assert after("d" * rule.of + "p" * rule.of, options=met) == []
    assert after([*spread, *"l" * 600], options=met) == both, "what was won once stays won"


@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("sensei", USUAL.replace("25", "10")),
        ("sensei", USUAL.replace("classic", "balanced")),
        ("seed-softmax", "beta=1.0, rounds=25, table=classic"),
        ("habits", "rounds=25, table=classic"),
        ("nash", "rounds=25, table=classic"),
    ],
)
def test_wins_in_practice_and_against_others_give_no_belt(agent: str, options: str) -> None:
    assert after("w" * 200, agent, options) == []


def test_what_was_counted_before_the_order_was_kept_gives_what_is_certain() -> None:
    """A single win was enough then; a streak or a short past shows more than that."""
    rule = rules_of("karate")["merciless"]

    def has(won: int, lost: int, best_streak: int) -> bool:
        record = Record(
            "karate", "sensei", USUAL, won + lost, won, 0, lost, best_streak=best_streak
        )
        found = belts("karate", Statistics((record,)))
        return found[-1].won

    assert not has(1, 0, 1)
    assert not has(40, 400, rule.wins - 1)
    assert has(40, 400, rule.wins)
    assert has(rule.wins, rule.of - rule.wins, 1)
    assert not has(rule.wins, rule.of - rule.wins + 1, 1)
