"""The sentences of what Ur's agents were measured to win, and their places on the ladder."""

from __future__ import annotations

import re

import pytest

from ai.ur.strengths import NAMES, measure, strength
from games import catalog, measured


def test_every_name_is_that_of_the_agent_with_these_options() -> None:
    for name, agent_id in NAMES.items():
        assert catalog.agent("ur", agent_id).name == name


def test_every_share_that_names_an_agent_first_is_quoted_by_it() -> None:
    names = {agent_id: name for name, agent_id in NAMES.items()}
    quoted = 0
    for won in measured.all_won("ur"):
        best = measured.won("ur", won.agent, *won.rivals, options=won.options)
        told = strength(names[won.agent])
        if won.first and told:
            assert best.share.percent() in told
            quoted += 1
    assert quoted > 60


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Look-ahead 1, learned", "wins 56.6% against Greedy, learned (10,000 games, ±1.0)."),
        ("Expectimax 7", "(400 games each, ±2.3), 100% against Random (100 games, at least 96.3)."),
        ("Perfect", "4 pieces, Aseb: wins 87.9% against Greedy (20,000 games, ±0.5)."),
    ],
)
def test_a_sentence_has_games_and_interval(name: str, told: str) -> None:
    assert strength(name).endswith(told)


def test_the_ladder_goes_by_the_share_against_greedy() -> None:
    assert measure("Greedy") == 0.5
    assert measure("Nobody") is None
    assert measure("Expectimax 3, plain") is None
    shares = [measure(name) for name in ("First move", "Random", "Last move", "Expectimax 2")]
    assert shares == sorted(shares, key=lambda share: share or 0.0)
    perfect, network = measure("Perfect"), measure("Network")
    assert perfect is not None
    assert network == pytest.approx(perfect - 0.003)


def test_agents_that_a_card_tells_of_have_no_sentence_here() -> None:
    for name in ("Learner", "Learner+", "Linear+", "Network", "Nobody"):
        assert strength(name) == ""
    assert not re.search(r"against [a-z-]+:", " ".join(strength(name) for name in NAMES))
