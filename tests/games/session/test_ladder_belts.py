"""Belts: which ranks are some, and who won which."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games import catalog
from games.belts import rules_of
from games.session.ladder import BELTS, belt_of, belts, is_belt
from games.store.statistics import MatchResult, Record, Statistics

USUAL = "beta=2.0, level=full, rounds=25, table=classic"


def test_every_rank_of_karate_is_a_belt_of_its_own_and_no_other_is_one() -> None:
    ranks = [agent.rank for agent in catalog.agents("karate")]
    assert all(is_belt(rank) for rank in ranks)
    assert len(set(ranks)) == len(ranks) == len(BELTS)
    assert not any(is_belt(rank) for rank in ("first seal", "", "belt", "purple belt"))
    assert belts("numbers", Statistics()) == []


def after(outcomes: Sequence[str], agent: str = "sensei", options: str = USUAL) -> list[str]:
    """The belts of a player after matches with these outcomes, by their first letters."""
    statistics = Statistics()
    whole = {"w": "won", "d": "drawn", "l": "lost", "p": "played"}
    for letter in outcomes:
        result = MatchResult("karate", agent, whole[letter], options)  # type: ignore[arg-type]
        statistics = statistics.with_result(result)
    return [belt.rank for belt in belts("karate", statistics) if belt.won]


def test_the_first_belt_is_for_everybody_who_has_played() -> None:
    assert belts("karate", Statistics())[0] == ("white belt", False, None, "Coin tosser")
    for outcome in "wdlp":
        assert after(outcome, "sensei", USUAL.replace("2.0", "0.1")) == ["white belt"]


def test_the_black_belt_is_won_by_its_rule_and_by_nothing_less() -> None:
    rule = rules_of("karate")["sensei"]
    between = (rule.of - rule.wins) // (rule.wins - 1)
    spread = (["w", *"l" * between] * rule.wins)[: rule.of]
    assert spread.count("w") == rule.wins <= rule.of - len(spread) + spread.count("w")
    both = ["white belt", "black belt"]
    assert after(spread) == both
    assert after("w" * rule.wins) == both
    assert after("w" * (rule.wins - 1) + "l" * rule.of + "w") == ["white belt"]
    assert after("d" * rule.of + "p" * rule.of) == ["white belt"]
    assert after([*spread, *"l" * 600]) == both, "what was won once stays won"


@pytest.mark.parametrize(
    ("agent", "options"),
    [
        ("sensei", USUAL.replace("2.0", "0.1")),
        ("sensei", USUAL.replace("full", "no-theory")),
        ("sensei", USUAL.replace("25", "10")),
        ("sensei", USUAL.replace("classic", "balanced")),
        ("seed-softmax", "beta=0.0, rounds=25, table=classic"),
        ("seed-argmax", "rounds=10, table=classic"),
        ("nash", "rounds=25, table=classic"),
    ],
)
def test_wins_in_practice_give_no_belt_nor_does_the_wall(agent: str, options: str) -> None:
    assert after("w" * 200, agent, options) == ["white belt"]


def test_every_other_opponent_gives_its_belt_and_no_other() -> None:
    for agent_id, rule in rules_of("karate").items():
        agent = catalog.agent("karate", agent_id)
        beta = f"beta={agent.defaults['beta']}, " if "beta" in agent.defaults else ""
        level = "level=full, " if "level" in agent.defaults else ""
        options = f"{beta}{level}rounds=25, table=classic"
        assert after("w" * rule.wins, agent_id, options) == ["white belt", agent.rank]
        belt = belt_of("karate", agent_id)
        assert belt == (agent.rank, False, rule, agent.name)
    assert belt_of("karate", "nash") is None
    assert belt_of("ur", "perfect") is None


def test_what_was_counted_before_the_order_was_kept_gives_what_is_certain() -> None:
    """A single win was enough then; a streak or a short past shows more than that."""
    rule = rules_of("karate")["sensei"]

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
