"""The safety budget: the risk that a strategy may take, so that it never loses more than a known
sum.

The row player picks a mixed strategy x each round and gains x @ payoff[:, c] in expectation when
the other side picks column c. Let v be the value of the game and e an equilibrium strategy, so that
e @ payoff[:, c] >= v for every c. The budget B starts at a fixed sum and changes by what each round
brings above the value:

    B <- B + x @ payoff[:, c] - v.

Before each round the wanted strategy s is mixed with e, x = w * s + (1 - w) * e, with the largest w
in 0..1 for which no column costs more than the budget: for all c, with s_c and e_c the gains of s
and e above v,

    w * s_c + (1 - w) * e_c >= -B.

Theorem. The sum of (expected gain - v) never falls below -(start), whatever the other side does,
even if it sees x before it chooses. Proof: B >= 0 holds at the start, and e_c >= 0 makes w = 0
feasible whenever B >= 0; then x_c >= -B for every c, so that B + x_c >= 0 after the round, by
induction always. The sum up to now is B - start, which is therefore >= -start.

This is the idea of S. Ganzfried and T. Sandholm, "Safe opponent exploitation", ACM Transactions on
Economics and Computation 3(2), 2015, section 6.1.2: risk what has been won in expectation.

Two things are stricter than the theorem needs. No round may cost more than the part `PACE` of B
(the -B on the right becomes -PACE * B), so that a losing streak leaves something to win back with.
And B never grows beyond `ceiling`: what comes on top is banked for good. The *floor*, the least sum
that is still guaranteed for the whole match, is (sum up to now) - B = banked - start; it never
falls.

Rounding. Gains are computed in floating point, and e may fall short of v by a few units in the last
place of the largest entry. The budget therefore starts `MARGIN` (a millionth) short of the promise:
with errors below 1e-15 of the largest entry a round, and a start of ten largest entries, that
covers ten billion rounds. B is never taken for negative.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.zerosum.equilibrium import BadPayoff, Payoff, equilibrium
from games.arrays import FloatArray

START_MULTIPLE: Final = 10.0
"""The budget at the start, in largest entries of the payoff: 100 points in karate."""
PACE: Final = 0.15
"""The most that is risked in one round, as a part of what is left."""
CEILING_MULTIPLE: Final = 30.0
"""The most that is ever at risk, in largest entries of the payoff."""
SMALLEST: Final = 1e-290
"""A game's largest entry is 0 or at least this: sums of smaller ones are rounded too coarsely."""
MARGIN: Final = 1e-6
"""The part of the start that is set aside for rounding."""


class SafetyBudget:
    """The budget of one match of the game `payoff` (own gain, own move by row).

    `start` is the most that may be lost, `left` the most that may be lost from here on, `gained`
    the sum of (expected gain - value) up to now, `banked` the part of it that is never risked
    again; all in the unit of the payoff. Raises `BadPayoff` for a payoff whose entries are all
    below `SMALLEST`.
    """

    def __init__(self, payoff: Payoff, start_multiple: float = START_MULTIPLE) -> None:
        largest = max(abs(entry) for row in payoff for entry in row)
        if 0.0 < largest < SMALLEST:
            raise BadPayoff(
                f"The largest entry of the payoff is {largest:.3g}; for the sensei it must be 0 "
                f"or at least {SMALLEST:g} in size: multiply all entries by the same number."
            )
        solved = equilibrium(payoff)
        self.payoff: FloatArray = np.array(payoff)
        self.value = solved.value
        self.safe_strategy: FloatArray = np.array(solved.strategy)
        self.start = start_multiple * largest
        self.ceiling = max(self.start, CEILING_MULTIPLE * largest)
        self.left = self.start * (1.0 - MARGIN)
        self.gained = self.banked = 0.0
        self._safe_gains: list[float] = self.gains(self.safe_strategy).tolist()

    def gains(self, strategy: FloatArray) -> FloatArray:
        """Return the expected gain of a `strategy` (k,) above the value by column (k,)."""
        return np.asarray(strategy @ self.payoff - self.value)

    def boldest(self, wanted: FloatArray) -> float:
        """Return the largest share of the `wanted` strategy (k,) that the budget allows, 0..1."""
        share, risked = 1.0, PACE * self.left
        for safe, gain in zip(self._safe_gains, self.gains(wanted).tolist(), strict=True):
            room = risked + max(safe, 0.0)
            if room < safe - gain:
                share = min(share, room / (safe - gain))
        return max(0.0, share)

    def restrain(self, wanted: FloatArray) -> FloatArray:
        """Return the `wanted` strategy (k,) mixed with the safe one as the budget demands."""
        share = self.boldest(wanted)
        if share == 1.0:
            return wanted
        return np.asarray(share * wanted + (1.0 - share) * self.safe_strategy)

    def settle(self, strategy: FloatArray, column: int) -> None:
        """Book what `strategy` (k,) was worth against the `column` that the other side chose."""
        above = float(strategy @ self.payoff[:, column]) - self.value
        self.gained += above
        left = max(0.0, self.left + above)
        self.banked += max(0.0, left - self.ceiling)
        self.left = min(self.ceiling, left)

    @property
    def floor(self) -> float:
        """The least sum of (expected gain - value) that is guaranteed for the whole match."""
        return self.banked - self.start
