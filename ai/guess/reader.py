"""The belief of `mind` about a table: ideas about the next mean, weighed by how well each foresaw.

An idea's weight is its prior times exp(-RATE * loss), where the loss sums its errors, older rounds
counting less. Priors and RATE were chosen on 80 simulated sessions of each crowd, apart from those
that `main.py arena guess` plays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.guess.forecast import (
    QUICK,
    SLOW,
    ClosedSums,
    GuessFrame,
    Mixture,
    Vector,
    fitted_line,
    tracked_ratio,
)

IDEAS: Final = (
    ("Levels stay", 0.04),
    ("Thinkers stay", 0.06),
    ("Thinkers change", 0.02),
    ("One step deeper", 0.12),
    ("As just now", 0.04),
    ("As all along", 0.42),
    ("A quick line", 0.13),
    ("A slow line", 0.13),
    ("No change", 0.01),
    ("Goes on so", 0.03),
)
"""Each idea about the next mean with its prior weight."""
NAMES: Final = tuple(name for name, _ in IDEAS)
RATE: Final = 0.1
_KEEP: Final = 0.95
_FLOOR, _SHARE = 2.0, 0.03
"""Errors count in units of 2 of 100 and 3% of the mean: small means are foreseen more closely."""
_WORST: Final = 4.0
_SURE: Final = 1.28155 * math.sqrt(math.pi / 2)
"""The mean distance times this is half of a band that holds 80%, where errors are normal."""
_FIRST_ERROR: Final = 0.06
"""The mean distance of the first target, as a share of the range, before anything was seen."""


class Forecast(NamedTuple):
    """The next round as foreseen: mean of the others, target, its 80% band, weights of the ideas.

    `shares` are the shares of levels 0 to 4 and of free guessers.
    """

    mean: float
    target: float
    low: float
    high: float
    weights: tuple[float, ...]
    shares: tuple[float, ...]


class CrowdReader:
    """Watches closed rounds and forecasts the next; a function of the rounds alone."""

    def __init__(self, frame: GuessFrame) -> None:
        self.frame = frame
        self.anchor = frame.middle
        self.rounds = 0
        self._slow, self._quick = Mixture(frame, SLOW), Mixture(frame, QUICK)
        self._past = ClosedSums([], [])
        self._losses = np.zeros(len(IDEAS))
        self._error = _FIRST_ERROR * frame.span
        self._ratio_before = 0.0
        self._expected = self._ideas()
        self.trace: list[tuple[float, ...]] = []
        """The weights of the ideas before each closed round."""
        self.readings: list[tuple[int, ...]] = []
        """How many of each closed round thought 0 to 4 steps ahead, or guessed anything."""

    def forecast(self) -> Forecast:
        """Return the forecast of the next round."""
        weights = self._weights()
        mean = self.frame.clamp(float(weights @ self._expected))
        target = self.frame.factor * mean
        half = _SURE * self._error * self.frame.factor
        return Forecast(
            mean,
            target,
            max(0.0, target - half),
            min(self.frame.high * max(1.0, self.frame.factor), target + half),
            tuple(weights.tolist()),
            tuple(self._slow.shares.tolist()),
        )

    def learn(self, guesses: Iterable[int], mean: float | None = None) -> None:
        """Take in the guesses of a closed round; `mean` is the mean of all, where that differs."""
        values: Vector = np.sort(np.fromiter(guesses, dtype=np.float64))
        if not len(values):
            return
        own = float(values.mean())
        unit = self.frame.span / 100.0
        told = self.forecast()
        self.trace.append(told.weights)
        off = np.abs(self._expected - own) / (_FLOOR * unit + _SHARE * own)
        self._losses = self._losses * _KEEP + np.minimum(off, _WORST)
        self._error = 0.75 * self._error + 0.25 * abs(told.mean - own)
        self._ratio_before = tracked_ratio(self._past, 0.3)
        self._slow.learn(values, self.anchor)
        self._quick.learn(values, self.anchor)
        self.readings.append(self._slow.nearest)
        self._past.anchors.append(self.anchor)
        self._past.means.append(own)
        self.anchor = own if mean is None else mean
        self.rounds += 1
        self._expected = self._ideas()

    def best_reply(self, others: int) -> float:
        """Return the number that would be its own target with `others` in the round."""
        factor = self.frame.factor
        if others < 1:
            return self.frame.low if factor < 1 else self.anchor
        return factor * others * self.forecast().mean / max(1e-9, others + 1 - factor)

    def _weights(self) -> Vector:
        priors = np.array([prior for _, prior in IDEAS])
        found: Vector = priors * np.exp(-RATE * (self._losses - self._losses.min()))
        return found / float(found.sum())

    def _ideas(self) -> Vector:
        """Return the next mean by each idea, in the order of `IDEAS`."""
        frame, past, anchor = self.frame, self._past, self.anchor
        now = tracked_ratio(past, 0.3)
        lines = [fitted_line(past, frame, keep) for keep in (0.7, 0.9)]
        going = now + 0.4 * (now - self._ratio_before) if self.rounds else now
        found = [
            *self._slow.means(anchor),
            self._quick.means(anchor)[1],
            self._quick.deeper(anchor),
            anchor * now,
            anchor * tracked_ratio(past, 1.0),
            *(intercept + slope * anchor for intercept, slope in lines),
            anchor if self.rounds else anchor * frame.factor,
            anchor * max(0.0, min(1.2, going)),
        ]
        return np.array([frame.clamp(value) for value in found])


def read(frame: GuessFrame, rounds: Iterable[Sequence[int]]) -> CrowdReader:
    """Return a reader that has seen these closed rounds."""
    reader = CrowdReader(frame)
    for guesses in rounds:
        reader.learn(guesses)
    return reader
