"""Weighing the theories of `ai.zerosum.theories` by how well they foretold the moves so far.

Every theory is a row of a matrix (theories, k): its forecast of the player's next move. Three
kinds of mixture run side by side, because players differ in how long they stay the same:

- *posteriors*: each theory weighs as the product of the probabilities it gave to what came, old
  evidence fading by a factor a round (Raftery, Karny and Ettler, "Online prediction under model
  uncertainty via dynamic model averaging", 2010); several factors, from a few rounds to a match;
- *mixers*: logistic mixing with learned weights (`ai.sequence.mixing`), which can add up theories;
- the forecast of the predictor by itself, and chance.

A `Blend` with fixed share puts them together, so that the mixture is never much worse than the
best of its members, and turns to another member soon after the player turned.

A theory that names one single move says nothing of how sure it is. `Reliability` keeps its record
and makes a distribution of it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.sequence.mixing import Blend, Mixers
from games.arrays import FloatArray, IntArray

FADES: Final = (0.6, 0.85, 0.95, 0.99, 0.998)
"""How much of the evidence each posterior keeps from one round to the next.

These, and all constants below, were chosen by hand.
"""
RATES: Final = (0.004, 0.02)
"""Learning rates of the mixers."""
RECORD_FADES: Final = (0.98, 0.85)
"""How much of a theory's record of hits is kept from one round to the next: long and short."""
HABIT_TRUST: Final = 0.3
"""The first trust in the predictor by itself; the rest is shared evenly."""
LEAST: Final = 0.02
"""Every forecast is mixed with so much of chance, so that no theory is ever ruled out."""
SUREST: Final = 0.995
"""The highest hit rate that a theory's named move is taken to have."""


class Reliability:
    """How often each theory was right, and what its named move is therefore worth.

    `record` (2, theories) holds hits and trials, faded; a new theory has one hit in k trials.
    """

    def __init__(self, theories: int, k: int, fade: float) -> None:
        self.k, self.fade = k, fade
        self.hits: FloatArray = np.full(theories, 1.0)
        self.trials = float(k)

    def calibrated(self, named: FloatArray, rows: IntArray | slice = slice(None)) -> FloatArray:
        """Forecasts (rows, k) that give the `named` moves (rows, k) of `rows` their hit rate."""
        rate = np.minimum(self.hits[rows] / self.trials, SUREST)[:, None]
        other = (1.0 - rate) / max(self.k - 1, 1)
        return np.asarray(other + (rate - other) * named)

    def learn(self, named: FloatArray, symbol: int) -> None:
        """Book which theories `named` (theories, k) the `symbol`."""
        self.hits *= self.fade
        self.trials *= self.fade
        self.hits += named[:, symbol] + (1.0 - self.fade)
        self.trials += 1.0 + self.k * (1.0 - self.fade)


class TheoryMixture:
    """The mixture of theories for one match; `first` (theories,) is the first trust in each.

    `predict` returns the forecast (k,) for theories (theories, k); the first theory is the
    predictor. `again` does so when only some of them have changed since.
    """

    def __init__(self, first: FloatArray, k: int) -> None:
        self.k = k
        self._first = np.log(first)
        self._fades = np.array(FADES)[:, None]
        self.evidence: FloatArray = np.zeros((len(FADES), len(first)))
        start = np.zeros((len(RATES), len(first)))
        start[:, 0] = 1.0
        rate = np.repeat(np.array(RATES)[:, None], len(first), axis=1)
        self._mixers = Mixers(start, rate)
        self._posterior: FloatArray | None = None
        self._weights: FloatArray | None = None
        members = len(FADES) + len(RATES) + 2
        trust = np.full(members, (1.0 - HABIT_TRUST) / (members - 1))
        trust[-2] = HABIT_TRUST
        self._blend = Blend(trust)
        self._forecasts: FloatArray = np.full((members, k), 1.0 / k)
        self._theories: FloatArray = np.full((len(first), k), 1.0 / k)
        self._logs: FloatArray = np.zeros((len(first), k))

    def posterior(self) -> FloatArray:
        """The weight of each theory in each posterior (fades, theories)."""
        if self._posterior is None:
            score = self.evidence + self._first
            score -= score.max(axis=1, keepdims=True)
            np.exp(score, out=score)
            self._posterior = np.asarray(score / score.sum(axis=1, keepdims=True))
        return self._posterior

    def predict(self, theories: FloatArray) -> FloatArray:
        """The forecast (k,) for `theories` (theories, k): positive, with sum 1."""
        return self.again(theories, slice(None))

    def again(self, theories: FloatArray, rows: IntArray | slice) -> FloatArray:
        """The forecast (k,) for `theories` (theories, k) of which only `rows` are new."""
        self._weights = None
        changed = (1.0 - LEAST) * theories[rows] + LEAST / self.k
        self._theories[rows] = changed
        logs = np.log(changed)
        self._logs[rows] = logs - logs.sum(axis=1, keepdims=True) / self.k
        fades = len(FADES)
        self._forecasts[:fades] = self.posterior() @ self._theories
        self._forecasts[fades:-2] = self._mixers.predict(self._logs, slice(None))
        self._forecasts[-2] = self._theories[0]
        return self._blend.predict(self._forecasts)

    def learn(self, symbol: int) -> None:
        """See which move came: `symbol`."""
        self._blend.learn(symbol)
        self._mixers.learn(symbol)
        self.evidence += np.log(self._theories[:, symbol])
        self.evidence *= self._fades
        self._posterior = self._weights = None

    def weights(self) -> FloatArray:
        """The share of each theory (theories,) in the present forecast, sum 1.

        A mixer's share is its positive weights'; chance has none. Not to be changed.
        """
        if self._weights is None:
            self._weights = self._shares()
        return self._weights

    def _shares(self) -> FloatArray:
        belief, fades = self._blend.belief, len(FADES)
        shares = belief[:fades] @ self.posterior()
        weights = np.maximum(self._mixers.weights(slice(None)), 0.0)
        totals = np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
        shares += belief[fades:-2] @ (weights / totals)
        shares[0] += belief[-2]
        return np.asarray(shares / shares.sum())
