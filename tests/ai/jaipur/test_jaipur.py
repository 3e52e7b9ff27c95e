"""The contract of every agent of Jaipur, and what is said of them."""

from __future__ import annotations

import pytest

from ai.jaipur import AGENTS
from ai.jaipur.sensei import LEVELS
from games import catalog
from tests.support import contract

TURNS = {"search": 16, "sensei": 16}
"""How far those play that think longest; twelve turns are dealt."""


def test_the_spec() -> None:
    assert contract.check_spec("jaipur") == len(AGENTS)


@pytest.mark.parametrize("agent_id", [spec.id for spec in AGENTS])
def test_the_contract_of_an_agent(agent_id: str) -> None:
    assert contract.check_agent("jaipur", agent_id, seed=7, turns=TURNS.get(agent_id, 30)) >= 1


def test_sensei_can_be_brought_back() -> None:
    assert contract.check_snapshots("jaipur", "sensei:level=3", seed=5) >= 10


def test_measured_strengths_come_from_the_card() -> None:
    greedy = catalog.agent("jaipur", "greedy").told()
    assert greedy.strength.startswith("Wins 97.2% of the rounds against the Old merchant (10,000")
    assert greedy.measure == pytest.approx(0.9717)


def test_every_level_of_sensei_says_how_it_plays_and_what_was_measured() -> None:
    found = [catalog.agent("jaipur", f"sensei:level={level}") for level in LEVELS]
    assert len({spec.description for spec in found}) == len(LEVELS)
    for level, spec in zip(LEVELS, found, strict=True):
        assert "rounds" in spec.strength
        assert level == min(LEVELS) or f"against level {level - 1}" in spec.strength
    assert found[1].measure == 0.67
