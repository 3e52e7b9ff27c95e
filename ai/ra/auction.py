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

from ai.ra.likely import TRUST, WIDTH, likely_bids, solve_likely
from ai.ra.plain import DOWN, SUNS, TURN, UP, Row, highest_up, settle, solve_auction
from ai.ra.plain import PLAYERS as PLAYERS_AT
from games.arrays import FloatArray


def outcome_suns(t: Row) -> list[int]:
    """Return the outcomes of the auction of a row: 0 for no winner, and every face-up sun."""
    return [0, *(sun for sun in range(1, 17) if UP <= t[SUNS + sun] < DOWN)]


def outcome_rows(t: Row, suns: Sequence[int]) -> list[Row]:
    """Return the row after each of these outcomes."""
    rows = []
    for sun in suns:
        after = t.copy()
        settle(after, t[SUNS + sun] - UP if sun else -1, sun)
        rows.append(after)
    return rows


class SolvedAuction(NamedTuple):
    """An auction that is solved: which sun wins, and at 17 * seat + high what a seat bids."""

    sun: int
    plan: list[int]


def solve(t: Row, called: bool, suns: Sequence[int], worth: FloatArray) -> SolvedAuction:
    """Solve the auction of a row; `worth` (outcomes, players) is what each seat maximises."""
    plan = [0] * 85
    return SolvedAuction(solve_auction(t, called, _flat(suns, worth), plan), plan)


def _flat(suns: Sequence[int], worth: FloatArray) -> list[float]:
    """Return the value of outcomes to each seat, at 5 * sun + seat."""
    flat = [0.0] * 85
    for sun, seats in zip(suns, worth.tolist(), strict=True):
        flat[5 * sun : 5 * sun + len(seats)] = seats
    return flat


class AuctionForecast(NamedTuple):
    """A seat's forecast of an auction.

    `sun` wins if all bid by the `plan`, at 17 * seat + high; `ends` are the probabilities that each
    sun wins, and `follow` has at 289 * seat + 17 * high + sun the same if the bid stands at `high`
    once a seat has bid.
    """

    sun: int
    plan: list[int]
    ends: list[float]
    follow: list[float]

    def shares(self, suns: Sequence[int]) -> FloatArray:
        """Return the probabilities of these outcomes."""
        return np.array([self.ends[sun] for sun in suns])

    def shares_after(self, suns: Sequence[int], seat: int, high: int) -> FloatArray:
        """Return those if the bid stands at `high` once a seat has bid."""
        return np.array([self.follow[289 * seat + 17 * high + sun] for sun in suns])


def expect(
    t: Row, called: bool, seat: int, suns: Sequence[int], worth: FloatArray
) -> AuctionForecast:
    """Return a seat's forecast of the auction of a row; `worth` is as for `solve`."""
    chances = [0.0] * 85
    likely_bids(t, WIDTH, chances)
    plan, ends, follow = [0] * 85, [0.0] * 289, [0.0] * 1445
    flat = _flat(suns, worth)
    solve_likely(t, called, seat, flat, chances, TRUST, ends, follow, plan)
    high = 0
    for bidder in bidders(t):
        high = plan[17 * bidder + high] or high
    return AuctionForecast(high, plan, ends[:17], follow)


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
