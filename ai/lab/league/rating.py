"""Ratings of agents by their results: Bradley and Terry's model, fitted by maximum likelihood.

Agent i has a strength s_i, and beats agent j with probability

    P(i beats j) = 1 / (1 + exp(s_j - s_i)).

The strengths are those under which the results are likeliest. With w_ij for the wins of i over j,
a draw counted as half a win of each, they maximise the sum over all pairs of w_ij log P(i beats j).
Half a draw (a quarter of a win for each) is added to each pair that met, so that an agent that wins
every game has a finite rating. The sum is concave, and Newton's method climbs it. A rating is a
strength in Elo points, 400 / ln 10 to one of s, less the reference's.

An interval says how far chance alone moves a rating: with H, minus the second derivatives of the
sum, and g_d, the first derivatives of what one draw of chance d has decided, the covariance of the
strengths is H^-1 (sum of g_d g_d') H^-1. A draw of chance is a game; at larger tables and where
agents play the same seeds alone it is all that was played of one deal or one seed. An added half
draw counts as a draw of chance, too.

Bradley and Terry, "Rank analysis of incomplete block designs I: the method of paired comparisons",
Biometrika 39 (1952). The covariance: White, "Maximum likelihood estimation of misspecified models",
Econometrica 50 (1982).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.intervals import Z

ELO: Final = 400.0 / math.log(10.0)
"""Elo points to one unit of strength."""
_ADDED: Final = 0.5
"""Draws that are added to each pair."""
_NEAR: Final = 1e-12
_MOST_STEPS: Final = 200
_LONGEST_STEP: Final = 2.0
"""Units of strength by which a step may move an agent; a longer one is shortened."""

Floats = npt.NDArray[np.float64]


class Meeting(NamedTuple):
    """One result between two agents, by their numbers: the first one's share of the win, 0 to 1."""

    one: int
    other: int
    share: float


class Rating(NamedTuple):
    """A rating in Elo points and its 95 % interval."""

    points: float
    low: float
    high: float


def rate(count: int, draws: Sequence[Sequence[Meeting]], zero: int | None = None) -> list[Rating]:
    """Return the ratings of `count` agents by the results of each of the `draws` of chance.

    The agent with the number `zero` has 0 points; without one the weakest has.

    >>> won, lost = [Meeting(0, 1, 1.0)], [Meeting(0, 1, 0.0)]
    >>> [round(each.points) for each in rate(2, [won, won, won, lost])]
    [166, 0]
    """
    won = np.zeros((count, count))
    for draw in draws:
        for one, other, share in draw:
            won[one, other] += share
            won[other, one] += 1.0 - share
    met = won + won.T > 0.0
    won[met] += _ADDED / 2
    strength = _likeliest(won)
    if zero is None:
        zero = int(np.argmin(strength))
    spread = _spread(strength, won, met, draws, zero)
    points = ELO * (strength - strength[zero])
    return [
        Rating(float(middle), float(middle - half), float(middle + half))
        for middle, half in zip(points, Z * ELO * spread, strict=True)
    ]


def _chances(strength: Floats) -> Floats:
    """Return the chance of each agent to beat each other one."""
    return 1.0 / (1.0 + np.exp(np.clip(strength[None, :] - strength[:, None], -700.0, 700.0)))


def _information(strength: Floats, games: Floats) -> Floats:
    """Return minus the second derivatives of the logarithm of the likelihood."""
    chance = _chances(strength)
    weight = games * chance * chance.T
    return np.diag(weight.sum(axis=1)) - weight


def _likeliest(won: Floats) -> Floats:
    """Return the strengths under which the wins in `won` are likeliest; their mean is 0."""
    games, count = won + won.T, len(won)
    strength = np.zeros(count)
    for _ in range(_MOST_STEPS):
        slope = (won - games * _chances(strength)).sum(axis=1)
        # One more equation holds the mean at 0: differences alone are known.
        step = np.linalg.solve(_information(strength, games) + 1.0 / count, slope)
        longest = float(np.abs(step).max(initial=0.0))
        strength = strength + step * min(1.0, _LONGEST_STEP / max(longest, _NEAR))
        if longest < _NEAR:
            break
    return strength


def _spread(
    strength: Floats,
    won: Floats,
    met: npt.NDArray[np.bool_],
    draws: Sequence[Sequence[Meeting]],
    zero: int,
) -> Floats:
    """Return the standard error of each strength less the strength of the agent `zero`."""
    count, chance = len(strength), _chances(strength)
    slopes = np.zeros((len(draws), count))
    for number, draw in enumerate(draws):
        for one, other, share in draw:
            more = share - chance[one, other]
            slopes[number, one] += more
            slopes[number, other] -= more
    few = len(draws) / (len(draws) - 1) if len(draws) > 1 else 1.0
    added = np.where(met, _ADDED * (0.5 - chance) ** 2, 0.0)
    middle = slopes.T @ slopes * few + np.diag(added.sum(axis=1)) - added
    others = [number for number in range(count) if number != zero]
    inverse = np.linalg.inv(_information(strength, won + won.T)[np.ix_(others, others)])
    variance = inverse @ middle[np.ix_(others, others)] @ inverse
    spread = np.zeros(count)
    spread[others] = np.sqrt(np.maximum(0.0, np.diag(variance)))
    return spread
