"""The inputs of `net` for many rows at once, with arrays; for one row see `ai.ra.inputs_one`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.ra.expected_points import (
    CENTER_SHARE,
    CIV_LEFT,
    HOPES,
    NEAR,
    NILE_SHARE,
    PAIR,
    PER_TILE,
    SINGLE,
)
from ai.ra.inputs_one import COMMON, PER_SEAT, input_count, sun_count
from ai.ra.plain import (
    BLOCK,
    CIV_POINTS,
    DOWN,
    DRAWN,
    EPOCH,
    IN,
    KIND_POINTS,
    LEFT,
    SCORES,
    SUNS,
    TURN,
    UP,
    K,
)

Rows = npt.NDArray[Any]
"""Rows of `ai.ra.plain`, shape (n, 188), all of one number of players."""
Inputs = npt.NDArray[np.float32]

_CIV: Final = np.array(CIV_POINTS)
_KINDS: Final = np.array(KIND_POINTS)
_CIV_LEFT: Final = np.array(CIV_LEFT)


@lru_cache(maxsize=3)
def _order(players: int) -> npt.NDArray[np.intp]:
    """Return the seat at each place for each seat whose turn it is."""
    seats = np.arange(players)
    return np.asarray((seats[:, None] + seats) % players)


def inputs_of(rows: Rows, players: int) -> Inputs:
    """Return the inputs of all rows, shape (n, `input_count(players)`)."""
    n, suns = len(rows), sun_count(players)
    x = np.zeros((n, input_count(players)), np.float32)
    order = _order(players)[rows[:, TURN]]
    lines = np.arange(n)[:, None]
    seats = x[:, : players * PER_SEAT].reshape(n, players, PER_SEAT)
    hands = rows[:, : players * K].reshape(n, players, K)[lines, order]
    owners = rows[:, SUNS + 1 : SUNS + 1 + suns]
    up = owners[:, None, :] == (UP + order)[:, :, None]
    down = owners[:, None, :] == (DOWN + order)[:, :, None]
    own = players * PER_SEAT
    x[:, own : own + players * suns] = up.reshape(n, players * suns)
    first = own + players * suns
    x[:, first : first + suns] = owners == IN
    numbers = _fill_sums(seats, up, down, suns)
    seats[:, :, 0] = rows[:, SCORES : SCORES + players][lines, order] / 30.0
    block = rows[:, BLOCK : BLOCK + K]
    _fill_seats(seats, hands, block[:, None, :])
    _fill_monuments(seats, hands[:, :, 11:19], block[:, None, 11:19])
    coming = _fill_table(x[:, first + suns :], rows, block, numbers, players)
    hopes = x[:, first + suns + COMMON :].reshape(n, players, HOPES)
    table = _Table(rows, players, coming)
    _fill_power(hopes, up, table)
    _fill_hopes(hopes[:, :, 6:], hands, block[:, None, :], table)
    _fill_wishes(hopes, up, table, owners == IN)
    return x


def _fill_sums(seats: Inputs, up: Rows, down: Rows, suns: int) -> tuple[Rows, Rows]:
    """Fill in the numbers and sums of suns; returns both of those face up, shape (n, players,
    2).
    """
    worth = np.arange(1, suns + 1, dtype=np.float32)
    number = up.sum(axis=2)
    total, hidden = up @ worth, down @ worth
    seats[:, :, 17] = number / 3.0
    seats[:, :, 18] = number > 0
    seats[:, :, 19] = (up * worth).max(axis=2) / 13.0
    seats[:, :, 20] = (total + hidden) / 30.0
    seats[:, :, 21] = hidden / 15.0
    return number, total


def _others(pharaohs: Rows) -> tuple[Rows, Rows]:
    """Return the most and the fewest among the other seats, for each seat."""
    players = pharaohs.shape[1]
    if players < 2:
        return pharaohs, pharaohs
    ranked = np.sort(pharaohs, axis=1)
    top, low = ranked[:, -1:], ranked[:, :1]
    most = np.where(pharaohs == top, ranked[:, -2:-1], top)
    fewest = np.where(pharaohs == low, ranked[:, 1:2], low)
    return most, fewest


def _fill_seats(seats: Inputs, hands: Rows, block: Rows) -> None:
    """Fill in the holdings and points of each seat, and the change by the block."""
    pharaohs, niles, floods = hands[:, :, 1], hands[:, :, 2], hands[:, :, 3]
    most, fewest = _others(pharaohs)
    both = hands[:, :, 6:11] + block[:, :, 6:11]
    held = hands[:, :, 6:11] > 0
    civs = held.sum(axis=2)
    lot_civs = (both > 0).sum(axis=2)
    seats[:, :, 1] = pharaohs / 5.0
    seats[:, :, 2] = niles / 8.0
    seats[:, :, 3] = floods / 3.0
    seats[:, :, 4] = floods > 0
    seats[:, :, 5] = hands[:, :, 4] / 2.0
    seats[:, :, 6] = hands[:, :, 5] / 2.0
    seats[:, :, 7:12] = civs[:, :, None] == np.arange(1, 6)
    seats[:, :, 22] = (pharaohs - most).clip(-5, 5) / 4.0
    seats[:, :, 23] = (pharaohs - fewest).clip(-5, 5) / 4.0
    now = _points(pharaohs, most, fewest, niles, floods, civs)
    seats[:, :, 24] = (now + 2 * hands[:, :, 4] + 3 * hands[:, :, 5]) / 10.0
    due = 2 * block[:, :, 21]
    more_floods = floods + block[:, :, 3]
    gone = np.minimum(due, more_floods)
    more_niles = (niles + block[:, :, 2] - (due - gone)).clip(0)
    more_pharaohs = (pharaohs + block[:, :, 1] - 2 * block[:, :, 20]).clip(0)
    left = np.minimum(lot_civs, (both.sum(axis=2) - 2 * block[:, :, 19]).clip(0))
    then = _points(more_pharaohs, most, fewest, more_niles, more_floods - gone, left)
    seats[:, :, 25] = (then - now + 2 * block[:, :, 4] + 3 * block[:, :, 5]) / 10.0
    seats[:, :, 27] = (lot_civs - civs) / 3.0


def _points(
    pharaohs: Rows, most: Rows, fewest: Rows, niles: Rows, floods: Rows, civs: Rows
) -> Rows:
    """Return the present points of pharaohs, niles, floods and kinds of civilizations."""
    differ = np.maximum(pharaohs, most) > np.minimum(pharaohs, fewest)
    points = 5 * (pharaohs >= most) - 2 * (pharaohs <= fewest)
    river = np.where(floods > 0, niles + floods, 0)
    return np.asarray(_CIV[civs] + points * differ + river)


def _fill_monuments(seats: Inputs, held: Rows, lot: Rows) -> None:
    """Fill in the monuments of each seat, and the block's monuments there."""
    both = held + lot
    kinds = (held > 0).sum(axis=2)
    over, over_lot = (held - 2).clip(0), (both - 2).clip(0)
    points = 5 * over.sum(axis=2) + _KINDS[kinds]
    lot_kinds = (both > 0).sum(axis=2)
    seats[:, :, 12] = kinds / 4.0
    seats[:, :, 13] = (kinds - 5).clip(0) / 3.0
    seats[:, :, 14] = (held == 2).sum(axis=2) / 2.0
    seats[:, :, 15] = (held == 3).sum(axis=2) / 2.0
    seats[:, :, 16] = (held > 3).sum(axis=2)
    seats[:, :, 26] = (5 * over_lot.sum(axis=2) + _KINDS[lot_kinds] - points) / 10.0
    seats[:, :, 28] = (lot_kinds - kinds) / 2.0
    seats[:, :, 29] = ((held < 2) & (both >= 2)).sum(axis=2) / 2.0
    seats[:, :, 30] = (over_lot - over).sum(axis=2) / 2.0
    seats[:, :, 31] = points / 10.0


def _fill_table(
    x: Inputs, rows: Rows, block: Rows, numbers: tuple[Rows, Rows], players: int
) -> Rows:
    """Block, bag, epoch, track, and how many tiles and suns are still to come; those tiles."""
    x[:, 0:5] = block[:, 1:6] / np.array([2.0, 3.0, 2.0, 1.0, 1.0])
    x[:, 5] = block[:, 6:11].sum(axis=1) / 3.0
    x[:, 6] = block[:, 11:19].sum(axis=1) / 3.0
    x[:, 7:11] = block[:, 19:23]
    size = block[:, 1:].sum(axis=1)
    x[:, 11] = size / 8.0
    x[:, 12] = size >= 8
    x[:, 13] = size == 0
    left = rows[:, LEFT : LEFT + K]
    x[:, 14:20] = left[:, 0:6] / np.array([15.0, 15.0, 15.0, 8.0, 5.0, 4.0])
    x[:, 20] = left[:, 6:11].sum(axis=1) / 15.0
    x[:, 21] = left[:, 11:19].sum(axis=1) / 25.0
    x[:, 22] = left[:, 19:23].sum(axis=1) / 5.0
    x[:, 23:26] = rows[:, EPOCH : EPOCH + 1] == np.arange(1, 4)
    limit = 5 + players
    due = limit - rows[:, DRAWN]
    x[:, 26] = rows[:, DRAWN] / limit
    x[:, 27:30] = due[:, None] == np.arange(1, 4)
    bag, ra = left.sum(axis=1), left[:, 0]
    x[:, 30] = 4.0 * ra / np.maximum(bag, 1)
    coming = np.where(ra < due, bag - ra, due * (bag + 1.0) / (ra + 1.0) - due)
    number, total = numbers
    x[:, 31] = coming / 20.0
    x[:, 32] = coming / (5.0 * number.sum(axis=1).clip(1))
    x[:, 33] = (number[:, 1:] > 0).sum(axis=1) / (players - 1.0)
    x[:, 34] = number[:, 1:].sum(axis=1) / 6.0
    x[:, 35] = total[:, 1:].sum(axis=1) / 40.0
    return np.asarray(coming)


# -- hopes -------------------------------------------------------------------------------------


class _Table:
    """The part of the table that hopes need: shape (n, 1) each."""

    def __init__(self, rows: Rows, players: int, coming: Rows) -> None:
        limit = 5.0 + players
        self.left = (limit - rows[:, DRAWN : DRAWN + 1]) / limit
        self.rem = 3 - rows[:, EPOCH : EPOCH + 1]
        self.hope = (self.rem + self.left) / 3.0
        self.coming = coming[:, None]
        self.empty = rows[:, BLOCK + 1 : BLOCK + K].sum(axis=1)[:, None] == 0


def _fill_power(hopes: Inputs, up: Rows, table: _Table) -> None:
    """Fill in each seat's suns against the others', and the value they should win."""
    anybody: Rows = np.asarray(up.any(axis=1))
    theirs: Rows = anybody[:, None, :] & ~up
    others = theirs.sum(axis=2)
    below: Rows = np.cumsum(theirs, axis=2)
    share = np.where(others[:, :, None] > 0, below / np.maximum(others, 1)[:, :, None], 1.0)
    due = PER_TILE * table.coming / np.maximum(anybody.sum(axis=1), 1)[:, None]
    need = np.minimum(due[:, :, None] * (0.55 + 0.75 * share), 7.0 + 5.0 * share) * up
    hopes[:, :, 0] = (share * up).sum(axis=2) / 2.0
    hopes[:, :, 1] = (up & (below == others[:, :, None])).sum(axis=2) / 2.0
    highest = (up * np.arange(1, up.shape[2] + 1)).max(axis=2)
    above = others - np.take_along_axis(below, np.maximum(highest - 1, 0)[:, :, None], 2)[:, :, 0]
    hopes[:, :, 2] = np.where(highest > 0, above, others) / 3.0
    hopes[:, :, 3] = need.sum(axis=2) / 15.0
    hopes[:, :, 4] = need.max(axis=2) / 8.0
    least = np.where(up, need, np.inf).min(axis=2)
    hopes[:, :, 5] = np.where(highest > 0, least, 0.0) / 8.0


def _soft(x: Rows) -> Rows:
    """Return `ai.ra.expected_points.soft`."""
    return np.asarray(0.5 + 0.5 * x / (1.0 + np.abs(x)))


def _pharaoh_hope(own: Rows, most: Rows, fewest: Rows, table: _Table) -> Rows:
    near, far = 2.0 / (0.3 + 1.2 * table.left), 2.0 / (1.1 + 1.2 * table.left)
    ahead, above = own - most, own - fewest
    now = 5.0 * _soft(near * ahead) - 2.0 * _soft(-near * above)
    later = 5.0 * _soft(far * ahead) - 2.0 * _soft(-far * above)
    return np.asarray(now + table.rem * later)


def _river_hope(niles: Rows, floods: Rows, table: _Table) -> Rows:
    now = np.where(floods > 0, niles + floods, NILE_SHARE * table.left * niles)
    return np.asarray(now + NILE_SHARE * table.rem * niles)


def _monument_hope(held: Rows, table: _Table) -> Rows:
    kinds = (held > 0).sum(axis=2)
    points = 5 * (held - 2).clip(0).sum(axis=2) + _KINDS[kinds]
    singles, pairs = (held == 1).sum(axis=2), (held == 2).sum(axis=2)
    near = (kinds == 6) | (kinds == 7)
    return np.asarray(points + table.hope * (SINGLE * singles + PAIR * pairs + NEAR * near))


def _fill_hopes(hopes: Inputs, hands: Rows, block: Rows, table: _Table) -> None:
    """Fill in each seat's hopes by source, and the points that the lot would add in all."""
    pharaohs, niles, floods = hands[:, :, 1], hands[:, :, 2], hands[:, :, 3]
    most, fewest = _others(pharaohs)
    held = (hands[:, :, 6:11] > 0).sum(axis=2)
    both = hands[:, :, 6:11] + block[:, :, 6:11]
    kinds = np.minimum((both > 0).sum(axis=2), (both.sum(axis=2) - 2 * block[:, :, 19]).clip(0))
    kings = _pharaoh_hope(pharaohs, most, fewest, table)
    river = _river_hope(niles, floods, table)
    civs = _CIV[held] + _CIV_LEFT[held] * table.left
    stones = _monument_hope(hands[:, :, 11:19], table)
    for place, (found, scale) in enumerate(((kings, 5), (river, 8), (civs, 10), (stones, 10))):
        hopes[:, :, place] = found / scale
    due, more_floods = 2 * block[:, :, 21], floods + block[:, :, 3]
    gone = np.minimum(due, more_floods)
    more_niles = (niles + block[:, :, 2] - (due - gone)).clip(0)
    more_pharaohs = (pharaohs + block[:, :, 1] - 2 * block[:, :, 20]).clip(0)
    then = _pharaoh_hope(more_pharaohs, most, fewest, table) - kings
    then += _river_hope(more_niles, more_floods - gone, table) - river
    then += _CIV[kinds] + _CIV_LEFT[kinds] * table.left - civs
    then += _monument_hope(hands[:, :, 11:19] + block[:, :, 11:19], table) - stones
    then += (2.0 + 0.9 * table.left) * block[:, :, 4] + 3.0 * block[:, :, 5]
    hopes[:, :, 4] = then / 6.0


def _fill_wishes(hopes: Inputs, up: Rows, table: _Table, center: Rows) -> None:
    """Fill in how gladly each seat would take the lot with its highest and its lowest sun."""
    worth = np.arange(1, up.shape[2] + 1)
    middle = (center * worth).sum(axis=1)[:, None]
    high = (up * worth).max(axis=2)
    low = np.where(up, worth, 99).min(axis=2)
    idle = table.empty | (high == 0)
    for place, sun in ((11, high), (12, low)):
        wish = (CENTER_SHARE * (middle - sun) - 8.0 * hopes[:, :, place - 7]) / 6.0
        hopes[:, :, place] = np.where(idle, 0.0, hopes[:, :, 10] + wish)
