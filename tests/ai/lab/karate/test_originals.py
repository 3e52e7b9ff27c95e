"""Longer memories and a prior: what the measurements of Karate's claims are made of."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.karate.originals import (
    CHANGE,
    PAYOFF,
    PriorFighter,
    changing_moves,
    prior_of_people,
    right_by_order,
)
from games.streams import Stream


def test_a_fixed_pattern_is_foreseen_by_every_order_once_its_rows_are_there() -> None:
    found = right_by_order([0, 1, 2, 3] * 10)
    assert all(all(right[-20:]) for right in found.values())
    assert len(found) == 6


def test_a_pattern_of_two_needs_two_moves_of_memory() -> None:
    found = right_by_order([0, 0, 1] * 30)  # after one 0 either may come
    assert all(found["order 2"][-30:])
    assert not all(found["order 1"][-30:])


def test_a_row_is_used_from_its_fourth_move_on() -> None:
    found = right_by_order([2] * 8)["longest full"]
    assert found == [False, False, *[True] * 6]


def test_a_partner_keeps_a_habit_until_it_changes() -> None:
    moves = changing_moves(Stream.named(3, "test"), 4 * CHANGE, 2 * CHANGE)
    right = right_by_order(moves)["order 2"]
    before, after, later = (np.mean(right[at : at + 20]) for at in (80, 100, 180))
    assert after < min(before, later)


def test_first_counts_of_people_are_a_prior_of_equal_weight_and_make_a_forecast() -> None:
    prior = prior_of_people(20, 1)
    assert prior.sum(axis=1) == pytest.approx(8.0)
    fighter = PriorFighter(prior)
    fighter.start(PAYOFF, Stream.named(1, "test"))
    assert fighter.forecast() == pytest.approx(prior[15] / 8.0)  # after the last move, twice
    gains = np.array(PAYOFF) @ prior[15]
    assert fighter.strategy() == tuple(float(n == gains.argmax()) for n in range(4))
    before = fighter.sums[15][0]
    fighter.learn(0, 2)
    assert fighter.sums[15][0] == pytest.approx(before + PAYOFF[0][2])
