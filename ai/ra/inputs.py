"""The inputs of `net` for many rows at once, put together from parts that are remembered.

The rows of one thought differ in a few places: a lot is one seat's or another's, a sun has gone.
So what hands, suns, block, bag and race say is worked out once each, by the plain code for one row
(`ai.ra.inputs_one`), and kept as bytes; only what a sun should win, which changes with every tile,
is worked out for all rows with arrays. The inputs are those of the plain code to the last bit.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.ra.expected_points import (
    CENTER_SHARE,
    HOPES,
    PER_TILE,
    civ_hope,
    monument_hope,
    pharaoh_hope,
    river_hope,
)
from ai.ra.inputs_one import (
    COMMON,
    PER_SEAT,
    fill_bag,
    fill_block,
    fill_monuments,
    hand_points,
    sun_count,
)
from ai.ra.plain import (
    BLOCK,
    CIV_POINTS,
    DOWN,
    DRAWN,
    EPOCH,
    IN,
    LEFT,
    SCORES,
    SIZE,
    SUNS,
    TURN,
    UP,
    K,
    Row,
    tiles_coming,
)
from games.ra.tiles import MONUMENT, NOTHING

Rows = npt.NDArray[Any]
"""Rows of `ai.ra.plain`, shape (n, 188), all of one number of players."""
Inputs = npt.NDArray[np.float32]

_MOST: Final = 1 << 13
"""Parts of a kind that are remembered."""
_HAND: Final = (*range(1, 17), *range(22, 32))
"""The inputs of a seat that its hand and the block give, then five hopes."""
_STONES: Final = slice(MONUMENT.start, MONUMENT.stop)
_LOT_STONES: Final = slice(BLOCK + MONUMENT.start, BLOCK + MONUMENT.stop)
_SUNS: Final = range(17, 22)
_POINTS: Final = 5
_POWER: Final = 3
_NEEDS: Final = (3, 4, 5, 11, 12)
"""The hopes of a seat that are worked out with arrays."""


@lru_cache(maxsize=3)
def _places(players: int) -> npt.NDArray[np.intp]:
    """Return for each input where it stands among the parts of a row (see `inputs_of`)."""
    suns, seats = sun_count(players), range(players)
    table = players * (PER_SEAT + suns) + suns
    hopes = [table + COMMON + seat * HOPES for seat in seats]
    order = [seat * PER_SEAT for seat in seats]
    for seat in seats:
        order += [seat * PER_SEAT + place for place in _HAND]
        order += range(hopes[seat] + 6, hopes[seat] + 6 + _POINTS)
    for seat in seats:
        order += [seat * PER_SEAT + place for place in _SUNS]
    order += range(players * PER_SEAT, table)
    order += range(table + 33, table + 36)
    for seat in seats:
        order += range(hopes[seat], hopes[seat] + _POWER)
    order += range(table, table + 33)
    order += [hopes[seat] + place for place in _NEEDS for seat in seats]
    return np.argsort(order)


def inputs_of(rows: Sequence[Row], players: int) -> Inputs:
    """Return the inputs of all rows, shape (n, `input_count(players)`)."""
    parts: list[bytes] = []
    chances, due, idle = [], [], []
    hands, nothing = players * K, bytes(4 * len(_NEEDS) * players)
    for t in rows:
        row = bytes(t[:SCORES])
        turn, epoch, drawn = t[TURN], min(t[EPOCH], 3), t[DRAWN]
        block, bag = row[BLOCK:LEFT], row[LEFT:SUNS]
        suns = _suns(row[SUNS:], turn, players)
        race, coming = _race(epoch, drawn, bag[0], sum(bag), suns.table, players)
        parts += (
            _scores(tuple(t[SCORES : SCORES + players]), turn),
            _hands(row[:hands], block, turn, drawn, epoch, players),
            suns.inputs,
            _block(block),
            _bag(bag),
            race,
            nothing,
        )
        chances.append(suns.chances)
        due.append(coming)
        idle.append(block == NOTHING)
    n = len(rows)
    found = np.frombuffer(bytearray(b"".join(parts)), np.float32).reshape(n, -1)
    wins = np.frombuffer(b"".join(chances)).reshape(n, players, -1)
    _fill_needs(found, wins, np.array(due), np.array(idle), sun_count(players))
    return found.take(_places(players), 1)


def _fill_needs(found: Inputs, wins: Rows, due: Rows, idle: Rows, suns: int) -> None:
    """Fill in what each seat's suns should win, and how gladly it would take the lot with two.

    `wins` are `_Suns.chances`, `due` the points that are still to come for a sun, and `idle` is
    True where no lot lies on the block.
    """
    players = wins.shape[1]
    width = len(_HAND) + _POINTS
    lot = found[:, players + width - 1 : players + players * width : width]
    need = np.minimum(due[:, None, None] * wins[:, :, :suns], wins[:, :, suns : 2 * suns])
    least = (need + wins[:, :, 2 * suns : -2]).min(axis=2)
    bare = np.isinf(least)
    least[bare] = 0.0
    high, low = np.empty_like(lot), np.empty_like(lot)
    high[:], low[:] = need.max(axis=2) / 8.0, least / 8.0
    wishes = lot + (wins[:, :, -2] - 8.0 * high) / 6.0, lot + (wins[:, :, -1] - 8.0 * low) / 6.0
    bare |= idle[:, None]
    last = found[:, -len(_NEEDS) * players :]
    for place, own in enumerate((need.sum(axis=2) / 15.0, high, low, *wishes)):
        if place > 2:
            own[bare] = 0.0
        last[:, place * players : (place + 1) * players] = own


# -- parts -------------------------------------------------------------------------------------


@lru_cache(maxsize=_MOST)
def _scores(scores: tuple[int, ...], turn: int) -> bytes:
    return array("f", [score / 30.0 for score in (*scores[turn:], *scores[:turn])]).tobytes()


@lru_cache(maxsize=_MOST)
def _hands(hands: bytes, block: bytes, turn: int, drawn: int, epoch: int, players: int) -> bytes:
    """Return what the hands of all seats say, from the one whose turn it is on."""
    pharaohs, found = hands[1::K], []
    limit = 5 + players
    left, rem = (limit - drawn) / limit, 3 - epoch
    for seat in (*range(turn, players), *range(turn)):
        others = pharaohs[:seat] + pharaohs[seat + 1 :]
        hand = hands[seat * K : seat * K + K]
        found.append(_hand(hand, block, max(others), min(others), left, rem))
    return b"".join(found)


@lru_cache(maxsize=_MOST)
def _hand(hand: bytes, block: bytes, most: int, fewest: int, left: float, rem: int) -> bytes:
    """Return what a hand says against the others' most and fewest pharaohs.

    These are `ai.ra.inputs_one.fill_seat` and `ai.ra.expected_points.fill_hope`, by source.
    """
    pharaohs, niles, floods, gods, gold = hand[1:6]
    more = max(0, pharaohs + block[1] - 2 * block[20])
    kings = _kings(pharaohs, more, most, fewest, left, rem)
    river = _river(niles, floods, block[2], block[3], 2 * block[21], left, rem)
    civs = _civs(hand[6:11], block[6:11], 2 * block[19], left)
    stones = _monuments(hand[11:19], block[11:19], (rem + left) / 3.0)
    now = civs.points + kings.points + river.points
    then = civs.lot_points + kings.lot_points + river.lot_points
    hope = kings.more + river.more
    hope += civs.more
    hope += stones.more
    hope += (2.0 + 0.9 * left) * block[4] + 3.0 * block[5]
    x = [pharaohs / 5.0, *river.inputs, gods / 2.0, gold / 2.0, *civs.inputs[:5]]
    x += stones.inputs[:5]
    x += kings.inputs
    x += (
        (now + 2 * gods + 3 * gold) / 10.0,
        (then - now + 2 * block[4] + 3 * block[5]) / 10.0,
        stones.inputs[5],
        civs.inputs[5],
        *stones.inputs[6:],
        kings.hope / 5.0,
        river.hope / 8.0,
        civs.hope / 10.0,
        stones.hope / 10.0,
        hope / 6.0,
    )
    return array("f", x).tobytes()


class _Source(NamedTuple):
    """The inputs of a source of points, its points now and with the lot, hope and gain."""

    inputs: tuple[float, ...]
    points: int
    lot_points: int
    hope: float
    more: float


@lru_cache(maxsize=_MOST)
def _kings(own: int, more: int, most: int, fewest: int, left: float, rem: int) -> _Source:
    hope = pharaoh_hope(own, most, fewest, left, rem)
    gained = pharaoh_hope(more, most, fewest, left, rem) - hope
    now, then = (hand_points(held, most, fewest, 0, 0, 1) for held in (own, more))
    ahead = tuple(max(-5, min(5, own - other)) / 4.0 for other in (most, fewest))
    return _Source(ahead, now, then, hope, gained)


@lru_cache(maxsize=_MOST)
def _river(
    niles: int, floods: int, lot_niles: int, lot_floods: int, due: int, left: float, rem: int
) -> _Source:
    more_floods = floods + lot_floods
    gone = min(due, more_floods)
    more = max(0, niles + lot_niles - (due - gone)), more_floods - gone
    hope = river_hope(niles, floods, left, rem)
    now, then = (hand_points(0, 0, 0, *held, 1) for held in ((niles, floods), more))
    inputs = (niles / 8.0, floods / 3.0, float(floods > 0))
    return _Source(inputs, now, then, hope, river_hope(*more, left, rem) - hope)


@lru_cache(maxsize=_MOST)
def _civs(held: bytes, lot: bytes, due: int, left: float) -> _Source:
    both = [*map(int.__add__, held, lot)]
    kinds, lot_kinds = sum(map(bool, held)), sum(map(bool, both))
    fresh = lot_kinds - kinds
    lot_kinds = min(lot_kinds, max(0, sum(both) - due))
    hope = civ_hope(kinds, left)
    inputs = (*(float(kinds == number) for number in range(1, 6)), fresh / 3.0)
    gained = civ_hope(lot_kinds, left) - hope
    return _Source(inputs, CIV_POINTS[kinds], CIV_POINTS[lot_kinds], hope, gained)


@lru_cache(maxsize=_MOST)
def _monuments(held: bytes, lot: bytes, share: float) -> _Source:
    x, t = [0.0] * PER_SEAT, [0] * SIZE
    t[_STONES], t[_LOT_STONES] = held, lot
    fill_monuments(t, x, 0, 0)
    hope = monument_hope(t, 0, 0, share)
    inputs = (*x[12:17], x[26], *x[28:32])
    return _Source(inputs, 0, 0, hope, monument_hope(t, 0, 1, share) - hope)


class _Suns(NamedTuple):
    """The inputs of the suns of a table, and `table`, the number that lie face up.

    `chances` has for each seat, for every sun, the slope and the top of what it should win, 0 where
    the sun is not its own, and infinity there; then the worth of the sun in the centre over its
    highest and over its lowest.
    """

    inputs: bytes
    chances: bytes
    table: int


@lru_cache(maxsize=_MOST)
def _suns(owners: bytes, turn: int, players: int) -> _Suns:
    suns = sun_count(players)
    up: list[list[int]] = [[] for _ in range(players)]
    down = [0] * players
    center, every = 0, []
    for sun, owner in enumerate(owners):
        if UP <= owner < DOWN:
            up[owner - UP].append(sun)
            every.append(sun)
        elif DOWN <= owner < IN:
            down[owner - DOWN] += sun
        elif owner == IN:
            center = sun
    sums: list[float] = []
    shown = [0.0] * (suns * (players + 1))
    power: list[float] = []
    chances: list[float] = []
    table, number, others, total = len(every), 0, 0, 0
    for place, seat in enumerate((*range(turn, players), *range(turn))):
        own, hidden = up[seat], down[seat]
        count, value = len(own), sum(own)
        top, low = (own[-1], own[0]) if own else (0, 99)
        sums += (count / 3.0, float(count > 0), top / 13.0, (value + hidden) / 30.0, hidden / 15.0)
        if place:
            number, others, total = number + count, others + (count > 0), total + value
        rivals, shares, unbeaten = table - count, 0.0, 0
        wins = [*_NO_SUNS[suns], CENTER_SHARE * (center - top), CENTER_SHARE * (center - low)]
        for before, sun in enumerate(own):
            below = every.index(sun) - before
            share = below / rivals if rivals > 0 else 1.0
            wins[sun - 1], wins[suns + sun - 1] = 0.55 + 0.75 * share, 7.0 + 5.0 * share
            wins[2 * suns + sun - 1] = 0.0
            shown[place * suns + sun - 1] = 1.0
            shares += share
            unbeaten += below == rivals
        above = table - 1 - every.index(top) if own else table
        power += (shares / 2.0, unbeaten / 2.0, above / 3.0)
        chances += wins
    shown[players * suns + center - 1] = 1.0
    race = (others / (players - 1.0), number / 6.0, total / 40.0)
    inputs = array("f", (*sums, *shown, *race, *power)).tobytes()
    return _Suns(inputs, array("d", chances).tobytes(), table)


_NO_SUNS: Final = {suns: (*(0.0,) * 2 * suns, *(np.inf,) * suns) for suns in (13, 16)}


@lru_cache(maxsize=_MOST)
def _block(block: bytes) -> bytes:
    x = array("f", bytes(4 * 14))
    fill_block([*bytes(BLOCK), *block], x, 0)
    return x.tobytes()


@lru_cache(maxsize=_MOST)
def _bag(bag: bytes) -> bytes:
    x = array("f", bytes(4 * 9))
    fill_bag([*bytes(LEFT), *bag], x, 0)
    return x.tobytes()


@lru_cache(maxsize=_MOST)
def _race(
    epoch: int, drawn: int, ra: int, bag: int, table: int, players: int
) -> tuple[bytes, float]:
    """Return the inputs of epoch, track and bag, and the points that are due for a sun."""
    limit = 5 + players
    coming = tiles_coming(limit - drawn, ra, bag)
    x = [float(epoch == number) for number in range(1, 4)]
    x.append(drawn / (limit * 1.0))
    x += [float(limit - drawn == due) for due in range(1, 4)]
    x += (4.0 * ra / bag if bag > 0 else 0.0, coming / 20.0, coming / (5.0 * max(1, table)))
    return array("f", x).tobytes(), PER_TILE * coming / max(1, table)
