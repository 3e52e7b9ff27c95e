"""What the sensei tells at the end: what good play costs, and who is compared with whom."""

from __future__ import annotations

import math

import pytest

from ai.karate.sensei import best_play_bits, compared
from ai.zerosum.budget import SafetyBudget
from games.karate.rules import gain_matrix

KARATE = gain_matrix("classic")


def test_the_best_mix_has_its_entropy() -> None:
    assert best_play_bits(SafetyBudget(KARATE)) == pytest.approx(
        -0.2 * math.log2(0.2) - 0.8 * math.log2(0.4)
    )
    assert best_play_bits(SafetyBudget(gain_matrix("balanced"))) == pytest.approx(2.0)


def test_more_bits_are_harder_to_foresee_than_more_people() -> None:
    budget = SafetyBudget(gain_matrix("balanced"))
    shares = []
    for bits in (0.2, 1.4, 1.8, 2.2):
        (lines,) = compared(bits, 60, budget, False)
        shares.append([share for _, share in lines.rows])  # type: ignore[union-attr]
    assert shares == sorted(shares)
    assert shares[0] < [0.05, 0.2]
    assert shares[-1] == [1.0, 1.0]
