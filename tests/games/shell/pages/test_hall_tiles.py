"""Where everything in the hall is, and what a row of its strip shows."""

from __future__ import annotations

import itertools

import pytest

from games.shell.app import App
from games.shell.draw.canvas import Box
from games.shell.pages.hall_tiles import Tile, places


def meet(one: Box, other: Box) -> bool:
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    return across and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


@pytest.mark.parametrize("games", [1, 2, 4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("size", [(960, 720), (960, 800), (1152, 720), (1280, 720), (1440, 720)])
def test_the_picture_is_wide_and_the_strip_has_room(size: tuple[int, int], games: int) -> None:
    width, height = size
    found = places(*size, games)
    _, _, w, h = found.frame
    assert w == pytest.approx(h * 16 / 9)
    assert w >= min(width * 0.59, 640)
    assert len(found.rows) == games
    boxes = [found.frame, *found.rows]
    for one, other in itertools.combinations(boxes, 2):
        assert not meet(one, other)
    for box in (*boxes, found.words, found.button, found.sign):
        assert box[0] >= 0
        assert box[0] + box[2] <= width
        assert box[1] + box[3] <= height
    for one, other in itertools.combinations((found.button, found.sign, *boxes), 2):
        assert not meet(one, other)
    assert all(row[3] >= 50 for row in found.rows), "a small picture is still a picture"


@pytest.mark.parametrize("games", [1, 4, 9])
def test_a_small_picture_is_as_wide_as_the_large_one_and_leaves_room_for_the_name(
    games: int,
) -> None:
    for size in ((960, 720), (1280, 720)):
        for row in places(*size, games).rows:
            tile = Tile("karate", lambda tile: None)
            tile.box = row
            x, y, w, h = tile.frame
            assert w == pytest.approx(h * 16 / 9)
            beside, below = row[0] + row[2] - (x + w), row[1] + row[3] - (y + h)
            assert below >= 27 if tile.stacked else beside >= 114
            assert row[1] <= y
            assert y + h <= row[1] + row[3] + 1e-6


def test_a_name_stands_below_where_its_picture_is_larger_so() -> None:
    def stacked(size: tuple[int, int], games: int) -> bool:
        tile = Tile("karate", lambda tile: None)
        tile.box = places(*size, games).rows[0]
        return tile.stacked

    assert stacked((960, 720), 4)
    assert stacked((960, 720), 5)
    assert not stacked((960, 720), 9)
    assert not any(stacked((1280, 720), games) for games in (1, 4, 5, 6))
    assert all(stacked((1280, 720), games) for games in (7, 8, 9)), "in two columns"


@pytest.mark.parametrize("games", [1, 4, 9])
def test_a_high_window_has_no_empty_quarter(games: int) -> None:
    """Under the words stands today's match on a card, down to the foot."""
    for width, height in ((960, 720), (960, 800)):
        found = places(width, height, games)
        x, y, w, h = found.button
        assert (x, w) == (found.frame[0], found.frame[2])
        assert y + h >= height - 20
        assert y - (found.words[1] + found.words[3]) <= 12
        assert not meet(found.words, found.button)
        assert found.words[3] >= 150, "a name and four lines"
    assert places(1280, 720, games).button[2] < 240


def test_a_game_that_cannot_be_loaded_keeps_its_row_and_says_why() -> None:
    tile = Tile("nothing", lambda tile: None)
    assert tile.title == "Nothing"
    assert not tile.playable
    assert "There is no game 'nothing'" in tile.poster.problem


def test_a_long_name_without_room_keeps_its_last_words(app: App) -> None:
    tile, canvas = Tile("ur", lambda tile: None), app.canvas
    whole = canvas.text_width(tile.title, tile.type_size, "bold")
    assert tile.name_within(canvas, whole + 1) == "Royal Game of Ur"
    assert tile.name_within(canvas, whole - 1) == "Game of Ur"
    assert tile.name_within(canvas, 1.0) == "Royal Game of Ur", "it is cut where no word has room"
