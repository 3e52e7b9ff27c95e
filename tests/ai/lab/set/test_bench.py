"""What bench measures of Set: a reference that is right, in seconds of the processor."""

from __future__ import annotations

import itertools

import numpy as np

from ai.lab.set.bench import plain_sets, rows
from ai.set.solvers import SOLVERS, brute, full_deck, random_boards


def test_the_reference_finds_what_the_others_find() -> None:
    found = 0
    for board in random_boards(40, 12, full_deck(), np.random.default_rng(3)).tolist():
        assert plain_sets(board) == brute(board)
        found += len(plain_sets(board))
    assert found > 60


def test_every_solver_solves_boards_in_its_row() -> None:
    found = list(itertools.islice(rows(), len(SOLVERS)))
    assert [name for name, _, _ in found] == [f"solver {name}" for name in SOLVERS]
    assert all(rate > 10 and unit == "boards/s" for _, rate, unit in found)
