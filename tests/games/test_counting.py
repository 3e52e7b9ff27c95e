"""Counts against counts made by hand and by brute force."""

from __future__ import annotations

import itertools
from math import log2

import pytest

from games import counting
from games.streams import Stream


def test_shares_by_hand() -> None:
    assert counting.shares((0, 1, 2, 3, 3, 0), 4) == pytest.approx((2 / 6, 1 / 6, 1 / 6, 2 / 6))
    assert counting.shares((), 5) == pytest.approx((0.2,) * 5)


def test_commonest_run_by_hand() -> None:
    run = counting.commonest_run((0, 1, 2, 0, 1, 2, 0, 3), 4)
    assert run is not None
    assert run[:2] == ((0, 1, 2), 2)
    assert run.expected == pytest.approx(6 * (3 / 8) * (2 / 8) * (2 / 8))
    assert counting.commonest_run((0, 1, 2, 3), 4) is None
    assert counting.commonest_run((0, 1), 4) is None


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
        run = counting.commonest_run(sequence, k)
        assert (run is None) == (most < 2)
        if run is not None:
            checked += 1
            assert run.times == counts[run.symbols] == most
    assert checked > 100


def test_reactions_by_hand() -> None:
    found = counting.reactions((1, 1, 2, 2, 0, 0), ("won", "won", "lost", None, "lost", "won"), 3)
    assert found["won"] == counting.Reaction(2, 1, (0.0, 0.5, 0.5))
    assert found["lost"] == counting.Reaction(2, 2, (0.5, 0.0, 0.5))
    assert found[None] == counting.Reaction(1, 0, (1.0, 0.0, 0.0))
    assert counting.reactions((1,), ("won",), 3) == {}


def test_the_bits_of_a_rule_by_hand() -> None:
    assert counting.rule_bits(9, 9, 4) == pytest.approx(18.0)  # two bits each
    assert counting.rule_bits(3, 4, 4) == pytest.approx(4 * (0.75 * log2(3) + 0.25 * log2(1 / 3)))
    assert counting.rule_bits(1, 4, 4) == counting.rule_bits(0, 4, 4) == 0.0
    assert counting.rule_bits(0, 0, 4) == 0.0


def test_the_step_back_that_explains_most_is_told() -> None:
    told = counting.told_rule("123123123123", 4)
    assert told == "Same as the one three before, 9 of 9:\n9 · (1.00 · log2(1.00 · 4)) = 18.0 bits"
    assert counting.told_rule("1111", 4).startswith("Same as the one before, 3 of 3:")
    missed = counting.told_rule("12121213", 4)
    assert missed.startswith("Same as the one two before, 5 of 6:")
    assert "+ 0.17 · log2(0.17 · 4/3)" in missed
    assert counting.told_rule("1", 4) == counting.told_rule("1234", 4) == ""


def test_a_doubt_in_tenths_names_the_places_of_the_doubt_itself() -> None:
    for hundredths in range(900):
        bits = hundredths / 100
        tenths = round(10 * bits)  # as an event brings it
        assert counting.places_of(tenths / 10) == counting.places_of(bits)
    assert counting.places_of(0.0) == 1
    assert counting.places_of(6.32) == 79
