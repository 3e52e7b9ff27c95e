"""The table of a league, and any game of it to see again."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from games.shell.pages.league.pane import shown_name
from games.shell.pages.league.room import NOTHING, STANDING
from games.shell.pages.past.replay import ReplayPage
from tests.games.shell.pages.league.conftest import Quick, held, panes
from tests.support.hands import Rig, click_box
from tests.support.words import IN_EVERY_SIZE, Words


def test_a_game_of_a_cell_is_seen_again(rig: Rig, room: Quick) -> None:
    held(room)
    _, standing = panes(room)
    rig.frames()
    box = standing.table.cell(0, 1)
    click_box(rig.app, box)
    click_box(rig.app, box)
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
    assert table.pair() is None
    standing.watch()
    assert room.asked == [], "no agent meets itself"
    assert table.direction("left")
    assert set(table.pair() or ()) == {"random", "nash"}
    assert not table.direction("left"), "there the focus goes on"
    standing.watch()
    standing.watch()
    assert [asked["number"] for asked in room.asked] == [0, 1]
    rig.app.draw()


def made_up(names: list[str]) -> dict[str, Any]:
    rows = [
        {"agent": name, "rating": 321.5 - 60 * n, "ci95": [300.0 - 60 * n, 343.0 - 60 * n]}
        for n, name in enumerate(names)
    ]
    pairs = [
        {"a": a, "b": b, "games": 10, "a_win_share": 0.75}
        for a, b in itertools.combinations(names, 2)
    ]
    return {"ratings": rows, "pairs": pairs, "sentences": []}


@IN_EVERY_SIZE
def test_names_and_cells_of_many_agents_are_whole(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven agents, long names and half points: narrow cells show points alone."""
    rig = Rig(tmp_path, size)
    rig.app.change_settings(larger_text=larger)
    names = ["random", "hunter", "gatherer", "belief-reading", "belief", "belief-point", "pack"]
    room = Quick(rig.app, "ctf", {})
    rig.show(room)
    room.stands = {**NOTHING, "agents": names, "done": 210, "all": 210, "found": made_up(names)}
    room.open_pane(STANDING)
    rig.frames(2)
    words = Words(rig.app, monkeypatch)
    words.look()
    seen = {word.text for word in words.seen}
    assert {shown_name("ctf", name) for name in names} <= seen
    assert {"+322", "-38"} <= seen
    assert not [word.text for word in words.seen if word.cut]
    assert not words.overlaps()
    room.own.close()
    rig.app.close()


def test_names_of_agents_are_those_of_the_game() -> None:
    assert shown_name("karate", "nash") == "The wall"
    assert shown_name("karate", "seed-softmax:beta=3") == "Second student:beta=3"
    assert shown_name("karate", "bot:mine.py@0123abcd:x=1") == "mine.py:x=1"
    assert shown_name("karate", "gone") == "gone"
