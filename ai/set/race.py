"""The horse race: what a searcher with given rates finds first on a table, and when.

Each right claim of kind d (it differs in d features) is found at a constant rate r_d a second, all
at once, after a start of 600 ms. So the first find comes after 0.6 s and an exponential time with
mean 1/R, R the sum of the rates on the table, and it is s with probability r_d(s)/R (Jacob and
Hochstein, Perception & Psychophysics 70, 2008). Of two searchers whose rates differ by a factor q
the quicker takes q/(1 + q) of the sets, on every table.

A player's rates are learned exactly: r_d has a Gamma prior with shape a_d and rate b_d (seconds).
A race that ended T ms after the table was laid adds n_d max(0, T/1000 - 0.6) to b_d, whoever
claimed, n_d the claims of kind d on the table; a right claim of the player adds 1 to a_d.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.set.kinds import KINDS_OF_SETS
from games.arrays import Arrays, BadWeights
from games.intervals import Z
from games.set.rules.cards import DIFFER, THIRD, kind_of
from games.set.rules.claims import possible_claims, right_claims
from games.set.rules.state import State
from games.streams import Stream

START_MS: Final = 600
"""Before that nobody finds anything."""
KINDS: Final = (1, 2, 3, 4)
SHARES: Final = (0.1, 0.3, 0.4, 0.2)
"""The share of all sets that differ in 1, 2, 3, 4 features."""
WEIGHTS: Final = (2.0, 1.4, 1.0, 0.7)
"""How much sooner like cards are seen than unlike ones: a guess until people are measured, which is
what ships (`ai.set.kinds`)."""
RATE: Final = 0.042
"""Of `steady-5` for sets that differ in three features, a second: about 8 s on an average table."""
STEP: Final = 1.5
"""Each level takes 60% of the sets from the one below."""
Rates = tuple[float, ...]


def steady_rates(level: int) -> Rates:
    """Return the rates of `steady-k` for the four kinds, a second, by the weights in use."""
    return tuple(RATE * STEP ** (level - 5) * weight for weight in KINDS_OF_SETS.load())


def average(rates: Sequence[float]) -> float:
    """Return the rate of an average set."""
    return sum(share * rate for share, rate in zip(SHARES, rates, strict=True))


class ClaimRates(NamedTuple):
    """A table as a searcher sees it: its right claims, the rate of each, and their sum."""

    claims: tuple[tuple[int, ...], ...]
    each: tuple[float, ...]
    total: float

    @property
    def mean_ms(self) -> float | None:
        """The mean time of the first find; None where there is no set."""
        return START_MS + 1000 / self.total if self.total > 0 else None

    @property
    def median_ms(self) -> float | None:
        """The time by which the first find has come in half of the races."""
        return START_MS + 1000 * math.log(2) / self.total if self.total > 0 else None

    def draw(self, rng: Stream) -> tuple[int, tuple[int, ...]]:
        """Return the time of the first find, in ms, and its cards; there must be a set."""
        ms = START_MS + waiting_ms(self.total, rng)
        return ms, self.claims[rng.sample_from(self.each)]


def race(state: State, rates: Sequence[float]) -> ClaimRates:
    """Return the race on the table of a state."""
    claims = tuple(right_claims(state))
    each = tuple(rates[kind_of(claim) - 1] for claim in claims)
    return ClaimRates(claims, each, sum(each))


def waiting_ms(rate: float, rng: Stream) -> int:
    """Return an exponential time with `rate` a second, in whole ms."""
    return round(-1000 * math.log1p(-rng.random()) / rate)


def near_misses(state: State) -> list[tuple[int, ...]]:
    """Return claims of the table that are wrong in exactly one feature."""
    if state.size == 3:
        return [
            cards
            for cards in possible_claims(state)
            if DIFFER[THIRD[cards[0]][cards[1]]][cards[2]] == 1
        ]
    return [cards for cards in possible_claims(state) if _nearly(cards)]


def _nearly(cards: tuple[int, ...]) -> bool:
    """Return whether the third cards of two pairs of these four differ in one feature, and none
    agree.
    """
    a, b, c, d = cards
    apart = (
        DIFFER[THIRD[a][b]][THIRD[c][d]],
        DIFFER[THIRD[a][c]][THIRD[b][d]],
        DIFFER[THIRD[a][d]][THIRD[b][c]],
    )
    return min(apart) == 1


# -- the rates of a player -----------------------------------------------------------------

PRIOR_SHAPE: Final = 2.0
PRIOR_LEVEL: Final = 3
"""Nothing is known of a player whose rates are those of this level, each as if seen twice."""
DAMAGED: Final = "What was learned of your searching is damaged; forget it to go on."
_FEWEST, _MOST = 1e-9, 1e9  # of a shape or a rate that can have been learned; chosen by hand


class LearnedRates(NamedTuple):
    """The belief about a player's rates: a Gamma distribution with `shape` and `rate` (seconds) for
    each of the four kinds.
    """

    shape: tuple[float, ...]
    rate: tuple[float, ...]

    @property
    def mean(self) -> Rates:
        """The expected rates, a second."""
        return tuple(a / b for a, b in zip(self.shape, self.rate, strict=True))

    @property
    def sd(self) -> Rates:
        """Their standard deviations."""
        return tuple(math.sqrt(a) / b for a, b in zip(self.shape, self.rate, strict=True))

    @property
    def interval(self) -> tuple[Rates, Rates]:
        """Within which each rate lies with 95% confidence: the low ends and the high ends.

        By the cube root of Wilson and Hilferty (1931): after two finds its low end is 7% too low,
        after ten 1%.
        """
        low, high = (self._quantile(z) for z in (-Z, Z))
        return low, high

    def _quantile(self, z: float) -> Rates:
        return tuple(
            a * max(0.0, 1 - 1 / (9 * a) + z / (3 * math.sqrt(a))) ** 3 / b
            for a, b in zip(self.shape, self.rate, strict=True)
        )

    def after(self, kinds: Sequence[int], seconds: float, found: int = 0) -> LearnedRates:
        """Return the belief after `seconds` of search among claims of these `kinds`.

        One claim of kind `found` (0 for none) was the player's.
        """
        seen = [kinds.count(kind) for kind in KINDS]
        rate = tuple(b + n * seconds for b, n in zip(self.rate, seen, strict=True))
        shape = tuple(a + (kind == found) for a, kind in zip(self.shape, KINDS, strict=True))
        return LearnedRates(shape, rate)

    @property
    def finds(self) -> int:
        """The number of the player's sets that were seen."""
        return max(0, round(sum(self.shape) - PRIOR_SHAPE * len(KINDS)))

    def arrays(self) -> Arrays:
        """Return this as arrays to be kept."""
        return {"shape": np.array(self.shape), "rate": np.array(self.rate)}


def learned_from(arrays: Arrays) -> LearnedRates:
    """Return the belief in `LearnedRates.arrays`; raises `BadWeights` for other arrays."""
    values = []
    for name in ("shape", "rate"):
        found = arrays.get(name)
        if found is None or found.shape != (len(KINDS),) or found.dtype.kind != "f":
            raise BadWeights(DAMAGED)
        values.append(tuple(float(value) for value in found))
    if not all(_FEWEST <= value <= _MOST for part in values for value in part):
        raise BadWeights(DAMAGED)
    return LearnedRates(*values)


def prior() -> LearnedRates:
    """Return the belief about a new player."""
    shape = (PRIOR_SHAPE,) * len(KINDS)
    return LearnedRates(shape, tuple(PRIOR_SHAPE / rate for rate in steady_rates(PRIOR_LEVEL)))


def search_seconds(start_ms: float, end_ms: float) -> float:
    """Return the seconds of search between two times on a table, in ms since it was laid."""
    return (max(0.0, end_ms - START_MS) - max(0.0, start_ms - START_MS)) / 1000
