"""The solved auction against brute force over all bids."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from ai.ra.auction import bidders, outcome_after, outcome_rows, outcome_suns, solve
from ai.ra.plain import BLOCK, SUNS, TURN, UP, Row, row_of, settle
from games.ra.rules.state import TURN as IN_TURN
from tests.support.ra_tables import choices

AUCTIONS = 500


def brute(t: Row, worth: dict[int, list[float]], order: list[int], high: int, must: bool) -> int:
    """The sun that wins if everybody tries every bid; the first best is taken."""
    if not order:
        return high
    seat, rest = order[0], order[1:]
    bids = [sun for sun in range(high + 1, 17) if t[SUNS + sun] == UP + seat]
    passing = [] if must and not rest and high == 0 else [high]
    ends = [brute(t, worth, rest, after, must) for after in (*passing, *bids)]
    return max(ends, key=lambda sun: worth[sun][seat])


@lru_cache(maxsize=1)
def rows() -> list[Row]:
    """Rows of turns at tables of 3 to 5."""
    found: list[Row] = []
    seed = 0
    while len(found) < AUCTIONS:
        for players in (3, 4, 5):
            states = choices(players, seed, 3)
            found += [row_of(state) for state in states if state.phase == IN_TURN]
        seed += 1
    return found[:AUCTIONS]


def test_outcomes_are_the_rows_after_each_way_to_settle() -> None:
    for t in rows():
        suns = outcome_suns(t)
        for sun, row in zip(suns, outcome_rows(t, suns), strict=True):
            after = t.copy()
            settle(after, t[SUNS + sun] - UP if sun else -1, sun)
            assert row == after


def test_500_auctions_are_solved_as_by_brute_force() -> None:
    rng = np.random.default_rng(1)
    takers = 0
    for number, t in enumerate(rows()):
        called, full = number % 2 == 0, sum(t[BLOCK : BLOCK + 23]) >= 8
        suns = outcome_suns(t)
        worth = rng.random((len(suns), 5))
        solved = solve(t, called, suns, worth)
        told = dict(zip(suns, worth.tolist(), strict=True))
        assert solved.sun == brute(t, told, bidders(t), 0, called and not full)
        takers += solved.sun > 0
    assert AUCTIONS / 2 < takers < AUCTIONS


def test_a_bid_leads_where_the_rest_of_the_plan_leads() -> None:
    rng = np.random.default_rng(2)
    for t in rows()[:40]:
        suns = outcome_suns(t)
        worth = rng.random((len(suns), 5))
        solved = solve(t, True, suns, worth)
        high = 0
        for seat in bidders(t):
            assert outcome_after(t, solved.plan, seat, solved.plan[17 * seat + high] or high) == (
                solved.sun
            )
            high = solved.plan[17 * seat + high] or high
        assert high == solved.sun


def test_every_face_up_sun_is_an_outcome() -> None:
    t = rows()[0]
    suns = outcome_suns(t)
    assert suns[0] == 0
    assert len(outcome_rows(t, suns)) == len(suns)
    assert all(t[SUNS + sun] >= UP for sun in suns[1:])
    assert t[TURN] in bidders(t)


def test_a_forced_caller_cannot_hope_that_nobody_takes_it() -> None:
    t = next(t for t in rows() if sum(t[BLOCK : BLOCK + 23]) < 8)
    suns = outcome_suns(t)
    worth = np.zeros((len(suns), 5))
    worth[0] = 1.0  # everybody would rather see nobody take it
    assert solve(t, False, suns, worth).sun == 0
    forced = solve(t, True, suns, worth).sun
    assert forced == min(sun for sun in suns if t[SUNS + sun] == UP + t[TURN])
    assert pytest.approx(worth[0, 0]) == 1.0
