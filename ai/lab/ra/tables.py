"""Tables of every kind of player, compiled: how often each wins, over thousands of games.

A seat is `HEURISTIC`, `PROGRAM` (the program of 2006), a network's number, or that number and
`DEEP`: the same network looking over the next tile, as `net+` does. What is measured here is the
same play as the arena's, but for discards, which cost the least by one rule for all.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.lab.ra.engine import (
    HEURISTIC,
    Array,
    Nets,
    Room,
    compiled,
    drawn_kind,
    evaluate,
    net_turn,
    new_row,
    utility,
    worth_of_outcomes,
)
from ai.lab.ra.kernel import COMPILED
from ai.lab.ra.seed_engine import Programs, seed_bid, seed_turn
from ai.ra.plain import BLOCK, EPOCH, LEFT, PLAYERS, SCORES, TURN, K
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS

PROGRAM: Final = -2
DEEP: Final = 100

_block_size = COMPILED["block_size"]
_bag_size = COMPILED["bag_size"]
_draw_tile = COMPILED["draw_tile"]
_settle = COMPILED["settle"]
_use_god = COMPILED["use_god"]
_solve = COMPILED["solve_auction"]
_winner = COMPILED["winner"]
_choose_bid = COMPILED["choose_bid"]
_choose_turn = COMPILED["choose_turn"]
_highest_up = COMPILED["highest_up"]


@compiled
def answer(t: Array, kind: int, net: Nets, which: int, room: Room, found: Array) -> None:
    """What a table is worth to every seat into `found` (5, 2) once a tile of a `kind` is drawn.

    A Ra is answered by its auction, another tile by the next player's best of drawing and calling.
    """
    x, hidden, out = room
    after = t.copy()
    auction = _draw_tile(after, kind)
    if kind == 0 and not auction:
        evaluate(after, net, which, x, hidden, found)
        return
    worth, plan = np.zeros(85), np.zeros(85, np.int64)
    worth_of_outcomes(after, net, which, room, worth, not auction)
    sun = _solve(after, not auction, worth, plan)
    mover = after[TURN]
    if not auction and _block_size(after) < 8 and _bag_size(after) > 0:
        evaluate(after, net, which, x, hidden, out)
        if worth[5 * sun + mover] <= utility(out, mover):
            found[:] = out
            return
    done = after.copy()
    _settle(done, after[161 + sun] - 1 if sun > 0 else -1, sun)
    evaluate(done, net, which, x, hidden, found)


@compiled
def drawing(t: Array, net: Nets, which: int, room: Room, found: Array) -> None:
    """The expected worth of drawing to every seat into `found` (5, 2): exact over the bag."""
    one = np.zeros((5, 2))
    found[:] = 0.0
    bag = _bag_size(t)
    for kind in range(K):
        if t[LEFT + kind] > 0:
            answer(t, kind, net, which, room, one)
            found += one * (t[LEFT + kind] / bag)


@compiled
def deep_turn(t: Array, which: int, can_draw: bool, gods: int, net: Nets, room: Room) -> int:
    """What `net+` does in its turn: 0 draw, -1 call, or the kind that a god takes."""
    x, hidden, out = room
    seat = t[TURN]
    best, choice = -1e30, -1
    if can_draw:
        found = np.zeros((5, 2))
        drawing(t, net, which, room, found)
        best, choice = utility(found, seat), 0
    worth, plan = np.zeros(85), np.zeros(85, np.int64)
    worth_of_outcomes(t, net, which, room, worth, True)
    value = worth[5 * _solve(t, True, worth, plan) + seat]
    if value > best:
        best, choice = value, -1
    if gods > 0:
        for kind in range(1, K):
            if kind != 4 and t[BLOCK + kind] > 0:
                after = t.copy()
                _use_god(after, kind)
                evaluate(after, net, which, x, hidden, out)
                value = utility(out, seat)
                if value > best:
                    best, choice = value, kind
    return choice


@compiled
def bid_of(
    t: Array,
    seat: int,
    high: int,
    must: bool,
    called: bool,
    kind: int,
    net: Nets,
    programs: Programs,
    room: Room,
    work: tuple[Array, Array],
) -> int:
    """What a player of a kind bids, 0 for a pass."""
    if kind == HEURISTIC:
        bid: int = _choose_bid(t, seat, high, must, 0.0)
        return bid
    if kind == PROGRAM:
        return seed_bid(t, seat, high, must, programs, work)
    worth, plan = np.zeros(85), np.zeros(85, np.int64)
    worth_of_outcomes(t, net, kind % DEEP, room, worth, called)
    _solve(t, called, worth, plan)
    planned: int = plan[17 * seat + high]
    return planned


@compiled
def auction(
    t: Array,
    called: bool,
    kinds: Array,
    net: Nets,
    programs: Programs,
    room: Room,
    work: tuple[Array, Array],
) -> None:
    """Everybody bids once, and the auction is settled."""
    players, caller, full = t[PLAYERS], t[TURN], _block_size(t) >= 8
    high, by = 0, -1
    for step in range(1, players + 1):
        seat = (caller + step) % players
        top = _highest_up(t, seat)
        if top > high:
            must = called and seat == caller and high == 0 and not full
            bid = bid_of(t, seat, high, must, called, kinds[seat], net, programs, room, work)
            if bid > 0:
                high, by = bid, seat
    _settle(t, by, high)


@compiled
def turn_of(
    t: Array,
    kind: int,
    net: Nets,
    programs: Programs,
    room: Room,
    work: tuple[Array, Array],
) -> int:
    """What a player of a kind does in its turn: 0 draw, -1 call, or the kind that a god takes."""
    size = _block_size(t)
    can_draw = size < 8 and _bag_size(t) > 0
    gods = t[t[TURN] * K + 4] if size > t[BLOCK + 4] else 0
    if kind == HEURISTIC:
        choice: int = _choose_turn(t, can_draw, gods, 0.0, True)
    elif kind == PROGRAM:
        choice = seed_turn(t, can_draw, gods, programs, work)
    elif kind >= DEEP:
        choice = deep_turn(t, kind - DEEP, can_draw, gods, net, room)
    else:
        choice = net_turn(t, kind, can_draw, gods, net, room)
    return choice


@compiled
def rooms(net: Nets) -> tuple[Array, Array, Array]:
    """Where inputs, units and values of networks are worked out."""
    first = net[0]
    return (
        np.zeros(first.shape[1], np.float32),
        np.zeros(first.shape[2], np.float32),
        np.zeros((5, 2)),
    )


@compiled
def play_on(t: Array, kinds: Array, net: Nets, programs: Programs, tiles: Array) -> None:
    """Play a table to its end from the start of a turn."""
    room = rooms(net)
    work = (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS))
    while t[EPOCH] <= 3:
        choice = turn_of(t, kinds[t[TURN]], net, programs, room, work)
        if choice > 0:
            _use_god(t, choice)
        elif choice == -1:
            auction(t, True, kinds, net, programs, room, work)
        elif _draw_tile(t, drawn_kind(t, tiles)):
            auction(t, False, kinds, net, programs, room, work)


@compiled
def play_tables(players: int, kinds: Array, net: Nets, programs: Programs, seeds: Array) -> Array:
    """One game for each row of `kinds` and word of `seeds`: the scores (games, 5).

    The winner's score has 1/2 more.
    """
    games = kinds.shape[0]
    scores = np.zeros((games, 5))
    tiles = np.zeros(1, np.uint64)
    for game in range(games):
        tiles[0] = seeds[game]
        t = new_row(players, tiles)
        play_on(t, kinds[game], net, programs, tiles)
        for seat in range(players):
            scores[game, seat] = t[SCORES + seat]
        scores[game, _winner(t)] += 0.5
    return scores


class Share(NamedTuple):
    """The share of wins of a seat and its mean margin, with standard errors over deals."""

    wins: float
    error: float
    margin: float
    margin_error: float


def meet(
    players: int, own: int, other: int, deals: int, seed: int, net: Nets, programs: Programs
) -> Share:
    """One of a kind among others of another, every deal once from each seat."""
    rng = np.random.default_rng([seed, players, 31])
    kinds = np.full((deals * players, players), other, np.int64)
    kinds[np.arange(deals * players), np.arange(deals * players) % players] = own
    seeds = np.repeat(rng.integers(0, 2**63, deals).astype(np.uint64), players)
    return share_of(play_tables(players, kinds, net, programs, seeds), players)


def share_of(scores: Array, players: int) -> Share:
    """How the seat that was filled by turns has done in these games."""
    lines = np.arange(len(scores))
    seats = lines % players
    own = np.floor(scores[lines, seats])
    rest = (np.floor(scores[:, :players]).sum(axis=1) - own) / (players - 1)
    won = (scores[:, :players].argmax(axis=1) == seats).reshape(-1, players).mean(axis=1)
    margin = (own - rest).reshape(-1, players).mean(axis=1)
    root = np.sqrt(len(won))
    return Share(
        float(won.mean()),
        float(won.std(ddof=1) / root),
        float(margin.mean()),
        float(margin.std(ddof=1) / root),
    )
