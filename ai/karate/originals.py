"""The opponents that know little: chance, the equilibrium, both originals, a person with habits.

`SeedArgmax` and `SeedSoftmax` count what the other side did after each pair of its own moves
(`ai.sequence.markov`), and answer that forecast: the one with the best reply, the other with every
move in proportion to exp(beta * expected gain). `NashFighter` plays the equilibrium of the table in
use. What all opponents share is in `ai.karate.fighter`.

Gains are own points less the other's. Every agent also serves other square zero-sum games of up
to ten moves (`start` takes any payoff, own move by row); there `SeedArgmax` begins after its last
move three times, as in the original, and `SeedSoftmax` with counts of 1.

Ties: `SeedArgmax` compares sums of count * gain, which are whole numbers for whole gains, so that
no division makes a tie uneven; sums closer than 1e-9 of the largest gain (times the counts) are
taken for equal, and the lowest move wins. The softmax subtracts the highest gain first, which
changes no probability and cannot overflow.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from operator import add
from typing import Final

from ai.karate.fighter import KarateAgent, followed_pairs, hit_series
from ai.sequence.accuracy import Accuracy
from ai.sequence.markov import MarkovTable
from ai.sequence.people import HabitModel
from ai.sequence.sentences import expecting
from ai.zerosum.equilibrium import Payoff, equilibrium
from games.mind import Bars, MindItem
from games.streams import Stream

_TIE: Final = 1e-9
"""Sums this close, as a share of the largest gain times the counts, are equal (see the module)."""


class RandomFighter(KarateAgent):
    """Every move with the same probability."""

    def strategy(self) -> Sequence[float]:
        """Return the even mix."""
        return (1.0 / self.k,) * self.k

    def choose(self) -> int:
        """Return any move."""
        return self.rng.below(self.k)

    def _sentence(self, chosen: int | None) -> str:
        return "I draw each move by lot and do not watch you."


class NashFighter(KarateAgent):
    """The equilibrium: no one can win against it on average, and it punishes only blunders.

    Its `floor` is the gain above the value that its strategy was certain of up to now, in
    expectation over its own draws, plus 0 for every round to come.
    """

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Solve the game (or remember the solution)."""
        super().start(payoff, rng)
        solved = equilibrium(payoff)
        self._strategy = solved.strategy
        self._cumulative = tuple(accumulate(solved.strategy))[:-1]
        against = [
            math.fsum(p * gain for p, gain in zip(solved.strategy, column, strict=True))
            for column in zip(*payoff, strict=True)
        ]
        self._above = tuple(max(0.0, gain - solved.value) for gain in against)
        self._gained = 0.0

    def strategy(self) -> Sequence[float]:
        """Return the equilibrium strategy."""
        return self._strategy

    @property
    def floor(self) -> float | None:
        """The gain above the value, in expectation; the rest cannot lose."""
        return self._gained

    def choose(self) -> int:
        """Draw from the equilibrium."""
        return bisect(self._cumulative, self.rng.random())

    def learn(self, own: int, other: int) -> None:
        """Count what the `other` side's move gives away."""
        self._gained += self._above[other]

    def _sentence(self, chosen: int | None) -> str:
        return "I play a fixed mix of moves, which nobody can beat on average."

    def _mind_items(self, chosen: int | None) -> tuple[MindItem, ...]:
        gains = Bars(
            "What each answer to my mix gives me",
            self.names,
            self._above,
            "points",
            help="My average gain if the other side plays this move; never below 0.",
        )
        return (self._strategy_bars(chosen), gains)


class SeedFighter(KarateAgent):
    """The common part of both originals: a table of the other side's habits, and the gains
    expected.

    Beside each context's counts stand the sums of count * gain of every own move, which change by
    one column of the payoff when a count does.
    """

    foresees = True

    def _start_table(self, counts: Sequence[float], history: Sequence[int]) -> None:
        self.table = MarkovTable(self.k, counts, history)
        self.accuracy = Accuracy(1.0 / self.k)
        self._columns = tuple(zip(*self.payoff, strict=True))
        first = [
            sum([count * gain for count, gain in zip(counts, row, strict=True)])
            for row in self.payoff
        ]
        self.sums = [first] * self.k**2

    def forecast(self) -> Sequence[float]:
        """Return the table's forecast in the present context."""
        return self.table.forecast()

    def learn(self, own: int, other: int) -> None:
        """Compare the forecast with the `other` side's move, and count that move and its gains."""
        table, sums = self.table, self.sums
        self.accuracy.record(table.expected() == other)
        sums[table.context] = list(map(add, sums[table.context], self._columns[other]))
        table.observe(other)

    def expected_gains(self) -> tuple[float, ...]:
        """Return the expected gain of each own move under the forecast, shape (k,)."""
        context = self.table.context
        total = self.table.totals[context]
        return tuple([value / total for value in self.sums[context]])

    def _sentence(self, chosen: int | None) -> str:
        name = self.names[self.table.expected()].lower()
        if why := self._why():
            return expecting(name, [why])
        if self.accuracy.trials < 2:
            seen = "only one move" if self.accuracy.trials else "no move"
            return expecting(name, [f"I start from fixed counts and saw {seen} of yours"])
        known = "my first counts still weigh more"
        return expecting(name, [known if self.table.met else "your last two moves are new to me"])

    def _why(self) -> str:
        """Return how often the expected move followed the last two moves here, if it did."""
        table = self.table
        expected = table.expected()
        times = table.came(expected)
        if not times or self.accuracy.trials < 2:
            return ""
        before, last = (self.names[move].lower() for move in table.symbols(table.context))
        return f"after {before}, {last} you did this {'once' if times == 1 else f'{times} times'}"

    def _mind_items(self, chosen: int | None) -> tuple[MindItem, ...]:
        gains = Bars(
            "What each of my moves is worth",
            self.names,
            self.expected_gains(),
            "points",
            chosen,
            help="My own points less the other side's, on average, if my forecast is right.",
        )
        table, right = followed_pairs(self.table, self.short), hit_series(self.accuracy)
        return (self._forecast_bars(), gains, self._strategy_bars(chosen), table, right)


class SeedArgmax(SeedFighter):
    """The first original: counts from 1, the best reply to the forecast."""

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Start with counts of 1 after the last move three times."""
        super().start(payoff, rng)
        self._start_table((1.0,) * self.k, (self.k - 1,) * 3)
        self._tie = _TIE * max(abs(gain) for row in payoff for gain in row)

    def choose(self) -> int:
        """Return the lowest of the moves with the highest sum of count * gain."""
        table = self.table
        sums = self.sums[table.context]
        enough = max(sums) - self._tie * table.totals[table.context]
        for move, value in enumerate(sums):
            if value >= enough:
                return move
        raise AssertionError("the highest sum is high enough")

    def strategy(self) -> Sequence[float]:
        """Return all on the best reply."""
        best = self.choose()
        return tuple(float(move == best) for move in range(self.k))


class SeedSoftmax(SeedFighter):
    """The second original: every move in proportion to exp(beta * expected gain)."""

    def __init__(self, beta: float = 1.0) -> None:
        self.beta = beta

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Start with the original's counts where there are four moves, and a random history."""
        super().start(payoff, rng)
        counts = (0.5, 2.0, 0.5, 1.0) if self.k == 4 else (1.0,) * self.k
        self._start_table(counts, [rng.below(self.k) for _ in range(3)])

    def strategy(self) -> Sequence[float]:
        """Return the softmax of the expected gains."""
        weights = self._weights()
        total = sum(weights)
        return [weight / total for weight in weights]

    def choose(self) -> int:
        """Draw from the softmax."""
        return self.rng.sample_from(self._weights())

    def _weights(self) -> list[float]:
        """Return the exponentials, the largest of them 1."""
        context = self.table.context
        sums, scale = self.sums[context], self.beta / self.table.totals[context]
        highest = max(sums)
        return [math.exp(scale * (value - highest)) for value in sums]


class HabitFighter(KarateAgent):
    """A player with human habits (`ai.sequence.people`), easily read by who looks for habits."""

    def start(self, payoff: Payoff, rng: Stream) -> None:
        """Draw a person."""
        super().start(payoff, rng)
        self._model = HabitModel(self.k, rng)

    def strategy(self) -> Sequence[float]:
        """Return the strategy that the habits make of the last rounds."""
        return self._model.probabilities()

    def learn(self, own: int, other: int) -> None:
        """Remember whether the `own` move won against the `other`."""
        gain = self.payoff[own][other]
        self._model.learn(own, gain > 0 if gain else None, self.rng)

    def _sentence(self, chosen: int | None) -> str:
        return "I play like a person: few repeats, and more of what just won."
