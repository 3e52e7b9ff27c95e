"""The reach of chance for a share of successes: two intervals with 95% confidence.

`chance_band` is where the share of hits lies in 95 of 100 series of pure chance: the central
interval of the binomial distribution, summed exactly. `wilson` is where the true share lies after
some successes in a number of trials (E. B. Wilson, "Probable inference, the law of succession, and
statistical inference", JASA 22, 1927).
"""

from __future__ import annotations

import functools
import math

_TAIL = 0.025  # half of what a 95% interval leaves out
Z = 1.959963984540054  # the 97.5% quantile of the normal distribution


@functools.lru_cache(maxsize=4096)
def chance_band(trials: int, chance: float) -> tuple[float, float]:
    """Return the lowest and highest share of hits, each in 0..1, in 95% of series of `trials`
    guesses.

    `chance`, the chance of one guess, is above 0 and at most 1. Each tail outside has at most 2.5%.
    """
    if trials <= 0:
        return (0.0, 1.0)
    if chance >= 1.0:
        return (1.0, 1.0)
    low = _lower_quantile(trials, chance)
    high = trials - _lower_quantile(trials, 1.0 - chance)
    return (low / trials, high / trials)


def whole_percent(part: int, whole: int) -> int:
    """Return `part` of `whole` in whole per cent, to the nearest, halves up; 0 where `whole` is 0.

    Both are counts of at least 0.
    """
    return (200 * part + whole) // (2 * whole) if whole else 0


class RunningBand:
    """The `chance_band` of one trial more each time, for a series that goes on.

    P(X <= c) and P(X = c) follow from their values for a trial fewer, with which the lowest count
    above the tail stays or moves up by one.
    """

    def __init__(self, chance: float, trials: int = 0) -> None:
        """Begin with guesses of this `chance`, above 0 and at most 1, after `trials`."""
        self.trials = trials
        chances = (chance, 1.0 - chance) if chance < 1.0 else ()
        self._ends = [_Quantile(each, trials) for each in chances]

    def next(self) -> tuple[float, float]:
        """Return the band of one trial more."""
        self.trials += 1
        if not self._ends:
            return (1.0, 1.0)
        lower, upper = self._ends
        trials = self.trials
        return lower.next() / trials, (trials - upper.next()) / trials


class _Quantile:
    """The smallest count whose cumulative probability is above the tail, trial after trial."""

    def __init__(self, chance: float, trials: int) -> None:
        self.chance, self.trials, self.count = chance, trials, 0
        self.at = self.up_to = 1.0
        """The probability of the count, and of no more than it."""
        if trials:
            self._begin()

    def _begin(self) -> None:
        self.count = count = _lower_quantile(self.trials, self.chance)
        least = max(0, count - int(9.0 * math.sqrt(self.trials)))
        counts = range(least, count + 1)
        terms = [math.exp(_log_probability(self.trials, c, self.chance)) for c in counts]
        self.at, self.up_to = terms[-1], math.fsum(terms)

    def next(self) -> int:
        """Return the count of one trial more."""
        chance, count = self.chance, self.count
        self.up_to -= chance * self.at
        self.trials += 1
        self.at *= self.trials * (1.0 - chance) / (self.trials - count)
        if self.up_to <= _TAIL:
            self.at *= (self.trials - count) / (count + 1) * chance / (1.0 - chance)
            self.count += 1
            self.up_to += self.at
        return self.count


def _lower_quantile(trials: int, chance: float) -> int:
    """Return the smallest count whose cumulative probability is above the tail."""
    mean, deviation = trials * chance, math.sqrt(trials * chance * (1.0 - chance))
    count = max(0, int(mean - 9.0 * deviation))
    probability = math.exp(_log_probability(trials, count, chance))
    cumulative = probability
    odds = chance / (1.0 - chance)
    while cumulative <= _TAIL and count < trials:
        probability *= odds * (trials - count) / (count + 1)
        count += 1
        cumulative += probability
    return count


def _log_probability(trials: int, count: int, chance: float) -> float:
    ways = math.lgamma(trials + 1) - math.lgamma(count + 1) - math.lgamma(trials - count + 1)
    return ways + count * math.log(chance) + (trials - count) * math.log1p(-chance)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the 95% interval of the share of `successes` in `trials`, each end in 0..1.

    A draw may count as half a success.
    """
    if trials <= 0:
        return (0.0, 1.0)
    share, weight = successes / trials, Z * Z / trials
    centre = (share + weight / 2.0) / (1.0 + weight)
    spread = share * (1.0 - share) / trials + weight / (4.0 * trials)
    half = Z * math.sqrt(spread) / (1.0 + weight)
    return (max(0.0, centre - half), min(1.0, centre + half))
