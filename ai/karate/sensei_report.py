"""What `sensei` tells at the end of a match: habits, entropy rate, and other people beside it.

Nobody has data on people who play this game. What comes closest in the training data are people
who played rock-paper-scissors; a comparison needs three things to be fair: a table whose even mix
is an equilibrium, as theirs is (else good play is itself uneven, and looks easy to foresee); a
player whom `mind` did not know before, as it did not know them; and bits by `mind` alone, as
theirs are counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from ai.karate.sensei_mind import BANDS, Shares
from ai.numbers.reader import FEWEST_FOR_RANK, ranked
from ai.sequence.surprise import Surprise
from ai.zerosum.budget import SafetyBudget
from games.mind import Lines, Meter, MindItem, Note

PEOPLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rps_adaptbots": "people who played rock-paper-scissors against adaptive programs",
        "rps_fixedbots": "people who played rock-paper-scissors against fixed programs",
    }
)
"""Who is compared with, by the names of their sets in the card of `mind`."""
MOST_TOLD: Final = 3
LEAST_TOLD: Final = 0.08
"""A habit is told from this mean share on."""


def best_play_bits(budget: SafetyBudget) -> float:
    """The entropy of the equilibrium mix in bits: what the best unreadable play costs."""
    mix = budget.safe_strategy[budget.safe_strategy > 0.0]
    return abs(float(mix @ np.log2(mix)))


def rate_meter(surprise: Surprise, budget: SafetyBudget) -> Meter:
    """Bits a round, beside blind guessing."""
    best = best_play_bits(budget)
    text = f"What a move of yours cost me on average; the mark, {surprise.chance:.3g}, is what "
    text += "blind guessing costs. But for luck, you are not harder to foresee than this."
    if best < surprise.chance - 0.01:
        text += " The mix that nobody can beat uses some moves more than others, so that even it "
        text += f"has no more than {best:.2f} bits here."
    top = max(1.5 * surprise.chance, surprise.rate)
    return Meter(
        "Entropy rate: bits a round", surprise.rate, 0.0, top, surprise.chance, "bits", help=text
    )


def habits_in_words(shares: Shares, surprise: Surprise) -> str:
    """The ideas that counted most over the match, with their shares."""
    if surprise.saved <= 0.0:
        return "No idea about you helped me: blind guessing would have done as well."
    means = shares.means()
    order = sorted(range(len(BANDS)), key=lambda band: (-means[band], band))
    told = [
        f"{shares.names[band]} ({means[band]:.0%})"
        for band in order[:MOST_TOLD]
        if means[band] >= LEAST_TOLD
    ]
    if not told:
        return "I read you by many small things."
    return f"What I read you by, over the whole match: {', '.join(told)}."


def compared(own_bits: float, rounds: int, budget: SafetyBudget, known: bool) -> list[MindItem]:
    """The player beside people of the training data, or one sentence on why not.

    `own_bits` is what a round cost `mind` alone; `known` says that it knew the player before.
    """
    if rounds < FEWEST_FOR_RANK:
        return []
    k = len(budget.payoff)
    even = budget.gains(np.full(k, 1.0 / k))
    if even.min() < -1e-9:
        return [
            Note(
                "I compare you with nobody: with these points good play is itself uneven, and "
                "there are no data on people who played this game. With balanced points I would."
            )
        ]
    if known:
        return [Note("I compare only players of whom I knew nothing before with other people.")]
    return list(rank_lines(own_bits / math.log2(k)))


def rank_lines(share: float) -> tuple[Lines, ...]:
    """How many people of the training data were easier to foresee than this share of chance."""
    help_text = (
        "Bits a round as a share of blind guessing, yours by my habit reader alone, "
        "theirs by fits that had not seen them. They had three moves and other points, you "
        "have four: no more than a rough comparison."
    )
    return ranked(share, PEOPLE, help_text, " opponent")
