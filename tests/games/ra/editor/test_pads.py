"""The grid and the strip of the editor: arrows go through them, the last press takes all back."""

from __future__ import annotations

from games.ra.editor.pads import SeatChoice, SunStrip, TilePad
from games.ra.editor.setting import BLOCK, CENTRE, Setting
from games.ra.tiles import GOLD, KINDS, NUMBER, PHARAOH
from games.shell.input import Pointer


class Board:
    """A position that counts how often it was changed."""

    def __init__(self) -> None:
        self.setting, self.changes = Setting.fresh(3), 0

    def look_again(self) -> None:
        self.changes += 1


def test_arrows_go_through_the_grid_and_leave_it_at_its_edges() -> None:
    grid = TilePad(Board())
    assert not grid.direction("up")
    assert (grid.row, grid.column) == (0, PHARAOH)
    assert all(grid.direction("down") for _ in range(4))
    assert not grid.direction("down"), "the row of what is gone is the last"
    assert sum(grid.direction("right") for _ in KINDS) == len(KINDS) - 1 - PHARAOH


def test_after_the_last_tile_a_press_takes_all_back_and_no_hand_keeps_ruin() -> None:
    board = Board()
    grid = TilePad(board)
    grid.row, grid.column = 1, GOLD
    for count in (1, 2, 3, 4, 5, 0):
        grid.activate()
        assert board.setting.tiles[0][GOLD] == count
    grid.column = NUMBER["unrest"]
    grid.activate()
    assert not any(board.setting.tiles[0])
    grid.row = 0
    grid.activate()
    assert board.setting.tiles[BLOCK][NUMBER["unrest"]] == 1
    assert board.changes == 8


def test_a_sun_goes_on_from_where_one_stands() -> None:
    strip = SunStrip(Board())
    assert not strip.direction("left")
    assert strip.direction("right")
    strip.activate()
    assert strip.editor.setting.suns[2] == (0, False)
    strip.at = 1
    strip.activate()
    assert CENTRE not in strip.editor.setting.suns.values()


def test_a_seat_is_told_by_its_colour_and_by_who_sits_there() -> None:
    taken: list[int] = []
    choice = SeatChoice("Turn", 3, ("You", "Scribe", "Scribe"), 1, taken.append)
    choice.box = (0, 0, 214, 42)
    assert choice.lines == ("Turn: Orange", "Scribe")
    choice.activate()
    assert choice.lines == ("Turn: Green", "Scribe")
    choice.pointer(Pointer("down", 20, 20, 1))
    choice.pointer(Pointer("down", 20, 20, 1))
    assert choice.lines == ("Turn: Sky", "You")
    assert taken == [2, 1, 0]
    assert SeatChoice("Seat", 3, (), 2, taken.append).lines == ("Seat", "Green")
