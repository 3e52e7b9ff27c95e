"""The tournament room: games are played beside the window, and kept for another time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from ai.ctf.desk import TournamentDesk
from games.ctf.cup.choose import team_name
from games.ctf.cup.room import STANDING, CupRoom
from games.ctf.cup.standing import game_words
from games.ctf.tournament import Tournament
from games.shell.app import App
from tests.games.ctf.cup.conftest import OPTIONS, Quick, held, panes
from tests.support.hands import Rig, push_button


def test_a_tournament_is_played_to_its_end_and_stands_as_a_table(room: Quick) -> None:
    held(room)
    assert room.cup is not None
    assert room.cup.over
    assert not room.running
    assert room.pane is room.panes[STANDING]
    _, standing = panes(room)
    assert [row.games for row in standing.rows] == [2, 2]
    assert standing.rows[0].won >= standing.rows[1].won
    assert ":" in game_words(room.cup.outcomes[0])
    assert team_name("gatherer") in game_words(room.cup.outcomes[0])


def test_it_stops_after_the_game_at_hand_and_goes_on(room: Quick) -> None:
    choose, _ = panes(room)
    choose.chosen = {name: name in ("gatherer", "random") for name in choose.chosen}
    choose.start()
    room.take(room.own.answer(room.asked.pop(0)))
    assert room.running
    room.refresh()
    push_button(room, "Stop")
    room.answer()
    assert room.cup is not None
    assert len(room.cup.outcomes) == 1
    push_button(room, "Go on")
    room.answer()
    assert room.cup.over


def test_the_tournament_is_there_another_time(rig: Rig, room: Quick, tmp_path: Path) -> None:
    held(room)
    assert room.cup is not None
    again = Quick(rig)
    again.own.cup = Tournament.from_text(room.cup.to_text())
    plain = again.own.cup.to_plain(logs=False)
    again.take({"op": "opened", "cup": plain, "told": ""})
    assert again.cup is not None
    assert len(again.cup.outcomes) == 2
    again.take({"op": "opened", "cup": {"format": "x"}, "told": ""})
    assert len(again.cup.outcomes) == 2, "what is none is told, and nothing is lost"


def test_a_desk_that_is_killed_takes_up_what_was_shown_and_goes_on(app: App) -> None:
    room = CupRoom(app, {**OPTIONS, "moves": 400})
    app.push(room)
    room.begin(["gatherer", "random"], 4, 3)
    _until(room, lambda: room.cup is not None and len(room.cup.outcomes) == 1)
    shown = room.cup.outcomes[0] if room.cup is not None else None
    assert room.child is not None
    room.child.process.kill()
    _until(room, lambda: room.child is None)
    assert not room.running
    room.go_on()
    _until(room, lambda: room.cup is not None and room.cup.over)
    assert room.cup is not None
    assert room.cup.outcomes[0] == shown
    kept = Tournament.from_text(Path(room.file() or "").read_text("utf-8"))
    assert len(kept.outcomes) == 4


def test_one_that_was_begun_is_the_one_that_goes_on(rig: Rig, tmp_path: Path) -> None:
    """Killed before its first game was over it does not fall back to the tournament before."""
    desk, file = TournamentDesk(), tmp_path / "cup.json"
    desk.answer({"op": "open", "file": str(file)})
    about = {"teams": ["gatherer", "random"], "params": OPTIONS, "games": 2}
    desk.answer({"op": "begin", **about, "seed": 1})
    desk.answer({"op": "play"})
    desk.answer({"op": "begin", **about, "seed": 2})
    opened = TournamentDesk().answer({"op": "open", "file": str(file)})
    assert (opened["cup"]["seed"], opened["cup"]["played"]) == (2, [])


def _until(room: CupRoom, done: Callable[[], bool]) -> None:
    """Let the room take answers until something holds."""
    for _ in range(6000):
        room.update(0.01)
        if done():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")
