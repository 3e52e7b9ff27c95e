"""From many opinions to one forecast: the last stage of the predictor.

The mixers (`ai.sequence.mixing`) and the populations of the filter (`ai.sequence.logit`) are two
crowds. Each crowd is blended by how well its members foresaw this player; the two blends err in
different ways, so their geometric mean is better than either. A last blend weighs the geometric
mean, each crowd alone, the original's model and chance: its total log loss is never more than
-log(trust) above that of any of them (and a little for the share that returns to the first trust).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final

import numpy as np

from ai.sequence.logit import LogitFilter
from ai.sequence.mixing import LEAST, SHARE, Blend, Mixers, normalise, of_symbol
from ai.sequence.weights import PredictorWeights
from games.arrays import Float32Array, FloatArray, IntArray

TRUST: Final[dict[str, float]] = {"both": 0.8, "mixers": 0.2, "populations": 0.1, "uniform": 0.2}
"""First trust in each opinion of the last blend (scaled to sum 1).

`mixers` and `populations` are the blended crowds, `both` is their geometric mean.
"""
CAUTION: Final = 0.475
"""The power of each crowd in their mean: below one half, for both are blind to the same things."""
SEED_TRUST: Final = 0.8
"""Trust in the original's model, divided by k: the fewer the symbols, the sooner it is right."""


def opinion_trust(k: int, people: bool) -> dict[str, float]:
    """Return the first trust, sum 1, in each opinion over `k` symbols; the last is chance.

    Without `people` there is no crowd of populations to trust.
    """
    shares = dict(TRUST) if people else {"mixers": TRUST["both"], "uniform": TRUST["uniform"]}
    uniform = shares.pop("uniform")
    shares |= {"seed": SEED_TRUST / k, "uniform": uniform}
    return {name: share / sum(shares.values()) for name, share in shares.items()}


class Ensemble:
    """Blends over k symbols; `rows` marks the rows of a population's weights that are in use.

    `crowds` are the blends of the mixers and, if people are known, of the populations; `opinions`
    is the last blend. `logit` is the filter, None without people. After `predict`, `mixed` (mixers,
    k) and `opinion_forecasts` (opinions, k) hold forecasts. Ensembles of several sequences
    (`abreast`) have an axis more in front, here and wherever an array is taken or given; the blends
    of each belong to its part.
    """

    def __init__(
        self, weights: PredictorWeights, k: int, opponent: bool, people: bool, rows: IntArray
    ) -> None:
        mixers = weights.members(k, opponent, people)
        trust = np.array([share for _, share in mixers])
        names = [[mixer.name for mixer, _ in mixers]]
        self.crowds = [Blend(trust / trust.sum())]
        self.logit: LogitFilter | None = None
        if people:
            origins = weights.origins(k, opponent)
            names.append([f"logit {origin.name}" for origin in origins])
            trust = np.array([origin.trust for origin in origins])
            self.crowds.append(Blend(trust / trust.sum()))
            mean = np.stack([origin.mean(k)[rows] for origin in origins])
            self.logit = LogitFilter(mean, weights.variety(k, opponent)[np.ix_(rows, rows)])
        opinions = opinion_trust(k, people)
        self.opinions = Blend(np.array(list(opinions.values())))
        self.members = (*(name for crowd in names for name in crowd), *opinions)
        first = np.concatenate([blend.trust for blend in self.blends])
        self._returned = SHARE * first
        self._hold(first, np.full((len(first), k), 1.0 / k))

    def _hold(self, belief: FloatArray, forecasts: FloatArray) -> None:
        """Work in these arrays: all blends' `belief` (members,) and `forecasts` (members, k)."""
        sizes = [len(blend.trust) for blend in self.blends]
        self._begins = np.cumsum([0, *sizes[:-1]])
        self._blend_of = np.repeat(np.arange(len(sizes)), sizes)
        self._belief, self._forecasts = belief, forecasts
        self._beliefs = np.split(belief, self._begins[1:], axis=-1)
        mixers, opinions = sizes[0], -sizes[-1]
        self._voices = forecasts[..., :opinions, :]
        self.mixed, self._peopled = self._voices[..., :mixers, :], self._voices[..., mixers:, :]
        self.opinion_forecasts = forecasts[..., opinions:, :]
        self._rows = [forecasts[..., row : row + 1, :] for row in range(forecasts.shape[-2])]
        self._shares = [part[..., None, :] for part in self._beliefs]
        if belief.ndim == 1:
            for blend, part in zip(self.blends, self._beliefs, strict=True):
                blend.belief = part

    @classmethod
    def abreast(cls, parts: Sequence[Ensemble]) -> Ensemble:
        """Return the ensembles of several sequences, of the same members; the `parts` view them."""
        joined = copy(parts[0])
        if joined.logit is not None:
            joined.logit = LogitFilter.abreast([part.logit for part in parts if part.logit])
        belief = np.stack([part._belief for part in parts])
        joined._hold(belief, np.stack([part._forecasts for part in parts]))
        for lane, part in enumerate(parts):
            part._hold(joined._belief[lane], joined._forecasts[lane])
        return joined

    @property
    def blends(self) -> tuple[Blend, ...]:
        """All blends, in the order of `members`."""
        return (*self.crowds, self.opinions)

    def predict(
        self, scores: FloatArray, seed: FloatArray | Float32Array, evidence: FloatArray
    ) -> FloatArray:
        """Return the forecast (k,) from `evidence` (rows, k), the original's `seed` (k,) and
        `scores`.

        `scores` (mixers, k) are logarithms of the mixers' forecasts, up to a number added to each
        row.
        """
        rows, shares, logit = self._rows, self._shares, self.logit
        self.mixed[:] = scores
        if logit is not None:
            self._peopled[:] = logit.score(evidence)
            logit.forecasts = self._peopled
        normalise(self._voices)
        rows[-2][..., 0, :] = seed
        if logit is None:
            np.matmul(shares[0], self.mixed, out=rows[-3])
        else:
            mean = np.matmul(shares[0], self.mixed, out=rows[-4])
            mean = (mean * np.matmul(shares[1], self._peopled, out=rows[-3])) ** CAUTION
            np.divide(mean, np.add.reduce(mean, axis=-1, keepdims=True), out=rows[-5])
        return np.asarray((shares[-1] @ self.opinion_forecasts)[..., 0, :])

    def learn(self, symbol: int | IntArray) -> None:
        """Learn the `symbol` that came after the last forecast."""
        if self.logit is not None:
            self.logit.learn(symbol, self._beliefs[1])
        self._believe(symbol)

    def learn_with(self, mixers: Mixers, symbol: int | IntArray, evidence: FloatArray) -> None:
        """Do the same, with the `mixers` whose scores it was given, from the same `evidence`."""
        came = of_symbol(evidence, symbol)
        expected = self._voices @ evidence.swapaxes(-1, -2)
        count = self.mixed.shape[-2]
        mixers.forecast = self.mixed
        mixers.step(came, expected[..., :count, :])
        if self.logit is not None:
            self.logit.step(came, expected[..., count:, :], self._beliefs[1])
        self._believe(symbol)

    def _believe(self, symbol: int | IntArray) -> None:
        belief = self._belief  # what `Blend.learn` does, for all blends at once
        belief *= of_symbol(self._forecasts, symbol) + LEAST
        kept = (1.0 - SHARE) / np.add.reduceat(belief, self._begins, axis=-1)
        belief *= kept.take(self._blend_of, axis=-1)
        belief += self._returned

    def share_of_people(self) -> float:
        """Return the share of the filter in the forecast's score; the mixers have the rest."""
        if self.logit is None:
            return 0.0
        both, mixers, people = self.opinions.belief[:3]
        return float((0.5 * both + people) / (both + mixers + people))
