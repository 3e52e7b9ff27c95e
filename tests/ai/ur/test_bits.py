"""Dice, masks and paths of every rule set, as loops over many positions read them."""

from __future__ import annotations

import numpy as np
import pytest

from ai.ur.bits import COUNTS, PROGRESS, crossing, faces, path_of, sixteenths
from games.ur.rules import RULE_SETS, squares_of


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_sixteen_throws_as_the_dice_have_them(rules: str) -> None:
    rule_set = RULE_SETS[rules]
    assert sorted(faces(rule_set)) == sorted(
        r for r, weight in rule_set.dice for _ in range(weight)
    )
    assert sixteenths(rule_set).sum() == 16
    assert {r: w for r, w in enumerate(sixteenths(rule_set)) if w} == dict(rule_set.dice)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_path_says_what_the_rule_set_says(rules: str) -> None:
    rule_set = RULE_SETS[rules]
    path, across = path_of(rule_set), crossing(rule_set)
    assert rule_set.shared >> path.last == 1
    assert (path.nothing, *path.weights) == tuple(sixteenths(rule_set))
    assert np.array_equal(across[across], np.arange(len(across)))
    for square in range(5, path.last + 1):
        assert across[1 << square - 5] == 1 << rule_set.across[square] - 5


def test_masks_are_counted_by_pieces_and_by_squares() -> None:
    finkel = RULE_SETS["finkel"]
    for mask in range(0, 1 << 15, 2):
        squares = squares_of(mask, finkel)
        assert (COUNTS[mask], PROGRESS[mask]) == (len(squares), sum(squares))
