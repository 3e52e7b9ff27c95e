"""The strategy `sensei`: reads the other side, allows for being read, and never bets the house.

For any simultaneous zero-sum game of up to ten moves a side. Each round it

1. forecasts the other side's move: the predictor (`ai.sequence.predictor`), theories of mind
   (`ai.zerosum.theories`), and a mixture that weighs them by what came before
   (`ai.zerosum.mixing`);
2. wants the moves that gain most under the forecast, softly: in proportion to exp(beta * gain),
   gains in tenths of the largest entry (points, in karate);
3. is restrained to what the safety budget allows (`ai.zerosum.budget`), which proves a floor
   under the sum of expected gains against any opponent.

Levels of difficulty: "seed" forecasts with the original's table of counts alone, "no-theory" with
the predictor alone, "full" with all of them.

A sharpness below 0 gives points away: the strategy leans to moves that lose to its forecast, and
no budget holds it back.

Everything is a function of the payoff, the options, and the moves seen; there is no randomness
here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from ai.sequence.markov import MarkovTable
from ai.sequence.predictor import Abreast, Predictor
from ai.sequence.state import AnyArray
from ai.zerosum.budget import SafetyBudget
from ai.zerosum.equilibrium import Payoff
from ai.zerosum.mixing import TheoryMixture, soft_row
from ai.zerosum.theories import TheoryBank, first_trust
from games.arrays import FloatArray

LEVELS: Final = ("seed", "no-theory", "full")
DEFAULT_BETA: Final = 2.0
"""Sharpness of the choice, per point of a game whose largest entry is 10 points."""
LEAST_BETA: Final = -1.0
"""So gentle that it gives away nearly all the points that it foresees."""
LARGEST_BETA: Final = 1e6
"""Far beyond where the best move is always wanted; what is summed up stays a number."""


class BadBeta(ValueError):
    """A sharpness with which no choice can be made."""


class SenseiStrategy:
    """Plays the game `payoff` (own gain, own move by row, shape (k, k), k up to 10).

    `beta` is `LEAST_BETA` to `LARGEST_BETA`; raises `BadBeta` for any other number, NaN included.
    `prior` False starts without what was learned from people; `memory` is what the predictor
    learned of this player before (`HabitForecaster.mind.to_arrays()`), for a game of as many moves.
    """

    def __init__(
        self,
        payoff: Payoff,
        level: str = "full",
        beta: float = DEFAULT_BETA,
        prior: bool = True,
        memory: Mapping[str, AnyArray] | None = None,
    ) -> None:
        if not LEAST_BETA <= beta <= LARGEST_BETA:
            ends = f"{LEAST_BETA:g} to {LARGEST_BETA:g}"
            raise BadBeta(f"beta is {beta}; choose a number from {ends}.")
        self.k = len(payoff)
        self.level, self.beta = level, beta
        self.budget = SafetyBudget(payoff)
        largest = float(np.abs(self.budget.payoff).max()) or 1.0
        self._gains = self.budget.payoff / largest * 10.0
        self.forecaster = self._make_forecaster(prior, memory)
        self._forecast: FloatArray | None = None
        self._strategy: FloatArray = self.budget.safe_strategy

    def _make_forecaster(self, prior: bool, memory: Mapping[str, AnyArray] | None) -> Foreseer:
        if self.k == 1:
            return Foreseer()
        if self.level == "seed":
            return SeedForecaster(self.k)
        if self.level == "no-theory":
            return HabitForecaster(self._gains, prior, memory)
        return TheoryForecaster(self._gains, prior, memory, self.respond)

    def respond(self, forecast: FloatArray) -> FloatArray:
        """Return the strategy (k,) against a `forecast` (k,), as far as the budget allows."""
        row = np.array(soft_row((self._gains @ forecast * self.beta).tolist()))
        return row if self.beta < 0.0 else self.budget.restrain(row)

    def forecast(self) -> FloatArray:
        """Return the forecast (k,) of the other side's next move."""
        self._decide()
        assert self._forecast is not None
        return self._forecast

    def strategy(self) -> FloatArray:
        """Return the probabilities (k,) with which the next move is to be drawn."""
        self._decide()
        return self._strategy

    def _decide(self) -> None:
        if self._forecast is None:
            forecast = self.forecaster.forecast()
            self._forecast = forecast / np.add.reduce(forecast)
            self._strategy = self.respond(self._forecast)

    def learn(self, own: int, other: int) -> None:
        """See both moves of a round: the `own` and the `other` side's."""
        self._decide()
        self.budget.settle(self._strategy, other)
        self.forecaster.observe(own, other)
        self._forecast = None


class Foreseer:
    """Forecasts the other side's moves; this one knows that there is only one."""

    def forecast(self) -> FloatArray:
        """Return the forecast (k,) of the next move."""
        return np.ones(1)

    def observe(self, own: int, other: int) -> None:
        """See both moves of a round: the `own` and the `other` side's."""


class SeedForecaster(Foreseer):
    """The original's table: what followed the last two moves, counts from 1."""

    def __init__(self, k: int) -> None:
        self.table = MarkovTable(k, (1.0,) * k, (k - 1, k - 1))

    def forecast(self) -> FloatArray:
        """Return the table's row."""
        return np.array(self.table.forecast())

    def observe(self, own: int, other: int) -> None:
        """Count the round."""
        self.table.observe(other)


class HabitForecaster(Foreseer):
    """The predictor, which sees both sides' moves and knows what the other side gains."""

    def __init__(
        self, gains: FloatArray, prior: bool, memory: Mapping[str, AnyArray] | None
    ) -> None:
        if memory is None:
            self.predictor = Predictor(len(gains), opponent=True, prior=prior, payoff=-gains.T)
        else:
            self.predictor = Predictor.from_arrays(memory, payoff=-gains.T)

    def forecast(self) -> FloatArray:
        """Return the predictor's forecast."""
        return self.predictor.predict()

    def observe(self, own: int, other: int) -> None:
        """Tell the predictor, which sees the `other` side's move as the player's own."""
        self.predictor.update(other, own)


class TheoryForecaster(HabitForecaster):
    """The predictor and theories of mind; `respond` gives the AI's answer to a forecast."""

    def __init__(
        self,
        gains: FloatArray,
        prior: bool,
        memory: Mapping[str, AnyArray] | None,
        respond: Callable[[FloatArray], FloatArray],
    ) -> None:
        super().__init__(gains, prior, memory)
        model = Predictor(len(gains), opponent=True, prior=self.predictor.prior, payoff=gains)
        self._both = Abreast((self.predictor, model))
        self._respond = respond
        self.bank = TheoryBank(gains)
        self.mixture = TheoryMixture(first_trust(self.bank.about), len(gains))

    def forecast(self) -> FloatArray:
        """Return the mixture's forecast, after a first one that the player may know of."""
        self.bank.read(*self._both.predict())
        first = self.mixture.predict(self.bank.theories)
        self.bank.reflect(self._respond(first))
        return self.mixture.again(self.bank.theories, self.bank.reflecting)

    def observe(self, own: int, other: int) -> None:
        """Tell every part."""
        self.mixture.learn(other)
        self.bank.observe(own, other)
        self._both.update((other, own), (own, other))
