"""The room of a league: games are played beside the window, and kept for another time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from games.shell.app import App
from games.shell.pages.league.room import STANDING, LeagueRoom
from tests.games.shell.pages.league.conftest import OPTIONS, Quick, choose, held, panes
from tests.support.hands import push_button


def test_a_league_is_played_to_its_end_and_stands_as_a_table(room: Quick) -> None:
    held(room)
    assert room.stands["done"] == room.stands["all"] == 2
    assert not room.running
    assert room.pane is room.panes[STANDING]
    _, standing = panes(room)
    assert {row.agent for row in standing.rows} == {"random", "nash"}
    assert standing.rows[0].rating >= standing.rows[1].rating
    assert {cell.games for row in standing.rows for cell in row.cells.values()} == {2}


def test_it_stops_after_the_game_at_hand_and_goes_on(room: Quick) -> None:
    choose(room, "random", "nash").start()
    room.take(room.own.answer(room.asked.pop(0)))
    assert room.running
    room.refresh()
    push_button(room, "Stop")
    room.answer()
    assert (room.stands["done"], room.stands["all"]) == (1, 2)
    push_button(room, "Go on")
    room.answer()
    assert room.stands["done"] == 2


def test_the_league_is_there_another_time_and_begins_anew(app: App) -> None:
    room = Quick(app)
    app.push(room)
    room.answer()
    held(room)
    before = room.stands
    room.own.close()
    again = Quick(app)
    app.push(again)
    again.answer()
    assert again.stands == before
    assert again.pane is again.panes[STANDING]
    choose(again, "random", "habits").start()
    again.answer()
    assert set(again.stands["agents"]) == {"random", "habits"}
    folder = Path(again.file() or "")
    assert len(list((folder / "matches").iterdir())) == 2
    again.own.close()


def test_a_desk_that_is_killed_takes_up_what_was_shown_and_goes_on(app: App) -> None:
    room = LeagueRoom(app, "karate", OPTIONS)
    app.push(room)
    room.begin(["nash", "random"], 20, 3)
    until(room, lambda: room.stands["done"] >= 2)
    shown = room.stands["done"]
    assert room.child is not None
    room.child.process.kill()
    until(room, lambda: room.child is None)
    assert not room.running
    room.go_on()
    until(room, lambda: room.stands["done"] == 20)
    assert room.stands["found"]["pairs"][0]["games"] == 20
    assert shown < 20
    folder = Path(room.file() or "")
    assert json.loads((folder / "league.json").read_text("utf-8"))["played"] == 20
    room.leave()


def until(room: LeagueRoom, done: Callable[[], bool]) -> None:
    """Let the room take answers until something holds."""
    for _ in range(3000):
        room.update(0.01)
        if done():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")
