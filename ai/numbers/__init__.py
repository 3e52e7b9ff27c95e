"""The models of Numbers, as a player chooses them.

The original, `seed`, and `uniform`, which is chance itself, are in `ai.numbers.machine`, `mind` in
`ai.numbers.reader`. What `mind` keeps about a player is merged for new players, and described,
here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.core import Agent
from ai.numbers.judge import ROWS, Judge
from ai.numbers.machine import K, Seed, Typist, Uniform
from ai.numbers.reader import MIND, Reader, group_shares, noticed, plain_sentences
from ai.sequence.mind_items import (
    habits_after_pairs,
    loudest,
    pair_counts,
    shared_start,
    summary,
)
from ai.sequence.predictor import Predictor
from games.agents import AgentSpec, GameAgents, simply
from games.arrays import FloatArray
from games.intervals import chance_band
from games.mind import Bars, Lines, Mind, MindItem
from games.numbers.rules import CHANCE_OF_HIT, KEYS


def local_start(texts: Sequence[str]) -> str | None:
    """Return the start of a new player: the common part of others' learned `texts`, if any."""
    return shared_start(texts, K, opponent=False)


def describe_learned(text: str) -> Mind:
    """Return a description of a learned text's player; raises `ValueError` if it is unusable."""
    predictor = Reader(text).predictor
    items: list[MindItem] = [summary(predictor.observed, "key")]
    pairs = pair_counts(predictor)
    if pairs.sum() > 0:
        items += [_key_shares(pairs), _step_shares(pairs), *_after_pairs(pairs)]
    return (*items, _present_experts(predictor))


def _banded(title: str, labels: Sequence[str], counts: FloatArray, text: str) -> Bars:
    """Return bars called `title` of the shares of `counts` (4,), each with the band that chance
    gives.

    `labels` name them; `text` is the help.
    """
    total = int(counts.sum())
    low, high = chance_band(total, CHANCE_OF_HIT)
    return Bars(
        title,
        tuple(labels),
        tuple((counts / total).tolist()),
        "%",
        reference=CHANCE_OF_HIT,
        low=(low,) * K,
        high=(high,) * K,
        help=text,
    )


def _key_shares(pairs: FloatArray) -> Bars:
    text = "All keys it has counted. The line is one in four, the band what chance would give."
    return _banded("How often you press each key", KEYS, pairs.sum(axis=(0, 1)), text)


def _step_shares(pairs: FloatArray) -> Bars:
    last, new = np.meshgrid(np.arange(K), np.arange(K), indexing="ij")
    after_one = pairs.sum(axis=0)
    steps = np.array([after_one[(new - last) % K == step].sum() for step in range(K)])
    labels = ("same again", "one up", "across", "one down")
    return _banded("How you move from key to key", labels, steps, "From 4 one up leads to 1.")


def _after_pairs(pairs: FloatArray) -> tuple[Lines, ...]:
    def tell(before: int, last: int, best: int, count: float, total: float) -> str:
        told = f"after {KEYS[before]}, {KEYS[last]} you press {KEYS[best]}"
        return f"{told}: {count:.0f} of {total:.0f}"

    return habits_after_pairs("Habits after two keys", pairs, tell)


def _present_experts(predictor: Predictor) -> Lines:
    experts = predictor.experts()
    rows = zip(plain_sentences(experts), group_shares(experts), strict=True)
    text = "How much each kind of habit would speak for what it expects of your next key."
    return loudest("What it would go by now", rows, text)


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
        rank="easiest",
        line="Guesses. Sees nothing, and knows it.",
        measure=1.0,
        word="only guesses",
    ),
    AgentSpec(
        "seed",
        "Pair counter",
        "Counts which key follows each pair of your keys and predicts the commonest.",
        simply(Seed),
        level=2,
        rank="medium",
        line="Remembers which key follows which pair.",
        original=True,
        measure=1.2,
    ),
    MIND,
)

JUDGE: Final = AgentSpec(
    "judge", "Judge", "Says how far each key was to be foreseen.", simply(Judge)
)
AGENTS: Final = GameAgents(
    _AGENTS,
    demo_player,
    (ROWS, JUDGE),
    shared_start=local_start,
    describe=describe_learned,
    noticed=noticed,
)
