"""Tables of Ra, compiled: how they begin, what networks hold of them, and what a network does.

Rows are laid out as in `ai.ra.plain`, as arrays. A network is a set of arrays for one number of
players; several stand one behind the other, and a number picks one. Games are played in
`ai.lab.ra.tables`.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np

from ai.lab.compiled import next_word
from ai.lab.ra.kernel import COMPILED
from ai.lab.ra.layers import add_rows
from ai.ra.plain import (
    BLOCK,
    EPOCH,
    FREE,
    IN,
    LEFT,
    PLAYERS,
    SCORES,
    SIZE,
    SUNS,
    TURN,
    UP,
    K,
)
from games.ra.tiles import ALL, SUN_SETS

MARGIN_SCALE: Final = 20.0
"""Points that are 1 in what networks say of margins."""
MIX: Final = 0.25
"""What is maximised: the chance to win, and this much of the margin in units of 20 points."""

_block_size = COMPILED["block_size"]
_bag_size = COMPILED["bag_size"]
_settle = COMPILED["settle"]
_use_god = COMPILED["use_god"]
_solve = COMPILED["solve_auction"]
_fill = COMPILED["fill_inputs"]
_count = COMPILED["input_count"]
_winner = COMPILED["winner"]

_ALL: Final = np.array(list(ALL), np.int64)
_SETS: Final = np.zeros((6, 5, 4), np.int64)
for _players, _sets in SUN_SETS.items():
    for _number, _suns in enumerate(_sets):
        _SETS[_players, _number, : len(_suns)] = _suns

Array = np.ndarray[Any, np.dtype[Any]]
Nets = tuple[Array, ...]
"""Networks one behind the other: first, bias, second and last of all."""
Room = tuple[Array, Array, Array]
"""Where inputs, units and values are worked out."""
compiled = numba.njit(nogil=True, fastmath=True)


@compiled
def below(state: Array, bound: int) -> int:
    """Return a whole number in 0..bound-1."""
    return int((next_word(state) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


@compiled
def new_row(players: int, state: Array) -> Array:
    """Return a table with the suns dealt by lot."""
    t = np.zeros(SIZE, np.int64)
    order = np.arange(players)
    for last in range(players - 1, 0, -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]
    best = 0
    for seat in range(players):
        for place in range(4):
            sun = _SETS[players, order[seat], place]
            if sun > 0:
                t[SUNS + sun] = UP + seat
                if sun > best:
                    best = sun
                    t[TURN] = seat
    t[SUNS + 1] = IN
    for seat in range(players):
        t[SCORES + seat] = 10
    for kind in range(K):
        t[LEFT + kind] = _ALL[kind]
    t[EPOCH] = 1
    t[PLAYERS] = players
    t[FREE] = 1
    return t


@compiled
def drawn_kind(t: Array, state: Array) -> int:
    """Return a kind drawn out of the bag."""
    left = below(state, _bag_size(t))
    for kind in range(K):
        left -= t[LEFT + kind]
        if left < 0:
            return kind
    return 0


# -- networks ----------------------------------------------------------------------------------


@compiled
def evaluate(t: Array, net: Nets, which: int, x: Array, hidden: Array, out: Array) -> None:
    """Write the chance to win and the margin of every seat into `out` (5, 2); exact once the game
    is over.
    """
    players = t[PLAYERS]
    if t[EPOCH] > 3:
        won = _winner(t)
        total = 0
        for seat in range(players):
            total += t[SCORES + seat]
        for seat in range(players):
            own = t[SCORES + seat]
            out[seat, 0] = 1.0 if seat == won else 0.0
            out[seat, 1] = (own - (total - own) / (players - 1.0)) / MARGIN_SCALE
        return
    first, bias, second, last = net
    _fill(t, x)
    units = hidden.shape[0]
    hidden[:] = bias[which]
    add_rows(x, _count(players), first[which], hidden)
    epoch = t[EPOCH] - 1
    ends = second[which, epoch]
    sums = last[which, epoch].copy()
    for unit in range(units):
        value = hidden[unit]
        if value > 0.0:
            row = ends[unit]
            for place in range(2 * players):
                sums[place] += value * row[place]
    most = sums[0]
    for place in range(1, players):
        most = max(most, sums[place])
    odds = 0.0
    for place in range(players):
        odds += np.exp(sums[place] - most)
    for place in range(players):
        seat = (t[TURN] + place) % players
        out[seat, 0] = np.exp(sums[place] - most) / odds
        out[seat, 1] = sums[players + place]


@compiled
def utility(out: Array, seat: int) -> float:
    """Return the utility of a seat."""
    worth: float = out[seat, 0] + MIX * out[seat, 1]
    return worth


@compiled
def worth_of_outcomes(
    t: Array, net: Nets, which: int, room: Room, worth: Array, called: bool
) -> None:
    """Return the value of each outcome of an auction to every seat, at 5 * sun + seat."""
    x, hidden, out = room
    players = t[PLAYERS]
    for sun in range(17):
        if sun > 0 and not UP <= t[SUNS + sun] < UP + 5:
            continue
        after = t.copy()
        _settle(after, t[SUNS + sun] - UP if sun > 0 else -1, sun)
        evaluate(after, net, which, x, hidden, out)
        for seat in range(players):
            worth[5 * sun + seat] = utility(out, seat)


# -- a turn ------------------------------------------------------------------------------------


@compiled
def net_turn(t: Array, which: int, can_draw: bool, gods: int, net: Nets, room: Room) -> int:
    """Return the choice of a network in its turn: 0 draw, -1 call, or the kind that a god takes."""
    x, hidden, out = room
    seat = t[TURN]
    best, found = -1e30, -1
    if can_draw:
        evaluate(t, net, which, x, hidden, out)
        best, found = utility(out, seat), 0
    worth = np.zeros(85)
    plan = np.zeros(85, np.int64)
    worth_of_outcomes(t, net, which, room, worth, True)
    value = worth[5 * _solve(t, True, worth, plan) + seat]
    if value > best:
        best, found = value, -1
    if gods > 0:
        for kind in range(1, K):
            if kind != 4 and t[BLOCK + kind] > 0:
                after = t.copy()
                _use_god(after, kind)
                evaluate(after, net, which, x, hidden, out)
                value = utility(out, seat)
                if value > best:
                    best, found = value, kind
    return found
