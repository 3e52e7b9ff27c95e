"""What is measured of Ra's agents besides how often they win, compiled where it is many games.

- `wishes`: who passes a lot that it holds to be worth more than its sun, and whether the 1 lies in
  the centre: the program of 2006 was afraid of it;
- `playouts`: what each choice of a turn comes to if networks play on from there, for the hint.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.lab.ra.engine import (
    MARGIN_SCALE,
    Array,
    Nets,
    compiled,
    evaluate,
)
from ai.lab.ra.kernel import COMPILED
from ai.lab.ra.seed_engine import SUN_FACTOR, lot_value, seed_bid, sun_value
from ai.lab.ra.tables import (
    HEURISTIC,
    PLAYED,
    PROGRAM,
    Programs,
    act,
    played_bid,
    program_of,
    rooms,
    turn_of,
)
from ai.ra.plain import EPOCH, PLAYERS, SUNS, TURN, UP
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS

MORE: Final = 1.0
"""Points that a lot is worth more than the sun that it costs, to be counted as wished for."""

_block_size = COMPILED["block_size"]
_center = COMPILED["center_sun"]
_choose_bid = COMPILED["choose_bid"]
_highest_up = COMPILED["highest_up"]
_lot_worth = COMPILED["lot_worth"]
_settle = COMPILED["settle"]
_sun_worth = COMPILED["sun_worth"]


@compiled
def first_bidder(t: Array) -> int:
    """Who bids first once the seat whose turn it is has drawn a Ra."""
    for step in range(1, t[PLAYERS] + 1):
        seat = (t[TURN] + step) % t[PLAYERS]
        if _highest_up(t, seat) > 0:
            return int(seat)
    return -1


@compiled
def lowest_sun(t: Array, seat: int) -> int:
    """The lowest face-up sun of a seat."""
    for sun in range(1, 17):
        if t[SUNS + sun] == UP + seat:
            return sun
    return 0


@compiled
def wish(t: Array, seat: int, kind: int, nets: Nets, programs: Programs) -> tuple[float, bool]:
    """What a player of a kind holds the lot to be worth over its sun, in points, and if it bids.

    For a network: what its margin would gain over nobody's getting the lot.
    """
    sun = lowest_sun(t, seat)
    if kind == HEURISTIC:
        gain = _lot_worth(t, seat) - _sun_worth(t, seat, sun)
        return gain, _choose_bid(t, seat, 0, False, 0.0) > 0
    if kind <= PROGRAM:
        own = program_of(programs, kind)
        sums = (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS))
        gain = lot_value(t, seat, own[0], sums[0])
        gain -= own[2][SUN_FACTOR] * sun_value(t, seat, sun, own[1], sums[1])
        return gain, seed_bid(t, seat, 0, False, own, sums) > 0
    room, which = rooms(nets), kind % PLAYED
    won, passed = t.copy(), t.copy()
    _settle(won, seat, sun)
    _settle(passed, -1, 0)
    out, none = np.zeros((5, 2)), np.zeros((5, 2))
    evaluate(won, nets, which, room[0], room[1], out)
    evaluate(passed, nets, which, room[0], room[1], none)
    return MARGIN_SCALE * (out[seat, 1] - none[seat, 1]), played_bid(
        t, seat, 0, False, which, nets, room
    ) > 0


@compiled
def wishes(states: Array, kind: int, nets: Nets, programs: Programs) -> Array:
    """Of auctions of a Ra drawn in these states: how many first bidders wished, and passed.

    Shape (2, 2): with the 1 in the centre and with another sun there; wished and passed of those.
    """
    found = np.zeros((2, 2), np.int64)
    for number in range(states.shape[0]):
        t = states[number].astype(np.int64)
        seat = first_bidder(t)
        if seat >= 0 and _block_size(t) > 0:
            gain, bids = wish(t, seat, kind, nets, programs)
            if gain > MORE:
                place = 0 if _center(t) == 1 else 1
                found[place, 0] += 1
                if not bids:
                    found[place, 1] += 1
    return found


@compiled
def playouts(
    t: Array, kinds: Array, choice: int, nets: Nets, programs: Programs, seeds: Array
) -> Array:
    """What a choice of the seat whose turn it is comes to: won or not and points ahead, (n, 2)."""
    players, seat = t[PLAYERS], t[TURN]
    found, out = np.zeros((seeds.shape[0], 2)), np.zeros((5, 2))
    room = rooms(nets)
    lots, tiles = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    work = (room, (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS)), lots, 0.0)
    assert players == kinds.shape[0]
    for number in range(seeds.shape[0]):
        lots[0], tiles[0] = seeds[number, 0], seeds[number, 1]
        row = t.copy()
        act(row, choice, kinds, nets, programs, work, tiles)
        while row[EPOCH] <= 3:
            act(
                row,
                turn_of(row, kinds[row[TURN]], nets, programs, work),
                kinds,
                nets,
                programs,
                work,
                tiles,
            )
        evaluate(row, nets, 0, room[0], room[1], out)
        found[number, 0] = out[seat, 0]
        found[number, 1] = MARGIN_SCALE * out[seat, 1]
    return found


@compiled
def choice_of(t: Array, kind: int, nets: Nets, programs: Programs) -> int:
    """What a player of a kind does in the turn of a row."""
    lots = np.zeros(1, np.uint64)
    work = (rooms(nets), (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS)), lots, 0.0)
    return turn_of(t, kind, nets, programs, work)
