"""An auction against bidders who follow thresholds as often as they choose best: plain code.

A solution in which every seat chooses best by its own values is wrong about seats that bid when a
lot seems worth more than their sun. Here each other seat bids its lowest winning sun with a chance
that rises with the lot's value to it, by the potential of the heuristic, over the value that the
sun should win; only the rest of the time does it choose by the values. Compiled for training as it
stands (see `ai.ra.plain`).
"""

from __future__ import annotations

from typing import Final

from ai.ra.plain import (
    DOWN,
    EPOCH,
    PLAYERS,
    SUNS,
    TURN,
    UP,
    Row,
    block_size,
    center_sun,
    highest_up,
    sigmoid,
)
from ai.ra.potential import SUN_SHARE, SUN_SHARE_LAST, lot_worth, sun_worth

TRUST: Final = 0.3
"""How often each of the others is held to go by its thresholds."""
WIDTH: Final = 1.0
"""Points over which a bid grows likely: others hold of a lot what the potential only guesses."""


def lowest_above(t: Row, seat: int, high: int) -> int:
    """Return the lowest face-up sun of a seat above a bid, 0 without one."""
    for sun in range(high + 1, 17):
        if t[SUNS + sun] == UP + seat:
            return sun
    return 0


def likely_bids(t: Row, width: float, chances: Row) -> None:
    """Write the chance that each seat's lowest winning sun is bid, at 17 * seat + high of
    `chances`.
    """
    share = SUN_SHARE_LAST if t[EPOCH] == 3 else SUN_SHARE
    center = center_sun(t)
    for seat in range(t[PLAYERS]):
        if highest_up(t, seat) == 0:
            continue
        worth = lot_worth(t, seat)
        below = 0
        for sun in range(1, 17):
            if t[SUNS + sun] == UP + seat:
                gain = worth + share * (center - sun) - sun_worth(t, seat, sun)
                for high in range(below, sun):
                    chances[17 * seat + high] = sigmoid(gain / width)
                below = sun


def solve_likely(
    t: Row,
    called: bool,
    seat: int,
    worth: Row,
    chances: Row,
    trust: float,
    ends: Row,
    follow: Row,
    plan: Row,
) -> None:
    """Find the ends of the auction of a row, and the bids that each seat would choose.

    All but `seat` go by their thresholds with the probability `trust`. `worth` and `plan`, which is
    filled in, are as in `ai.ra.plain.solve_auction`. `ends` is filled in, too: its first 17 are the
    probabilities that each sun wins, 0 for no winner. So is `follow`: at 289 * bidder + 17 * high +
    sun the same if the bid stands at `high` once that bidder has bid.
    """
    players, caller = t[PLAYERS], t[TURN]
    forced = called and block_size(t) < 8
    for high in range(17):
        for sun in range(17):
            ends[17 * high + sun] = 1.0 if high == sun else 0.0
    for back in range(players):
        bidder = (caller - back) % players
        if highest_up(t, bidder) == 0:
            continue
        after = ends.copy()
        follow[289 * bidder : 289 * bidder + 289] = after
        for high in range(17):
            if high == 0 or UP <= t[SUNS + high] < DOWN:
                must = forced and back == 0 and high == 0
                best = likely_best(t, bidder, high, must, worth, after)
                plan[17 * bidder + high] = best
                chance = 1.0 if must else chances[17 * bidder + high]
                trusted = trust if bidder != seat else 0.0
                mix_bids(t, bidder, high, best, chance, trusted, after, ends)


def mix_bids(
    t: Row, seat: int, high: int, best: int, chance: float, trust: float, after: Row, ends: Row
) -> None:
    """Write the ends after a high bid: by the best reply, or with `trust` by a bid of this
    `chance`.
    """
    chosen = best if best > 0 else high
    lowest = lowest_above(t, seat, high)
    if trust == 0.0 or lowest == 0:
        trust, lowest = 0.0, high
    for sun in range(17):
        ruled = chance * after[17 * lowest + sun] + (1.0 - chance) * after[17 * high + sun]
        ends[17 * high + sun] = trust * ruled + (1.0 - trust) * after[17 * chosen + sun]


def likely_best(t: Row, seat: int, high: int, must: bool, worth: Row, ends: Row) -> int:
    """Return the bid of a seat that is worth the most to it on the mean, 0 for a pass."""
    chosen, best = 0, -1e30
    if not must:
        best = mean_worth(seat, high, worth, ends)
    for sun in range(high + 1, 17):
        if t[SUNS + sun] == UP + seat:
            value = mean_worth(seat, sun, worth, ends)
            if value > best + 1e-9:
                chosen, best = sun, value
    return chosen


def mean_worth(seat: int, high: int, worth: Row, ends: Row) -> float:
    """Return the mean value of an auction to a seat if the bid stands at `high` after it."""
    total = 0.0
    for sun in range(17):
        total += ends[17 * high + sun] * worth[5 * sun + seat]
    return total
