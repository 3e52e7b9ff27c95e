"""The horse race: its times, its kinds, its errors."""

from __future__ import annotations

import math
import statistics

import pytest

from ai.set.race import LearnedRates, near_misses, prior, race, steady_rates
from ai.set.searchers import Steady, steady
from games.set.rules.cards import features, kind_of
from games.set.rules.claims import right_claims
from tests.support.set_tables import laid, plans


def test_times_are_exponential_and_kinds_in_proportion() -> None:
    state, count = laid(), 4000
    rates = steady_rates(6)
    found = race(state, rates)
    assert len({kind_of(claim) for claim in found.claims}) > 1
    claims = plans(Steady(rates, 0), state, count)
    seconds = sorted((claim.ms - 600) / 1000 for claim in claims)
    distance = max(
        abs(1 - math.exp(-found.total * t) - (n + 0.5) / count) for n, t in enumerate(seconds)
    )
    assert distance < 1.95 / math.sqrt(count)  # Kolmogorov and Smirnov, 0.1%
    assert statistics.median(seconds) == pytest.approx(math.log(2) / found.total, rel=0.08)
    for claim, rate in zip(found.claims, found.each, strict=True):
        share = rate / found.total
        seen = sum(one.cards == claim for one in claims) / count
        assert abs(seen - share) < 4 * math.sqrt(share * (1 - share) / count)


@pytest.mark.parametrize("mode", ["normal", "ultraset"])
def test_errors_come_as_often_as_said_and_in_one_feature(mode: str) -> None:
    state, count = laid(mode=mode), 500
    right = set(right_claims(state))
    claims = [claim.cards for claim in plans(Steady(steady_rates(5), 20), state, count)]
    wrong = [cards for cards in claims if cards not in right]
    assert abs(len(wrong) / count - 0.2) < 4 * math.sqrt(0.2 * 0.8 / count)
    assert set(wrong) <= set(near_misses(state))
    if mode == "normal":
        assert all(list(features(c).values()).count("broken") == 1 for c in wrong)
    assert not right & set(near_misses(state))


def test_an_empty_table_is_called_at_half_the_rate_of_a_set() -> None:
    cards = (0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31)
    state = laid(cards, none="call")
    assert not right_claims(state)
    claims = plans(steady(5, 0), state, 2000)
    assert all(claim.word == "none" for claim in claims)
    mean = statistics.mean((claim.ms - 600) / 1000 for claim in claims)
    assert mean == pytest.approx(1 / (0.5 * 0.042 * 1.16), rel=4 / math.sqrt(2000))
    assert plans(steady(5, 0), laid(cards), 1) == [None]


def test_the_interval_of_a_rate_is_that_of_its_gamma_distribution() -> None:
    # scipy.stats.gamma.ppf((.025, .975), a) / b
    for shape, low, high in (
        (2.0, 0.2422, 5.5716),
        (10.0, 4.7954, 17.0848),
        (50.0, 37.111, 64.781),
    ):
        known = LearnedRates((shape,) * 4, (2.0,) * 4)
        found = known.interval
        assert found[0][0] == pytest.approx(low / 2, rel=0.08)
        assert found[1][0] == pytest.approx(high / 2, rel=0.01)


def test_finds_are_counted_apart_from_the_prior() -> None:
    assert prior().finds == 0
    assert prior().after([1, 3], 10.0, 3).after([2], 5.0).finds == 1
