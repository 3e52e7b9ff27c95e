"""Habits against counts made by hand and by brute force."""

from __future__ import annotations

import itertools

import pytest

from games import habits
from games.streams import Stream


def test_shares_by_hand() -> None:
    assert habits.shares((0, 1, 2, 3, 3, 0), 4) == pytest.approx((2 / 6, 1 / 6, 1 / 6, 2 / 6))
    assert habits.shares((), 5) == pytest.approx((0.2,) * 5)


def test_commonest_run_by_hand() -> None:
    run = habits.commonest_run((0, 1, 2, 0, 1, 2, 0, 3), 4)
    assert run is not None
    assert run[:2] == ((0, 1, 2), 2)
    assert run.expected == pytest.approx(6 * (3 / 8) * (2 / 8) * (2 / 8))
    assert habits.commonest_run((0, 1, 2, 3), 4) is None
    assert habits.commonest_run((0, 1), 4) is None


def test_commonest_run_agrees_with_brute_force() -> None:
    rng, checked = Stream.named(5, "habits"), 0
    for _ in range(200):
        k = 2 + rng.below(4)
        sequence = tuple(rng.below(k) for _ in range(rng.below(40)))
        counts = {
            run: sum(sequence[i : i + 3] == run for i in range(len(sequence) - 2))
            for run in itertools.product(range(k), repeat=3)
        }
        most = max(counts.values())
        run = habits.commonest_run(sequence, k)
        assert (run is None) == (most < 2)
        if run is not None:
            checked += 1
            assert run.times == counts[run.symbols] == most
    assert checked > 100


def test_reactions_by_hand() -> None:
    found = habits.reactions((1, 1, 2, 2, 0, 0), ("won", "won", "lost", None, "lost", "won"), 3)
    assert found["won"] == habits.Reaction(2, 1, (0.0, 0.5, 0.5))
    assert found["lost"] == habits.Reaction(2, 2, (0.5, 0.0, 0.5))
    assert found[None] == habits.Reaction(1, 0, (1.0, 0.0, 0.0))
    assert habits.reactions((1,), ("won",), 3) == {}


def test_forecasts_are_probabilities_of_the_past_alone() -> None:
    rng, checked = Stream.named(6, "habits"), 0
    for k in (2, 4, 10):
        forecaster = habits.Forecaster(k)
        assert forecaster.forecast() == pytest.approx((1 / k,) * k)
        for _ in range(100):
            before = forecaster.forecast()
            assert sum(before) == pytest.approx(1.0)
            assert min(before) > 0.0
            assert forecaster.forecast() == before
            forecaster.observe(rng.below(k))
            checked += 1
    assert checked == 300


def test_foresight_learns_a_cycle_and_names_its_surest_moment() -> None:
    found = habits.foresight((0, 1, 2) * 10, 3)
    assert len(found.hits) == 30
    assert not found.hits[0]
    assert all(found.hits[5:])
    assert found.surest is not None
    assert found.surest.place == 29
    assert found.surest.before == (0, 1)
    assert found.surest.probability > 0.9
    assert habits.foresight((), 3) == habits.Foresight((), None)
