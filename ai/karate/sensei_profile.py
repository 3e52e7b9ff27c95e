"""The data that `sensei` keeps about a player: used as a start, merged for new players, described.

It keeps the predictor's knowledge of the player's fighting (`ai.sequence.state`): counts of what
followed what, the worth of its experts, the last moves. Theories of mind and the safety budget
belong to one match and start anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.karate.fighter import NAMES
from ai.karate.sensei_mind import in_karate_words
from ai.sequence.mind_items import (
    habits_after_pairs,
    loudest,
    pair_counts,
    read_start,
    shared_start,
    summary,
)
from ai.sequence.predictor import Predictor
from ai.sequence.state import AnyArray
from games.arrays import FloatArray
from games.mind import Bars, Lines, Mind, MindItem


def read_memory(text: str | None) -> Mapping[str, AnyArray] | None:
    """Return the arrays of a learned `text`; raises BadState or BadWeights (both `ValueError`)."""
    if text is None:
        return None
    arrays = read_start(text, len(NAMES), opponent=True)
    Predictor.from_arrays(arrays)
    return arrays


def local_start(texts: Sequence[str]) -> str | None:
    """Return the start of a new player: the common part of others' learned `texts`, if any."""
    return shared_start(texts, len(NAMES), opponent=True)


def describe_learned(text: str) -> Mind:
    """Return a description of a learned text's player; raises `ValueError` if it is unusable."""
    predictor = Predictor.from_arrays(read_start(text, len(NAMES), opponent=True))
    items: list[MindItem] = [summary(predictor.observed, "move")]
    counts = predictor.counts_after(())
    if counts.sum() > 0:
        items += [_shares(counts), *_after_pairs(predictor)]
    return (*items, _present_experts(predictor))


def _shares(counts: FloatArray) -> Bars:
    return Bars(
        "How often you play each move, of late",
        NAMES,
        tuple((counts / counts.sum()).tolist()),
        "%",
        reference=1.0 / len(NAMES),
        help="Old moves count less. The line is one in four.",
    )


def _after_pairs(predictor: Predictor) -> tuple[Lines, ...]:
    names = [name.lower() for name in NAMES]

    def tell(before: int, last: int, best: int, count: float, total: float) -> str:
        return f"after {names[before]}, {names[last]}: {names[best]}"

    return habits_after_pairs("Habits after two moves", pair_counts(predictor), tell)


def _present_experts(predictor: Predictor) -> Lines:
    """Return the sentences of the experts of `predictor` that speak loudest for what is next."""
    experts = sorted(predictor.experts(), key=lambda expert: expert.name)
    rows = [(in_karate_words(expert.sentence), expert.weight) for expert in experts]
    text = "How much each kind of habit speaks for what it expects of your next move."
    return loudest("What it would go by now", rows, text)
