"""The agents of Ra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ai.ra.simple import RandomBidder
from games.agents import AgentSpec, GameAgents


def _random(options: Mapping[str, Any], start: str | None) -> RandomBidder:
    return RandomBidder()


AGENTS: Final = GameAgents(
    (
        AgentSpec(
            *("random", "Random", "Any legal action, each as likely.", _random),
            rank="reed in the wind",
            line="Calls on Ra as often as it draws.",
        ),
    ),
    RandomBidder,
)
