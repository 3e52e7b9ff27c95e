"""Games of Ur in batches against the same games played one by one."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.ur.batch import below, play, policy_of, win_share
from ai.ur.values import VALUE_TABLES
from games import catalog
from games.core import Limit
from games.match import Match
from games.streams import Stream, uniform_words
from games.ur.rules import GAME, RULE_SETS

PLAYERS = ["random", "first-move", "last-move", "greedy", "perfect"]
PLAYERS += [f"greedy-{table}" for table in VALUE_TABLES]


@pytest.mark.parametrize(("rules", "pieces"), [("schultz", 4), ("finkel", 4), ("finkel", 1)])
@pytest.mark.parametrize("number", range(len(PLAYERS)))
def test_a_batch_has_the_results_of_its_matches(rules: str, pieces: int, number: int) -> None:
    names = PLAYERS[number], PLAYERS[number * 5 % len(PLAYERS) - 1]
    agents = [catalog.agent("ur", name).make({}, None) for name in names]
    policies = [policy_of(agent, RULE_SETS[rules], pieces) for agent in agents]
    params = {"rules": rules, "pieces": pieces}
    seeds = range(10 * number, 10 * number + 2)
    found = play(policies[0], policies[1], seeds, params)
    compared = 0
    for seed, winner, turns in zip(seeds, *found, strict=True):
        match = Match(GAME, params, seed, dict(enumerate(agents)))
        assert match.run(Limit())[winner] == 1.0
        assert len(match.turns) == turns
        compared += 1
    assert compared == 2


def test_agents_that_search_have_no_policy() -> None:
    for name in ("expectimax-2", "lookahead-1-learned"):
        assert policy_of(catalog.agent("ur", name).make({}, None), RULE_SETS["finkel"], 7) is None


def test_draws_are_those_of_a_stream() -> None:
    rng = Stream(9)
    keys = np.array([9], np.uint64)
    for turn in range(200):
        rng.jump(turn)
        bound = turn % 15 + 1
        expected = rng.below(bound)
        assert below(uniform_words(keys, turn), np.array([bound], np.int32))[0] == expected


def share(first: str, second: str, games: int, rules: str = "schultz", pieces: int = 4) -> float:
    agents = [catalog.agent("ur", name).make({}, None) for name in (first, second)]
    policies = [policy_of(agent, RULE_SETS[rules], pieces) for agent in agents]
    return win_share(policies[0], policies[1], games, 1, {"rules": rules, "pieces": pieces})


def test_greedy_learned_beats_greedy_pow2_as_measured_before() -> None:
    """75.3% of games; 8,000 games have a standard error of 0.48 points."""
    assert share("greedy-learned", "greedy-pow2", 8000) == pytest.approx(0.753, abs=0.016)


SHARES = [
    ("greedy-linear", "random", 53.2),
    ("greedy-pow2", "random", 74.9),
    ("greedy-learned", "random", 92.6),
    ("greedy-pow2", "greedy-linear", 80.0),
    ("greedy-learned", "greedy-linear", 97.1),
    ("greedy-learned", "greedy-pow2", 75.3),
    ("perfect", "random", 95.8),
    ("perfect", "greedy-learned", 72.5),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("first", "second", "percent"), SHARES)
def test_win_shares_of_the_first_school(first: str, second: str, percent: float) -> None:
    """Known to about 0.25 points; 100,000 games."""
    assert 100 * share(first, second, 100_000) == pytest.approx(percent, abs=0.5)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("first", "second", "percent"),
    [
        ("greedy", "last-move", 63.85),
        ("greedy", "random", 94.8),
        ("last-move", "random", 89.1),
        ("random", "first-move", 99.1),
    ],
)
def test_win_shares_of_the_second_school(first: str, second: str, percent: float) -> None:
    """Known to about 0.25 points, so three standard errors are 0.75; 100,000 games."""
    assert 100 * share(first, second, 100_000, "finkel", 7) == pytest.approx(percent, abs=0.75)
