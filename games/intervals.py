"""How far chance alone can take a share of successes: two intervals with 95% confidence.

`chance_band` says where the share of hits lies in 95 of 100 series of pure chance: the central
interval of the binomial distribution, summed exactly. `wilson` says where the true share lies
after so many successes in so many trials (E. B. Wilson, "Probable inference, the law of
succession, and statistical inference", JASA 22, 1927).
"""

from __future__ import annotations

import functools
import math

_TAIL = 0.025  # half of what a 95% interval leaves out
Z = 1.959963984540054  # the 97.5% quantile of the normal distribution


@functools.lru_cache(maxsize=4096)
def chance_band(trials: int, chance: float) -> tuple[float, float]:
    """The lowest and highest share of hits, each in 0..1, in 95% of series of `trials` guesses.

    `chance`, that of one guess, is above 0 and at most 1. Each tail outside has at most 2.5%.
    """
    if trials <= 0:
        return (0.0, 1.0)
    if chance >= 1.0:
        return (1.0, 1.0)
    low = _lower_quantile(trials, chance)
    high = trials - _lower_quantile(trials, 1.0 - chance)
    return (low / trials, high / trials)


def _lower_quantile(trials: int, chance: float) -> int:
    """The smallest count whose cumulative probability is above the tail."""
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
    """The 95% interval of the share of `successes` in so many `trials`, each end in 0..1.

    A draw may count as half a success.
    """
    if trials <= 0:
        return (0.0, 1.0)
    share, weight = successes / trials, Z * Z / trials
    centre = (share + weight / 2.0) / (1.0 + weight)
    spread = share * (1.0 - share) / trials + weight / (4.0 * trials)
    half = Z * math.sqrt(spread) / (1.0 + weight)
    return (max(0.0, centre - half), min(1.0, centre + half))
