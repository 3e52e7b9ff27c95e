"""From many opinions to one forecast: the last stage of the predictor.

The mixers (`ai.sequence.mixing`) and the populations of the filter (`ai.sequence.logit`) are two
crowds. Each crowd is blended by how well its members foresaw this player; the two blends err in
different ways, so their geometric mean is better than either. A last blend weighs the geometric
mean, each crowd alone, the original's model and chance: its total log loss is never more than
-log(trust) above that of any of them (and a little for the share that returns to the first trust).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.sequence.logit import LogitFilter
from ai.sequence.mixing import SHARE, Blend, normalise
from ai.sequence.weights import PredictorWeights
from games.arrays import FloatArray, IntArray

TRUST: Final[dict[str, float]] = {"both": 0.8, "mixers": 0.2, "populations": 0.1, "uniform": 0.2}
"""First trust in each opinion of the last blend (scaled to sum 1).

`mixers` and `populations` are the blended crowds, `both` is their geometric mean.
"""
CAUTION: Final = 0.475
"""The power of each crowd in their mean: below one half, for both are blind to the same things."""
SEED_TRUST: Final = 0.8
"""Trust in the original's model, divided by k: the fewer the symbols, the sooner it is right."""


def opinion_trust(k: int, people: bool) -> dict[str, float]:
    """The first trust, sum 1, in each opinion over `k` symbols; the last is chance.

    Without `people` there is no crowd of populations to trust.
    """
    shares = dict(TRUST) if people else {"mixers": TRUST["both"], "uniform": TRUST["uniform"]}
    uniform = shares.pop("uniform")
    shares |= {"seed": SEED_TRUST / k, "uniform": uniform}
    return {name: share / sum(shares.values()) for name, share in shares.items()}


class Ensemble:
    """Blends over k symbols; `rows` says which rows of a population's weights are in use.

    `crowds` are the blends of the mixers and, if people are known, of the populations;
    `opinions` is the last blend. `logit` is the filter, None without people.
    After `predict`, `mixed` (mixers, k) and `opinion_forecasts` (opinions, k) hold forecasts.
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
        self._join(k)

    def _join(self, k: int) -> None:
        """Hold all blends' forecasts in one array (members, k), and all belief in another."""
        sizes = [len(blend.trust) for blend in self.blends]
        self._begins = np.cumsum([0, *sizes[:-1]])
        self._blend_of = np.repeat(np.arange(len(sizes)), sizes)
        self._returned = SHARE * np.concatenate([blend.trust for blend in self.blends])
        self._belief = np.concatenate([blend.trust for blend in self.blends])
        self._forecasts = np.full((len(self.members), k), 1.0 / k)
        parts = np.split(self._belief, self._begins[1:])
        for blend, belief in zip(self.blends, parts, strict=True):
            blend.belief = belief
        mixers, opinions = sizes[0], -sizes[-1]
        self._voices = self._forecasts[:opinions]
        self.mixed, self._peopled = self._voices[:mixers], self._voices[mixers:]
        self.opinion_forecasts = self._forecasts[opinions:]

    @property
    def blends(self) -> tuple[Blend, ...]:
        """All blends, in the order of `members`."""
        return (*self.crowds, self.opinions)

    def predict(self, scores: FloatArray, seed: FloatArray, evidence: FloatArray) -> FloatArray:
        """The forecast (k,) from `evidence` (rows, k), the original's `seed` (k,) and `scores`.

        `scores` (mixers, k) are logarithms of the mixers' forecasts, up to a number added to each
        row.
        """
        forecasts = self._forecasts
        self.mixed[:] = scores
        if self.logit is not None:
            self._peopled[:] = self.logit.score(evidence)
            self.logit.forecasts = self._peopled
        normalise(self._voices)
        forecasts[-2] = seed
        row = -3 if self.logit is None else -4
        blended = np.matmul(self.crowds[0].belief, self.mixed, out=forecasts[row])
        if self.logit is not None:
            people = np.matmul(self.crowds[1].belief, self._peopled, out=forecasts[-3])
            mean = (blended * people) ** CAUTION
            np.divide(mean, np.add.reduce(mean), out=forecasts[-5])
        return np.asarray(self.opinions.belief @ self.opinion_forecasts)

    def learn(self, symbol: int) -> None:
        """Learn the `symbol` that came after the last forecast."""
        if self.logit is not None:
            self.logit.learn(symbol, self.crowds[1].belief)
        belief = self._belief  # what `Blend.learn` does, for all blends at once
        belief *= self._forecasts[:, symbol]
        kept = (1.0 - SHARE) / np.add.reduceat(belief, self._begins)
        belief *= kept.take(self._blend_of)
        belief += self._returned

    def share_of_people(self) -> float:
        """How much of the forecast's score comes from the filter, the rest from mixers."""
        if self.logit is None:
            return 0.0
        both, mixers, people = self.opinions.belief[:3]
        return float((0.5 * both + people) / (both + mixers + people))
