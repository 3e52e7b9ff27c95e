"""The living pictures play legal moves, each to its end."""

from __future__ import annotations

import pytest

from games.ra.pictures import PICTURES, Board
from games.shell.draw.theme import Theme


@pytest.mark.parametrize("name", ["auction", "draws", "gods", "ruin"])
def test_a_lesson_is_played_to_its_end_and_comes_round(name: str) -> None:
    picture = PICTURES[name](Theme())
    assert isinstance(picture, Board)
    seen = set()
    for _ in range(140):
        picture.update(0.1)
        seen.add(len(picture.left))
    assert {0, len(picture.lesson.moves)} <= seen


def test_under_reduced_motion_it_stands_where_all_is_done() -> None:
    picture = PICTURES["auction"](Theme(reduced_motion=True))
    assert isinstance(picture, Board)
    assert picture.left == []
    assert picture.state.center == 8
    assert sum(picture.state.block) == 0
