"""The hidden walkers of the belief tracker and the watchers that believe, as a player chooses them.

The agents fill the walker's seat (`ai.tracker.hidden`); the models are watchers
(`ai.tracker.watchers`).
"""

from __future__ import annotations

from typing import Final

from ai.belief.models import MODELS as TRACKER_MODELS
from ai.core import Agent
from ai.tracker.hidden import WalkerAgent
from ai.tracker.watchers import BeliefWatcher
from games.agents import AgentSpec, GameAgents


def demo_player() -> Agent:
    """Who walks in attract mode."""
    return WalkerAgent("explorer")


_LOSS: Final = {
    "random": "2.04 (1.86 to 2.23)",
    "patroller": "1.56 (1.33 to 1.79)",
    "food": "1.41 (1.24 to 1.59)",
    "explorer": "1.41 (1.15 to 1.67)",
    "evader": "1.95 (1.84 to 2.06)",
}
"""Log-loss of `auto` in nats with its 95% interval, as printed by
`main.py arena tracker --agents random,patroller,food,explorer,evader --option models=auto
--games 24 --seed 1`."""

_MEASURED: Final = "Out of sight, auto loses {loss} nats a step to it on mazes never seen before."


def _walker(policy: str, name: str, level: int, description: str) -> AgentSpec:
    return AgentSpec(
        policy,
        name,
        description,
        lambda o, s: WalkerAgent(policy),
        level,
        strength=_MEASURED.format(loss=_LOSS[policy]),
    )


_WALKERS: Final = (
    _walker("random", "Random walker", 0, "Takes every open way with the same probability."),
    _walker("patroller", "Patroller", 1, "Goes round a tour of five places, always the same way."),
    _walker("food", "Food seeker", 2, "Draws one of the pellets left and takes the short way."),
    _walker("explorer", "Explorer", 3, "Goes where it has been least; beta says how keenly."),
    _walker("evader", "Evader", 3, "Keeps away from the sensors and seldom turns back."),
)

_HEAVY: Final = frozenset({"auto", "explore"})
"""Models with particles: one step takes most of what a frame of the screen may think."""

_MODELS: Final = tuple(
    AgentSpec(
        entry.id,
        entry.name,
        entry.description,
        lambda o, s, model=entry.id: BeliefWatcher(model),  # type: ignore[misc]
        heavy=entry.id in _HEAVY,
    )
    for entry in TRACKER_MODELS
)

AGENTS: Final = GameAgents(_WALKERS, demo_player, _MODELS)
