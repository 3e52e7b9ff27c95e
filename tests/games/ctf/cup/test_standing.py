"""The crosstable, and any game of it to see again."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.ctf.cup.choose import team_name
from games.ctf.cup.room import STANDING
from games.ctf.tournament import Outcome, Tournament
from games.shell.pages.past.replay import ReplayPage
from tests.games.ctf.cup.conftest import Quick, held, panes
from tests.games.ctf.played import params_of
from tests.support.hands import Rig, click_box
from tests.support.words import IN_EVERY_SIZE, Words


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


@IN_EVERY_SIZE
def test_names_and_cells_of_many_teams_are_whole(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven teams, long names and half points: where cells are narrow they tell points alone."""
    rig = Rig(tmp_path, size)
    rig.app.change_settings(larger_text=larger)
    room = Quick(rig)
    rig.show(room)
    params = params_of(moves=4)
    teams = ["random", "hunter", "gatherer", "belief-reading", "belief", "belief-point", "pack"]
    cup = Tournament(teams, params, 2, 3)
    for fixture in cup.fixtures:
        cup.take(Outcome(*fixture[:3], (0, 1 - fixture.number % 2), (0, 0), 4, None, "x"))
    room.cup = cup
    room.open_pane(STANDING)
    rig.frames(2)
    words = Words(rig.app, monkeypatch)
    words.look()
    assert {team_name(team) for team in teams} <= {word.text for word in words.seen}
    assert not [word.text for word in words.seen if word.cut]
    assert not words.overlaps()
    rig.app.close()
