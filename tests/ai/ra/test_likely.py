"""Auctions against bidders with thresholds: probabilities, the exact solution at no trust."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pytest

from ai.ra.auction import AuctionForecast, bidders, expect, outcome_suns, solve
from ai.ra.likely import TRUST, WIDTH, likely_bids, solve_likely
from ai.ra.plain import SUNS, TURN, UP, Row, center_sun, highest_up, row_of, solve_auction
from ai.ra.potential import SUN_SHARE, lot_worth, sun_worth
from games.arrays import FloatArray
from games.ra.rules.state import TURN as IN_TURN
from tests.support.ra_tables import choices


class Case(NamedTuple):
    """An auction, what its outcomes are worth, and what is expected of it."""

    t: Row
    called: bool
    suns: list[int]
    worth: FloatArray
    found: AuctionForecast


@lru_cache(maxsize=1)
def cases() -> list[Case]:
    """Auctions at tables of 3 and 5 with worths by lot."""
    rng = np.random.default_rng(1)
    states = [state for players in (3, 5) for state in choices(players, 2, 4)]
    found = []
    for number, t in enumerate([row_of(state) for state in states if state.phase == IN_TURN][:24]):
        suns, called = outcome_suns(t), number % 2 == 0
        worth = rng.random((len(suns), 5))
        found.append(Case(t, called, suns, worth, expect(t, called, t[TURN], suns, worth)))
    return found


def test_shares_of_outcomes_add_up() -> None:
    for case in cases():
        assert case.found.shares().sum() == pytest.approx(1.0)
        assert (case.found.shares() >= 0.0).all()
        for high in (0, highest_up(case.t, case.t[TURN])):
            assert case.found.shares_after(case.suns, case.t[TURN], high).sum() == pytest.approx(
                1.0
            )


def test_without_trust_it_is_the_exact_solution() -> None:
    for case in cases():
        flat = [0.0] * 85
        for sun, seats in zip(case.suns, case.worth.tolist(), strict=True):
            flat[5 * sun : 5 * sun + 5] = seats
        plan, ends, follow = [0] * 85, [0.0] * 289, [0.0] * 1445
        solve_likely(case.t, case.called, case.t[TURN], flat, [0.5] * 85, 0.0, ends, follow, plan)
        exact = solve(case.t, case.called, case.suns, case.worth)
        assert ends[exact.sun] == 1.0
        assert all(bid in (0, plan[place]) for place, bid in enumerate(exact.plan))


def test_forecasts_are_those_of_the_plain_code_to_the_last_bit() -> None:
    for case in cases():
        flat = [0.0] * 85
        for sun, seats in zip(case.suns, case.worth.tolist(), strict=True):
            flat[5 * sun : 5 * sun + 5] = seats
        chances, plan, ends, follow = [0.0] * 85, [0] * 85, [0.0] * 289, [0.0] * 1445
        likely_bids(case.t, WIDTH, chances)
        seat = case.t[TURN]
        solve_likely(case.t, case.called, seat, flat, chances, TRUST, ends, follow, plan)
        assert case.found.shares().tolist() == [ends[sun] for sun in case.suns]
        exact = [0] * 85
        sun = solve_auction(case.t, case.called, flat, exact)
        solved = solve(case.t, case.called, case.suns, case.worth)
        assert solved.sun == sun
        highs = {0}
        for bidder in bidders(case.t):
            for high in highs:
                place = 17 * bidder + high
                assert case.found.plan[place] == plan[place]
                assert solved.plan[place] == exact[place]
            highs |= {sun for sun in case.suns if case.t[SUNS + sun] == UP + bidder}
            for high in highs:
                shares = [follow[289 * bidder + 17 * high + sun] for sun in case.suns]
                assert case.found.shares_after(case.suns, bidder, high).tolist() == shares


def test_bids_grow_likely_with_what_a_lot_is_worth_over_its_sun() -> None:
    t = cases()[6].t
    chances = [0.0] * 85
    likely_bids(t, WIDTH, chances)
    share = SUN_SHARE
    for seat in bidders(t):
        sun = min(s for s in range(1, 17) if t[SUNS + s] == UP + seat)
        gain = lot_worth(t, seat) + share * (center_sun(t) - sun) - sun_worth(t, seat, sun)
        assert (chances[17 * seat] > 0.5) == (gain > 0.0)
        assert 0.0 < chances[17 * seat] < 1.0


def test_another_s_threshold_makes_another_outcome_possible() -> None:
    open_ends = [case for case in cases() if (case.found.shares() > 0.0).sum() > 1]
    assert len(open_ends) > len(cases()) // 2
