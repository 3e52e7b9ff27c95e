"""Weighing the theories of `ai.zerosum.theories` by how well they foresaw the moves up to now.

Every theory is a row of a matrix (theories, k): its forecast of the player's next move. Three kinds
of mixture run side by side, because players differ in how long they stay the same:

- *posteriors*: each theory weighs as the product of the probabilities it gave to what came, old
  evidence fading by a factor a round (Raftery, Karny and Ettler, "Online prediction under model
  uncertainty via dynamic model averaging", 2010); several factors, from a few rounds to a match;
- *mixers*: logistic mixing with learned weights (`ai.sequence.mixing`), which can add up theories;
- the forecast of the predictor by itself, and chance.

A `Blend` with fixed share puts them together, so that the mixture is never much worse than the best
of its members, and turns to another member soon after the player turned.

A theory that names one single move has no confidence of its own. `Reliability` keeps its record and
makes a distribution of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.sequence.mixing import Blend, Mixers, normalise
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


def soft_row(scores: Sequence[float]) -> list[float]:
    """Return the softmax of `scores`, too few for numpy to be quick."""
    most = max(scores)
    raised = [math.exp(score - most) for score in scores]
    total = sum(raised)
    return [each / total for each in raised]


class Reliability:
    """The record of each theory, and the distribution that its single move stands for.

    There is a record for each of `fades`: the share of it that is kept from one round to the next.
    `hits` (fades, theories) and `trials` (fades, 1) are faded, and come on top of one hit in k
    trials.
    """

    def __init__(self, theories: int, k: int, fades: Sequence[float]) -> None:
        self.k = k
        self._moves: IntArray = np.arange(k)[:, None]
        self._fades: FloatArray = np.array(fades)[:, None]
        self.hits: FloatArray = np.zeros((len(fades), theories))
        self.trials: FloatArray = np.zeros((len(fades), 1))
        self._rate: FloatArray = np.empty_like(self.hits)
        self._other: FloatArray = np.empty_like(self.hits)
        self._ahead: FloatArray = np.empty_like(self.hits)

    def bring_up_to_date(self) -> None:
        """Work out the hit rates by what was learned."""
        rate = np.add(self.hits, 1.0, out=self._rate)
        rate /= self.trials + self.k
        np.minimum(rate, SUREST, out=rate)
        np.subtract(1.0, rate, out=self._other)
        self._other /= max(self.k - 1, 1)
        np.subtract(rate, self._other, out=self._ahead)

    def calibrate(self, named: IntArray, theories: slice, out: FloatArray) -> None:
        """Fill `out` (k, fades, theories): the moves `named` by `theories` get their hit rates.

        What is left of a forecast is spread evenly over the other moves.
        """
        hit = (named == self._moves)[:, None]
        np.multiply(hit, self._ahead[:, theories], out=out)
        out += self._other[:, theories]

    def learn(self, named: IntArray, symbol: int) -> None:
        """Book which theories `named` (theories,) the `symbol`."""
        self.hits *= self._fades
        self.hits += named == symbol
        self.trials *= self._fades
        self.trials += 1.0


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
        members = len(FADES) + len(RATES) + 2
        trust = np.full(members, (1.0 - HABIT_TRUST) / (members - 1))
        trust[-2] = HABIT_TRUST
        self._blend = Blend(trust)
        self._forecasts: FloatArray = np.full((members, k), 1.0 / k)
        # by move: numpy is quick over long rows
        self._theories: FloatArray = np.full((k, len(first)), 1.0 / k)
        self._logs: FloatArray = np.zeros((k, len(first)))

    def posterior(self) -> FloatArray:
        """Return the weight of each theory in each posterior (fades, theories)."""
        if self._posterior is None:
            self._posterior = normalise(self.evidence + self._first)
        return self._posterior

    def predict(self, theories: FloatArray) -> FloatArray:
        """Return the forecast (k,) for `theories` (theories, k): positive, with sum 1."""
        return self.again(theories, slice(None))

    def again(self, theories: FloatArray, rows: slice) -> FloatArray:
        """Return the forecast (k,) for `theories` (theories, k) of which only `rows` are new."""
        changed = self._theories[:, rows]
        np.multiply(theories.T[:, rows], 1.0 - LEAST, out=changed)
        changed += LEAST / self.k
        np.log(changed, out=self._logs[:, rows])
        fades, forecasts = len(FADES), self._forecasts
        np.matmul(self.posterior(), self._theories.T, out=forecasts[:fades])
        mixed = self._mixers.score(self._logs.T)
        self._mixers.forecast = forecasts[fades:-2]
        forecasts[fades:-2] = [soft_row(scores) for scores in mixed.tolist()]
        forecasts[-2] = self._theories[:, 0]
        return self._blend.predict(forecasts)

    def learn(self, symbol: int) -> None:
        """See which move came: `symbol`."""
        self._blend.learn(symbol)
        self._mixers.learn(symbol)
        self.evidence += self._logs[symbol]
        self.evidence *= self._fades
        self._posterior = None

    def standing(self) -> TheoryBelief:
        """Return the present belief in each theory, unchanged by later rounds."""
        return TheoryBelief(self._blend.belief, self.posterior(), self._mixers.in_force)


class TheoryBelief(NamedTuple):
    """The belief in each theory at one moment.

    `belief` (members,) belongs to the members of the blend, `posterior` (fades, theories) and
    `mixed` (mixers, theories) are the weights within the first of them; then come the predictor by
    itself and chance.
    """

    belief: FloatArray
    posterior: FloatArray
    mixed: FloatArray

    def weights(self) -> FloatArray:
        """Return the share of each theory (theories,) in the forecast, sum 1."""
        fades = len(self.posterior)
        shares = self.belief[:fades] @ self.posterior
        weights = np.maximum(self.mixed, 0.0)
        totals = np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
        shares += self.belief[fades:-2] @ (weights / totals)
        shares[0] += self.belief[-2]
        return np.asarray(shares / shares.sum())
