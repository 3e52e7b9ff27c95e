"""The solvers of Set against each other, and counting by arrays."""

from __future__ import annotations

import itertools
import json
import random

import numpy as np
import pytest

from ai.set.solvers import SOLVERS, batch, batch_counts, brute, full_deck, random_boards
from games.paths import ROOT
from games.set.rules.cards import CARDS, NUMBERS, sets_among

BOARDS = json.loads((ROOT / "tests" / "cases" / "set" / "boards.json").read_text())["cases"]


@pytest.mark.parametrize("solver", SOLVERS)
def test_worked_boards(solver: str) -> None:
    solved = 0
    for case in BOARDS:
        cards = [NUMBERS[name] for name in case["cards"]]
        assert [list(places) for places in SOLVERS[solver](cards)] == case["sets"]
        solved += 1
    assert solved == 33


@pytest.mark.parametrize("size", [3, 4, 9, 12, 15, 21])
def test_all_solvers_agree_on_boards_of_any_size(size: int) -> None:
    boards = random_boards(12, size, full_deck(), np.random.default_rng(size))
    together, counts = batch(boards), batch_counts(boards)
    for number, board in enumerate(boards.tolist()):
        wanted = brute(board)
        assert all(solve(board) == wanted for solve in SOLVERS.values())
        assert together[number] == wanted
        assert counts[number] == len(wanted)


def test_many_sets_of_one_card_are_counted_whole() -> None:
    """All 81 cards: the counters of a byte take in 40 sets with each second card."""
    boards = np.array([range(CARDS), random.Random(1).sample(range(CARDS), CARDS)], np.uint8)
    assert batch_counts(boards).tolist() == [1080, 1080]


def test_random_boards_are_of_the_deck_and_each_card_is_as_likely() -> None:
    boards = random_boards(20_000, 3, (5, 9, 11, 40), np.random.default_rng(2))
    assert set(boards.ravel().tolist()) == {5, 9, 11, 40}
    assert all(len(set(row)) == 3 for row in boards.tolist())
    orders = [tuple(row) for row in boards.tolist()]
    shares = [orders.count(order) / 20_000 for order in itertools.permutations((5, 9, 11, 40), 3)]
    assert shares == pytest.approx([1 / 24] * 24, abs=4 * (1 / 24 / 20_000) ** 0.5)


@pytest.mark.sweep
def test_no_table_is_called_empty_that_holds_a_set() -> None:
    boards = random_boards(1_000_000, 12, full_deck(), np.random.default_rng(4))
    counts = batch_counts(boards)
    empty = np.flatnonzero(counts == 0)
    assert 31_000 < len(empty) < 33_500
    assert not any(sets_among(boards[number].tolist()) for number in empty)
    for number in np.random.default_rng(5).choice(len(boards), 20_000, replace=False):
        assert len(sets_among(boards[number].tolist())) == counts[number]
