"""The figures of the agents: one for each, their sums, and the order of the ladder."""

from __future__ import annotations

import pytest

from ai.guess import AGENTS, forecasts_off, measure, strength
from games.guess import SPEC
from games.session.ladder import rungs, strength_word


def test_every_agent_has_figures_that_add_up() -> None:
    assert set(forecasts_off()) == {agent.id for agent in AGENTS.agents}
    for off in forecasts_off().values():
        assert sum(off[:3]) == pytest.approx(off.summed, abs=0.002)


def test_the_ladder_is_in_the_order_of_the_figures() -> None:
    off = forecasts_off()
    order = [agent.id for agent in rungs("guess")]
    assert order == sorted(off, key=lambda agent: -off[agent].summed)
    assert (order[0], order[-1]) == ("nash", "mind")


def test_an_agent_says_what_was_measured() -> None:
    mind = next(agent for agent in rungs("guess") if agent.id == "mind")
    assert mind.strength == strength("mind")
    assert "1.56 on average among thinkers" in mind.strength
    assert measure("nash") == 0.0


def test_all_four_words_are_used_and_only_mind_is_merciless() -> None:
    words = {agent.id: strength_word(SPEC, agent) for agent in rungs("guess")}
    assert len(set(words.values())) == 4
    assert [agent for agent, word in words.items() if word == "merciless"] == ["mind"]
