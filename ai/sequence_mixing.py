"""Online mixing: how the opinions of many experts become one forecast.

Two stages.  A *mixer* is a softmax over weighted evidence: the score of a symbol is the sum over
experts of weight times evidence, and the weights step down the gradient of the log loss after every
symbol (logistic mixing, Mattern 2012 "Mixing strategies in data compression").  Each weight has
its own learning rate, which shrinks as the data determine the weight; start and rate of every
weight were learned from people.  Several mixers with different starts run side by side.

A *blend* is the Bayesian mixture of the mixers, the original's model and chance, with a little
trust given back each time (fixed share, Herbster & Warmuth 1998).  Its total log loss is never
more than -log(trust) above that of any of them, which is the safety net: whoever is unlike all
people seen costs a few bits once.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.sequence_experts import FloatArray, IntArray

FORGET: Final = 0.998
"""How much of what determines a weight is kept from one symbol to the next."""
SHARE: Final = 0.004
"""The part of belief that returns to the first trust at each symbol."""

Float32Array = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def normalise(score: FloatArray) -> FloatArray:
    """Turn scores (members, k) into their softmax, in place; return them."""
    score -= np.maximum.reduce(score, axis=1, keepdims=True)
    np.exp(score, out=score)
    score /= np.add.reduce(score, axis=1, keepdims=True)
    return score


class Mixers:
    """Softmax mixers side by side: ``start`` and ``rate`` (mixers, weights).

    ``shift`` is what was learned since the start and ``curvature`` how well it is determined, both
    (mixers, weights) in single precision, so that they are saved exactly in little room.
    """

    def __init__(self, start: FloatArray, rate: FloatArray) -> None:
        self.start, self.rate = np.ascontiguousarray(start), np.ascontiguousarray(rate)
        self.shift: Float32Array = np.zeros(start.shape, dtype=np.float32)
        self.curvature: Float32Array = np.zeros(start.shape, dtype=np.float32)
        self.forecast: FloatArray = np.zeros((len(start), 1))
        self._first: IntArray = np.arange(len(start))[:, None] * start.shape[1]

    def weights(self, index: IntArray | slice) -> FloatArray:
        """Return the weights in force (mixers, rows) for the numbered rows."""
        return self.start[:, index] + self.shift[:, index]

    def predict(self, evidence: FloatArray, index: IntArray | slice) -> FloatArray:
        """Return the forecasts (mixers, k) for evidence (rows, k)."""
        self._evidence = evidence
        self._places = index if isinstance(index, slice) else self._first + index
        self._shifted = self._pick(self.shift)
        weights = self._pick(self.start) + self._shifted
        self.forecast = normalise(weights @ evidence)
        return self.forecast

    def _pick(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the values (mixers, rows) of the rows that spoke last."""
        if isinstance(self._places, slice):
            return values[:, self._places]
        return values.take(self._places)

    def _put(self, values: NDArray[Any], new: FloatArray) -> None:
        if isinstance(self._places, slice):
            values[:, self._places] = new
        else:
            values.put(self._places, new)

    def learn(self, symbol: int) -> None:
        """Move the weights down the gradient of the last forecast's log loss.

        With s the variance of the evidence under the forecast, curvature c = FORGET * c + s, and
        the shift grows by rate / (1 + rate * c) * (evidence of the symbol - expected evidence).
        """
        evidence, rate = self._evidence, self._pick(self.rate)
        expected = self.forecast @ evidence.T
        curvature = self.forecast @ (evidence * evidence).T
        curvature -= expected * expected
        curvature += FORGET * self._pick(self.curvature)
        self._put(self.curvature, curvature)
        curvature *= rate
        curvature += 1.0
        np.divide(rate, curvature, out=curvature)
        curvature *= np.subtract(evidence[:, symbol], expected, out=expected)
        curvature += self._shifted
        self._put(self.shift, curvature)


class Blend:
    """Bayesian mixture with fixed share; ``trust`` (members,) with sum 1 is the first belief."""

    def __init__(self, trust: FloatArray) -> None:
        self.trust = trust
        self.belief = trust.copy()
        self._returned = SHARE * trust

    def predict(self, forecasts: FloatArray) -> FloatArray:
        """Return the mixture (k,) of forecasts (members, k)."""
        self._forecasts = forecasts
        return np.asarray(self.belief @ forecasts)

    def learn(self, symbol: int) -> None:
        """Shift belief to the members that gave the symbol more probability."""
        belief = self.belief * self._forecasts[:, symbol]
        belief *= (1.0 - SHARE) / np.add.reduce(belief)
        belief += self._returned
        self.belief = belief
