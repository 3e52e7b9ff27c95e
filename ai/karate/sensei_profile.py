"""What `sensei` keeps about a player: used as a start, merged for new players, told in words.

It keeps what `mind` learned of the player's fighting (`ai.sequence.state`): counts of what followed
what, the worth of its experts, the last moves. Theories of mind and the safety budget belong to
one match and start anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from ai.karate.fighter import NAMES
from ai.karate.sensei_mind import in_karate_words
from ai.sequence.predictor import MindPredictor, merged
from ai.sequence.state import AnyArray, BadState, read_header
from games.arrays import FloatArray, arrays_from_text, arrays_to_text
from games.intervals import chance_band
from games.mind import Bars, Lines, Mind, MindItem, Note

FEWEST_IN_CONTEXT: Final = 5
"""A pair of moves is told in words after it came so often."""
_LINES: Final = 6


def read_memory(text: str | None) -> Mapping[str, AnyArray] | None:
    """Return the arrays of a learned text; raises BadState or BadWeights (both `ValueError`)."""
    if text is None:
        return None
    arrays = arrays_from_text(text)
    header = read_header(arrays)
    if header["k"] != len(NAMES) or not header["opponent"]:
        raise BadState("What was learned belongs to another game; forget it and start afresh.")
    MindPredictor.from_arrays(arrays)
    return arrays


def local_start(texts: Sequence[str]) -> str | None:
    """What a new player starts from: what the given players' learned texts have in common.

    Texts that cannot be used are left out; None where none is left.
    """
    members = MindPredictor(len(NAMES), opponent=True).members
    states = []
    for text in texts:
        try:
            arrays = read_memory(text)
        except ValueError:
            continue
        if arrays is not None and tuple(arrays["members"].tolist()) == members:
            states.append(arrays)
    return arrays_to_text(merged(states)) if states else None


def describe_learned(text: str) -> Mind:
    """What a learned text says about the player; raises `ValueError` if it cannot be used."""
    memory = read_memory(text)
    assert memory is not None
    mind = MindPredictor.from_arrays(memory)
    noun = "move" if mind.observed == 1 else "moves"
    items: list[MindItem] = [
        Note(
            f"It has seen {mind.observed} {noun} of yours. It keeps counts of what followed what, "
            "how much each of its experts is worth for you, and the last moves themselves."
        )
    ]
    counts = mind.counts_after(())
    if counts.sum() > 0:
        items += [_shares(counts), *_after_pairs(mind)]
    return (*items, experts_lines(mind, "What it would go by now"))


def _shares(counts: FloatArray) -> Bars:
    return Bars(
        "How often you play each move, of late",
        NAMES,
        tuple((counts / counts.sum()).tolist()),
        "%",
        reference=1.0 / len(NAMES),
        help="Old moves count less. The line is one in four.",
    )


def _after_pairs(mind: MindPredictor) -> tuple[Lines, ...]:
    """The pairs of moves after which one move came most, beyond what chance would bring."""
    rows = []
    for before, last in np.ndindex(len(NAMES), len(NAMES)):
        counts = mind.counts_after((before, last))
        total, best = counts.sum(), int(np.argmax(counts))
        if total < FEWEST_IN_CONTEXT:
            continue
        if counts[best] > chance_band(int(total), 1.0 / len(NAMES))[1] * total:
            told = f"after {NAMES[before].lower()}, {NAMES[last].lower()}: {NAMES[best].lower()}"
            rows.append((told, float(counts[best] / total)))
    rows.sort(key=lambda row: -row[1])
    text = "Only what chance alone would rarely bring (less than one time in forty)."
    return (Lines("Habits after two moves", tuple(rows[:_LINES]), "%", help=text),) if rows else ()


def experts_lines(mind: MindPredictor, title: str) -> Lines:
    """The sentences of the experts that speak loudest for the next forecast."""
    experts = sorted(mind.experts(), key=lambda expert: (-expert.weight, expert.name))
    rows = tuple((in_karate_words(expert.sentence), expert.weight) for expert in experts[:_LINES])
    text = "How much each kind of habit speaks for what it expects of your next move."
    return Lines(title, rows, "%", help=text)
