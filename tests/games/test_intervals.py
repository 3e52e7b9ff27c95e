"""The two intervals against exact sums and published figures."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from games.intervals import RunningBand, chance_band, whole_percent, wilson


def test_the_band_of_chance_is_the_exact_central_interval() -> None:
    compared = 0
    for chance in (Fraction(1, 4), Fraction(1, 2), Fraction(1, 10)):
        for trials in (1, 2, 7, 20, 60, 151):
            weights = [
                math.comb(trials, n) * chance**n * (1 - chance) ** (trials - n)
                for n in range(trials + 1)
            ]
            low = next(n for n in range(trials + 1) if sum(weights[: n + 1]) > Fraction(1, 40))
            high = next(n for n in range(trials, -1, -1) if sum(weights[n:]) > Fraction(1, 40))
            assert chance_band(trials, float(chance)) == (low / trials, high / trials)
            compared += 1
    assert compared == 18


def test_the_band_narrows_and_stays_quick() -> None:
    low, high = chance_band(10**6, 0.25)
    assert 0.25 - low == pytest.approx(1.96 * math.sqrt(0.25 * 0.75 / 10**6), rel=0.01)
    assert high - 0.25 == pytest.approx(0.25 - low, rel=0.01)
    assert chance_band(0, 0.25) == (0.0, 1.0)


def test_a_running_band_is_that_of_each_trial() -> None:
    for chance, begun in ((0.5, 0), (0.25, 0), (0.25, 17), (0.1, 60), (1.0, 3)):
        band = RunningBand(chance, begun)
        for trials in range(begun + 1, begun + 150):
            assert band.next() == chance_band(trials, chance)


def test_wilson_as_published() -> None:
    # Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for successes, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(5, 5)[1] == 1.0


def test_whole_per_cent_are_the_nearest() -> None:
    assert [whole_percent(*pair) for pair in ((20, 22), (1, 8), (3, 8), (2, 3), (7, 7))] == [
        91,
        13,
        38,
        67,
        100,
    ]
    assert whole_percent(0, 0) == 0
