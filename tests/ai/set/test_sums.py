"""What many games have shown: added, kept, and refused where it is damaged."""

from __future__ import annotations

import numpy as np
import pytest

from ai.set.statistics import play_games
from ai.set.sums import GameSums
from games.arrays import Arrays, BadWeights


@pytest.fixture(scope="module")
def played() -> GameSums:
    (found,) = play_games(60, 2, "random")
    return found


def test_games_are_added(played: GameSums) -> None:
    (more,) = play_games(40, 3, "first")
    both = GameSums()
    both.add(played)
    both.add(more)
    assert both.games == 100
    assert both.all.boards == played.all.boards + more.all.boards
    assert both.all.histogram == played.all.histogram + more.all.histogram
    assert both.left_at_end == played.left_at_end + more.left_at_end
    assert both.told()["games_without_15"] == (played.never_fifteen + more.never_fifteen) / 100


def test_the_course_counts_each_table_of_twelve_once(played: GameSums) -> None:
    twelve = played.deck_left[12]
    with_cards = played.course[1:]
    assert int(with_cards[:, 0].sum()) == twelve.boards
    assert int(with_cards[:, 1].sum()) == twelve.histogram[0]
    assert int(played.course[69, 0]) == 60


def test_what_is_kept_is_read_again(played: GameSums) -> None:
    again = GameSums.from_arrays(played.arrays())
    assert again.told() == played.told()
    assert np.array_equal(again.course, played.course)


@pytest.mark.parametrize("wrong", ["missing", "shape", "negative", "sum", "kind"])
def test_damaged_figures_are_refused(played: GameSums, wrong: str) -> None:
    arrays: Arrays = {name: array.copy() for name, array in played.arrays().items()}
    if wrong == "missing":
        del arrays["ends"]
    elif wrong == "shape":
        arrays["sums"] = arrays["sums"][:2]
    elif wrong == "negative":
        arrays["course"][3, 0] = -1
    elif wrong == "sum":
        arrays["histogram"][0, 2] += 1
    else:
        arrays["ends"] = arrays["ends"].astype(float)
    with pytest.raises(BadWeights):
        GameSums.from_arrays(arrays)
