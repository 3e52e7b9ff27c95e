"""The hidden walkers of the belief tracker and the watchers that believe, as a player chooses them.

The agents fill the walker's seat (`ai.tracker.hidden`); the models are watchers
(`ai.tracker.watchers`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ai.belief.models import MODELS as TRACKER_MODELS
from ai.belief.weights import JUNCTIONS
from ai.core import Agent
from ai.tracker.hidden import WalkerAgent
from ai.tracker.watchers import BeliefWatcher
from games.agents import AgentSpec, GameAgents
from games.tracker import follow_words


def demo_player() -> Agent:
    """Who walks in attract mode."""
    return WalkerAgent("explorer")


def _retold(spec: AgentSpec) -> AgentSpec:
    """The walker with what the card of the tables in use says about following it."""
    try:
        loss, low, high = map(float, JUNCTIONS.card["log_loss_of_auto"][spec.id])
        told = f"{follow_words(loss)}. Unseen it costs auto {loss:.2f} surprise points a step"
        words = f"{told} ({low:.2f} to {high:.2f})"
    except (KeyError, TypeError, ValueError):
        return spec.unmeasured()
    return replace(spec, strength=f"{words} on mazes never seen before.", measure=loss)


def _walker(
    policy: str, name: str, level: int, description: str, rank: str, line: str
) -> AgentSpec:
    return AgentSpec(
        policy,
        name,
        description,
        lambda o, s: WalkerAgent(policy),
        level,
        weights=(JUNCTIONS,),
        retold=_retold,
        rank=rank,
        line=line,
    )


_WALKERS: Final = (
    _walker(
        *("random", "Random walker", 0, "Takes every open way with the same probability."),
        "sleepwalker",
        "Does not know where it goes. Neither will you.",
    ),
    _walker(
        *("patroller", "Patroller", 1, "Goes round a tour of five places, always the same way."),
        "night watch",
        "Five places, one tour, every night.",
    ),
    _walker(
        *("food", "Food seeker", 2, "Draws one of the pellets left and takes the short way."),
        "gourmet",
        "Always hungry, so always on the short way.",
    ),
    _walker(
        *("explorer", "Explorer", 3, "Goes where it has been least; beta says how keenly."),
        "map maker",
        "Goes where it has been least. You can tell.",
    ),
    _walker(
        *("evader", "Evader", 3, "Keeps away from the sensors and seldom turns back."),
        "fugitive",
        "Keeps away from you, and seldom turns back.",
    ),
)

_HEAVY: Final = frozenset({"auto", "explore"})
"""Models with particles: one step takes most of what a frame of the screen may think."""

_LEARNED: Final = frozenset({"auto", "momentum", "this-maze", "flee"})
"""Models that turn as the learned tables say."""

_MODELS: Final = tuple(
    AgentSpec(
        entry.id,
        entry.name,
        entry.description,
        lambda o, s, model=entry.id: BeliefWatcher(model),  # type: ignore[misc]
        heavy=entry.id in _HEAVY,
        weights=(JUNCTIONS,) if entry.id in _LEARNED else (),
    )
    for entry in TRACKER_MODELS
)

AGENTS: Final = GameAgents(_WALKERS, demo_player, _MODELS)
