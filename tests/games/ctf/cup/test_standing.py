"""The crosstable, and any game of it to see again."""

from __future__ import annotations

from games.shell.pages.past.replay import ReplayPage
from tests.games.ctf.cup.conftest import Quick, held, panes
from tests.support.hands import Rig, click_box


def test_a_game_of_a_cell_is_seen_again(rig: Rig, room: Quick) -> None:
    held(room)
    _, standing = panes(room)
    rig.frames()
    x, y, w, h = standing.table.cell(0, 1)
    click_box(rig.app, (x, y, w, h))
    click_box(rig.app, (x, y, w, h))
    assert room.asked, "the game is asked for"
    room.answer()
    for _ in range(60):
        if isinstance(rig.app.top, ReplayPage):
            break
        rig.frames()
    assert isinstance(rig.app.top, ReplayPage)


def test_the_cursor_walks_over_the_table(rig: Rig, room: Quick) -> None:
    held(room)
    _, standing = panes(room)
    table = standing.table
    assert (table.row, table.column) == (0, 1)
    assert table.direction("down")
    assert table.numbers() == ()
    standing.watch()
    assert room.asked == [], "nobody plays against itself"
    assert table.direction("left")
    assert table.numbers() == (0, 1)
    assert not table.direction("left"), "there the focus goes on"
    rig.app.draw()
