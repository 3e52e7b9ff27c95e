"""Whole games of Ra, compiled: heuristic and networks play each other, and what is learned from.

Rows are those of `ai.ra.plain`, as arrays. A network is a set of arrays for one number of players;
several stand one behind the other, and a seat says which one plays there: 0 and up is a network,
`HEURISTIC` the potential's player.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np

from ai.lab.compiled import next_word, uniform
from ai.lab.ra.kernel import COMPILED
from ai.ra.plain import (
    BLOCK,
    DRAWN,
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

HEURISTIC: Final = -1
MARGIN_SCALE: Final = 20.0
"""Points that are 1 in what networks say of margins."""
MIX: Final = 0.25
"""What is maximised: the chance to win, and this much of the margin in units of 20 points."""
MOST_STATES: Final = 400
"""States before a draw in one game; a game has about 130."""

_block_size = COMPILED["block_size"]
_bag_size = COMPILED["bag_size"]
_draw_tile = COMPILED["draw_tile"]
_settle = COMPILED["settle"]
_use_god = COMPILED["use_god"]
_solve = COMPILED["solve_auction"]
_fill = COMPILED["fill_inputs"]
_count = COMPILED["input_count"]
_winner = COMPILED["winner"]
_choose_bid = COMPILED["choose_bid"]
_choose_turn = COMPILED["choose_turn"]
_next_seat = COMPILED["next_seat"]
_highest_up = COMPILED["highest_up"]

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
    """A whole number in 0..bound-1."""
    return int((next_word(state) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


@compiled
def new_row(players: int, state: Array) -> Array:
    """A table with the suns dealt by lot."""
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
    """A kind drawn out of the bag."""
    left = below(state, _bag_size(t))
    for kind in range(K):
        left -= t[LEFT + kind]
        if left < 0:
            return kind
    return 0


# -- networks ----------------------------------------------------------------------------------


@compiled
def evaluate(t: Array, net: Nets, which: int, x: Array, hidden: Array, out: Array) -> None:
    """Chance to win and margin of every seat into `out` (5, 2); exact once the game is over."""
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
    count, units = _count(players), hidden.shape[0]
    hidden[:] = bias[which]
    rows = first[which]
    for place in range(count):
        value = x[place]
        if value != 0.0:
            row = rows[place]
            for unit in range(units):
                hidden[unit] += value * row[unit]
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
    """What a seat maximises."""
    worth: float = out[seat, 0] + MIX * out[seat, 1]
    return worth


@compiled
def worth_of_outcomes(
    t: Array, net: Nets, which: int, room: Room, worth: Array, called: bool
) -> None:
    """What each outcome of an auction is worth to every seat, at 5 * sun + seat."""
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


# -- a game ------------------------------------------------------------------------------------


@compiled
def auction(
    t: Array, called: bool, kinds: Array, net: Nets, room: Room, lots: Array, explore: float
) -> None:
    """Everybody bids once, and the auction is settled."""
    players, caller = t[PLAYERS], t[TURN]
    plans = np.zeros((8, 85), np.int64)
    solved = np.zeros(8, np.bool_)
    worth = np.zeros(85)
    full = _block_size(t) >= 8
    high, by = 0, -1
    for step in range(1, players + 1):
        seat = (caller + step) % players
        top = _highest_up(t, seat)
        must = called and seat == caller and high == 0 and not full
        if top == 0 or (top < high and not must):
            continue
        kind = kinds[seat]
        if kind == HEURISTIC:
            bid = _choose_bid(t, seat, high, must, 0.0)
        else:
            if not solved[kind]:
                worth_of_outcomes(t, net, kind, room, worth, called)
                _solve(t, called, worth, plans[kind])
                solved[kind] = True
            bid = plans[kind, 17 * seat + high]
        if explore > 0.0 and uniform(lots) < explore:
            bid = random_bid(t, seat, high, must, lots)
        if bid > 0:
            high, by = bid, seat
    _settle(t, by, high)


@compiled
def random_bid(t: Array, seat: int, high: int, must: bool, lots: Array) -> int:
    """A pass or the lowest sun that wins, each as likely."""
    if not must and uniform(lots) < 0.5:
        return 0
    for sun in range(high + 1, 17):
        if t[SUNS + sun] == UP + seat:
            return sun
    return 0


@compiled
def net_turn(t: Array, which: int, can_draw: bool, gods: int, net: Nets, room: Room) -> int:
    """What a network does in its turn: 0 draw, -1 call, or the kind that a god takes."""
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


@compiled
def play_game(
    players: int,
    kinds: Array,
    net: Nets,
    judge: int,
    lots: Array,
    tiles: Array,
    explore: float,
    kept: Array,
    judged: Array,
) -> tuple[Array, int]:
    """Play one game; returns its last row, and how many states before a draw are in `kept`.

    `lots` and `tiles` are random numbers of the choices and of the deal; with the probability
    `explore` a choice is made by lot. What the network `judge` holds of the start of epoch n (from
    2 on) goes into `judged[n - 2]`, and of the end what came true; without one (-1) all are that.
    """
    epoch = 1
    t = new_row(players, tiles)
    count = 0
    first = net[0]
    room = (
        np.zeros(first.shape[1], np.float32),
        np.zeros(first.shape[2], np.float32),
        np.zeros((5, 2)),
    )
    while t[EPOCH] <= 3:
        if t[EPOCH] != epoch:
            epoch = t[EPOCH]
            if judge >= 0:
                evaluate(t, net, judge, room[0], room[1], judged[epoch - 2])
        seat = t[TURN]
        size = _block_size(t)
        can_draw = size < 8 and _bag_size(t) > 0
        gods = t[seat * K + 4] if size > t[BLOCK + 4] else 0
        if kinds[seat] == HEURISTIC:
            choice = _choose_turn(t, can_draw, gods, 0.0, True)
        else:
            choice = net_turn(t, kinds[seat], can_draw, gods, net, room)
        if explore > 0.0 and uniform(lots) < explore:
            choice = 0 if can_draw and uniform(lots) < 0.7 else -1
        if choice > 0:
            _use_god(t, choice)
            continue
        if choice == -1:
            auction(t, True, kinds, net, room, lots, explore)
            continue
        if count < kept.shape[0]:
            kept[count] = t
            count += 1
        if _draw_tile(t, drawn_kind(t, tiles)):
            auction(t, False, kinds, net, room, lots, explore)
    for number in range(2 if judge >= 0 else 0, 3):
        evaluate(t, net, 0, room[0], room[1], judged[number])
    return t, count


@compiled
def play_games(
    players: int,
    kinds: Array,
    net: Nets,
    judge: int,
    seeds: Array,
    explore: float,
    every: int,
    room: int,
) -> tuple[Array, Array, Array]:
    """One game for each row of `kinds` and of `seeds` (lots, tiles).

    Returns the scores with 1/2 more for the winner (games, 5), every n-th state before a draw as
    rows of int16, and what they are to be worth (states, 5, 2): chance to win and margin, half what
    came true, half what the network `judge` held of the start of the next epoch.
    """
    games = kinds.shape[0]
    scores = np.zeros((games, 5))
    states = np.zeros((room, SIZE), np.int16)
    worth = np.zeros((room, 5, 2), np.float32)
    kept = np.zeros((MOST_STATES if every > 0 else 0, SIZE), np.int64)
    judged = np.zeros((3, 5, 2))
    lots, tiles = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    used = 0
    for game in range(games):
        lots[0], tiles[0] = seeds[game, 0], seeds[game, 1]
        t, count = play_game(players, kinds[game], net, judge, lots, tiles, explore, kept, judged)
        for seat in range(players):
            scores[game, seat] = t[SCORES + seat]
        scores[game, _winner(t)] += 0.5
        if every > 0:
            for number in range(game % every, count, every):
                if used < room:
                    states[used] = kept[number]
                    epoch = kept[number, EPOCH]
                    worth[used] = 0.5 * (judged[2] + judged[epoch - 1])
                    used += 1
    return scores, states[:used], worth[:used]


assert DRAWN < PLAYERS
