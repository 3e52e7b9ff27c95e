"""The reason for one move and against another, in words: the named features that part them.

`greedy`'s features have names and weights in rupees (`ai.jaipur.values`), so the largest part of
the difference between two moves is a reason that a player would give.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from ai.jaipur.greedy import Learned, features_of
from ai.jaipur.values import FEATURES, NEARNESS, nearness_phase
from ai.jaipur.worlds import CAMEL
from games.jaipur.rules.goods import GOODS, SHIFTS, TOKEN_SUMS, counts_of
from games.jaipur.rules.moves import Move
from games.jaipur.rules.state import View

LEAST: Final = 0.25
"""Rupees; what parts two moves by less is no reason."""

_MORE, _LESS = 0, 1
_WORDS: Final = {
    "what my cheap goods would fetch now": (
        "keeps cheap goods for a larger sale",
        "turns cheap goods into rupees before the price falls",
    ),
    "what my dear goods would fetch now": (
        "gathers dear goods, whose tokens are still high",
        "sells dear goods while their tokens are high",
    ),
    "single dear goods": ("starts a set of dear goods", "leaves no dear good alone in the hand"),
    "more of mine in the market": (
        "leaves more of what you collect in the market",
        "takes what you collect before the other can",
    ),
    "goods that we both collect": (
        "goes for what both collect, and first come is best paid",
        "stays out of what the other collects too",
    ),
    "goods beyond the last token": ("", "keeps no card that has no token left"),
    "cheap goods left to the other": ("", "leaves the other fewer cheap goods"),
    "dear pairs left to the other": ("", "leaves the other no pair of dear goods"),
    "single dear goods left to the other": ("", "leaves the other no dear good"),
    "what the other lacks, left in the market": ("", "leaves the other less of what it collects"),
    "bonus in hand": ("keeps cards together for a bonus token", ""),
    "bonus within reach": ("is one card short of a larger bonus", ""),
    "bonus left to the other": ("", "keeps a bonus out of the other's reach"),
    "goods in hand": ("brings more goods into the hand", "leaves room in the hand for what comes"),
    "camels in the herd": ("adds camels to pay with later", "spends camels that are too many"),
    "the larger herd": ("keeps the larger herd, 5 rupees at the end", ""),
    "lead of the herd": ("comes nearer to the larger herd", ""),
    "camels left to the other": ("", "leaves the other fewer camels"),
    "new cards for the other": ("", "turns up fewer new cards for the other"),
    "rupees of the bonus token": ("takes a bonus token now", ""),
}
"""What is said, after "it", where a move has more of a feature, and where it has less."""
_PART_OF: Final = {
    "goods in hand, squared": "goods in hand",
    "a full hand": "goods in hand",
    "camels in the herd, squared": "camels in the herd",
    "camels left to the other, squared": "camels left to the other",
}
"""Features of the same cards: what they weigh is one reason, for one may undo another."""
_WITH_NEW_GOODS: Final = {
    "what my cheap goods would fetch now": "brings cheap goods together for a sale",
    "what my dear goods would fetch now": "brings dear goods together, whose tokens are high",
    "bonus in hand": "brings cards together for a bonus token",
}
"""What is said in place of that where the move brings goods."""


class Reason(NamedTuple):
    """A reason for a move: its value in rupees, and words that stand after "it"."""

    rupees: float
    words: str


def reasons(view: View, better: Move, other: Move, learned: Learned) -> list[Reason]:
    """Return all that speaks for the `better` of two legal moves, the weightiest first."""
    return sorted(_reasons(view, better, other, learned), reverse=True)


def _reasons(view: View, better: Move, other: Move, learned: Learned) -> Iterator[Reason]:
    tokens = np.array(counts_of(view.tokens)[:CAMEL])[:, None]
    phase = int(nearness_phase(tokens, np.array([view.left]))[0])
    weights = learned.weights[:, 0] + learned.weights[:, 1] * NEARNESS[phase]
    difference = features_of(view, better) - features_of(view, other)
    now = fetched(view, better) - fetched(view, other)
    if now >= LEAST:
        yield Reason(now, f"fetches {fetched(view, better)} rupees at once")
    changes = dict(zip(FEATURES, difference, strict=True))
    parts = dict(zip(FEATURES, weights * difference, strict=True))
    for name, whole in _PART_OF.items():
        parts[whole] += parts.pop(name)
    for name, part in parts.items():
        more = changes[name]
        words = _WORDS.get(name, ("", ""))[_MORE if more > 0 else _LESS]
        if more > 0 and better.take and not other.take:
            words = _WITH_NEW_GOODS.get(name, words)
        if part >= LEAST and words:
            yield Reason(float(part), words)


def fetched(view: View, move: Move) -> int:
    """Return the rupees of goods tokens that a move fetches."""
    if move.kind != "sell":
        return 0
    kind = GOODS.index(move.good)
    return TOKEN_SUMS[kind][view.tokens >> SHIFTS[kind] & 15][move.number]


def why(view: View, better: Move, other: Move, learned: Learned) -> str:
    """Return the weightiest reason, after "it"; without one, that the move won more often."""
    found = reasons(view, better, other, learned)
    return found[0].words if found else "won more of the rounds that were imagined"
