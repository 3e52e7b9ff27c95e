"""The report of `sensei` at the end of a match: habits, entropy rate, and other people beside it.

There are no data on people who play this game. The closest training data are people who played
rock-paper-scissors; a comparison needs three things to be fair: a table whose even mix is an
equilibrium, as theirs is (else good play is itself uneven, and looks easy to foresee); a player
whom the predictor did not know before, as it did not know them; and bits by the predictor alone, as
theirs are counted.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from ai.sequence.mind_items import FEWEST_FOR_RANK, Shares, ranked, rate_meter
from ai.sequence.surprise import Surprise
from ai.zerosum.budget import SafetyBudget
from games.mind import Meter, MindItem, Note

PEOPLE: Final = ("rps_adaptbots", "rps_fixedbots")
"""Who is compared with, by the names of their sets in `ai.sequence.mind_items.PEOPLE`."""
_RANK_HELP: Final = (
    "Bits a round as a share of blind guessing, yours by my habit reader alone, "
    "theirs by fits that had not seen them. They had three moves and other points, you "
    "have four: no more than a rough comparison."
)


_WORTH_TELLING: Final = 0.01
"""A smaller difference in bits is not told; chosen by eye, as figures have two places."""


def best_play_bits(budget: SafetyBudget) -> float:
    """Return the entropy in bits of the equilibrium mix of a `budget`'s game: what best
    play costs.
    """
    mix = budget.safe_strategy[budget.safe_strategy > 0.0]
    return abs(float(mix @ np.log2(mix)))


def entropy_meter(surprise: Surprise, budget: SafetyBudget) -> Meter:
    """Return the rate of `surprise` in bits a round, beside blind guessing and best play by a
    `budget`.
    """
    best = best_play_bits(budget)
    text = f"What a move of yours cost me on average; the mark, {surprise.chance:.3g}, is what "
    text += "blind guessing costs. Leave luck aside, and this is the most unpredictable you were."
    if best < surprise.chance - _WORTH_TELLING:
        text += " The mix that nobody can beat uses some moves more than others, so that even it "
        text += f"has no more than {best:.2f} bits here."
    return rate_meter(surprise, "round", text)


def habits_in_words(shares: Shares, surprise: Surprise) -> str:
    """Return the ideas whose `shares` were largest over the match, if any saved bits of
    `surprise`.
    """
    if surprise.saved <= 0.0:
        return "No idea about you helped me: blind guessing would have done as well."
    told = shares.in_words()
    if not told:
        return "I read you by many small things."
    return f"How I read you, over the whole match: {told}."


def luck_aside(points: float) -> str:
    """Return a sentence on the value of the mixes it drew from, in `points` a round."""
    if abs(points) < 0.05:
        return "Luck aside, my play neither won nor lost points."
    return (
        f"Luck aside, my play {'won' if points > 0 else 'lost'} {abs(points):.1f} points a round."
    )


def compared(own_bits: float, rounds: int, budget: SafetyBudget, known: bool) -> list[MindItem]:
    """Return the player beside people of the training data, or one sentence on why not.

    `own_bits` is the cost of each of `rounds` to the predictor alone, in the game of `budget`;
    `known` is True if it knew the player before.
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
    return list(ranked(own_bits / math.log2(k), PEOPLE, _RANK_HELP, " opponent"))
