"""Getting to know a person: a logit whose weights are the person's own, drawn from a population.

Each row of evidence (`ai.sequence.bank`) has one weight; the score of a symbol is the sum of weight
times evidence, its probability the softmax of the scores. What people have in common is a normal
distribution over their weights: its mean says how people play, its covariance in what they differ
and which habits go together (who avoids repeats also avoids what came two presses ago). From there
the weights of one person are followed by an extended Kalman filter: after every symbol the weights
move by covariance times the gradient of the log likelihood, and the covariance shrinks by the
information in the symbol (Fahrmeir 1992, "Posterior mode estimation by extended Kalman filtering
for multivariate dynamic generalized linear models"). People change, so a little of the first
covariance is given back each time.

Several populations (people of one study, people of all alphabets) are followed side by side. They
differ in their means and share the covariance.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from copy import copy
from typing import Final, NamedTuple

import numpy as np

from ai.sequence.mixing import normalise, of_symbol
from games.arrays import Float32Array, FloatArray, IntArray

DRIFT: Final = 0.001
"""The part of the first covariance that returns at each symbol."""
MOST_OPEN: Final = 3.0
"""Nothing returns while the variances add up to more than so many times those of the start.

Without it, what a player never tells about would seem ever more open. Over 1,450 taps of people
the sum stays below 2.2 times the first.
"""
MIDDLE_ALPHABET: Final = 4.5
"""The alphabet size at which `growth` of a starting weight counts nothing."""


class Population(NamedTuple):
    """The mean weights of some people; `alphabet` is the k it applies to, 0 for any.

    The mean for k symbols is `start + growth * log(k / MIDDLE_ALPHABET)`, both (ROWS,). `trust` is
    the prior probability of this population, relative to others.
    """

    name: str
    alphabet: int
    opponent: bool
    trust: float
    start: FloatArray
    growth: FloatArray

    def mean(self, k: int) -> FloatArray:
        """Return the mean weights (ROWS,) over `k` symbols."""
        return np.asarray(self.start + self.growth * np.log(k / MIDDLE_ALPHABET))


class Variety(NamedTuple):
    """In what people differ: the covariance (ROWS, ROWS) of weights; `alphabet` 0 for any k."""

    alphabet: int
    opponent: bool
    covariance: FloatArray


class LogitFilter:
    """The weights of one person, `mean` (populations, rows) at first, and their covariance.

    `shift` (populations, rows) is the change learned since, `covariance` (rows, rows) the
    uncertainty that is left; both in single precision, so that they are saved exactly in little
    room. Filters of several people (`abreast`) have an axis more in front, here and wherever an
    array is taken or given.
    """

    def __init__(self, mean: FloatArray, covariance: FloatArray) -> None:
        shift = np.zeros(mean.shape, dtype=np.float32)
        self.mean: Float32Array = mean.astype(np.float32)
        self._hold(shift, covariance.astype(np.float32))
        self._drift: Float32Array = np.float32(DRIFT) * self.covariance
        self._most_open = MOST_OPEN * float(np.add.reduce(self._variances))

    def _hold(self, shift: Float32Array, covariance: Float32Array) -> None:
        """Work in these arrays."""
        self.shift, self.covariance = shift, covariance
        self._variances = np.diagonal(covariance, axis1=-2, axis2=-1)  # a view
        self._closed: Float32Array = np.empty_like(covariance)

    @classmethod
    def abreast(cls, parts: Sequence[LogitFilter]) -> LogitFilter:
        """Return the filters of several people of the same populations; the `parts` view them."""
        joined = copy(parts[0])  # of people of one kind: what they begin with is the same
        joined._hold(
            np.stack([part.shift for part in parts]), np.stack([part.covariance for part in parts])
        )
        for lane, part in enumerate(parts):
            part._hold(joined.shift[lane], joined.covariance[lane])
        return joined

    @property
    def weights(self) -> Float32Array:
        """The weights in force (populations, rows)."""
        return self.mean + self.shift

    def predict(self, evidence: FloatArray) -> FloatArray:
        """Return the forecasts (populations, k) for `evidence` (rows, k)."""
        self.forecasts = normalise(self.score(evidence).astype(np.float64))
        return self.forecasts

    def score(self, evidence: FloatArray) -> Float32Array:
        """Return scores (populations, k) for `evidence` (rows, k).

        Who makes forecasts of them sets `forecasts`.
        """
        self._evidence = evidence.astype(np.float32)
        weights = self.mean + self.shift
        return np.asarray(weights @ self._evidence)

    def learn(self, symbol: int | IntArray, belief: FloatArray) -> None:
        """Learn from the `symbol` that came; `belief` (populations,) weighs the populations."""
        came = of_symbol(self._evidence, symbol).astype(np.float64)
        self.step(came, self.forecasts @ self._evidence.swapaxes(-1, -2), belief)

    def step(self, came: FloatArray, expected: FloatArray, belief: FloatArray) -> None:
        """Do the same where `came` (rows,), the evidence of the symbol, and what each population
        expected of it, `expected` (populations, rows), are known already."""
        evidence = self._evidence
        mixed = (belief[..., None, :] @ self.forecasts).astype(np.float32)  # (1, k)
        spread = evidence - evidence @ mixed.swapaxes(-1, -2)
        spread *= np.sqrt(mixed)
        told = self.covariance @ spread
        noise = spread.swapaxes(-1, -2) @ told
        noise += _unit(noise.shape[-1])
        root = told @ np.linalg.inv(np.linalg.cholesky(noise)).swapaxes(-1, -2)
        self._close(root)
        surprise = (came[..., None, :] - expected).astype(np.float32)
        self.shift += surprise @ self.covariance
        self._open_again()

    def _close(self, root: Float32Array) -> None:
        """Take a symbol's information from the covariance: `root` (rows, k) times its transpose."""
        across = root.swapaxes(-1, -2)
        if same_both_ways(*root.shape[-2:]):
            across = across.copy()
        self.covariance -= np.matmul(root, across, out=self._closed)

    def _open_again(self) -> None:
        """Give a little of the first covariance back, unless too much is open already."""
        still = np.add.reduce(self._variances, axis=-1)
        if np.maximum.reduce(still, axis=None) < self._most_open:
            self.covariance += self._drift
        elif still.ndim:
            self.covariance[still < self._most_open] += self._drift


@functools.lru_cache(maxsize=16)
def same_both_ways(rows: int, k: int) -> bool:
    """Return whether a matrix (rows, k) times its transpose is the same here by both of BLAS's
    ways.

    A product with a matrix's own transpose is worked out for one half and copied for the other,
    which takes three times as long as with a copy of the transpose. The copy may only be taken
    where it gives the same bits, among them that the product is its own transpose: a covariance is
    kept as one half.
    """
    sample = np.sin(np.arange(rows * k, dtype=np.float32)).reshape(rows, k)
    return np.array_equal(sample @ sample.T.copy(), sample @ sample.T)


@functools.lru_cache(maxsize=16)
def _unit(k: int) -> Float32Array:
    """Return the unit matrix (k, k)."""
    unit = np.eye(k, dtype=np.float32)
    unit.flags.writeable = False
    return unit
