"""Online mixing of the opinions of many experts into one forecast.

Two stages. A *mixer* is a softmax over weighted evidence: the score of a symbol is the sum over
experts of weight times evidence, and the weights step down the gradient of the log loss after every
symbol (logistic mixing, Mattern 2012 "Mixing strategies in data compression"). Each weight has its
own learning rate, which shrinks as the data determine the weight; start and rate of every weight
were learned from people. Several mixers with different starts run side by side.

A *blend* is the Bayesian mixture of the mixers, the original's model and chance, with a little
trust given back each time (fixed share, Herbster & Warmuth 1998). Its total log loss is never more
than -log(trust) above that of any of them, which is the safety net: a player unlike all people seen
costs a few bits once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from games.arrays import Float32Array, FloatArray, IntArray

FORGET: Final = 0.998
"""How much of what determines a weight is kept from one symbol to the next."""
SHARE: Final = 0.004
"""The part of belief that returns to the first trust at each symbol."""
LEAST: Final = 1e-290
"""Added to what a member gave a symbol: all may have ruled it out, by weights that somebody wrote
into a file. It changes no probability that is told from it by a float of 64 bits."""


def normalise(score: FloatArray) -> FloatArray:
    """Turn `score` (..., members, k) into its softmax, row by row and in place; returns it."""
    score -= np.maximum.reduce(score, axis=-1, keepdims=True)
    np.exp(score, out=score)
    score /= np.add.reduce(score, axis=-1, keepdims=True)
    return score


Numbers = TypeVar("Numbers", np.float64, np.float32)


def of_symbol(rows: NDArray[Numbers], symbol: int | IntArray) -> NDArray[Numbers]:
    """Return the entries of `rows` (rows, k) for the `symbol`, (rows,).

    For several sequences abreast, `rows` is (sequences, rows, k) and each has its own symbol.
    """
    if isinstance(symbol, int):
        return rows[:, symbol]
    return np.asarray(rows[np.arange(len(rows)), :, symbol])


class Mixers:
    """Softmax mixers side by side: `start` and `rate` (mixers, weights).

    `shift` is the change learned since the start and `curvature` its precision, both (mixers,
    weights) in single precision, so that they are saved exactly in little room. Mixers of several
    sequences (`abreast`) have an axis more in front, here and wherever an array is taken or given.
    """

    def __init__(self, start: FloatArray, rate: FloatArray) -> None:
        with np.errstate(divide="ignore"):  # what has a rate of 0 stays where it is
            fitted = np.stack([start, 1.0 / rate])
        self._hold(fitted, np.zeros(fitted.shape, dtype=np.float32))
        self.forecast: FloatArray = np.zeros((len(start), 1))

    def _hold(self, fitted: FloatArray, learned: Float32Array) -> None:
        """Work in these arrays (2, ..., mixers, weights): starts and one over the rates; shifts and
        curvatures."""
        self._fitted, self._learned = fitted, learned
        self.start = fitted[0]
        self.shift, self.curvature = learned
        self._in_force: FloatArray | None = None
        *rows, weights = fitted.shape
        begins: IntArray = np.arange(0, fitted.size, weights).reshape(*rows, 1)
        self._begins = begins

    @classmethod
    def abreast(cls, parts: Sequence[Mixers]) -> Mixers:
        """Return the mixers of several sequences, of the same weights; the `parts` view them."""
        joined = copy(parts[0])
        joined._hold(
            np.stack([part._fitted for part in parts], axis=1),
            np.stack([part._learned for part in parts], axis=1),
        )
        for lane, part in enumerate(parts):
            part._hold(joined._fitted[:, lane], joined._learned[:, lane])
        return joined

    def mean_weights(self, belief: FloatArray, index: IntArray) -> FloatArray:
        """Return the weights in force (rows,) of one sequence, numbered by `index` (rows,).

        They are the mean over the mixers by the `belief` (mixers,) in each.
        """
        start, shift = self.start.take(index, axis=1), self.shift.take(index, axis=1)
        return np.asarray(belief @ start + belief @ shift)

    @property
    def in_force(self) -> FloatArray:
        """All weights in force (mixers, weights); not to be changed."""
        if self._in_force is None:
            self._in_force = self.start + self.shift
        return self._in_force

    def predict(self, evidence: FloatArray, index: IntArray | None = None) -> FloatArray:
        """Return the forecasts (mixers, k) for `evidence` (rows, k), whose weights `index` numbers.

        Without an `index` each weight has its row.
        """
        self.forecast = normalise(self.score(evidence, index))
        return self.forecast

    def score(self, evidence: FloatArray, index: IntArray | None = None) -> FloatArray:
        """Return scores (mixers, k) for `evidence` (rows, k), whose weights `index` numbers.

        Who makes forecasts of them sets `forecast`.
        """
        self._evidence = evidence
        if index is None:
            self._places: IntArray | None = None
            self._now_learned, self._slowness = self._learned, self._fitted[1]
            return np.asarray(self.in_force @ evidence)
        self._places = self._begins + index[..., None, :]
        self._now_learned = self._learned.take(self._places)
        start, self._slowness = self._fitted.take(self._places)
        return np.asarray((start + self._now_learned[0]) @ evidence)

    def learn(self, symbol: int | IntArray) -> None:
        """Move the weights down the gradient of the last forecast's log loss for `symbol`."""
        came = of_symbol(self._evidence, symbol)
        self.step(came, self.forecast @ self._evidence.swapaxes(-1, -2))

    def step(self, came: FloatArray, expected: FloatArray) -> None:
        """Do the same where `came` (rows,), the evidence of the symbol, and what was expected of
        it, `expected` (mixers, rows), are known already; the latter is overwritten.

        With s the variance of the evidence under the forecast, curvature c = FORGET * c + s, and
        the shift grows by rate / (1 + rate * c) * (evidence of the symbol - expected evidence).
        """
        evidence = self._evidence
        learned = np.empty(self._now_learned.shape)
        shift, curvature = learned
        np.matmul(self.forecast, (evidence * evidence).swapaxes(-1, -2), out=curvature)
        curvature -= expected * expected
        curvature += FORGET * self._now_learned[1]
        np.add(self._slowness, curvature, out=shift)
        np.divide(np.subtract(came[..., None, :], expected, out=expected), shift, out=shift)
        shift += self._now_learned[0]
        if self._places is None:
            self._learned[:] = learned
        else:
            self._learned.put(self._places, learned)
        self._in_force = None


class Blend:
    """Bayesian mixture with fixed share; `trust` (members,) with sum 1 is the first belief."""

    def __init__(self, trust: FloatArray) -> None:
        self.trust = trust
        self.belief = trust.copy()
        self._returned = SHARE * trust

    def predict(self, forecasts: FloatArray) -> FloatArray:
        """Return the mixture (k,) of `forecasts` (members, k)."""
        self._forecasts = forecasts
        return np.asarray(self.belief @ forecasts)

    def learn(self, symbol: int) -> None:
        """Shift belief to the members that gave the `symbol` more probability."""
        belief = self.belief * (self._forecasts[:, symbol] + LEAST)
        belief *= (1.0 - SHARE) / np.add.reduce(belief)
        belief += self._returned
        self.belief = belief
