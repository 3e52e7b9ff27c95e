"""The plain count of what followed what: it forecasts from the past alone, and finds a cycle."""

from __future__ import annotations

import pytest

from ai.sequence.habits import LEAN, InterpolatedCounts, surest_choice
from games.streams import Stream


def test_forecasts_are_probabilities_of_the_past_alone() -> None:
    rng, checked = Stream.named(6, "habits"), 0
    for k in (2, 4, 10):
        counts = InterpolatedCounts(k)
        assert counts.forecast() == pytest.approx((1 / k,) * k)
        for _ in range(100):
            before = counts.forecast()
            assert sum(before) == pytest.approx(1.0)
            assert min(before) > 0.0
            assert counts.forecast() == before
            counts.observe(rng.below(k))
            checked += 1
    assert checked == 300


def test_short_contexts_stand_in_for_long_ones() -> None:
    counts = InterpolatedCounts(2)
    for symbol in (0, 1, 0):
        counts.observe(symbol)
    shares = [(2 + LEAN / 2) / (3 + LEAN), (1 + LEAN / 2) / (3 + LEAN)]
    after_0 = [LEAN * share / (1 + LEAN) for share in shares]
    assert counts.forecast() == pytest.approx((after_0[0], after_0[1] + 1 / (1 + LEAN)))


def test_the_surest_choice_of_a_cycle_is_its_last() -> None:
    surest = surest_choice((0, 1, 2) * 10, 3)
    assert surest is not None
    assert surest[:2] == (29, 2)
    assert surest.before == (0, 1)
    assert surest.probability > 0.9
    assert surest_choice((), 3) is None
    assert surest_choice((0,), 3) is None  # the first is never foreseen
    assert surest_choice((0, 0), 3) == (1, 0, pytest.approx(5 / 9), (0,))
    assert surest_choice((0, 1), 3) is None
