"""The living pictures play legal moves, each to its end."""

from __future__ import annotations

import pytest

from games.jaipur.pictures import PICTURES, TradeStory
from games.jaipur.rules import GAME
from games.shell.draw.theme import Theme


@pytest.mark.parametrize("name", PICTURES)
def test_a_lesson_marks_what_it_plays_and_comes_round(name: str) -> None:
    picture = PICTURES[name](Theme())
    assert isinstance(picture, TradeStory)
    lesson = picture.lesson
    assert lesson.turns[0] in GAME.legal(lesson.start(), 0)
    seen = set()
    for _ in range(120):
        picture.update(0.1)
        seen.add((picture.marked, len(picture.left)))
    assert (False, len(picture.moves)) in seen
    assert (True, 0) in seen


def test_under_reduced_motion_it_stands_where_all_is_done() -> None:
    picture = PICTURES["sell"](Theme(reduced_motion=True))
    assert isinstance(picture, TradeStory)
    assert picture.left == []
    assert picture.gain is not None
    assert (picture.gain.tokens, picture.gain.pile) == ((5, 3, 3, 2), 4)
