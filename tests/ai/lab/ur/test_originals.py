"""Trees of brains: their depth and width; the leaderboard without depth 7."""

from __future__ import annotations

import pytest

from ai.lab.originals import Effort
from ai.lab.ur.originals import BOARD, MEASURES, depth_and_width
from ai.ur.learner import ONE_VALUE, Tree
from games.streams import Stream


def test_depth_and_width_of_a_tree_of_four() -> None:
    tree, rng = Tree(), Stream.named(1, "test")
    assert depth_and_width(tree.copy()) == (0, 1)
    for parent in (0, 0, 1):
        tree.grow(parent, ONE_VALUE, rng)
    assert depth_and_width(tree) == (2, 2)


def test_nodes_rarely_have_more_than_three_children() -> None:
    found = MEASURES["UR4-5"](Effort(part=0.1))
    assert found.verdict == "holds"
    assert sum(figure.value for figure in found.figures.values()) == pytest.approx(1.0)


def test_a_descent_often_ends_beside_the_highest_bound() -> None:
    found = MEASURES["UR4-6"](Effort(part=0.1))
    assert found.verdict == "does not"
    assert 0 < found.figures["same"].value < 0.9


def test_the_board_is_the_texts_without_depth_seven() -> None:
    assert list(BOARD.values())[:2] == ["depth 5", "depth 3"]
    assert len(BOARD) == 6
