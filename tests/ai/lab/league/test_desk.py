"""The process that plays a league beside the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.lab.league.desk import LeagueDesk
from games import log

OPTIONS = {"rounds": 10, "table": "classic"}
AGENTS = ["random", "nash"]


@pytest.fixture
def desk() -> Iterator[LeagueDesk]:
    made = LeagueDesk()
    yield made
    made.close()


def take_up(desk: LeagueDesk, folder: Path | None, game: str = "karate") -> dict[str, Any]:
    about = {"game": game, "folder": None if folder is None else str(folder)}
    return desk.answer({"op": "open", **about, "options": OPTIONS})


def begin(desk: LeagueDesk, agents: list[str] = AGENTS, seed: int = 1) -> dict[str, Any]:
    about = {"agents": agents, "games": 2, "seed": seed, "options": OPTIONS}
    return desk.answer({"op": "begin", **about})


def test_a_league_is_begun_played_and_seen(desk: LeagueDesk, tmp_path: Path) -> None:
    found = take_up(desk, tmp_path / "it")
    assert "sensei" in found["entrants"]
    assert (found["agents"], found["done"], found["all"]) == ([], 0, 0)
    assert begin(desk)["next"] == AGENTS
    assert desk.answer({"op": "play"})["done"] == 1
    found = desk.answer({"op": "play"})
    assert (found["done"], found["all"], found["next"]) == (2, 2, [])
    assert found["found"]["played"] == 2
    assert desk.answer({"op": "play"})["done"] == 2, "all were played"
    assert (tmp_path / "it" / "index.html").exists()
    shown = desk.answer({"op": "watch", "a": "nash", "b": "random", "number": 1})
    match = log.decode(shown["text"])
    assert [seating.agent for seating in match.seats] == ["nash", "random"]
    assert match.params["rounds"] == 10
    assert (
        "was not played" in desk.answer({"op": "watch", "a": "x", "b": "y", "number": 0})["error"]
    )


def test_it_goes_on_from_the_folder_and_another_takes_its_place(
    desk: LeagueDesk, tmp_path: Path
) -> None:
    take_up(desk, tmp_path)
    begin(desk)
    desk.answer({"op": "play"})
    desk.close()
    again = LeagueDesk()
    found = take_up(again, tmp_path)
    assert (found["done"], found["agents"], found["told"]) == (1, AGENTS, "")
    assert begin(again, ["nash", "habits"], 7)["done"] == 0
    assert list((tmp_path / "matches").iterdir()) == []
    again.answer({"op": "play"})
    again.close()
    last = LeagueDesk()
    assert take_up(last, tmp_path)["agents"] == ["nash", "habits"]
    last.close()


def test_what_cannot_begin_leaves_the_last_league(desk: LeagueDesk, tmp_path: Path) -> None:
    take_up(desk, tmp_path)
    begin(desk)
    desk.answer({"op": "play"})
    for agents in (["nash"], ["nash", "nobody"], ["nash", "bot:nowhere.py"]):
        assert begin(desk, agents)["error"]
    assert desk.answer({"op": "play"})["done"] == 2


@pytest.mark.parametrize(
    "text",
    ["", "no JSON\n", "[]\n", '{"format": "a diary"}\n', '{"game": "karate", "agents": 7}\n'],
)
def test_a_damaged_league_is_no_league(desk: LeagueDesk, tmp_path: Path, text: str) -> None:
    (tmp_path / "played.jsonl").write_text(text)
    assert take_up(desk, tmp_path)["agents"] == []
    assert begin(desk)["agents"] == AGENTS


def test_a_league_of_agents_that_are_gone_is_told(desk: LeagueDesk, tmp_path: Path) -> None:
    take_up(desk, tmp_path)
    begin(desk)
    desk.close()
    file = tmp_path / "played.jsonl"
    plain = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**plain, "agents": ["nash", "gone"]}) + "\n")
    again = LeagueDesk()
    found = take_up(again, tmp_path)
    assert found["told"].startswith("The last league cannot go on")
    assert found["agents"] == []
    again.close()


def test_without_a_folder_it_plays_all_the_same(desk: LeagueDesk) -> None:
    take_up(desk, None)
    begin(desk)
    assert desk.answer({"op": "play"})["done"] == 1
    place = desk.folder
    assert place.exists()
    desk.close()
    assert not place.exists()


def test_options_of_a_match_that_no_comparison_has_are_left_out(desk: LeagueDesk) -> None:
    about = {"game": "tracker", "folder": None, "options": {"play": "seek", "nonsense": 3}}
    found = desk.answer({"op": "open", **about})
    assert "random" in found["entrants"]
    assert "hound" not in found["entrants"]


def test_what_makes_no_sense_is_answered_by_a_sentence(desk: LeagueDesk) -> None:
    assert desk.answer({"op": "play"})["error"] == "There is no league; begin one."
    for message in ({}, {"op": "dance"}, {"op": "begin"}, {"op": "open", "game": "chess"}):
        assert desk.answer(message)["op"] == "error"
