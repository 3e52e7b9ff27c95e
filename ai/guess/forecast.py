"""Forecasts of the next target from the guesses of closed rounds: a mixture fitted by EM, ratio
trackers, lines and no change, weighed by how well each foresaw.

All values are in units of guesses. `anchor` is the number at which levels of thinking begin: the
middle of the range in the first round, then the last average. The order of guesses in a round does
not matter.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

LEVELS: Final = 5
_SHARES: Final = (0.15, 0.33, 0.28, 0.12, 0.06, 0.06)
"""Before anybody guessed: levels 0 to 4 and free guessers. By hand, near what newspapers found."""
_PSEUDO: Final = 6.0
"""So many guesses the shares before the first round count for."""
SLOW, QUICK = 0.9, 0.4
"""Of what was learned about the levels so much counts after another round."""
_SPREAD: Final = 0.16
"""Standard deviation of a thinker's guess, as a share of it."""
_ROUGH: Final = 0.01
"""What is added to it, as a share of the range: guesses are whole numbers."""
_STEPS: Final = 8
"""Steps of EM a round; the shares move by less than 0.01 after them."""
_WISER: Final = 0.6
"""The share of thinkers who think a step further in the next round, where learning goes on."""
FIRST_RATIO: Final = 0.66
"""Mean over anchor before anybody guessed: what the shares above give, free guessers included."""


class GuessFrame(NamedTuple):
    """The frame of a guess: the multiplier and the range."""

    factor: float
    low: float
    high: float

    @property
    def middle(self) -> float:
        """The middle of the range, the first anchor."""
        return (self.low + self.high) / 2

    @property
    def span(self) -> float:
        """The width of the range, at least 1."""
        return max(1.0, self.high - self.low)

    def clamp(self, value: float) -> float:
        """Return the nearest value of the range."""
        return max(self.low, min(self.high, value))


class Mixture:
    """The number of people who think 0 to 4 steps ahead, and of free guessers; fitted by EM, round
    by round.

    A thinker of level k guesses about anchor times factor^k; a free guesser any number of the
    range.
    """

    def __init__(self, frame: GuessFrame, keep: float) -> None:
        self._frame = frame
        self._keep = keep
        self.counts: Vector = _PSEUDO * np.array(_SHARES)
        self.nearest: tuple[int, ...] = ()
        """How many of the last round are most likely of each level, or guessed freely."""
        self._core = np.array([FIRST_RATIO * 0.9, 1.0]) * frame.middle**2

    @property
    def shares(self) -> Vector:
        """The share of each level and of free guessers, which add up to 1; shape (6,)."""
        shares: Vector = self.counts / self.counts.sum()
        return shares

    def learn(self, guesses: Vector, anchor: float) -> None:
        """Fit to the guesses of a closed round, shape (n,), that began at this anchor."""
        likely = self._likelihoods(guesses, anchor)
        before = self.counts * self._keep
        shares = self.shares
        for _ in range(_STEPS):
            owned = likely * shares
            owned /= owned.sum(axis=1, keepdims=True)
            counts = before + owned.sum(axis=0)
            shares = counts / counts.sum()
        self.counts = counts
        self.nearest = tuple(np.bincount(owned.argmax(axis=1), minlength=LEVELS + 1).tolist())
        thinking = 1.0 - owned[:, LEVELS]
        count = float(thinking.sum())
        if count > 0.5:
            mean = float((thinking * guesses).sum()) / count
            self._core = self._core * self._keep + np.array([mean * anchor, anchor * anchor])

    def _likelihoods(self, guesses: Vector, anchor: float) -> Vector:
        """Return the density of each guess under each level and free guessing, shape (n, 6)."""
        frame = self._frame
        centres = anchor * frame.factor ** np.arange(LEVELS)
        spread = _SPREAD * np.abs(centres) + _ROUGH * frame.span
        apart = (guesses[:, None] - centres) / spread
        thinkers = np.exp(-0.5 * apart * apart) / (spread * math.sqrt(2 * math.pi))
        free = np.full((len(guesses), 1), 1.0 / (frame.span + 1.0))
        found: Vector = np.hstack([thinkers, free]) + 1e-12
        return found

    def means(self, anchor: float) -> tuple[float, float]:
        """Return the next mean: by the levels themselves, and by how far thinkers really came."""
        away = float(self.shares[LEVELS]) * self._frame.middle
        levels = float(self.shares[:LEVELS] @ self._frame.factor ** np.arange(LEVELS))
        ratio = float(self._core[0] / max(self._core[1], 1e-9))
        return anchor * levels + away, anchor * ratio * (1 - float(self.shares[LEVELS])) + away

    def deeper(self, anchor: float) -> float:
        """Return the next mean where most think one step further than they did."""
        shares = self.shares
        own = shares[:LEVELS]
        moved = np.append(0.0, own[:-1])
        moved[-1] += own[-1]
        after = (1 - _WISER) * own + _WISER * moved
        thinkers = float(after @ self._frame.factor ** np.arange(LEVELS))
        return anchor * thinkers + float(shares[LEVELS]) * self._frame.middle


class ClosedSums(NamedTuple):
    """The closed rounds as sums: the anchor and the mean of each, oldest first."""

    anchors: list[float]
    means: list[float]


def tracked_ratio(past: ClosedSums, keep: float, weight: float = 1.0) -> float:
    """Return the mean over the anchor, the latest counting most: each round before counts `keep`
    less.

    Rounds count by their anchor, because a small one says little; `weight` is the weight of the
    start.
    """
    top, bottom = FIRST_RATIO * weight, weight
    for anchor, mean in zip(past.anchors, past.means, strict=True):
        size = max(anchor, 1e-9) / 50.0
        top, bottom = top * keep + mean / 50.0, bottom * keep + size
    return top / max(bottom, 1e-9)


def fitted_line(past: ClosedSums, frame: GuessFrame, keep: float) -> tuple[float, float]:
    """Intercept and slope of the mean over the anchor, by least squares held near a start."""
    hold = 0.02
    start = (0.06 * frame.middle, 0.6)
    scale = frame.span
    xx, x1, n = hold, 0.0, hold
    xy, y1 = hold * start[1], hold * start[0] / scale
    for anchor, mean in zip(past.anchors, past.means, strict=True):
        x, y = anchor / scale, mean / scale
        xx, x1, n = xx * keep + x * x, x1 * keep + x, n * keep + 1
        xy, y1 = xy * keep + x * y, y1 * keep + y
    apart = xx * n - x1 * x1
    slope = (xy * n - x1 * y1) / apart
    return (y1 - slope * x1) / n * scale, slope
