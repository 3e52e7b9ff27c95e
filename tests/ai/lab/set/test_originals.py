"""The original's solvers of Set: all find the sets that ours find, by as many pairs."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.originals import Effort
from ai.lab.set.originals import MEASURES, WAYS
from ai.set.solvers import brute, full_deck, random_boards


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("cards", [3, 12, 15])
def test_every_way_of_2010_finds_the_sets(name: str, cards: int) -> None:
    boards = random_boards(20, cards, full_deck(), np.random.default_rng(cards)).tolist()
    assert [WAYS[name](board) for board in boards] == [brute(board) for board in boards]


def test_the_last_card_is_never_second() -> None:
    found = MEASURES["SET-1"](Effort())
    assert [figure.value for figure in found.figures.values()] == [55, 66, 220]


def test_few_games_already_show_that_tables_of_games_hold_no_set_more_often() -> None:
    found = MEASURES["SET-5"](Effort(seed=2, part=0.02))
    assert found.verdict == "holds"
    assert found.figures["times"].value > 2.5
