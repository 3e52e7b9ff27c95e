"""Set's compiled solver and games, held to the readable ones: needs numba."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ai.set.solvers import batch_counts, full_deck, random_boards
from ai.set.statistics import POLICIES, play_games
from games.set.rules.cards import kind_of, sets_among

pytestmark = pytest.mark.lab
WEIGHTS = (2.0, 1.4, 1.0, 0.7)


@pytest.fixture(scope="module")
def kernel() -> Any:
    return pytest.importorskip("ai.lab.set.kernel")


@pytest.mark.parametrize("size", [3, 5, 12, 15, 21, 81])
def test_sets_are_counted_as_by_arrays(kernel: Any, size: int) -> None:
    boards = random_boards(5000, size, full_deck(), np.random.default_rng(size))
    assert kernel.counts_of(boards).tolist() == batch_counts(boards).tolist()


def test_sets_of_a_table_are_listed_in_order(kernel: Any) -> None:
    found, place = np.empty((81, 3), np.int64), np.full(81, -1)
    listed = 0
    for board in random_boards(200, 21, full_deck(), np.random.default_rng(3)).astype(np.int64):
        count = kernel.list_sets(board, 21, place, found)
        assert [tuple(row) for row in found[:count].tolist()] == sets_among(board.tolist())
        assert (place == -1).all()
        listed += count
    assert listed > 2000


def test_a_shuffle_keeps_all_cards_and_puts_each_anywhere(kernel: Any) -> None:
    state = np.array([5], np.uint64)
    first = np.zeros(81, int)
    for _ in range(8100):
        deck = np.arange(81)
        kernel.shuffle(deck, state)
        first[deck[0]] += 1
    assert sorted(deck.tolist()) == list(range(81))
    assert abs(first - 100).max() < 5 * 10


def test_the_set_that_is_taken_is_that_of_the_policy(kernel: Any) -> None:
    state, taken = np.array([1], np.uint64), np.zeros(4)
    board = np.array([0, 1, 2, 12, 24, 27, 54, 44, 61, 80], np.int64)  # sets of several kinds
    found, place = np.empty((81, 3), np.int64), np.full(81, -1)
    count = kernel.list_sets(board, len(board), place, found)
    kinds = [kind_of([int(board[at]) for at in row]) for row in found[:count]]
    assert len(set(kinds)) > 1
    first = kernel.choose(board, found, count, kernel.FIRST, np.ones(4), state)
    easiest = kernel.choose(board, found, count, kernel.EASIEST, np.ones(4), state)
    assert first == 0
    assert easiest == kinds.index(min(kinds))
    weights = np.array(WEIGHTS)
    for _ in range(20_000):
        taken[kinds[kernel.choose(board, found, count, kernel.WEIGHED, weights, state)] - 1] += 1
    wanted = np.array([weights[kind] * kinds.count(kind + 1) for kind in range(4)])
    shares = wanted / wanted.sum()
    assert np.abs(taken / 20_000 - shares).max() < 4 * 0.5 / 20_000**0.5


@pytest.mark.parametrize("policy", POLICIES)
def test_games_agree_with_those_in_step(kernel: Any, policy: str) -> None:
    quick = kernel.play_games(40_000, 3, policy, WEIGHTS)
    *_, slow = play_games(8_000, 4, policy, WEIGHTS)
    assert quick.games == 40_000
    assert int(quick.ends.sum()) == quick.games
    assert int(quick.course[69, 0]) == quick.games
    for kind in (0, 1, 2):
        rates = [figures.sums[kind, 2] / figures.sums[kind, 0] for figures in (quick, slow)]
        error = (rates[0] * (1 - rates[0]) * 2 / int(slow.sums[kind, 0])) ** 0.5
        assert abs(rates[0] - rates[1]) < 4 * error
    assert abs(quick.all.boards / 40_000 - slow.all.boards / 8_000) < 4 * 1.1 / 8_000**0.5
    assert abs(quick.never_fifteen / 40_000 - slow.never_fifteen / 8_000) < 0.03
