"""The opponents of Virtual Karate, as a player chooses them.

The weaker ones live in `ai.karate.originals`, `sensei` in `ai.karate.sensei`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ai.core import Agent
from ai.karate.originals import (
    HabitFighter,
    NashFighter,
    RandomFighter,
    SeedArgmax,
    SeedSoftmax,
)
from ai.karate.sensei import SenseiFighter
from ai.karate.sensei_figures import sensei_as_measured
from ai.karate.sensei_profile import describe_learned, local_start
from ai.sequence.weights import MIND
from games.agents import AgentSpec, GameAgents
from games.core import Option

# The defaults of both are the originals' (1) and what the sensei was measured with (2).
BETA: Final = Option(
    "beta",
    "Sharpness of its choice",
    "float",
    1.0,
    low=0.0,
    high=8.0,
    step=0.1,
    help="0: all moves alike, whatever it expects. Large: always the best move, easy to read.",
)

SHARP: Final = replace(
    BETA,
    default=2.0,
    help="0: all moves alike, whatever it expects. Large: always the best move.",
)
LEVEL: Final = Option(
    "level",
    "How much it may use",
    "choice",
    "full",
    choices=("seed", "no-theory", "full"),
    labels=("Counts pairs of moves", "Reads habits", "Reads minds"),
    help="From the original's table, over all it knows about people's habits, to allowing for "
    "what you think of it.",
)


def demo_player() -> Agent:
    """Who fills the person's seat in attract mode."""
    return HabitFighter()


def _softmax(options: Mapping[str, Any], start: str | None) -> Agent:
    return SeedSoftmax(float(options.get("beta", 1.0)))


def _sensei(options: Mapping[str, Any], start: str | None) -> Agent:
    beta = float(options.get("beta", SHARP.default))
    return SenseiFighter(options.get("level", "full"), beta, start)


_AGENTS: Final = (
    AgentSpec(
        "random",
        "Coin tosser",
        "Chooses each move with the same chance and learns nothing.",
        lambda options, start: RandomFighter(),
        level=0,
        strength="Wins 1% of matches of 25 rounds against First student, 29% against The wall.",
    ),
    AgentSpec(
        "habits",
        "Creature of habit",
        "Plays like a person who tries to be unpredictable and has habits all the same.",
        lambda options, start: HabitFighter(),
        level=1,
        strength="Wins 2% of matches of 25 rounds against First student, 10% against the Second.",
    ),
    AgentSpec(
        "seed-argmax",
        "First student",
        "Counts what you do after each pair of moves and plays the best answer to it.",
        lambda options, start: SeedArgmax(),
        level=2,
        strength=(
            "Wins 99% of matches of 25 rounds against Coin tosser, 98% against Creature of habit, "
            "50% against The wall; anyone who runs a copy of it beats it by 7.9 points a round."
        ),
    ),
    AgentSpec(
        "seed-softmax",
        "Second student",
        "Counts the same way, but mixes its answers so that it is harder to read.",
        _softmax,
        level=2,
        options=(BETA,),
        strength=(
            "Wins 87% of matches of 25 rounds against Coin tosser, 90% against Creature of habit, "
            "94% against First student, 50% against The wall."
        ),
    ),
    AgentSpec(
        "nash",
        "The wall",
        "Plays the mix that nobody can beat on average; it never learns and never tires.",
        lambda options, start: NashFighter(),
        level=3,
        strength=(
            "Wins 71% of matches of 25 rounds against Coin tosser, 70% against Creature of habit, "
            "50% against both students; nobody gains against it in the long run."
        ),
    ),
    AgentSpec(
        "sensei",
        "The sensei",
        "Reads your habits and what you think of it, and never bets more than it can afford.",
        _sensei,
        level=5,
        options=(LEVEL, SHARP),
        learns=True,
        weights=(MIND,),
        retold=sensei_as_measured,
    ),
)

AGENTS: Final = GameAgents(
    _AGENTS, demo_player, shared_start=local_start, describe=describe_learned
)
