"""Expectimax and panda of any depth by Finkel's rules with 7 pieces, compiled: needs numba.

The readable search is `ai.ur.expectimax`; this one answers move for move as it does, since it adds
up the same numbers in the same order, in about a hundredth of the time. Values are looked up in a
table that is kept from game to game: a value depends on the position and the plies left alone.
What a capture, an exit or a plain move gains in the last ply is known without looking at each, as
a piece is worth the number of its square.
"""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

import numpy as np

from ai.lab.compiled import compiled, inlined
from ai.lab.ur.batch import Ints, Words
from ai.lab.ur.kernel import BOARD, HIGHEST, OFF, after, free_squares
from ai.ur.bits import PROGRESS, Array
from ai.ur.expectimax import EXTREME, Expectimax, dice_by_rest
from ai.ur.net import PIECES
from ai.ur.values import ADVANCEMENT, TIE
from games.ur.rules import FINKEL

_SHARED: Final = FINKEL.shared
_REMEMBERED: Final = 18
"""Values are kept in 2**18 places, 4 MiB, which stay in the processor's cache: 2**22 take a third
longer at depth 6 and a quarter at 7, and so do 2**16 at 7."""
_SHIFT: Final = np.uint64(64 - _REMEMBERED)
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
"""2**64 by the golden ratio: its products spread over all places (Fibonacci hashing)."""
_WORST: Final = -1e300
_OUT: Final = ADVANCEMENT[-1]


class Searched(NamedTuple):
    """The knowledge of a search of some plies and style: its dice, and the values it has looked up.

    `weights` are probabilities by the plies left and the roll, 0 for a roll that is left out, of
    shape (plies, 5); `keys` and `held` are the table of values, of shape (2**18,).
    """

    weights: Array
    extremes: bool
    keys: Array
    held: Array


@functools.lru_cache(maxsize=4)
def searched(plies: int, style: str) -> Searched:
    """Return the one search of `plies` plies in a `style` ("", "plain" or "panda")."""
    weights = np.zeros((plies, 5))
    for rest, dice in enumerate(dice_by_rest(FINKEL, plies, style)):
        for roll, probability in dice:
            weights[rest, roll] = probability
    places = 1 << _REMEMBERED
    return Searched(weights, style != "plain", np.zeros(places, np.uint64), np.zeros(places))


@inlined
def _worth(side: int) -> float:
    """Return the advancement of one side."""
    return PROGRESS[side & BOARD] + _OUT * (side >> OFF)


@inlined
def _gain(free: int, other: int, roll: int) -> float:
    """Return the best gain of a move by `roll` from one of the `free` squares against `other`."""
    if free == 0:
        return 0.0
    targets = free << roll
    captures = targets & other & _SHARED
    if captures:
        return roll + HIGHEST[captures]
    return roll + (_OUT - OFF) * (targets >> OFF & 1)


@inlined
def _last_ply(own: int, other: int, worth: float, search: Searched) -> float:
    """Return the value of a position with one ply left; see `Search` in `ai.ur.expectimax`."""
    gained, ended = 0.0, 0.0
    for roll in range(5):
        probability = search.weights[1, roll]
        free = free_squares(own, other, roll)
        gain = _gain(free, other, roll)
        gained += probability * gain
        out = (free << roll) >> OFF & 1
        ended += probability * (EXTREME if out else worth + gain)
    alone = search.extremes and own >> OFF == PIECES - 1
    return ended if alone else worth + gained


@compiled
def expected(own: int, other: int, worth: float, rest: int, search: Searched) -> float:
    """Return the value of a position for the side `own`, which is to roll, with `rest` plies left.

    `other` is the opponent's side, `worth` the advancement of `own` over it.
    """
    if rest == 0:
        return worth
    if rest == 1:
        return _last_ply(own, other, worth, search)
    key = np.uint64(own) | np.uint64(other) << np.uint64(20) | np.uint64(rest) << np.uint64(40)
    place = key * _SPREAD >> _SHIFT
    if search.keys[place] == key:
        return search.held[place]
    total, passed, known = 0.0, 0.0, False
    for roll in range(5):
        probability = search.weights[rest, roll]
        if probability == 0.0:
            continue
        free = free_squares(own, other, roll)
        if free == 0:
            if not known:
                passed, known = -expected(other, own, -worth, rest - 1, search), True
            total += probability * passed
            continue
        best = _WORST
        while free:
            low = free & -free
            free ^= low
            source = HIGHEST[low]
            ahead, behind, again = after(own, other, source, roll)
            lead = _worth(ahead) - _worth(behind)
            if behind >> OFF == PIECES:
                value = EXTREME if search.extremes else -lead
            elif again:
                value = expected(ahead, behind, lead, rest - 1, search)
            else:
                value = -expected(ahead, behind, lead, rest - 1, search)
            best = max(best, value)
        total += probability * best
    search.keys[place], search.held[place] = key, total
    return total


@compiled
def _choose(
    own: int, other: int, roll: int, free: int, plies: int, values: Array, search: Searched
) -> int:
    """Return the square to leave of those in `free`; `values`, of shape (8,), is overwritten."""
    count, rest, squares = 0, plies - 1, free
    while squares:
        low = squares & -squares
        squares ^= low
        ahead, behind, again = after(own, other, HIGHEST[low], roll)
        lead = _worth(ahead) - _worth(behind)
        if behind >> OFF == PIECES:
            values[count] = EXTREME if search.extremes else -lead
        else:
            value = expected(ahead, behind, lead, rest, search)
            values[count] = value if again else -value
        count += 1
    least = values[:count].max() - TIE
    for value in values[:count]:
        low = free & -free
        if value >= least:
            break
        free ^= low
    return HIGHEST[low]


@compiled
def _choose_all(positions: Array, plies: int, search: Searched) -> Array:
    """Return the squares to leave; `positions`, int64 (4, n), has sides, rolls, free squares."""
    sources = np.zeros(positions.shape[1], np.int32)
    values = np.zeros(8)
    for i in range(len(sources)):
        own, other = positions[0, i], positions[1, i]
        roll, free = positions[2, i], positions[3, i]
        sources[i] = HIGHEST[free]
        if free & (free - 1):
            sources[i] = _choose(own, other, roll, free, plies, values, search)
    return sources


class DeepPolicy:
    """Plays as an `Expectimax` by Finkel's rules with 7 pieces: a policy of `ai.lab.ur.batch`."""

    def __init__(self, agent: Expectimax) -> None:
        self._plies = agent.plies
        self._search = searched(agent.plies, agent.style)

    def __call__(self, own: Ints, other: Ints, rolls: Ints, legal: Ints, words: Words) -> Ints:
        """Return the squares that pieces leave."""
        whole = [each.astype(np.int64) for each in (own, other, rolls, legal)]
        sources: Ints = _choose_all(np.stack(whole), self._plies, self._search)
        return sources
