"""Inputs of `net` on the hopes of each seat: products that a layer of sums lacks.

They are the potential of the heuristic with gentler slopes: the points that pharaohs, river,
civilizations and monuments may still score in the rest of the epoch, the points that the lot would
add, the suns of a seat against the others', and the least that each should win. Plain code for one
row, compiled for training (see `ai.ra.plain`); with arrays in `ai.ra.inputs`.
"""

from __future__ import annotations

from typing import Final

from ai.ra.plain import (
    BLOCK,
    CIV_POINTS,
    DRAWN,
    EPOCH,
    KIND_POINTS,
    PLAYERS,
    SUNS,
    TURN,
    UP,
    K,
    Row,
    block_size,
    center_sun,
    tiles_to_come,
)

HOPES: Final = 13
"""Inputs of this kind for each seat."""
CIV_LEFT: Final = (2.75, 0.6, 2.2, 1.6, 1.2, 0.0)
"""What is left of the epoch, in shares, is worth so many points to kinds of civilizations."""
NILE_SHARE: Final = 0.55
"""A nile without a flood, and one that is kept for a later epoch, in points."""
SINGLE, PAIR, NEAR = 0.3, 1.3, 1.2
"""Points hoped for of a monument alone, of two alike, and of six or seven kinds."""
PER_TILE: Final = 1.75
"""Points of a tile that is still to come. These five are the potential's, `ai.ra.potential`."""
CENTER_SHARE: Final = 0.25


def soft(x: float) -> float:
    """Return a step from 0 to 1 that is cheap to work out."""
    return 0.5 + 0.5 * x / (1.0 + abs(x))


def pharaoh_hope(own: int, most: int, fewest: int, left: float, rem: int) -> float:
    """Return the points that pharaohs may score now and in the epochs to come."""
    near, far = 2.0 / (0.3 + 1.2 * left), 2.0 / (1.1 + 1.2 * left)
    ahead, above = own - most, own - fewest
    now = 5.0 * soft(near * ahead) - 2.0 * soft(-near * above)
    return now + rem * (5.0 * soft(far * ahead) - 2.0 * soft(-far * above))


def river_hope(niles: int, floods: int, left: float, rem: int) -> float:
    """Return the points that niles and floods may score now and in the epochs to come."""
    now = niles + floods if floods > 0 else NILE_SHARE * left * niles
    return now + NILE_SHARE * rem * niles


def civ_hope(kinds: int, left: float) -> float:
    """Return the points that this number of `kinds` of civilizations may score."""
    return CIV_POINTS[kinds] + CIV_LEFT[kinds] * left


def monument_hope(t: Row, base: int, with_lot: int, hope: float) -> float:
    """Return the points at the end for a hand's monuments, with the block's if `with_lot` is 1."""
    kinds, singles, pairs, points = 0, 0, 0, 0
    for kind in range(11, 19):
        held = t[base + kind] + with_lot * t[BLOCK + kind]
        kinds += 1 if held > 0 else 0
        singles += 1 if held == 1 else 0
        pairs += 1 if held == 2 else 0
        points += 5 * max(0, held - 2)
    near = 1.0 if kinds == 6 or kinds == 7 else 0.0
    return points + KIND_POINTS[kinds] + hope * (SINGLE * singles + PAIR * pairs + NEAR * near)


def civ_count(t: Row, base: int) -> int:
    """Return the kinds of civilizations of a hand and the block together."""
    kinds, tiles = 0, 0
    for kind in range(6, 11):
        both = t[base + kind] + t[BLOCK + kind]
        tiles += both
        kinds += 1 if both > 0 else 0
    left: int = max(0, tiles - 2 * t[BLOCK + 19])
    return min(kinds, left)


def fill_hopes(t: Row, x: Row, first: int) -> None:
    """Write the hopes of all seats from `first` on, in the order of play from the mover."""
    players = t[PLAYERS]
    table = 0
    for sun in range(1, 17):
        table += 1 if UP <= t[SUNS + sun] < UP + 5 else 0
    due = PER_TILE * tiles_to_come(t) / max(1, table)
    for place in range(players):
        seat, at = (t[TURN] + place) % players, first + place * HOPES
        high, low = fill_power(t, x, at, seat, table, due)
        fill_hope(t, x, at + 6, seat)
        x[at + 11], x[at + 12] = 0.0, 0.0
        if high > 0 and block_size(t) > 0:
            center = center_sun(t)
            x[at + 11] = x[at + 10] + (CENTER_SHARE * (center - high) - 8.0 * x[at + 4]) / 6.0
            x[at + 12] = x[at + 10] + (CENTER_SHARE * (center - low) - 8.0 * x[at + 5]) / 6.0


def fill_power(t: Row, x: Row, at: int, seat: int, table: int, due: float) -> tuple[int, int]:
    """Write a seat's suns against the others', and the value they should win; highest and
    lowest.
    """
    own = 0
    for sun in range(1, 17):
        own += 1 if t[SUNS + sun] == UP + seat else 0
    others, below, unbeaten, high, low = table - own, 0, 0, 0, 0
    shares, needs, first_need, need = 0.0, 0.0, 0.0, 0.0
    for sun in range(1, 17):
        owner = t[SUNS + sun]
        if owner == UP + seat:
            share = below / others if others > 0 else 1.0
            need = min(due * (0.55 + 0.75 * share), 7.0 + 5.0 * share)
            if low == 0:
                low, first_need = sun, need
            high = sun
            shares += share
            needs += need
            unbeaten += 1 if below == others else 0
        elif UP <= owner < UP + 5:
            below += 1
    above = 0
    for sun in range(high + 1, 17):
        owner = t[SUNS + sun]
        above += 1 if UP <= owner < UP + 5 else 0
    x[at] = shares / 2.0
    x[at + 1] = unbeaten / 2.0
    x[at + 2] = above / 3.0
    x[at + 3] = needs / 15.0
    x[at + 4] = need / 8.0
    x[at + 5] = first_need / 8.0
    return high, low


def fill_hope(t: Row, x: Row, at: int, seat: int) -> None:
    """Write a seat's hopes by source, and the points that the lot would add in all."""
    base, players = seat * K, t[PLAYERS]
    left = (5 + players - t[DRAWN]) / (5.0 + players)
    rem = 3 - t[EPOCH]
    hope = (rem + left) / 3.0
    most, fewest = -100, 100
    for other in range(players):
        if other != seat:
            most = max(most, t[other * K + 1])
            fewest = min(fewest, t[other * K + 1])
    kinds = 0
    for kind in range(6, 11):
        kinds += 1 if t[base + kind] > 0 else 0
    kings = pharaoh_hope(t[base + 1], most, fewest, left, rem)
    river = river_hope(t[base + 2], t[base + 3], left, rem)
    civs = civ_hope(kinds, left)
    stones = monument_hope(t, base, 0, hope)
    x[at] = kings / 5.0
    x[at + 1] = river / 8.0
    x[at + 2] = civs / 10.0
    x[at + 3] = stones / 10.0
    due = 2 * t[BLOCK + 21]
    floods = t[base + 3] + t[BLOCK + 3]
    gone = min(due, floods)
    niles = max(0, t[base + 2] + t[BLOCK + 2] - (due - gone))
    pharaohs = max(0, t[base + 1] + t[BLOCK + 1] - 2 * t[BLOCK + 20])
    then = pharaoh_hope(pharaohs, most, fewest, left, rem) - kings
    then += river_hope(niles, floods - gone, left, rem) - river
    then += civ_hope(civ_count(t, base), left) - civs
    then += monument_hope(t, base, 1, hope) - stones
    then += (2.0 + 0.9 * left) * t[BLOCK + 4] + 3.0 * t[BLOCK + 5]
    x[at + 4] = then / 6.0
