"""One forecast from experts, mixers and blends; for several sequences in the same operations.

What a forecast costs is mostly the calls of numpy, whose arrays are small here: two sequences
abreast, as a reader needs who also reads itself with the other side's eyes, cost little more than
one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.sequence.bank import ExpertBank
from ai.sequence.ensemble import Ensemble
from ai.sequence.mixing import Mixers
from games.arrays import FloatArray


class Forecaster:
    """A forecaster of the next symbol of a sequence, from a `bank` of experts, `mixers`, an
    `ensemble`.

    Forecasters of several sequences (`abreast`) have an axis more in front wherever an array is
    given.
    """

    def __init__(self, bank: ExpertBank, mixers: Mixers, ensemble: Ensemble) -> None:
        self.bank, self.mixers, self.ensemble = bank, mixers, ensemble
        self.turn = 0
        self._forecast: FloatArray | None = None

    @classmethod
    def abreast(cls, parts: Sequence[Forecaster]) -> Forecaster:
        """Return one forecaster for several sequences over one alphabet; the arrays of `parts`
        follow it.
        """
        return cls(
            ExpertBank.abreast([part.bank for part in parts]),
            Mixers.abreast([part.mixers for part in parts]),
            Ensemble.abreast([part.ensemble for part in parts]),
        )

    def forecast(self) -> FloatArray:
        """Return the forecast (k,) for the next symbol: positive, with sum 1; not to be changed."""
        if self._forecast is None:
            bank = self.bank
            bank.read()
            evidence, counts = bank.evidence, bank.counts
            scores = self.mixers.score(evidence.matrix, evidence.index)
            seed = (counts.now[..., 0, :] + 1.0) / (counts.totals[..., :1] + bank.k)
            forecast = self.ensemble.predict(scores, seed, evidence.matrix)
            # counts are added up in single precision
            self._forecast = forecast / np.add.reduce(forecast, axis=-1, keepdims=True)
        return self._forecast

    def learn(self, symbols: Sequence[int], others: Sequence[int | None]) -> None:
        """Learn the symbol that came in each sequence, and the opponent's, where it was seen."""
        self.forecast()
        came = symbols[0] if len(symbols) == 1 else np.array(symbols)
        self.ensemble.learn_with(self.mixers, came, self.bank.evidence.matrix)
        self.bank.observe_all(symbols, others)
        self._forecast = None
        self.turn += 1
