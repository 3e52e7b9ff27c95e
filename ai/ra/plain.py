"""A table of Ra as one row of whole numbers, and its events, in the plainest code.

All functions here work on a row `t` that is a list in play and an array in training, where numba
compiles these same functions (`ai.lab.ra.kernel`): loops and numbers only. The layout: the hands of
five seats, block, bag (counts by kind, 23 each), the state of each sun, scores, and `EPOCH`,
`DRAWN`, `TURN`, `PLAYERS`, `FREE`. The rules are `games.ra.rules`; tests compare these functions
with them.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

from games.ra.rules.state import OVER, State, Suns

Row = Any
"""A list or an array of whole numbers, as long as `SIZE`."""

K: Final = 23
BLOCK: Final = 115
LEFT: Final = 138
SUNS: Final = 161
"""Here lies what sun 0, 1, ... 16 is: 0 nothing, 1 + seat face up, 6 + seat face down, or `IN`."""
SCORES: Final = 178
EPOCH: Final = 183
"""The epoch, 4 when the game is over."""
DRAWN: Final = 184
TURN: Final = 185
PLAYERS: Final = 186
FREE: Final = 187
SIZE: Final = 188
IN: Final = 11
"""A sun that lies in the centre."""
UP: Final = 1
DOWN: Final = 6
NO_SEAT: Final = -1

CIV_POINTS: Final = (-5, 0, 0, 5, 10, 15)
KIND_POINTS: Final = (0, 1, 2, 3, 4, 5, 6, 10, 15)


def row_of(state: State) -> list[int]:
    """Return the row of a state."""
    players, over = state.players, state.phase == OVER
    hands, rest = b"".join(state.tiles), (0,) * (5 - players)
    return [
        *hands.ljust(BLOCK, b"\0"),
        *state.block,
        *state.left,
        *_owners(state.up, state.down, state.center),
        *state.scores,
        *rest,
        state.epoch + over,
        state.ra,
        0 if over else state.turn,
        players,
        int(state.free),
    ]


@lru_cache(maxsize=1 << 12)
def _owners(up: tuple[Suns, ...], down: tuple[Suns, ...], center: int) -> bytes:
    """Return what each sun is, with `IN` for the one in the centre."""
    suns = bytearray(17)
    for first, own in ((UP, up), (DOWN, down)):
        for seat, held in enumerate(own):
            for sun in held:
                suns[sun] = first + seat
    suns[center] = IN
    return bytes(suns)


# -- what can be read off ----------------------------------------------------------------------


def block_size(t: Row) -> int:
    """Return the number of tiles on the block."""
    total = 0
    for kind in range(1, K):
        total += t[BLOCK + kind]
    return total


def bag_size(t: Row) -> int:
    """Return the number of tiles in the bag."""
    total = 0
    for kind in range(K):
        total += t[LEFT + kind]
    return total


def center_sun(t: Row) -> int:
    """Return the sun in the centre."""
    for sun in range(1, 17):
        if t[SUNS + sun] == IN:
            return sun
    return 0


def highest_up(t: Row, seat: int) -> int:
    """Return the highest face-up sun of a seat, 0 without one."""
    for sun in range(16, 0, -1):
        if t[SUNS + sun] == UP + seat:
            return sun
    return 0


def next_seat(t: Row, seat: int) -> int:
    """Return the next seat to the left with a face-up sun, or the same; else `NO_SEAT`."""
    players = t[PLAYERS]
    for step in range(1, players + 1):
        other: int = (seat + step) % players
        if highest_up(t, other) > 0:
            return other
    return NO_SEAT


def monument_points(t: Row, base: int) -> int:
    """Return the points of the monuments of the hand that begins at `base`, at the end."""
    kinds = 0
    points = 0
    for kind in range(11, 19):
        held = t[base + kind]
        if held > 0:
            kinds += 1
            if held >= 3:
                points += 5 * (held - 2)
    return points + KIND_POINTS[kinds]


def civ_kinds(t: Row, base: int) -> int:
    """Return the different civilizations of the hand that begins at `base`."""
    kinds = 0
    for kind in range(6, 11):
        if t[base + kind] > 0:
            kinds += 1
    return kinds


# -- what happens ------------------------------------------------------------------------------


def lose_monument(t: Row, base: int) -> None:
    """Discard the monument whose loss costs the least at the end."""
    best, found = -1000, -1
    for kind in range(11, 19):
        if t[base + kind] > 0:
            t[base + kind] -= 1
            worth = 10 * monument_points(t, base) - t[base + kind]
            t[base + kind] += 1
            if worth > best:
                best, found = worth, kind
    if found >= 0:
        t[base + found] -= 1


def lose_civilization(t: Row, base: int) -> None:
    """Discard one of the civilization that is held most often."""
    most, found = 0, -1
    for kind in range(6, 11):
        if t[base + kind] > most:
            most, found = t[base + kind], kind
    if found >= 0:
        t[base + found] -= 1


def settle_catastrophes(
    t: Row, seat: int, unrest: int, funeral: int, drought: int, quake: int
) -> None:
    """Apply these numbers of catastrophes to a seat, which discards the cheapest tiles."""
    base = seat * K
    t[base + 1] = max(0, t[base + 1] - 2 * funeral)
    due = 2 * drought
    gone = min(due, t[base + 3])
    t[base + 3] -= gone
    t[base + 2] = max(0, t[base + 2] - (due - gone))
    for _ in range(2 * unrest):
        lose_civilization(t, base)
    for _ in range(2 * quake):
        lose_monument(t, base)


def receive_block(t: Row, seat: int) -> None:
    """Give a seat all tiles of the block."""
    base = seat * K
    for kind in range(1, 19):
        t[base + kind] += t[BLOCK + kind]
    unrest, funeral = t[BLOCK + 19], t[BLOCK + 20]
    drought, quake = t[BLOCK + 21], t[BLOCK + 22]
    for kind in range(1, K):
        t[BLOCK + kind] = 0
    if unrest + funeral + drought + quake > 0:
        settle_catastrophes(t, seat, unrest, funeral, drought, quake)


def take_one(t: Row, seat: int, kind: int) -> None:
    """Give a seat one tile of the block, by whatever means."""
    t[BLOCK + kind] -= 1
    if kind < 19:
        t[seat * K + kind] += 1
    else:
        settle_catastrophes(
            t, seat, int(kind == 19), int(kind == 20), int(kind == 21), int(kind == 22)
        )


def use_god(t: Row, kind: int) -> None:
    """Let the seat whose turn it is take a tile by a god; the next turn begins."""
    seat = t[TURN]
    t[seat * K + 4] -= 1
    take_one(t, seat, kind)
    t[TURN] = next_seat(t, seat)


def settle(t: Row, by: int, sun: int) -> None:
    """End the auction of the seat to move: seat `by` has bid a `sun`, 0 for no bid."""
    if sun == 0:
        if block_size(t) >= 8:
            for kind in range(1, K):
                t[BLOCK + kind] = 0
        t[TURN] = next_seat(t, t[TURN])
        return
    t[SUNS + center_sun(t)] = DOWN + by
    t[SUNS + sun] = IN
    receive_block(t, by)
    follow_on(t)


def follow_on(t: Row) -> None:
    """Go on after a lot is in: with the next seat that has a sun, or with the next epoch."""
    after = next_seat(t, t[TURN])
    if after == NO_SEAT:
        end_epoch(t)
    else:
        t[TURN] = after


def draw_tile(t: Row, kind: int) -> bool:
    """Draw a tile of a `kind` for the seat to move; return whether an auction follows."""
    t[LEFT + kind] -= 1
    if kind > 0:
        t[BLOCK + kind] += 1
        t[TURN] = next_seat(t, t[TURN])
        return False
    t[DRAWN] += 1
    if t[DRAWN] >= 5 + t[PLAYERS]:
        end_epoch(t)
        return False
    return True


# -- scores ------------------------------------------------------------------------------------


def net_total(t: Row, seat: int, epoch: int) -> int:
    """Return a seat's score if the `epoch` ended now, before the floor."""
    base, players = seat * K, t[PLAYERS]
    most, fewest = -1, 1000
    for other in range(players):
        held = t[other * K + 1]
        most, fewest = max(most, held), min(fewest, held)
    points: int = 2 * t[base + 4] + 3 * t[base + 5] + CIV_POINTS[civ_kinds(t, base)]
    if most > fewest:
        if t[base + 1] == most:
            points += 5
        if t[base + 1] == fewest:
            points -= 2
    if t[base + 3] > 0:
        points += t[base + 2] + t[base + 3]
    if epoch == 3:
        points += monument_points(t, base) + sun_points(t, seat)
    return points


def sun_sum(t: Row, seat: int) -> int:
    """Return the sum of a seat's suns, face up and face down."""
    total = 0
    for sun in range(1, 17):
        if t[SUNS + sun] == UP + seat or t[SUNS + sun] == DOWN + seat:
            total += sun
    return total


def sun_points(t: Row, seat: int) -> int:
    """Return the points of the sum of a seat's suns at the end."""
    own, most, fewest = sun_sum(t, seat), -1, 1000
    for other in range(t[PLAYERS]):
        total = sun_sum(t, other)
        most, fewest = max(most, total), min(fewest, total)
    points = 0
    if own == most:
        points += 5
    if own == fewest:
        points -= 5
    return points


def end_epoch(t: Row) -> None:
    """Score the epoch and begin the next one; after the third the game is over."""
    players, epoch = t[PLAYERS], t[EPOCH]
    first, second, third = net_total(t, 0, epoch), net_total(t, 1, epoch), net_total(t, 2, epoch)
    fourth = net_total(t, 3, epoch) if players > 3 else 0
    fifth = net_total(t, 4, epoch) if players > 4 else 0
    t[SCORES] = max(0, t[SCORES] + first)
    t[SCORES + 1] = max(0, t[SCORES + 1] + second)
    t[SCORES + 2] = max(0, t[SCORES + 2] + third)
    t[SCORES + 3] = max(0, t[SCORES + 3] + fourth)
    t[SCORES + 4] = max(0, t[SCORES + 4] + fifth)
    for kind in range(1, K):
        t[BLOCK + kind] = 0
    t[EPOCH] = epoch + 1
    if epoch == 3:
        return
    t[DRAWN] = 0
    for seat in range(players):
        for kind in range(3, 11):
            t[seat * K + kind] = 0
    for sun in range(1, 17):
        if DOWN <= t[SUNS + sun] < IN:
            t[SUNS + sun] += UP - DOWN
    for sun in range(16, 0, -1):
        if UP <= t[SUNS + sun] < DOWN:
            t[TURN] = t[SUNS + sun] - UP
            return


def winner(t: Row) -> int:
    """Return the winner of a game that is over: the most points, then the highest single sun."""
    best, found = -1, 0
    for seat in range(t[PLAYERS]):
        top = 0
        for sun in range(1, 17):
            if t[SUNS + sun] == UP + seat or t[SUNS + sun] == DOWN + seat:
                top = sun
        worth = 100 * t[SCORES + seat] + top
        if worth > best:
            best, found = worth, seat
    return found


# -- auctions ----------------------------------------------------------------------------------


def solve_auction(t: Row, called: bool, worth: Row, plan: Row) -> int:
    """Return the sun that wins the lot if every seat chooses best for itself, 0 for none.

    `worth` has the value of each outcome, the sun that wins or 0, for each seat, at `5 * sun +
    seat`. `plan` is filled in: at `17 * seat + high` the bid of the seat if the high bid is `high`
    when it is asked, 0 for a pass.
    """
    players, caller = t[PLAYERS], t[TURN]
    forced = called and block_size(t) < 8
    ends = [0] * 17
    for high in range(17):
        ends[high] = high
    for back in range(players):
        seat = (caller - back) % players
        if highest_up(t, seat) == 0:
            continue
        for high in range(17):
            if high > 0 and not UP <= t[SUNS + high] < DOWN:
                continue
            must = forced and back == 0 and high == 0
            chosen = best_bid(t, seat, high, must, worth, ends)
            plan[17 * seat + high] = chosen
        settle_plan(ends, plan, 17 * seat)
    return ends[0]


def best_bid(t: Row, seat: int, high: int, must: bool, worth: Row, ends: Row) -> int:
    """Return the bid of a seat that leads to the best outcome for it, 0 for a pass; the lowest of
    equals.

    `ends` holds the sun that wins in the end for each high bid after this seat.
    """
    chosen, best = 0, -1e30
    if not must:
        best = worth[5 * ends[high] + seat]
    for sun in range(high + 1, 17):
        if t[SUNS + sun] == UP + seat:
            value = worth[5 * ends[sun] + seat]
            if value > best + 1e-9:
                chosen, best = sun, value
    return chosen


def settle_plan(ends: Row, plan: Row, first: int) -> None:
    """Let a seat's plan, from `first` on, be part of how auctions end."""
    before = ends.copy()
    for high in range(17):
        bid = plan[first + high]
        ends[high] = before[bid] if bid > 0 else before[high]


# -- what is to be expected --------------------------------------------------------------------


def tiles_to_come(t: Row) -> float:
    """Return the tiles other than Ra that the epoch is still expected to show."""
    return tiles_coming(5 + t[PLAYERS] - t[DRAWN], t[LEFT], bag_size(t))


def tiles_coming(due: int, ra: int, bag: int) -> float:
    """Return the same by the Ra still due, those in the bag, and the bag's size."""
    if ra < due:
        return float(bag - ra)
    coming: float = due * (bag + 1.0) / (ra + 1.0) - due
    return coming


def sigmoid(x: float) -> float:
    """Return the logistic function."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-x))
