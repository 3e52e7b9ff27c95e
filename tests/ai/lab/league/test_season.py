"""A league that is being played: how it stands on the way, and what a stop leaves behind."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.lab import league as leagues
from ai.lab.jobs import Jobs
from ai.lab.league import LeagueQuestion, league
from ai.lab.league.playing import play_part
from ai.lab.league.season import Season, season_at

QUESTION = LeagueQuestion("karate", ("random", "nash", "habits"), 4, 1, {"rounds": "10"})


def advance(season: Season, parts: int) -> None:
    for part in season.left[:parts]:
        season.take(part, play_part(part))


def test_it_stands_as_soon_as_each_two_have_met() -> None:
    season = Season(QUESTION)
    assert len(season.left) == 12
    advance(season, 2)
    assert season.standing() is None
    advance(season, 1)
    found = season.standing()
    assert found is not None
    assert (found["played"], found["to_play"]) == (3, 12)
    assert [row["games"] for row in found["ratings"]] == [2, 2, 2]
    advance(season, 99)
    assert season.left == []
    assert season.done == 1.0
    whole = season.standing()
    assert whole is not None
    wanted = league(QUESTION, Jobs())
    for rows in (whole, wanted):
        for row in rows["ratings"]:
            del row["ms"]
    assert whole == wanted


def test_agents_that_play_alone_stand_by_the_seeds_that_all_have_played() -> None:
    season = Season(LeagueQuestion("guess", ("nash", "level1", "level2"), 3, 1, {}))
    advance(season, 5)
    found = season.standing()
    assert found is not None
    assert {pair["games"] for pair in found["pairs"]} == {1}
    assert found["played"] == 5


def test_a_game_that_came_before_an_earlier_one_waits_for_it() -> None:
    season = Season(QUESTION)
    advance(season, 3)
    last = season.left[-1]
    season.take(last, play_part(last))
    found = season.standing()
    assert found is not None
    assert found["played"] == 3
    assert season.done == 4 / 12


def test_what_a_stop_leaves_behind_shows_how_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after seven games: the page says so, and the same command goes on."""

    def stopping(jobs: Jobs, work: object, parts: list[object]) -> Iterator[object]:
        for part in parts[:7]:
            yield play_part(part)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Jobs, "results", stopping)
        with pytest.raises(KeyboardInterrupt):
            league(QUESTION, Jobs(), tmp_path)
    assert "7 of 12 games so far" in (tmp_path / "index.html").read_text("utf-8")
    assert json.loads((tmp_path / "league.json").read_text("utf-8"))["played"] == 7
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 7
    league(QUESTION, Jobs(), tmp_path)
    assert "so far" not in (tmp_path / "index.html").read_text("utf-8")


def test_the_page_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "WRITE_SECONDS", -1.0)
    seen = []

    def look(done: float, words: str) -> None:
        page = tmp_path / "index.html"
        seen.append(page.exists() and " games so far" in page.read_text("utf-8"))

    league(QUESTION, Jobs(), tmp_path, look)
    assert seen == [False] * 3 + [True] * 9


def test_a_folder_is_free_again_after_a_league(tmp_path: Path) -> None:
    with season_at(QUESTION, tmp_path) as season:
        advance(season, 12)
    with season_at(QUESTION, tmp_path) as season:
        assert season.left == []
    with season_at(QUESTION, None) as season:
        assert len(season.left) == 12
