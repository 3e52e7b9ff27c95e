"""Habits against counts made by hand and by brute force."""

from __future__ import annotations

import itertools

import pytest

from games import habits
from games.streams import Stream


def test_shares_and_steps_by_hand() -> None:
    sequence = (0, 1, 2, 3, 3, 0)
    assert habits.shares(sequence, 4) == pytest.approx((2 / 6, 1 / 6, 1 / 6, 2 / 6))
    assert habits.steps(sequence, 4) == pytest.approx((1 / 5, 4 / 5, 0, 0))
    assert habits.repeats(sequence) == (1, 5)
    assert habits.shares((), 3) == (0, 0, 0)
    assert habits.steps((2,), 3) == (0, 0, 0)


def test_commonest_run_by_hand() -> None:
    run = habits.commonest_run((0, 1, 2, 0, 1, 2, 0, 3), 4)
    assert run is not None
    assert run[:2] == ((0, 1, 2), 2)
    assert run.expected == pytest.approx(6 / 64)
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


def test_best_context_prefers_what_is_sure() -> None:
    context = habits.best_context((0, 1, 2) * 5 + (3, 3, 0, 3, 3, 0))
    assert context is not None
    assert context[:2] == ((0, 1), 2)
    assert (context.times, context.trials) == (5, 5)
    assert habits.best_context((0, 1, 2, 3)) is None


def test_most_predictable_is_the_earliest_of_the_surest() -> None:
    assert habits.most_predictable((3, 1, 2), (0.2, 0.9, 0.9)) == habits.Moment(1, 1, 0.9)
    assert habits.most_predictable((3, 1, 2), (0.5,)) == habits.Moment(2, 2, 0.5)
    assert habits.most_predictable((3,), ()) is None


def test_answers_by_hand() -> None:
    found = habits.answers((1, 1, 2, 2, 0, 0), (True, True, False, None, False, True))
    assert found == habits.Answers(1, 2, 2, 2)
