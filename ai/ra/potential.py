"""A seat's holdings as points to come: the potential of `heuristic`, and its choices by it.

Plain code over rows, compiled for training as it stands (see `ai.ra.plain`). The numbers come from
the program's description; the slopes of the pharaohs and the value of unfinished monuments were
chosen by hand.
"""

from __future__ import annotations

from typing import Final

from ai.ra.plain import (
    BLOCK,
    CIV_POINTS,
    DOWN,
    DRAWN,
    EPOCH,
    PLAYERS,
    SUNS,
    TURN,
    UP,
    K,
    Row,
    block_size,
    center_sun,
    civ_kinds,
    highest_up,
    monument_points,
    receive_block,
    sigmoid,
    take_one,
    tiles_to_come,
)

CIV_BASE: Final = (-5.0, 0.0, 0.0, 5.0, 10.0, 15.0)
CIV_LEFT: Final = (2.75, 0.6, 2.2, 1.6, 1.2, 0.0)
"""A hand's civilizations are worth `CIV_BASE` and `CIV_LEFT` times what is left of the epoch."""
SUN_SHARE: Final = 0.25
SUN_SHARE_LAST: Final = 0.175
SPOIL: Final = 0.5
CALL_MARGIN: Final = 0.5


def potential(t: Row, seat: int) -> float:
    """Return the points that a seat may expect of what it holds."""
    base, players = seat * K, t[PLAYERS]
    limit = 5 + players
    left = (limit - t[DRAWN]) / limit
    rem = 3 - t[EPOCH]
    kings, stones = pharaoh_worth(t, seat, left, rem), monument_worth(t, base, left, rem)
    return held_worth(kings, stones, t, base, left, rem)


def held_worth(kings: float, stones: float, t: Row, base: int, left: float, rem: int) -> float:
    """Return the points for pharaohs and monuments, and those of all else in the hand at `base`."""
    total: float = kings + stones
    niles, floods = t[base + 2], t[base + 3]
    if floods > 0:
        total += niles + floods
    else:
        total += 0.55 * left * niles
    total += 0.55 * rem * niles
    kinds = civ_kinds(t, base)
    total += CIV_BASE[kinds] + CIV_LEFT[kinds] * left
    total += 3.0 * t[base + 5] + (2.0 + 0.9 * left) * t[base + 4]
    return total


def pharaoh_worth(t: Row, seat: int, left: float, rem: int) -> float:
    """Return the points that the pharaohs of a seat may score, this epoch and later."""
    own, most, fewest = t[seat * K + 1], 0, 1000
    for other in range(t[PLAYERS]):
        if other != seat:
            held = t[other * K + 1]
            most, fewest = max(most, held), min(fewest, held)
    return king_worth(own, most, fewest, left, rem)


def king_worth(own: int, most: int, fewest: int, left: float, rem: int) -> float:
    """Return the points that own pharaohs may score against the others' most and fewest."""
    total = 0.0
    for later in range(rem + 1):
        slope = 1.0 / (0.3 + 1.2 * left + 0.8 * later)
        total += 5.0 * sigmoid(slope * (own - most)) - 2.0 * sigmoid(-slope * (own - fewest))
    return total


def monument_worth(t: Row, base: int, left: float, rem: int) -> float:
    """Return the points of monuments at the end, and the hope in unfinished sets."""
    kinds, singles, pairs = 0, 0, 0
    for kind in range(11, 19):
        held = t[base + kind]
        if held > 0:
            kinds += 1
        if held == 1:
            singles += 1
        elif held == 2:
            pairs += 1
    hope = (rem + left) / 3.0
    near = 1.0 if kinds == 6 or kinds == 7 else 0.0
    return monument_points(t, base) + hope * (0.3 * singles + 1.3 * pairs + 1.2 * near)


def lot_worth(t: Row, seat: int) -> float:
    """Return the gain in a seat's potential by the whole block."""
    after = t.copy()
    receive_block(after, seat)
    return potential(after, seat) - potential(t, seat)


def tile_worth(t: Row, seat: int, kind: int) -> float:
    """Return the gain in a seat's potential by one tile of the block."""
    after = t.copy()
    take_one(after, seat, kind)
    return potential(after, seat) - potential(t, seat)


def sun_worth(t: Row, seat: int, sun: int) -> float:
    """Return the least that a sun of a seat should win."""
    below, others, table = 0, 0, 0
    for other in range(1, 17):
        owner = t[SUNS + other]
        if UP <= owner < DOWN:
            table += 1
            if owner != UP + seat:
                others += 1
                if other < sun:
                    below += 1
    return least_worth(share_of(below, others), tiles_to_come(t), table)


def share_of(below: int, others: int) -> float:
    """Return the share of the others' suns that a sun beats."""
    return below / others if others > 0 else 1.0


def least_worth(share: float, coming: float, table: int) -> float:
    """Return the least that a sun should win: `coming` tiles are due, `table` suns face up."""
    due = 1.75 * coming / table if table > 0 else 0.0
    return min(due * (0.55 + 0.75 * share), 7.0 + 5.0 * share)


def choose_bid(t: Row, seat: int, high: int, must: bool, error: float) -> int:
    """Return the bid of the heuristic, 0 for a pass; `error` is added to the lot's value."""
    sun = 0
    for other in range(16, high, -1):
        if t[SUNS + other] == UP + seat:
            sun = other
    if sun == 0 or must:
        return sun
    share = SUN_SHARE_LAST if t[EPOCH] == 3 else SUN_SHARE
    worth = lot_worth(t, seat) + error + share * (center_sun(t) - sun)
    return sun if worth >= sun_worth(t, seat, sun) else 0


def wants_to_win(t: Row, error: float) -> bool:
    """Return whether the seat whose turn it is calls to win."""
    seat = t[TURN]
    needed = sun_worth(t, seat, highest_up(t, seat)) + CALL_MARGIN
    return lot_worth(t, seat) + error >= needed


def spoiled_for(t: Row) -> int:
    """Return the first opponent with a higher sun who would gladly take the lot, -1 for none."""
    seat = t[TURN]
    own = highest_up(t, seat)
    for other in range(t[PLAYERS]):
        sun = highest_up(t, other)
        if other != seat and sun > own and lot_worth(t, other) >= sun_worth(t, other, sun) - SPOIL:
            return other
    return -1


def god_choice(t: Row, error: float) -> int:
    """Return the kind of the tile that a god of the seat in turn should take, 0 for none."""
    seat = t[TURN]
    best, found = least_of_god(5 + t[PLAYERS] - t[DRAWN]), 0
    for kind in range(1, K):
        if kind != 4 and t[BLOCK + kind] > 0:
            worth = tile_worth(t, seat, kind) + error
            if worth >= best:
                best, found = worth + 1e-9, kind
    return found


def least_of_god(due: int) -> float:
    """Return the least that a god should take while so many Ra are due."""
    return 0.6 if due <= 2 else 2.0


def choose_turn(t: Row, can_draw: bool, gods: int, error: float, spoils: bool) -> int:
    """Return the heuristic's choice in its turn: 0 draw, -1 call, or the kind that a god takes."""
    if block_size(t) > 0:
        if wants_to_win(t, error):
            return -1
        if gods > 0:
            kind = god_choice(t, error)
            if kind > 0:
                return kind
        if spoils and spoiled_for(t) >= 0:
            return -1
    return 0 if can_draw else -1


assert tuple(int(points) for points in CIV_BASE) == CIV_POINTS
