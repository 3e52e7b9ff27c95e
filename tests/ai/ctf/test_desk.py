"""The process of tournaments: a game after the other, each on the disk before it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ai.ctf.desk import TournamentDesk
from games import log
from games.ctf.tournament import Tournament
from tests.games.ctf.played import params_of

TEAMS = ["gatherer", "random"]


def begun(desk: TournamentDesk, file: Path | None, moves: int = 40) -> dict[str, Any]:
    desk.answer({"op": "open", "file": None if file is None else str(file)})
    about = {"params": params_of(moves=moves), "games": 2, "seed": 3}
    return desk.answer({"op": "begin", "teams": TEAMS, **about})


def test_each_game_is_on_the_disk_before_it_is_told_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "trainings" / "cup.json"
    desk = TournamentDesk()
    assert begun(desk, file)["cup"]["played"] == []
    told = desk.answer({"op": "play"})
    assert told["told"] == ""
    kept = Tournament.from_text(file.read_text())
    assert [outcome.number for outcome in kept.outcomes] == [0]
    assert "log" not in told["outcome"]
    again = TournamentDesk()
    opened = again.answer({"op": "open", "file": str(file)})
    assert [entry["number"] for entry in opened["cup"]["played"]] == [0]
    assert again.answer({"op": "play"})["outcome"]["number"] == 1
    assert again.answer({"op": "play"})["outcome"] is None, "all were played"
    found = log.decode(again.answer({"op": "log", "number": 1})["text"])
    assert (found.game, [seat.agent for seat in found.seats][:2]) == ("ctf", TEAMS[::-1])


def test_a_damaged_file_is_put_aside_and_told(tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    file.write_text('{"format": "open-mind-arcade/ctf-tournament", "version": 1}')
    told = TournamentDesk().answer({"op": "open", "file": str(file)})
    assert told["cup"] is None
    assert "cannot be used and lies as" in told["told"]
    assert not file.exists()
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ({"op": "play"}, "no tournament"),
        ({"op": "log", "number": 0}, "not played"),
        ({"op": "begin", "teams": ["random"], "params": {}, "games": 2, "seed": 1}, "2 to 24"),
        ({"op": "begin", "teams": TEAMS, "params": {"maze": "x"}, "games": 2, "seed": 1}, "maze"),
        ({"op": "begin", "teams": ["random", "nobody"], "params": {}, "games": 2, "seed": 1}, "no"),
        ({"op": "begin", "teams": TEAMS, "params": 3, "games": "x", "seed": 1}, "understand"),
        ({"op": "sing"}, "understand"),
        ({}, "understand"),
    ],
)
def test_what_cannot_be_done_has_a_sentence(message: dict[str, Any], word: str) -> None:
    told = TournamentDesk().answer(message)
    assert told["op"] == "error"
    assert word in told["error"]
    assert told["error"].endswith(".")
    json.dumps(told)


def test_a_folder_that_is_gone_is_told_and_the_games_go_on(tmp_path: Path) -> None:
    desk = TournamentDesk()
    begun(desk, tmp_path / "gone" / "trainings" / "cup.json")
    told = desk.answer({"op": "play"})
    assert "folder of this player is gone" in told["told"]
    assert told["outcome"]["number"] == 0
