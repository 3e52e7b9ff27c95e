"""The state of a match, as the dojo shows it without a number: two lanterns and a moon.

The lanterns burn for the winner of the last rounds, the moon stands as high as the left side leads
over the whole match.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from games.karate.exchange import Round

# Chosen by eye: a hit of 10 points counts for about three rounds, and 60 points put the moon high.
_FADES: Final = 0.7
_HIT: Final = 10.0
_HIGH: Final = 60.0


def momentum(rounds: Sequence[Round]) -> float:
    """Return the recent winner, from -1 (the right side) to 1 (the left); the last round counts
    most.
    """
    found = 0.0
    for played in rounds:
        found = _FADES * found + played.lead / _HIT
    return math.tanh(found / 2)


def flames(rounds: Sequence[Round]) -> tuple[float, float]:
    """Return the brightness of each side's lantern, 0 to 1; both are half bright where
    none gains.
    """
    share = (1.0 + momentum(rounds)) / 2
    return share, 1.0 - share


def moonrise(rounds: Sequence[Round]) -> float:
    """Return the height of the moon by the lead over the match, from -1 to 1."""
    return math.tanh(sum(played.lead for played in rounds) / _HIGH)
