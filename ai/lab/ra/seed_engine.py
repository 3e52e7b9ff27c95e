"""Games of the program of 2006, compiled: what lots came to be worth, and what suns could win.

A lot's worth is what its buyer would have lost at the end of the game had it never bought it:
beside every hand a shadow is kept for each lot, which gets all but that lot, and every
epoch counts both. A sun's worth comes from games with an auction after every tile, without calls
and without force: the most that it could still win in a later auction of the epoch.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.lab.compiled import uniform
from ai.lab.ra.engine import Array, below, compiled, drawn_kind, new_row
from ai.lab.ra.kernel import COMPILED
from ai.ra.plain import BLOCK, CIV_POINTS, DRAWN, EPOCH, PLAYERS, SUNS, TURN, UP, K
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS

UNITS: Final = (21, 17)
POINTS: Final = 10.0
"""Points that are 1 in targets."""
SUN_FACTOR, SUN_SHARE, CALL_MARGIN, SPOIL, GOD_LEAST = range(5)
"""What stands at which place of a program's margins: the share of what suns were learned to win
that they are held to be worth, points for each step to the centre's sun, and points that a call to
win, a call to spoil and a god want."""
FIRST_MARGINS: Final = (0.8, 0.25, 1.0, 0.5, 2.0)
"""Margins before any are tuned: the most of several lots is more than a player will get, and who
waits for it never buys."""
SOURCES: Final = 6
MOST_LOTS: Final = 60
MOST_SUNS: Final = 800

Layers = tuple[Array, ...]
"""First, bias, second and last of a network, or of one for each epoch."""
Program = tuple[Layers, Layers, Array]
"""The networks of lots and of suns, and the margins."""
Room = tuple[Array, Array]
"""Where the inputs of lots and of suns are worked out."""

_block_size = COMPILED["block_size"]
_bag_size = COMPILED["bag_size"]
_draw_tile = COMPILED["draw_tile"]
_settle = COMPILED["settle"]
_use_god = COMPILED["use_god"]
_receive = COMPILED["receive_block"]
_highest_up = COMPILED["highest_up"]
_center = COMPILED["center_sun"]
_monuments = COMPILED["monument_points"]
_civ_kinds = COMPILED["civ_kinds"]
_end_epoch = COMPILED["end_epoch"]
_take_one = COMPILED["take_one"]
_fill_lot = COMPILED["fill_lot"]
_fill_sun = COMPILED["fill_sun"]


@compiled
def forward(net: Layers, x: Array) -> float:
    """Return the output of a network with one layer of sigmoid units, in points."""
    first, bias, second, last = net
    total: float = last[0]
    for unit in range(bias.shape[0]):
        held = bias[unit]
        for place in range(x.shape[0]):
            held += first[place, unit] * x[place]
        total += second[unit] / (1.0 + np.exp(-held))
    total *= POINTS
    return total


@compiled
def lot_value(t: Array, seat: int, lots: Layers, x: Array) -> float:
    """Return the value of the block for a seat by the network of lots."""
    _fill_lot(t, seat, x)
    return forward(lots, x)


@compiled
def sun_value(t: Array, seat: int, sun: int, suns: Layers, x: Array) -> float:
    """Return the value of a sun by the network of this epoch."""
    _fill_sun(t, seat, sun, x)
    first, bias, second, last = suns
    epoch = t[EPOCH] - 1
    found: float = forward((first[epoch], bias[epoch], second[epoch], last[epoch]), x)
    return found


@compiled
def seed_bid(t: Array, seat: int, high: int, must: bool, nets: Program, room: Room) -> int:
    """Return the bid of the program, 0 for a pass."""
    sun = 0
    for other in range(16, high, -1):
        if t[SUNS + other] == UP + seat:
            sun = other
    if sun == 0 or must:
        return sun
    margins = nets[2]
    worth = lot_value(t, seat, nets[0], room[0]) + margins[SUN_SHARE] * (_center(t) - sun)
    least = margins[SUN_FACTOR] * sun_value(t, seat, sun, nets[1], room[1])
    return sun if worth >= least else 0


@compiled
def seed_turn(t: Array, can_draw: bool, gods: int, nets: Program, room: Room) -> int:
    """Return the choice of the program in its turn: call to win, god, call to spoil, draw."""
    seat, margins = t[TURN], nets[2]
    factor, share = margins[SUN_FACTOR], margins[SUN_SHARE]
    if _block_size(t) > 0:
        top = _highest_up(t, seat)
        own = lot_value(t, seat, nets[0], room[0]) + share * (_center(t) - top)
        least = factor * sun_value(t, seat, top, nets[1], room[1]) + margins[CALL_MARGIN]
        if own >= least:
            return -1
        if gods > 0:
            kind = seed_god(t, nets, room)
            if kind > 0:
                return kind
        for other in range(t[PLAYERS]):
            sun = _highest_up(t, other)
            if other != seat and sun > top:
                worth = lot_value(t, other, nets[0], room[0]) + share * (_center(t) - sun)
                gladly = factor * sun_value(t, other, sun, nets[1], room[1])
                if worth >= gladly - margins[SPOIL]:
                    return -1
    return 0 if can_draw else -1


@compiled
def seed_god(t: Array, nets: Program, room: Room) -> int:
    """Return the kind that a god should take, 0 for none: what it is worth as a lot of its own."""
    seat, best, found = t[TURN], nets[2][GOD_LEAST], 0
    alone = t.copy()
    for kind in range(1, K):
        alone[BLOCK + kind] = 0
    for kind in range(1, 19):
        if kind != 4 and t[BLOCK + kind] > 0:
            alone[BLOCK + kind] = 1
            worth = lot_value(alone, seat, nets[0], room[0])
            alone[BLOCK + kind] = 0
            if worth >= best:
                best, found = worth + 1e-9, kind
    return found


# -- what lots were worth ----------------------------------------------------------------------


@compiled
def hand_sources(t: Array, base: int, seat: int, points: Array) -> None:
    """Work out the points of an epoch's end by source for the hand at `base` in the place of a
    seat's.
    """
    most, fewest = -1, 1000
    for other in range(t[PLAYERS]):
        held = t[base + 1] if other == seat else t[other * K + 1]
        most, fewest = max(most, held), min(fewest, held)
    points[:] = 0.0
    if most > fewest:
        if t[base + 1] == most:
            points[0] += 5.0
        if t[base + 1] == fewest:
            points[0] -= 2.0
    if t[base + 3] > 0:
        points[1] = t[base + 2] + t[base + 3]
    points[2] = CIV_POINTS[_civ_kinds(t, base)]
    points[3] = 2.0 * t[base + 4]
    points[4] = 3.0 * t[base + 5]
    points[5] = _monuments(t, base) if t[EPOCH] == 3 else 0.0


@compiled
def count_epoch(t: Array, shadows: Array, owners: Array, count: int, worth: Array) -> None:
    """Add to every lot's worth what its owner's hand scores more than the shadow."""
    own, other = np.zeros(SOURCES), np.zeros(SOURCES)
    ghost = t.copy()
    for lot in range(count):
        seat = owners[lot]
        hand_sources(t, seat * K, seat, own)
        ghost[:] = t
        ghost[seat * K : seat * K + K] = shadows[lot]
        hand_sources(ghost, seat * K, seat, other)
        worth[lot] += own - other
        for kind in range(3, 11):
            shadows[lot, kind] = 0


@compiled
def shadow_receives(
    t: Array, seat: int, shadows: Array, owners: Array, count: int, kind: int
) -> None:
    """Give every shadow of a seat the block too, or with a `kind` that one tile by a god."""
    ghost = t.copy()
    for lot in range(count):
        if owners[lot] == seat:
            ghost[:] = t
            ghost[seat * K : seat * K + K] = shadows[lot]
            if kind > 0:
                ghost[seat * K + 4] = max(0, ghost[seat * K + 4] - 1)
                _take_one(ghost, seat, kind)
            else:
                _receive(ghost, seat)
            shadows[lot] = ghost[seat * K : seat * K + K]


@compiled
def lots_of_game(
    players: int,
    trained: bool,
    nets: Program,
    lots: Array,
    tiles: Array,
    explore: float,
    inputs: Array,
    worth: Array,
) -> int:
    """Play one game; the inputs and the worth by source of every lot that was bought.

    The players are the program itself where its networks are `trained`, else the heuristic.
    """
    t = new_row(players, tiles)
    shadows, owners = np.zeros((MOST_LOTS, K), np.int64), np.zeros(MOST_LOTS, np.int64)
    room = (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS))
    count = 0
    worth[:] = 0.0
    while t[EPOCH] <= 3:
        seat, size = t[TURN], _block_size(t)
        can_draw = size < 8 and _bag_size(t) > 0
        gods = t[seat * K + 4] if size > t[BLOCK + 4] else 0
        choice = turn_of(t, trained, can_draw, gods, nets, room)
        if explore > 0.0 and uniform(lots) < explore:
            choice = 0 if can_draw and uniform(lots) < 0.6 else -1
        if choice > 0:
            shadow_receives(t, seat, shadows, owners, count, choice)
            _use_god(t, choice)
            continue
        called = choice == -1
        if not called:
            epoch = t[EPOCH]
            kind = drawn_kind(t, tiles)
            if kind == 0 and t[DRAWN] + 1 >= 5 + players:
                count_epoch(t, shadows, owners, count, worth)
            if not _draw_tile(t, kind):
                continue
            assert epoch == t[EPOCH]
        high, by = bids_of(t, called, trained, nets, room, lots, explore)
        if by >= 0:
            bought = _block_size(t) > 0 and count < MOST_LOTS
            if bought:
                _fill_lot(t, by, room[0])
                inputs[count] = room[0]
                shadows[count] = t[by * K : by * K + K]
            shadow_receives(t, by, shadows, owners, count, 0)
            if bought:
                owners[count] = by
                count += 1
            if last_sun(t, by, high):
                ghost = t.copy()
                _receive(ghost, by)
                count_epoch(ghost, shadows, owners, count, worth)
        _settle(t, by, high)
    return count


@compiled
def last_sun(t: Array, by: int, sun: int) -> bool:
    """Return whether this is the last face-up sun on the table."""
    others = 0
    for other in range(1, 17):
        if other != sun and UP <= t[SUNS + other] < UP + 5:
            others += 1
    return others == 0


@compiled
def turn_of(t: Array, trained: bool, can_draw: bool, gods: int, nets: Program, room: Room) -> int:
    """Return the program's choice in its turn, or the heuristic's."""
    if trained:
        choice: int = seed_turn(t, can_draw, gods, nets, room)
    else:
        choice = _heuristic_turn(t, can_draw, gods, 0.0, True)
    return choice


@compiled
def bids_of(
    t: Array, called: bool, trained: bool, nets: Program, room: Room, lots: Array, explore: float
) -> tuple[int, int]:
    """Let every seat bid once; the high bid and its seat (0 and -1 without a bid)."""
    players, caller, full = t[PLAYERS], t[TURN], _block_size(t) >= 8
    high, by = 0, -1
    for step in range(1, players + 1):
        seat = (caller + step) % players
        must = called and seat == caller and high == 0 and not full
        if _highest_up(t, seat) <= high:
            continue
        if trained:
            bid = seed_bid(t, seat, high, must, nets, room)
        else:
            bid = _heuristic_bid(t, seat, high, must, 0.0)
        if explore > 0.0 and bid == 0 and uniform(lots) < explore:
            for sun in range(16, high, -1):
                if t[SUNS + sun] == UP + seat:
                    bid = sun
        if bid > 0:
            high, by = bid, seat
    return high, by


_heuristic_turn = COMPILED["choose_turn"]
_heuristic_bid = COMPILED["choose_bid"]


@compiled
def lots_of_games(
    players: int, trained: bool, nets: Program, seeds: Array, explore: float
) -> tuple[Array, Array]:
    """Return inputs (n, 46) and worth by source (n, 6) of all lots of a game for each seed."""
    games = seeds.shape[0]
    room = games * 45
    inputs = np.zeros((room, LOT_INPUTS), np.float32)
    worth = np.zeros((room, SOURCES), np.float32)
    own, found = np.zeros((MOST_LOTS, LOT_INPUTS)), np.zeros((MOST_LOTS, SOURCES))
    lots, tiles = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    used = 0
    for game in range(games):
        lots[0], tiles[0] = seeds[game, 0], seeds[game, 1]
        count = lots_of_game(players, trained, nets, lots, tiles, explore, own, found)
        for lot in range(count):
            if used < room:
                inputs[used] = own[lot]
                worth[used] = found[lot]
                used += 1
    return inputs[:used], worth[:used]


# -- what suns could win -----------------------------------------------------------------------


@compiled
def suns_of_games(
    players: int, nets: Program, trained: bool, seeds: Array
) -> tuple[Array, Array, Array]:
    """Return games with an auction after every tile: inputs (n, 33), the most won (n,), epochs
    (n,).
    """
    games = seeds.shape[0]
    room = games * 400
    inputs = np.zeros((room, SUN_INPUTS), np.float32)
    most, epochs = np.zeros(room, np.float32), np.zeros(room, np.int64)
    lots, tiles = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    own, best = np.zeros((MOST_SUNS, SUN_INPUTS)), np.zeros(MOST_SUNS)
    marks = np.zeros((MOST_SUNS, 2), np.int64)
    work = (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS))
    used = 0
    for game in range(games):
        lots[0], tiles[0] = seeds[game, 0], seeds[game, 1]
        t = new_row(players, tiles)
        for epoch in range(3):
            count = suns_of_epoch(t, nets, trained, lots, tiles, own, best, marks, work)
            for number in range(count):
                if used < room:
                    inputs[used] = own[number]
                    most[used] = best[number]
                    epochs[used] = epoch
                    used += 1
    return inputs[:used], most[:used], epochs[:used]


@compiled
def suns_of_epoch(
    t: Array,
    nets: Program,
    trained: bool,
    lots: Array,
    tiles: Array,
    own: Array,
    best: Array,
    marks: Array,
    work: Room,
) -> int:
    """Return one epoch with an auction after every tile; some suns are noted with their gain."""
    players, epoch, count = t[PLAYERS], t[EPOCH], 0
    while t[EPOCH] == epoch:
        if _block_size(t) < 8:
            count = note_suns(t, lots, own, best, marks, count, work)
            kind = drawn_kind(t, tiles)
            seat = t[TURN]
            if not _draw_tile(t, kind) and t[EPOCH] != epoch:
                break
            t[TURN] = seat
        high, by = bids_of(t, False, trained, nets, work, lots, 0.1)
        for number in range(count):
            sun, seat = marks[number, 0], marks[number, 1]
            if (t[SUNS + sun] == UP + seat and sun > (0 if by == seat else high)) or sun == high:
                share = nets[2][SUN_SHARE]
                worth = lot_value(t, seat, nets[0], work[0]) + share * (_center(t) - sun)
                best[number] = max(best[number], worth)
        _settle(t, by, high)
    assert players == t[PLAYERS]
    return count


@compiled
def note_suns(
    t: Array, lots: Array, own: Array, best: Array, marks: Array, count: int, work: Room
) -> int:
    """Note about every fifth face-up sun of this moment; returns how many are noted now."""
    for sun in range(1, 17):
        owner = t[SUNS + sun]
        if UP <= owner < UP + 5 and count < own.shape[0] and below(lots, 5) == 0:
            _fill_sun(t, owner - UP, sun, work[1])
            own[count] = work[1]
            marks[count, 0] = sun
            marks[count, 1] = owner - UP
            best[count] = 0.0
            count += 1
    return count
