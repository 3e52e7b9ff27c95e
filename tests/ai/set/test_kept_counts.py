"""What the laboratory has counted: kept whole, added by several windows, refused where damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.files import pack_arrays, put
from ai.set.kept_counts import (
    MOST_KEYS,
    BadKey,
    CountsShelf,
    Tallies,
    game_key,
    random_key,
)
from ai.set.statistics import play_games
from games.arrays import Arrays, BadWeights

HISTOGRAM = np.array([3, 14, 26, 27], np.int64)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "player" / "set.npz"


@pytest.fixture
def shelf(file: Path) -> CountsShelf:
    file.parent.mkdir()
    found = CountsShelf(file)
    assert found.open() == ""
    return found


(GAMES,) = play_games(20, 1, "random")


def counted() -> Tallies:
    found = Tallies()
    found.add_boards("random full 12", HISTOGRAM)
    found.add_games("game random", GAMES)
    return found


def test_what_is_kept_is_read_again(shelf: CountsShelf, file: Path) -> None:
    shelf.tallies.add(counted())
    assert shelf.keep() == ""
    again = CountsShelf(file)
    assert again.open() == ""
    assert again.tallies.told() == shelf.tallies.told() == counted().told()
    figures = again.tallies.figures("random full 12")
    assert (figures["boards"], figures["histogram"]) == (70, [3, 14, 26, 27])
    assert figures["exact"]["no_set"] == pytest.approx(0.0323020, abs=5e-8)
    assert sum(row[0] for row in again.tallies.figures("game random")["course"]) > 20


def test_two_windows_count_each_game_once(shelf: CountsShelf, file: Path) -> None:
    other = CountsShelf(file)
    other.open()
    for window in (shelf, other, shelf):
        window.tallies.add(counted())
        window.keep()
    assert shelf.tallies.games["game random"].games == 60
    assert int(shelf.tallies.boards["random full 12"].sum()) == 210
    other.keep()
    assert other.tallies.told() == shelf.tallies.told()


def test_what_is_forgotten_is_gone_and_the_rest_stays(shelf: CountsShelf, file: Path) -> None:
    shelf.tallies.add(counted())
    shelf.keep()
    shelf.forget("game random")
    again = CountsShelf(file)
    again.open()
    assert list(again.tallies.told()) == ["random full 12"]


def test_damage_is_put_aside_and_told(shelf: CountsShelf, file: Path) -> None:
    shelf.tallies.add(counted())
    shelf.keep()
    file.write_bytes(file.read_bytes()[:-30])
    again = CountsShelf(file)
    assert "set.npz.bad-1" in again.open()
    assert again.tallies.told() == {}
    assert again.keep() == ""


def test_a_player_who_is_gone_stays_gone(tmp_path: Path) -> None:
    shelf = CountsShelf(tmp_path / "gone" / "trainings" / "set.npz")
    shelf.open()
    shelf.tallies.add(counted())
    assert "is not kept" in shelf.keep()
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize(
    "arrays",
    [
        {"random full 12 boards": np.array([1, 2, 3])},
        {"random full 99 boards": np.zeros(1081, np.int64)},
        {"random full 12 boards": np.full(1081, -1)},
        {"game random games": np.array([1, 1])},
        {"game best games": np.array([1, 1])},
        {"something": np.array([1])},
    ],
)
def test_anything_else_is_refused(arrays: Arrays, shelf: CountsShelf, file: Path) -> None:
    with pytest.raises(BadWeights):
        Tallies.from_arrays(arrays)
    put({file: pack_arrays(arrays)})
    assert "damaged" in shelf.open()


def test_the_keys_with_the_most_boards_are_kept() -> None:
    found = Tallies()
    for number in range(MOST_KEYS + 5):
        weights = (1.0, 1.0, 1.0, 0.01 * (number + 1))
        for _ in range(1 + number % 2):
            found.add_games(game_key("yours", weights), GAMES)
    again = Tallies.from_arrays(found.arrays())
    assert len(again.games) == MOST_KEYS
    assert sum(figures.games == 40 for figures in again.games.values()) == 22


def test_keys_are_of_what_there_is() -> None:
    assert random_key("junior", 9) == "random junior 9"
    assert game_key("yours", (2.0, 1.4, 1.0, 0.7)) == "game yours 100 70 50 35"
    for deck, cards in (("full", 2), ("junior", 28), ("half", 9)):
        with pytest.raises(BadKey):
            random_key(deck, cards)
    with pytest.raises(BadKey):
        game_key("best", (1.0,))
