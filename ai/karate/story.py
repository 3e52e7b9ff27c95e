"""Depth of thought that explains a player's moves: one answer for a whole match.

Round by round the theories of mind (`ai.zerosum.theories`) up to each rung of the ladder, weighed
as the mixture weighs them, give the move that came a probability, and so a code length in bits. The
rung that is named is the lowest whose mean is nearly the least (`ai.sequence.sentences.simplest`).
The bubble, the open mind and the page at the end of a match all ask here, so that they tell one
story.
"""

from __future__ import annotations

import functools
import re
from typing import Final

import numpy as np

from ai.sequence.sentences import simplest
from ai.zerosum.mixing import LEAST, TheoryBelief
from ai.zerosum.sensei import TheoryForecaster
from games.arrays import FloatArray

RUNGS: Final = 6
"""Rungs of the ladder, from habits up: the levels of `ai.zerosum.theories`."""
_AT_ONCE: Final = 32
"""Rounds whose bits are worked out together, at the latest; chosen so that little is kept."""
FEWEST_FOR_TURN: Final = 8
"""With fewer rounds in a third of the match no turn of the player is named; chosen by hand."""


PLAIN: Final = (
    "you follow your habits",
    "you try to beat what I usually do",
    "you try to beat my answer to your habits",
    "you think one step past your counter",
    "you think two steps past your counter",
    "you think three steps past your counter",
)
"""The rungs as reasons, each a clause that can stand alone."""
_THOUGHT: Final = (
    "you followed your habits",
    "you tried to beat what I usually do",
    "you tried to beat my answer to your habits",
    "you thought one step past your counter",
    "you thought two steps past your counter",
    "you thought three steps past your counter",
)


def turn_words(first: int, last: int) -> str:
    """Return a sentence on a player who went from one rung to another.

    >>> turn_words(0, 1)
    'At first you followed your habits, later you tried to beat what I usually do.'
    """
    return f"At first {_THOUGHT[first]}, later {_THOUGHT[last]}."


_SIMPLER: Final = (
    ("counter", "you try to beat what I usually do"),
    (r"react|answer", "you react to my moves"),
    (r"\bresults?\b|winning", "you react to winning and losing"),
    (r"favour|stay with", "you favour some moves"),
    (r"come back|after the same length", "you return to moves after a while"),
    (r"the same way|same again|next one|like this|passage", "you repeat orders of moves"),
)
"""Patterns of ideas about a player, and what a bubble says of each."""


@functools.cache
def simpler(idea: str) -> str:
    """Return an `idea` about a player as one that a newcomer understands."""
    found = (plain for pattern, plain in _SIMPLER if re.search(pattern, idea))
    return next(found, idea)


class Depths:
    """The `bits` of each round by the theories of a `forecaster` up to each rung."""

    def __init__(self, forecaster: TheoryForecaster) -> None:
        self._forecaster = forecaster
        self._levels = np.array([theory.level for theory in forecaster.bank.about])
        self._due: list[tuple[TheoryBelief, FloatArray]] = []
        self.bits: list[FloatArray] = []

    def record(self, move: int) -> None:
        """Keep what was believed of the `move` that came, before it is learned."""
        bank, mixture = self._forecaster.bank, self._forecaster.mixture
        self._due.append((mixture.standing(), bank.theories[:, move].copy()))
        if len(self._due) >= _AT_ONCE:
            self._work_out()

    def _work_out(self) -> None:
        due, self._due = self._due, []
        for standing, came in due:
            weights = standing.weights()
            given = np.bincount(self._levels, weights * came, RUNGS).cumsum()
            whole = np.maximum(np.bincount(self._levels, weights, RUNGS).cumsum(), 1e-12)
            k = self._forecaster.bank.k
            self.bits.append(-np.log2((1.0 - LEAST) * given / whole + LEAST / k))

    def told(self, first: int = 0, end: int | None = None) -> int | None:
        """Return the rung that explains the rounds from `first` to `end`; None without any."""
        self._work_out()
        rows = self.bits[first:end]
        if not rows:
            return None
        return simplest(range(RUNGS), np.mean(rows, axis=0).tolist())

    def turn(self) -> tuple[int, int] | None:
        """Return the rungs of the first and the last third where they differ, else None."""
        self._work_out()
        third = len(self.bits) // 3
        if third < FEWEST_FOR_TURN:
            return None
        first, last = self.told(0, third), self.told(len(self.bits) - third)
        return None if first == last or first is None or last is None else (first, last)
