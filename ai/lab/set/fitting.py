"""The weights of the four kinds of sets, fitted to races: the horse race as a likelihood.

A race that ended after t seconds of search, with n_d sets of kind d on the table, has the log
likelihood -sum n_d v w_d t, and ln(v w_d) more where the player took a set of kind d; v is the
player's own speed. So all that counts of any number of races are sums: for each player and kind
the sets that were taken, and the seconds of search, once for each set. The best speeds and weights
are found in turns, each exactly for the others given (a Poisson regression of two factors).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.lab.errors import BadArguments
from ai.set.race import KINDS, WEIGHTS
from games.intervals import Z

Table = npt.NDArray[np.float64]
"""A row a player, a column a kind."""
_TURNS: Final = 10_000
_STILL: Final = 1e-12
_SCALE: Final = KINDS.index(3)
"""The kind whose weight is 1, as in the guess."""


@dataclass
class RaceSums:
    """The sums that count of races: their number, by player [taken by kind, seconds by kind]."""

    races: int = 0
    players: dict[str, list[list[float]]] = field(default_factory=dict)

    def add(self, player: str, kinds: Sequence[int], seconds: float, found: int) -> None:
        """Add a race of a `player`: the kinds of the sets on the table, the seconds of search, and
        the kind of the set that was the player's, 0 for none.
        """
        taken, exposed = self.players.setdefault(player, [[0.0] * len(KINDS), [0.0] * len(KINDS)])
        for place, kind in enumerate(KINDS):
            exposed[place] += kinds.count(kind) * seconds
            taken[place] += kind == found
        self.races += 1

    def tables(self) -> tuple[Table, Table]:
        """Return sets taken and seconds of search, each shape (players, 4), of players who took
        any.
        """
        rows = [row for row in self.players.values() if sum(row[0])]
        both = np.array(rows, np.float64).reshape(-1, 2, len(KINDS))
        return both[:, 0], both[:, 1]


class Fit(NamedTuple):
    """Weights with the bounds of their 95% intervals, each player's speed, and log likelihoods:
    of these weights, of one rate for all kinds, and of the guess, each with best speeds.
    """

    weights: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    speeds: tuple[float, ...]
    fitted: float
    one_rate: float
    guess: float

    @property
    def chance(self) -> float:
        """The chance that one rate for all looks as bad or worse: the tail of a chi-squared
        distribution with three degrees of freedom.
        """
        double = max(0.0, 2 * (self.fitted - self.one_rate))
        tail = math.sqrt(2 * double / math.pi) * math.exp(-double / 2)
        return math.erfc(math.sqrt(double / 2)) + tail


def fit(sums: RaceSums) -> Fit:
    """Return the best weights; raises `BadArguments` where a kind was never taken."""
    taken, exposed = sums.tables()
    for kind, count in zip(KINDS, taken.sum(axis=0), strict=True):
        if not count:
            raise BadArguments(
                f"Nobody took a set that differs in {kind} of the features in these races; its "
                "weight cannot be told. Give more races."
            )
    weights = _best_weights(taken, exposed)
    speeds, fitted = _likelihood(taken, exposed, weights)
    spread = np.sqrt(1 / taken.sum(axis=0) + 1 / taken.sum(axis=0)[_SCALE])
    spread[_SCALE] = 0.0
    return Fit(
        tuple(weights.tolist()),
        tuple((weights * np.exp(-Z * spread)).tolist()),
        tuple((weights * np.exp(Z * spread)).tolist()),
        tuple(speeds.tolist()),
        fitted,
        _likelihood(taken, exposed, np.ones(len(KINDS)))[1],
        _likelihood(taken, exposed, np.array(WEIGHTS))[1],
    )


def _best_weights(taken: Table, exposed: Table) -> Table:
    """Fit speeds and weights in turns until they rest; the weight of the third kind is 1."""
    weights = np.ones(len(KINDS))
    for _ in range(_TURNS):
        speeds = taken.sum(axis=1) / (exposed * weights).sum(axis=1)
        better = taken.sum(axis=0) / (exposed * speeds[:, None]).sum(axis=0)
        better /= better[_SCALE]
        if np.abs(better - weights).max() < _STILL:
            break
        weights = better
    return weights


def _likelihood(taken: Table, exposed: Table, weights: Table) -> tuple[Table, float]:
    """Return each player's best speed with these weights, and the log likelihood."""
    speeds = taken.sum(axis=1) / (exposed * weights).sum(axis=1)
    rates = speeds[:, None] * weights
    return speeds, float((taken * np.log(rates) - rates * exposed).sum())


def told(found: Fit, sums: RaceSums) -> Mapping[str, Any]:
    """Return the fit as it stands in a card."""
    taken, _ = sums.tables()
    return {
        "weights": [round(weight, 4) for weight in found.weights],
        "ci95": [[round(a, 4), round(b, 4)] for a, b in zip(found.low, found.high, strict=True)],
        "races": sums.races,
        "sets_taken": [int(count) for count in taken.sum(axis=0)],
        "players": len(found.speeds),
        "speeds": [round(speed, 5) for speed in found.speeds[:100]],
        "log_likelihood": {
            "fitted": round(found.fitted, 3),
            "one_rate": round(found.one_rate, 3),
            "guess": round(found.guess, 3),
        },
        "one_rate_by_chance": found.chance,
    }
