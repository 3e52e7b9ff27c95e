"""The models of Numbers, as a player chooses them.

The original, `seed`, and `uniform`, which is chance itself, are in `ai.numbers.machine`, `mind` in
`ai.numbers.reader`.
"""

from __future__ import annotations

from typing import Final

from ai.core import Agent
from ai.numbers.judge import Judge
from ai.numbers.machine import Seed, Typist, Uniform
from ai.numbers.profile import describe_learned, local_start
from ai.numbers.reader import MIND
from ai.numbers.rows import ROWS
from games.agents import AgentSpec, GameAgents, simply


def demo_player() -> Agent:
    """Return the agent that fills the person's seat in attract mode."""
    return Typist()


# The measure is how often each foresees digits that people said aloud, as a multiple of chance: see
# `ai.numbers.reader.measure` and, for the pair counter, the same card's `seed_accuracy`.
_AGENTS: Final = (
    AgentSpec(
        "uniform",
        "Blind guess",
        "Guesses any key: what pure chance looks like.",
        simply(Uniform),
        level=0,
        rank="first seal",
        line="Guesses. Sees nothing, and knows it.",
        measure=1.0,
    ),
    AgentSpec(
        "seed",
        "Pair counter",
        "Counts which key follows each pair of your keys and predicts the commonest.",
        simply(Seed),
        level=2,
        rank="second seal",
        line="Remembers which key follows which pair.",
        measure=1.2,
    ),
    MIND,
)

JUDGE: Final = AgentSpec(
    "judge", "Judge", "Says how far each key was to be foreseen.", simply(Judge)
)
AGENTS: Final = GameAgents(
    _AGENTS, demo_player, (ROWS, JUDGE), shared_start=local_start, describe=describe_learned
)
