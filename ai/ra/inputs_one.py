"""The inputs of `net` for one row, in plain code; training compiles it (see `ai.ra.plain`).

Play computes the same for many rows at once with arrays (`ai.ra.inputs`); a test holds both to each
other. Seats come in the order of play from the one whose turn it is.
"""

from __future__ import annotations

from typing import Final

from ai.ra.expected_points import HOPES, fill_hopes
from ai.ra.plain import (
    BLOCK,
    CIV_POINTS,
    DRAWN,
    EPOCH,
    IN,
    KIND_POINTS,
    LEFT,
    PLAYERS,
    SCORES,
    SUNS,
    TURN,
    UP,
    K,
    Row,
    bag_size,
    block_size,
    tiles_to_come,
)

PER_SEAT: Final = 32
COMMON: Final = 36
"""Inputs for each seat beside its face-up suns, and those of the table."""


def sun_count(players: int) -> int:
    """Return the highest sun."""
    return 16 if players == 5 else 13


def input_count(players: int) -> int:
    """Return the number of inputs at a table of this number of players."""
    suns = sun_count(players)
    return players * (PER_SEAT + suns + HOPES) + suns + COMMON


def fill_inputs(t: Row, x: Row) -> None:
    """Write the inputs of a row into `x`, of length `input_count`."""
    players = t[PLAYERS]
    suns = sun_count(players)
    for place in range(players):
        seat = (t[TURN] + place) % players
        fill_seat(t, x, place * PER_SEAT, seat)
        first = players * PER_SEAT + place * suns
        fill_suns(t, x, first, suns, UP + seat)
        fill_sums(t, x, place * PER_SEAT + 17, seat, suns)
    first = players * (PER_SEAT + suns)
    fill_suns(t, x, first, suns, IN)
    fill_block(t, x, first + suns)
    fill_bag(t, x, first + suns + 14)
    fill_race(t, x, first + suns + 23)
    fill_hopes(t, x, first + suns + COMMON)


def fill_suns(t: Row, x: Row, first: int, suns: int, owner: int) -> None:
    """Write which suns belong to an owner, one input each."""
    for sun in range(1, suns + 1):
        x[first + sun - 1] = 1.0 if t[SUNS + sun] == owner else 0.0


def fill_sums(t: Row, x: Row, at: int, seat: int, suns: int) -> None:
    """Fill in number, presence, highest and sums of a seat's suns."""
    number, highest, up, down = 0, 0, 0, 0
    for sun in range(1, suns + 1):
        if t[SUNS + sun] == UP + seat:
            number += 1
            highest = sun
            up += sun
        elif t[SUNS + sun] == UP + 5 + seat:
            down += sun
    x[at] = number / 3.0
    x[at + 1] = 1.0 if number > 0 else 0.0
    x[at + 2] = highest / 13.0
    x[at + 3] = (up + down) / 30.0
    x[at + 4] = down / 15.0


def fill_seat(t: Row, x: Row, at: int, seat: int) -> None:
    """Write a seat's holdings, its present points, and the change by the block."""
    base, players = seat * K, t[PLAYERS]
    pharaohs, niles, floods = t[base + 1], t[base + 2], t[base + 3]
    most, fewest = -100, 100
    for other in range(players):
        if other != seat:
            most = max(most, t[other * K + 1])
            fewest = min(fewest, t[other * K + 1])
    civs, civ_tiles, new_civs, lot_civs = 0, 0, 0, 0
    for kind in range(6, 11):
        held, lot = t[base + kind], t[BLOCK + kind]
        civ_tiles += held + lot
        lot_civs += 1 if held + lot > 0 else 0
        civs += 1 if held > 0 else 0
        new_civs += 1 if held == 0 and lot > 0 else 0
    fill_monuments(t, x, at, base)
    x[at] = t[SCORES + seat] / 30.0
    x[at + 1] = pharaohs / 5.0
    x[at + 2] = niles / 8.0
    x[at + 3] = floods / 3.0
    x[at + 4] = 1.0 if floods > 0 else 0.0
    x[at + 5] = t[base + 4] / 2.0
    x[at + 6] = t[base + 5] / 2.0
    for kinds in range(1, 6):
        x[at + 6 + kinds] = 1.0 if civs == kinds else 0.0
    x[at + 22] = max(-5, min(5, pharaohs - most)) / 4.0
    x[at + 23] = max(-5, min(5, pharaohs - fewest)) / 4.0
    now = hand_points(pharaohs, most, fewest, niles, floods, civs)
    gain = 2 * t[base + 4] + 3 * t[base + 5]
    x[at + 24] = (now + gain) / 10.0
    due = 2 * t[BLOCK + 21]
    more_floods = floods + t[BLOCK + 3]
    more_niles = niles + t[BLOCK + 2]
    gone = min(due, more_floods)
    more_niles = max(0, more_niles - (due - gone))
    more_pharaohs = max(0, pharaohs + t[BLOCK + 1] - 2 * t[BLOCK + 20])
    lot_civs = min(lot_civs, max(0, civ_tiles - 2 * t[BLOCK + 19]))
    then = hand_points(more_pharaohs, most, fewest, more_niles, more_floods - gone, lot_civs)
    x[at + 25] = (then - now + 2 * t[BLOCK + 4] + 3 * t[BLOCK + 5]) / 10.0
    x[at + 27] = new_civs / 3.0


def hand_points(pharaohs: int, most: int, fewest: int, niles: int, floods: int, civs: int) -> int:
    """Return the present points of pharaohs, niles, floods and kinds of civilizations."""
    points = CIV_POINTS[civs]
    if max(pharaohs, most) > min(pharaohs, fewest):
        if pharaohs >= most:
            points += 5
        if pharaohs <= fewest:
            points -= 2
    if floods > 0:
        points += niles + floods
    return points


def fill_monuments(t: Row, x: Row, at: int, base: int) -> None:
    """Write the monuments of a hand, and the block's monuments in it."""
    kinds, pairs, triples, larger, points = 0, 0, 0, 0, 0
    lot_kinds, lot_points, first, second, third = 0, 0, 0, 0, 0
    for kind in range(11, 19):
        held, lot = t[base + kind], t[BLOCK + kind]
        both = held + lot
        kinds += 1 if held > 0 else 0
        lot_kinds += 1 if both > 0 else 0
        pairs += 1 if held == 2 else 0
        triples += 1 if held == 3 else 0
        larger += 1 if held > 3 else 0
        points += 5 * max(0, held - 2)
        lot_points += 5 * max(0, both - 2)
        first += 1 if held == 0 and lot > 0 else 0
        second += 1 if held < 2 and both >= 2 else 0
        third += max(0, both - 2) - max(0, held - 2)
    points += KIND_POINTS[kinds]
    x[at + 12] = kinds / 4.0
    x[at + 13] = max(0, kinds - 5) / 3.0
    x[at + 14] = pairs / 2.0
    x[at + 15] = triples / 2.0
    x[at + 16] = larger / 1.0
    x[at + 26] = (lot_points + KIND_POINTS[lot_kinds] - points) / 10.0
    x[at + 28] = first / 2.0
    x[at + 29] = second / 2.0
    x[at + 30] = third / 2.0
    x[at + 31] = points / 10.0


def fill_block(t: Row, x: Row, at: int) -> None:
    """Write the tiles on the block."""
    civs, monuments = 0, 0
    for kind in range(6, 11):
        civs += t[BLOCK + kind]
    for kind in range(11, 19):
        monuments += t[BLOCK + kind]
    x[at] = t[BLOCK + 1] / 2.0
    x[at + 1] = t[BLOCK + 2] / 3.0
    x[at + 2] = t[BLOCK + 3] / 2.0
    x[at + 3] = t[BLOCK + 4] / 1.0
    x[at + 4] = t[BLOCK + 5] / 1.0
    x[at + 5] = civs / 3.0
    x[at + 6] = monuments / 3.0
    for kind in range(19, 23):
        x[at + kind - 12] = t[BLOCK + kind] / 1.0
    size = block_size(t)
    x[at + 11] = size / 8.0
    x[at + 12] = 1.0 if size >= 8 else 0.0
    x[at + 13] = 1.0 if size == 0 else 0.0


def fill_bag(t: Row, x: Row, at: int) -> None:
    """Write the tiles left in the bag."""
    civs, monuments, catastrophes = 0, 0, 0
    for kind in range(6, 11):
        civs += t[LEFT + kind]
    for kind in range(11, 19):
        monuments += t[LEFT + kind]
    for kind in range(19, 23):
        catastrophes += t[LEFT + kind]
    x[at] = t[LEFT] / 15.0
    x[at + 1] = t[LEFT + 1] / 15.0
    x[at + 2] = t[LEFT + 2] / 15.0
    x[at + 3] = t[LEFT + 3] / 8.0
    x[at + 4] = t[LEFT + 4] / 5.0
    x[at + 5] = t[LEFT + 5] / 4.0
    x[at + 6] = civs / 15.0
    x[at + 7] = monuments / 25.0
    x[at + 8] = catastrophes / 5.0


def fill_race(t: Row, x: Row, at: int) -> None:
    """Fill in the epoch, the track, and how many tiles and suns are still to come."""
    players = t[PLAYERS]
    limit = 5 + players
    due = limit - t[DRAWN]
    bag = bag_size(t)
    number, others, total = 0, 0, 0
    for step in range(1, players):
        found = 0
        for sun in range(1, 17):
            if t[SUNS + sun] == UP + (t[TURN] + step) % players:
                found += 1
                total += sun
        number += found
        others += 1 if found > 0 else 0
    own = 0
    for sun in range(1, 17):
        if t[SUNS + sun] == UP + t[TURN]:
            own += 1
    coming = tiles_to_come(t)
    for epoch in range(1, 4):
        x[at + epoch - 1] = 1.0 if t[EPOCH] == epoch else 0.0
    x[at + 3] = t[DRAWN] / (limit * 1.0)
    x[at + 4] = 1.0 if due == 1 else 0.0
    x[at + 5] = 1.0 if due == 2 else 0.0
    x[at + 6] = 1.0 if due == 3 else 0.0
    x[at + 7] = 4.0 * t[LEFT] / bag if bag > 0 else 0.0
    x[at + 8] = coming / 20.0
    x[at + 9] = coming / (5.0 * max(1, number + own))
    x[at + 10] = others / (players - 1.0)
    x[at + 11] = number / 6.0
    x[at + 12] = total / 40.0
