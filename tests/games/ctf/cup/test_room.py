"""The tournament room: games are played beside the window, and kept for another time."""

from __future__ import annotations

from pathlib import Path

from games.ctf.cup.choose import team_name
from games.ctf.cup.room import STANDING
from games.ctf.cup.standing import game_words
from games.ctf.tournament import Tournament
from tests.games.ctf.cup.conftest import Quick, held, panes
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
