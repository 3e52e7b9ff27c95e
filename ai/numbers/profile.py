"""What `mind` keeps about a player of Numbers: merged for new players, and told in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ai.numbers.machine import K
from ai.numbers.reader import GROUPS, MindReader, group_shares, plain_sentences, started
from ai.sequence.predictor import MindPredictor, merged
from games.arrays import FloatArray, arrays_from_text, arrays_to_text
from games.intervals import chance_band
from games.mind import Bars, Lines, Mind, MindItem, Note
from games.numbers.rules import CHANCE_OF_HIT, KEYS

FEWEST_IN_CONTEXT: Final = 5
"""A pair of keys is told in words after it came so often."""
_LINES: Final = 6


def local_start(texts: Sequence[str]) -> str | None:
    """What a new player starts from: what the given players' learned texts have in common.

    Texts that cannot be used are left out; None where none is left.
    """
    members = MindPredictor(K).members
    states = []
    for text in texts:
        try:
            arrays = arrays_from_text(text)
            started(arrays)
        except ValueError:
            continue
        if tuple(arrays["members"].tolist()) == members:
            states.append(arrays)
    return arrays_to_text(merged(states)) if states else None


def describe_learned(text: str) -> Mind:
    """What a learned text says about the player; raises `ValueError` if it cannot be used."""
    predictor = MindReader(text).predictor
    items: list[MindItem] = [Note(_summary(predictor))]
    pairs = _pair_counts(predictor)
    if pairs.sum() > 0:
        items += [_key_shares(pairs), _step_shares(pairs), *_after_pairs(pairs)]
    return (*items, _present_experts(predictor))


def _summary(predictor: MindPredictor) -> str:
    keys = predictor.observed
    noun = "key" if keys == 1 else "keys"
    return (
        f"It has seen {keys} {noun} of yours. It keeps counts of what followed what, how much each "
        "of its experts is worth for you, and the last keys themselves."
    )


def _pair_counts(predictor: MindPredictor) -> FloatArray:
    """How often each key followed each pair of keys, shape (k, k, k), the older key first."""
    counts = [[predictor.counts_after((before, last)) for last in range(K)] for before in range(K)]
    return np.array(counts)


def _banded(title: str, labels: Sequence[str], counts: FloatArray, text: str) -> Bars:
    """Shares with the band that chance would give each."""
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
    """The pairs of keys after which one key came most, beyond what chance would bring."""
    rows = []
    for before, last in np.ndindex(K, K):
        counts = pairs[before, last]
        total, best = counts.sum(), int(np.argmax(counts))
        if total >= FEWEST_IN_CONTEXT and counts[best] > chance_band(int(total), 0.25)[1] * total:
            told = f"after {KEYS[before]}, {KEYS[last]} you press {KEYS[best]}"
            rows.append((f"{told}: {counts[best]:.0f} of {total:.0f}", counts[best] / total))
    rows.sort(key=lambda row: -row[1])
    text = "Only what chance alone would rarely bring (less than one time in forty)."
    shown = tuple((told, float(share)) for told, share in rows[:_LINES])
    return (Lines("Habits after two keys", shown, "%", help=text),) if shown else ()


def _present_experts(predictor: MindPredictor) -> Lines:
    experts = predictor.experts()
    shares, sentences = group_shares(experts), plain_sentences(experts)
    order = sorted(range(len(GROUPS)), key=lambda group: (-shares[group], group))
    rows = tuple((sentences[GROUPS[group]], shares[group]) for group in order[:_LINES])
    text = "How much each kind of habit would speak for what it expects of your next key."
    return Lines("What it would go by now", rows, "%", help=text)
