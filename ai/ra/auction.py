"""An auction solved backwards: its outcomes as rows, and every bid in each of its nodes.

An outcome is a seat that gets the lot and its sun, or no winner. `solve` has each player choose
best for itself; `expect` lets all but one go by thresholds part of the time (`ai.ra.likely`), so
that an auction has a probability of each outcome. Equal choices fall to passing, then to the lowest
sun.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ai.ra.holdings import Scribe, with_lot
from ai.ra.likely import TRUST, WIDTH
from ai.ra.plain import (
    BLOCK,
    DOWN,
    EPOCH,
    IN,
    LEFT,
    SUNS,
    TURN,
    UP,
    K,
    Row,
    block_size,
    center_sun,
    follow_on,
    highest_up,
    settle,
    sigmoid,
)
from ai.ra.plain import PLAYERS as PLAYERS_AT
from ai.ra.potential import SUN_SHARE, SUN_SHARE_LAST
from games.arrays import FloatArray
from games.ra.tiles import BLOCK_PLACES, EPOCHS, NOTHING, Counts


def outcome_suns(t: Row) -> list[int]:
    """Return the outcomes of the auction of a row: 0 for no winner, and every face-up sun."""
    return [0, *(sun for sun in range(1, 17) if UP <= t[SUNS + sun] < DOWN)]


def outcome_rows(t: Row, suns: Sequence[int]) -> list[Row]:
    """Return the row after each of these outcomes; a lot is added up once for each seat."""
    center, lot = center_sun(t), bytes(t[BLOCK:LEFT])
    hands: dict[int, Counts] = {}
    rows = []
    for sun in suns:
        after = t.copy()
        if not sun:
            settle(after, -1, 0)
            rows.append(after)
            continue
        owner = t[SUNS + sun]
        first = K * (owner - UP)
        if owner not in hands:
            hands[owner] = with_lot(bytes(t[first : first + K]), lot)
        after[first : first + K], after[BLOCK:LEFT] = hands[owner], NOTHING
        after[SUNS + center], after[SUNS + sun] = owner + DOWN - UP, IN
        follow_on(after)
        rows.append(after)
    return rows


class SolvedAuction(NamedTuple):
    """An auction that is solved: which sun wins, and at 17 * seat + high what a seat bids."""

    sun: int
    plan: list[int]


def solve(t: Row, called: bool, suns: Sequence[int], worth: FloatArray) -> SolvedAuction:
    """Solve the auction of a row; `worth` (outcomes, players) is what each seat maximises.

    This is `ai.ra.plain.solve_auction` over the outcomes that there are.
    """
    plan, ends = [0] * 85, [*range(len(suns))]
    for seat, own, highs, forced in _backwards(t, called, suns):
        values = worth[:, seat].tolist()
        after = [values[end] for end in ends]
        chosen = [(high, _best(after, own, high, forced)) for high in highs]
        for high, bid in reversed(chosen):
            ends[high] = ends[bid or high]
            plan[17 * seat + suns[high]] = suns[bid]
    return SolvedAuction(suns[ends[0]], plan)


def _backwards(
    t: Row, called: bool, suns: Sequence[int]
) -> list[tuple[int, list[int], list[int], bool]]:
    """Return the bidders from the last to the first, each with the places of its suns.

    Then come the places of the bids that may stand when it is asked, and whether it has to bid
    where no other did: the caller, who is the last.
    """
    caller, found = t[TURN], []
    forced, highs = called and block_size(t) < BLOCK_PLACES, [0]
    for seat in bidders(t):
        own = [place for place, sun in enumerate(suns) if sun and t[SUNS + sun] == UP + seat]
        found.append((seat, own, highs, forced and seat == caller))
        highs = sorted((*highs, *own))
    return found[::-1]


def _best(after: Sequence[float], own: Sequence[int], high: int, forced: bool) -> int:
    """Return the place of the best bid over a high one, 0 for a pass; the lowest of equals."""
    chosen, best = 0, -1e30 if forced and not high else after[high]
    for place in own:
        if place > high and after[place] > best + 1e-9:
            chosen, best = place, after[place]
    return chosen


class AuctionForecast(NamedTuple):
    """A seat's forecast of an auction.

    `sun` wins if all bid by the `plan`, at 17 * seat + high; `ends` are the probabilities of the
    outcomes. `follow` has for each seat that bids the same if the bid stands at a sun once it has
    bid, in the order of the outcomes. Bids that cannot stand when a seat is asked are left out.
    """

    sun: int
    plan: list[int]
    ends: list[float]
    follow: dict[int, list[list[float]]]

    def shares(self) -> FloatArray:
        """Return the probabilities of the outcomes."""
        return np.array(self.ends)

    def shares_after(self, suns: Sequence[int], seat: int, high: int) -> FloatArray:
        """Return those of the outcomes `suns` if the bid stands at `high` once a seat has bid."""
        return np.array(self.follow[seat][suns.index(high)])


def expect(
    t: Row, called: bool, seat: int, suns: Sequence[int], worth: FloatArray
) -> AuctionForecast:
    """Return a seat's forecast of the auction of a row; `worth` is as for `solve`.

    This is `ai.ra.likely.solve_likely` over the outcomes that there are, with `TRUST`.
    """
    count, scribe, center = len(suns), Scribe.of_row(t), center_sun(t)
    share = SUN_SHARE_LAST if t[EPOCH] == EPOCHS else SUN_SHARE
    plan: list[int] = [0] * 85
    follow: dict[int, list[list[float]]] = {}
    ends = [[float(high == end) for end in range(count)] for high in range(count)]
    for bidder, own, highs, forced in _backwards(t, called, suns):
        follow[bidder] = ends
        values = worth[:, bidder].tolist()
        after = values
        if len(follow) > 1:
            after = [0.0] * count
            for high in {*highs, *own}:
                after[high] = _mean(ends[high], values)
        chosen = [(high, _best(after, own, high, forced)) for high in highs]
        for high, bid in chosen:
            plan[17 * bidder + suns[high]] = suns[bid]
        likely = []
        if bidder != seat:
            lot = scribe.lot(bidder)
            for place in own:
                sun = suns[place]
                gain = lot + share * (center - sun) - scribe.least(bidder, sun)
                likely.append((place, sigmoid(gain / WIDTH)))
        ends = _mixed(likely, forced, chosen, ends)
    high = 0
    for bidder in reversed(follow):
        high = plan[17 * bidder + high] or high
    return AuctionForecast(high, plan, ends[0], follow)


def _mean(shares: Sequence[float], values: Sequence[float]) -> float:
    total = 0.0
    for share, value in zip(shares, values, strict=True):
        total += share * value
    return total


def _mixed(
    likely: Sequence[tuple[int, float]],
    forced: bool,
    chosen: Sequence[tuple[int, int]],
    after: Sequence[list[float]],
) -> list[list[float]]:
    """Return the ends before a bidder, from those `after` it: part of the time it goes by
    thresholds.

    `chosen` has the places of the high bids that it may meet, each with its best bid. `likely` has
    the places of its suns, each with the chance that it is bid where it is the lowest that wins;
    without any the bidder always chooses best.
    """
    rest, found = 1.0 - TRUST, [*after]
    for high, bid in chosen:
        best = after[bid or high]
        lowest, chance = next((one for one in likely if one[0] > high), (-1, 0.0))
        if lowest < 0:
            found[high] = best
            continue
        if forced and not high:
            chance = 1.0
        ways = zip(after[lowest], after[high], best, strict=True)
        passing = 1.0 - chance
        found[high] = [
            TRUST * (chance * bids + passing * passes) + rest * end for bids, passes, end in ways
        ]
    return found


def bidders(t: Row) -> list[int]:
    """Return the seats that bid in the auction of a row, in their order."""
    players, caller = t[PLAYERS_AT], t[TURN]
    order = [(caller + step) % players for step in range(1, players + 1)]
    return [seat for seat in order if highest_up(t, seat)]


def outcome_after(t: Row, plan: Sequence[int], seat: int, high: int) -> int:
    """Return the sun that wins if the high bid is `high` after `seat`, and the rest follow the
    plan.
    """
    order = bidders(t)
    for other in order[order.index(seat) + 1 :]:
        high = plan[17 * other + high] or high
    return high
