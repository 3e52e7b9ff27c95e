"""The inputs of the program of 2006, rebuilt: 46 of the value of a lot, 33 of the value of a sun.

Plain code over rows, compiled for training as it stands (see `ai.ra.plain`). Its author published
examples of both lists; what stands here contains them. All are scaled to about -1 to 1.
"""

from __future__ import annotations

from typing import Final

from ai.ra.plain import (
    BLOCK,
    DOWN,
    DRAWN,
    EPOCH,
    LEFT,
    PLAYERS,
    SUNS,
    UP,
    K,
    Row,
    bag_size,
    block_size,
    center_sun,
    civ_kinds,
    net_total,
    receive_block,
    tiles_to_come,
)

LOT_INPUTS: Final = 46
SUN_INPUTS: Final = 33


def touched(x: Row, source: int) -> bool:
    """Return whether a lot with these inputs can change a source of points at all.

    Sources are in the order of `ai.ra.value.NAMES`; a lot without tiles for a source changes none.
    """
    if source == 0:
        return bool(x[0] + x[12] > 0.0)
    if source == 1:
        return bool(x[1] + x[2] + x[13] > 0.0)
    if source == 2:
        return bool(x[5] + x[6] + x[11] > 0.0)
    if source == 5:
        return bool(x[7] + x[8] + x[9] + x[10] + x[14] > 0.0)
    return bool(x[source] > 0.0)


def fill_lot(t: Row, seat: int, x: Row) -> None:
    """Fill in the inputs of what the block is worth to a seat."""
    base = seat * K
    x[0] = t[BLOCK + 1] / 2.0
    x[1] = t[BLOCK + 2] / 3.0
    x[2] = t[BLOCK + 3] / 2.0
    x[3] = t[BLOCK + 4] / 2.0
    x[4] = t[BLOCK + 5] / 2.0
    fill_sets(t, base, x)
    for kind in range(19, 23):
        x[kind - 8] = t[BLOCK + kind] / 1.0
    fill_holdings(t, seat, x)
    for epoch in range(1, 4):
        x[30 + epoch] = 1.0 if t[EPOCH] == epoch else 0.0
    limit = 5 + t[PLAYERS]
    x[34] = t[DRAWN] / (limit * 1.0)
    x[35] = 1.0 if 2 * t[DRAWN] > limit else -1.0
    fill_rivals(t, seat, x)
    bag = max(1, bag_size(t))
    civs = 0
    for kind in range(6, 11):
        civs += t[LEFT + kind]
    x[39] = 5.0 * t[LEFT + 1] / bag
    x[40] = 5.0 * t[LEFT + 3] / bag
    x[41] = 5.0 * civs / bag
    x[42] = 5.0 * t[LEFT] / bag
    woken = t[base + 2] + t[BLOCK + 2] if t[base + 3] == 0 and t[BLOCK + 3] > 0 else 0
    x[43] = woken / 5.0
    x[44] = bag / 90.0
    after = t.copy()
    before = net_total(t, seat, t[EPOCH])
    receive_block(after, seat)
    x[45] = (net_total(after, seat, t[EPOCH]) - before) / 10.0


def fill_sets(t: Row, base: int, x: Row) -> None:
    """Fill in civilizations new to a hand and others, monuments that would be its 1st, 2nd, 3rd,
    later.
    """
    new, others = 0, 0
    for kind in range(6, 11):
        lot = t[BLOCK + kind]
        if lot > 0 and t[base + kind] == 0:
            new += 1
            others += lot - 1
        else:
            others += lot
    x[5] = new / 3.0
    x[6] = others / 2.0
    for place in range(4):
        x[7 + place] = 0.0
    for kind in range(11, 19):
        for more in range(t[BLOCK + kind]):
            x[7 + min(3, t[base + kind] + more)] += 0.5


def fill_holdings(t: Row, seat: int, x: Row) -> None:
    """Write a seat's holdings into places 15 to 30."""
    base = seat * K
    most, fewest = 0, 1000
    for other in range(t[PLAYERS]):
        if other != seat:
            most = max(most, t[other * K + 1])
            fewest = min(fewest, t[other * K + 1])
    x[15] = t[base + 1] / 6.0
    x[16] = max(-5, min(5, t[base + 1] - most)) / 5.0
    x[17] = max(-5, min(5, t[base + 1] - fewest)) / 5.0
    x[18] = t[base + 2] / 8.0
    x[19] = t[base + 3] / 3.0
    x[20] = 1.0 if t[base + 3] > 0 else 0.0
    x[21] = t[base + 4] / 2.0
    civs = civ_kinds(t, base)
    for kinds in range(6):
        x[22 + kinds] = 1.0 if civs == kinds else 0.0
    kinds, pairs, triples = 0, 0, 0
    for kind in range(11, 19):
        held = t[base + kind]
        kinds += 1 if held > 0 else 0
        pairs += 1 if held == 2 else 0
        triples += 1 if held > 2 else 0
    x[28] = kinds / 4.0
    x[29] = pairs / 2.0
    x[30] = triples / 2.0


def fill_rivals(t: Row, seat: int, x: Row) -> None:
    """Fill in suns left beyond this one, other players with suns, their suns."""
    players = t[PLAYERS]
    own, others, seats = 0, 0, 0
    for other in range(players):
        number = 0
        for sun in range(1, 17):
            if t[SUNS + sun] == UP + other:
                number += 1
        if other == seat:
            own = number
        else:
            others += number
            seats += 1 if number > 0 else 0
    x[36] = max(0, own - 1) / 3.0
    x[37] = seats / (players - 1.0)
    x[38] = others / 8.0


def fill_sun(t: Row, seat: int, sun: int, x: Row) -> None:
    """Fill in the inputs of what a face-up sun of a seat may still win."""
    players, base = t[PLAYERS], seat * K
    due = 5 + players - t[DRAWN]
    above, below, over, under, table, own = 0, 0, 0, 0, 0, 0
    for other in range(1, 17):
        owner = t[SUNS + other]
        if UP <= owner < DOWN:
            table += 1
            mine = owner == UP + seat
            own += 1 if mine else 0
            if other > sun:
                above += 1
                over += 0 if mine else 1
            elif other < sun:
                below += 1
                under += 0 if mine else 1
    x[0] = t[DRAWN] / (5.0 + players)
    x[1] = due / 10.0
    x[2] = 1.0 if due == 1 else 0.0
    x[3] = sun / 13.0
    x[4] = above / 8.0
    x[5] = below / 8.0
    x[6] = over / 8.0
    x[7] = under / 8.0
    x[8] = table / 12.0
    x[9] = 1.0 if over == 0 else 0.0
    x[10] = own / 4.0
    x[11] = 1.0 if own == 1 else 0.0
    fill_opponents(t, seat, x)
    center = center_sun(t)
    x[17] = center / 13.0
    x[18] = (center - sun) / 13.0
    bag = bag_size(t)
    x[19] = block_size(t) / 8.0
    x[20] = 5.0 * t[LEFT] / max(1, bag)
    x[21] = bag / 90.0
    x[22] = tiles_to_come(t) / (5.0 * max(1, table))
    fill_wants(t, base, x)
    x[28] = 1.0
    x[29] = x[22] * x[7]
    x[30] = x[1] * x[9]
    x[31] = x[22] * x[3]
    x[32] = x[11] * x[1]


def fill_opponents(t: Row, seat: int, x: Row) -> None:
    """Fill in the suns of each opponent, and how many have any."""
    seats = 0
    for step in range(1, 5):
        x[11 + step] = 0.0
    for step in range(1, t[PLAYERS]):
        number = 0
        for sun in range(1, 17):
            if t[SUNS + sun] == UP + (seat + step) % t[PLAYERS]:
                number += 1
        x[11 + step] = number / 4.0
        seats += 1 if number > 0 else 0
    x[16] = seats / 4.0


def fill_wants(t: Row, base: int, x: Row) -> None:
    """Write the holdings of a seat that raise or lower the value of lots to it."""
    most, kinds = 0, 0
    for other in range(t[PLAYERS]):
        if other * K != base:
            most = max(most, t[other * K + 1])
    for kind in range(11, 19):
        kinds += 1 if t[base + kind] > 0 else 0
    x[23] = civ_kinds(t, base) / 5.0
    x[24] = t[base + 2] / 8.0
    x[25] = 1.0 if t[base + 3] > 0 else 0.0
    x[26] = max(-5, min(5, t[base + 1] - most)) / 5.0
    x[27] = kinds / 4.0
