"""A player who changes: the logarithms of the four rates as a walk that is followed.

What is known is a normal distribution of the four logarithms. At first all of it is guessed: a
beginner's level, give or take several levels, and each kind give or take a little more. A race that
ended adds the likelihood of the horse race (`ai.set.race`): finds y_d in e_d seconds of search
among sets of kind d weigh y_d x_d - e_d exp(x_d) for a log rate x_d. The normal distribution around
its summit is taken on (Laplace), and with each set that is taken the level may have moved a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.set.race import DAMAGED, KINDS, LearnedRates, Rates, prior, steady_rates
from games.arrays import Arrays, BadWeights

Numbers = npt.NDArray[np.float64]

# Chosen on the simulated players of `main.py arena set --option study=mirror --option follow=on`:
# smaller steps fall behind who gets quicker, larger ones know less of who stands still; with a
# smaller bend it loses sight of uneven players.
BEGINNER: Final = 2
"""The level that a new player is taken for: somebody gentle to begin with."""
LEVEL: Final = 1.2
"""How far the log rates of all kinds together may lie from that: three levels."""
BEND: Final = 0.6
"""How far the log rate of one kind may lie from what the others say."""
STEP: Final = 0.1
"""How far the level moves with a set that is taken, in the logarithm."""
SURE: Final = 1.55
"""Standard deviations on either side of an interval: fewer than 1.96, since a walk is prepared for
more change than most players show. How often it holds the true rate is told by the same study."""
_TURNS: Final = 30  # of Newton's method; five are usual
_LEAP: Final = 2.0  # of one turn at most
_NEAR: Final = 1e-10
_FARTHEST: Final = 30.0  # of a log rate that can have been learned; by hand
_WIDEST: Final = 1e3


class Followed(NamedTuple):
    """The belief about a player who may change: the `log` rates of the four kinds (a second) and
    their covariances, shape (4, 4).
    """

    log: tuple[float, ...]
    spread: tuple[tuple[float, ...], ...]

    @property
    def mean(self) -> Rates:
        """The likeliest rates, a second."""
        return tuple(math.exp(x) for x in self.log)

    @property
    def interval(self) -> tuple[Rates, Rates]:
        """Within which each rate lies with about 95% confidence: the low and the high ends."""
        apart = [SURE * math.sqrt(self.spread[n][n]) for n in range(len(KINDS))]
        low = tuple(math.exp(x - far) for x, far in zip(self.log, apart, strict=True))
        return low, tuple(math.exp(x + far) for x, far in zip(self.log, apart, strict=True))

    def after(self, kinds: Sequence[int], seconds: float, found: int = 0) -> Followed:
        """Return the belief after `seconds` of search among claims of these `kinds`.

        One claim of kind `found` (0 for none) was the player's.
        """
        exposed = np.array([seconds * kinds.count(kind) for kind in KINDS])
        return self._after(exposed, np.array([float(kind == found) for kind in KINDS]))

    def _after(self, exposed: Numbers, finds: Numbers) -> Followed:
        """Return the belief after `exposed` seconds by kind and `finds`, by Newton's method."""
        start, known = np.array(self.log), np.linalg.inv(np.array(self.spread))
        at, information = start, known
        for _ in range(_TURNS):
            expected = exposed * np.exp(at)
            information = known + np.diag(expected)
            slope = finds - expected - known @ (at - start)
            step = np.linalg.solve(information, slope)
            at = at + np.clip(step, -_LEAP, _LEAP)
            if float(np.abs(step).max()) < _NEAR:
                break
        spread = np.linalg.inv(information)
        return _followed(at, (spread + spread.T) / 2)

    def walked(self) -> Followed:
        """Return the belief when the level may have moved a step."""
        return Followed(self.log, tuple(tuple(v + STEP**2 for v in row) for row in self.spread))

    def arrays(self) -> Arrays:
        """Return this as arrays to be kept."""
        return {"log": np.array(self.log), "spread": np.array(self.spread)}


Known = LearnedRates | Followed
"""What is known of a player's rates, by either way of learning."""


def _followed(log: Numbers, spread: Numbers) -> Followed:
    return Followed(tuple(log.tolist()), tuple(tuple(row) for row in spread.tolist()))


def stranger() -> Followed:
    """Return the belief about a new player."""
    log = np.log(np.array(steady_rates(BEGINNER)))
    return _followed(log, np.full((len(KINDS),) * 2, LEVEL**2) + BEND**2 * np.eye(len(KINDS)))


def followed_from(arrays: Arrays) -> Followed | None:
    """Return the belief in `Followed.arrays`, None where there is none; raises `BadWeights` for
    arrays that cannot have been learned.
    """
    if "log" not in arrays and "spread" not in arrays:
        return None
    log, spread = arrays.get("log"), arrays.get("spread")
    four = len(KINDS)
    if log is None or spread is None or log.shape != (four,) or spread.shape != (four, four):
        raise BadWeights(DAMAGED)
    if log.dtype != np.float64 or spread.dtype != np.float64:
        raise BadWeights(DAMAGED)
    if not _can_be(log, spread):
        raise BadWeights(DAMAGED)
    return _followed(log, spread)


def _can_be(log: Numbers, spread: Numbers) -> bool:
    """Return whether these are log rates and covariances that races can have led to."""
    bounded = bool((np.abs(log) <= _FARTHEST).all() and (np.abs(spread) <= _WIDEST).all())
    if not bounded or not np.allclose(spread, spread.T, rtol=1e-9, atol=1e-12):
        return False
    return float(np.linalg.eigvalsh(spread).min()) > 1e-9


def followed_since(known: LearnedRates) -> Followed:
    """Return the belief about a player whose races were added up until now as one race."""
    first = prior()
    exposed = np.maximum(np.array(known.rate) - np.array(first.rate), 0.0)
    finds = np.maximum(np.array(known.shape) - np.array(first.shape), 0.0)
    return stranger()._after(exposed, finds)
