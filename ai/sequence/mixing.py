"""Online mixing: how the opinions of many experts become one forecast.

Two stages. A *mixer* is a softmax over weighted evidence: the score of a symbol is the sum over
experts of weight times evidence, and the weights step down the gradient of the log loss after every
symbol (logistic mixing, Mattern 2012 "Mixing strategies in data compression"). Each weight has
its own learning rate, which shrinks as the data determine the weight; start and rate of every
weight were learned from people. Several mixers with different starts run side by side.

A *blend* is the Bayesian mixture of the mixers, the original's model and chance, with a little
trust given back each time (fixed share, Herbster & Warmuth 1998). Its total log loss is never
more than -log(trust) above that of any of them, which is the safety net: whoever is unlike all
people seen costs a few bits once.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from games.arrays import Float32Array, FloatArray, IntArray

FORGET: Final = 0.998
"""How much of what determines a weight is kept from one symbol to the next."""
SHARE: Final = 0.004
"""The part of belief that returns to the first trust at each symbol."""


def normalise(score: FloatArray) -> FloatArray:
    """Turn `score` (members, k) into its softmax, row by row and in place; returns it."""
    score -= np.maximum.reduce(score, axis=1, keepdims=True)
    np.exp(score, out=score)
    score /= np.add.reduce(score, axis=1, keepdims=True)
    return score


class Mixers:
    """Softmax mixers side by side: `start` and `rate` (mixers, weights).

    `shift` is what was learned since the start and `curvature` how well it is determined, both
    (mixers, weights) in single precision, so that they are saved exactly in little room.
    """

    def __init__(self, start: FloatArray, rate: FloatArray) -> None:
        self._fitted: FloatArray = np.stack([start, rate])
        self.start: FloatArray = self._fitted[0]
        self.rate: FloatArray = self._fitted[1]
        self._learned: Float32Array = np.zeros(self._fitted.shape, dtype=np.float32)
        self.shift: Float32Array = self._learned[0]
        self.curvature: Float32Array = self._learned[1]
        self.forecast: FloatArray = np.zeros((len(start), 1))
        begins = np.arange(2 * len(start)) * start.shape[1]
        self._begins: IntArray = begins.reshape(2, len(start), 1)

    def weights(self, index: IntArray | slice) -> FloatArray:
        """The weights in force (mixers, rows); `index` (rows,) numbers those of all."""
        return self.start[:, index] + self.shift[:, index]

    def predict(self, evidence: FloatArray, index: IntArray | slice) -> FloatArray:
        """The forecasts (mixers, k) for `evidence` (rows, k), whose weights `index` numbers."""
        self.forecast = normalise(self.score(evidence, index))
        return self.forecast

    def score(self, evidence: FloatArray, index: IntArray | slice) -> FloatArray:
        """Scores (mixers, k) for `evidence` (rows, k), whose weights `index` numbers.

        Who makes forecasts of them sets `forecast`.
        """
        self._evidence = evidence
        if isinstance(index, slice):
            self._places: IntArray | None = None
            self._now_learned = self._learned[:, :, index]
            start, self._rate = self._fitted[:, :, index]
            self._index = index
        else:
            self._places = self._begins + index
            self._now_learned = self._learned.take(self._places)
            start, self._rate = self._fitted.take(self._places)
        return np.asarray((start + self._now_learned[0]) @ evidence)

    def learn(self, symbol: int) -> None:
        """Move the weights down the gradient of the last forecast's log loss for `symbol`.

        With s the variance of the evidence under the forecast, curvature c = FORGET * c + s, and
        the shift grows by rate / (1 + rate * c) * (evidence of the symbol - expected evidence).
        """
        evidence, rate = self._evidence, self._rate
        learned = np.empty(self._now_learned.shape)
        shift, curvature = learned
        expected = self.forecast @ evidence.T
        np.matmul(self.forecast, (evidence * evidence).T, out=curvature)
        curvature -= expected * expected
        curvature += FORGET * self._now_learned[1]
        np.multiply(rate, curvature, out=shift)
        shift += 1.0
        np.divide(rate, shift, out=shift)
        shift *= np.subtract(evidence[:, symbol], expected, out=expected)
        shift += self._now_learned[0]
        if self._places is None:
            self._learned[:, :, self._index] = learned
        else:
            self._learned.put(self._places, learned)


class Blend:
    """Bayesian mixture with fixed share; `trust` (members,) with sum 1 is the first belief."""

    def __init__(self, trust: FloatArray) -> None:
        self.trust = trust
        self.belief = trust.copy()
        self._returned = SHARE * trust

    def predict(self, forecasts: FloatArray) -> FloatArray:
        """The mixture (k,) of `forecasts` (members, k)."""
        self._forecasts = forecasts
        return np.asarray(self.belief @ forecasts)

    def learn(self, symbol: int) -> None:
        """Shift belief to the members that gave the `symbol` more probability."""
        belief = self.belief * self._forecasts[:, symbol]
        belief *= (1.0 - SHARE) / np.add.reduce(belief)
        belief += self._returned
        self.belief = belief
