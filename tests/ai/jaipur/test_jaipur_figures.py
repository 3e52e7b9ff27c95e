"""The figures that are told of Jaipur's agents."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from ai.jaipur import as_measured
from games import catalog
from games.agents import AgentSpec


def with_card(card: dict[str, Any]) -> AgentSpec:
    """An agent whose weights have this card."""
    weights: Any = (SimpleNamespace(card=card),)
    return dataclasses.replace(catalog.agent("jaipur", "greedy"), weights=weights)


def test_what_a_card_measured_is_told_with_its_interval() -> None:
    """1.96 standard errors of a share: 1.0 points of 10,000 rounds at one half."""
    for share, rounds, told in (
        (0.5, 10_000, "Wins 50.0% of the rounds against the Old merchant (10,000 rounds, ±1.0)."),
        (0.9, 2_500, "Wins 90.0% of the rounds against the Old merchant (2,500 rounds, ±1.2)."),
    ):
        card = {"strength": {"seed-utility": share}, "measured_rounds": rounds}
        found = as_measured(with_card(card))
        assert (found.strength, found.measure) == (told, share)


@pytest.mark.parametrize(
    "card",
    [
        {},
        {"strength": {"seed-utility": 0.5}, "measured_rounds": 0},
        {"strength": {"seed-utility": 2.0}, "measured_rounds": 100},
        {"strength": {"seed-utility": "much"}, "measured_rounds": 100},
    ],
)
def test_a_card_without_figures_says_nothing_of_strength(card: dict[str, Any]) -> None:
    spec = with_card(card)
    assert as_measured(spec) == spec.unmeasured()
