"""`main.py league`: who takes part, the table, the same figures on any number of processes."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from ai.lab.command_line import BAD_ARGUMENTS, DONE, run
from ai.lab.contest import SOLO, reference
from ai.lab.jobs import Jobs
from ai.lab.league import LeagueQuestion, league
from ai.lab.league.playing import entrants
from games import catalog
from games.paths import ROOT
from games.session.archiving import read_match

BOTS = ROOT / "tests" / "fixtures" / "league"
FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"
BAD = "def choose(view, legal, rng):\n    return 'fly'\n"
QUICK: dict[str, dict[str, str]] = {
    "karate": {"rounds": "10"}, "numbers": {"keys": "60"}, "ur": {"pieces": "2"},
    "ctf": {"maze": "loops-16x8", "moves": "100"},
}  # fmt: skip
OTHER = {
    "karate": "nash", "numbers": "seed", "ur": "greedy", "tracker": "food", "jaipur": "greedy",
    "set": "steady-5", "ra": "easy", "guess": "level1", "ctf": "hunter",
    "planetwars": "dual",
}  # fmt: skip


def question(game: str, *agents: str, games: int = 4, **given: str) -> LeagueQuestion:
    return LeagueQuestion(game, agents or None, games, 1, {**QUICK.get(game, {}), **given})


def rows_of(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    rows = [{k: v for k, v in row.items() if k != "ms"} for row in found["ratings"]]
    return {**found, "ratings": rows}


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_game_has_a_league(game: str, bot_home: Path, tmp_path: Path) -> None:
    """With the reference at 0, every match kept, and each of them read again to its end."""
    zero = reference(game)
    found = league(question(game, zero, OTHER[game], games=3), Jobs(), tmp_path / "it")
    rows = {row["agent"]: row for row in found["ratings"]}
    assert rows[zero]["rating"] == 0.0
    assert rows[zero]["ci95"] == [0.0, 0.0]
    assert rows[OTHER[game]]["ms"] > 0.0
    assert all(row["forfeits"] == 0 for row in rows.values())
    games = rows_of(tmp_path / "it" / "results.csv")
    tables = 2 if game == "ra" or game in SOLO else 1
    assert len(games) == 3 * tables
    for row in games:
        shown = read_match((tmp_path / "it" / row["match"]).read_bytes())
        rules = catalog.rules(game)
        state = rules.new(shown.log.params)
        for turn in shown.log.turns:
            state, _ = rules.apply(state, dict(turn))
        assert rules.to_act(state) == ()
        assert shown.log.game == game
        assert {zero, OTHER[game]} & {seating.agent for seating in shown.log.seats}
    assert f'href="{games[0]["match"]}"' in (tmp_path / "it" / "index.html").read_text("utf-8")


def test_ratings_wins_and_pairs_agree(tmp_path: Path) -> None:
    found = league(question("karate", "random", "seed-argmax", "nash", games=6), Jobs())
    assert [row["games"] for row in found["ratings"]] == [12] * 3
    ratings = [row["rating"] for row in found["ratings"]]
    assert ratings == sorted(ratings, reverse=True)
    for row in found["ratings"]:
        wins = draws = 0
        for pair in found["pairs"]:
            wins += {pair["a"]: pair["a_wins"], pair["b"]: pair["b_wins"]}.get(row["agent"], 0)
            draws += pair["draws"] if row["agent"] in (pair["a"], pair["b"]) else 0
        assert (row["wins"], row["draws"]) == (wins, draws)
    for pair in found["pairs"]:
        assert pair["a_wins"] + pair["draws"] + pair["b_wins"] == pair["games"] == 6


@pytest.mark.parametrize("game", ["karate", "ra", "guess"])
def test_processes_and_saving_change_no_figure(game: str, tmp_path: Path) -> None:
    names = reference(game), OTHER[game], {"karate": "habits", "ra": "net", "guess": "mind"}[game]
    here = league(question(game, *names), Jobs())
    kept = league(question(game, *names), Jobs(2), tmp_path / "it")
    assert without_times(here) == without_times(kept)


def test_at_a_table_all_tables_of_different_agents_are_played() -> None:
    found = league(question("ra", "random", "easy", "heuristic", "net", games=2), Jobs())
    assert [row["games"] for row in found["ratings"]] == [6] * 4
    assert sum(row["wins"] for row in found["ratings"]) <= 8
    assert len(found["pairs"]) == 6
    assert {pair["games"] for pair in found["pairs"]} == {4}
    assert next(r["rating"] for r in found["ratings"] if r["agent"] == "random") == 0.0


def test_by_default_all_that_ship_and_all_own_bots_take_part(
    bot_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    own = tmp_path / "saved" / "bots"
    own.mkdir(parents=True)
    (own / "mine.py").write_text(FIRST)
    (own / "bad.py").write_text(BAD)
    (own / "_shared.py").write_text("")
    (own / "notes.txt").write_text("No bot.")
    words = ["league", "karate", "--games", "1", "--option", "rounds=10", "--data-dir"]
    assert run([*words, str(tmp_path / "saved")]) == DONE
    out = capsys.readouterr().out
    for agent in catalog.agents("karate"):
        assert f" {agent.id} " in out
    assert "bot:mine.py@" in out
    assert "bad.py forfeits: in turn 1" in out
    assert "_shared" not in out
    assert "notes" not in out


def test_an_agent_that_cannot_play_the_options_is_left_out_with_its_reason() -> None:
    agents, left = entrants("ur", {"rules": "finkel", "pieces": "7"})
    assert "greedy" in agents
    assert "perfect" not in agents
    assert len(left) == 1


def test_a_forfeit_counts_as_lost_and_is_told(bot_home: Path) -> None:
    (bot_home / "bad.py").write_text(BAD)
    found = league(question("karate", "bot:bad.py", "random", games=4), Jobs())
    (last,) = [row for row in found["ratings"] if row["agent"].startswith("bot:bad.py@")]
    assert (last["wins"], last["forfeits"], last["games"]) == (0, 4, 4)
    assert last["rating"] < -200.0
    assert len(found["sentences"]) == 1
    assert "is against the rules" in found["sentences"][0]


def test_own_bots_meet_agents_with_options_and_each_other(capsys: Any) -> None:
    """Ten agents, none of which forfeits."""
    own = [f"bot:{file}" for file in sorted(BOTS.iterdir())]
    ship = [agent.id for agent in catalog.agents("karate")]
    agents = ",".join([*ship, "seed-softmax:beta=3", *own])
    assert run(["league", "karate", "--agents", agents, "--games", "1"]) == DONE
    out = capsys.readouterr().out
    rows = [line.split() for line in out.splitlines() if line.lstrip()[:2].rstrip(".").isdigit()]
    assert [row[0] for row in rows] == [f"{rank}." for rank in range(1, 11)]
    names = {row[1].partition("@")[0] for row in rows}
    assert names >= {f"bot:{file.name}" for file in BOTS.iterdir()}
    assert {row[-2] for row in rows} == {"0"}


def test_games_that_were_all_alike_are_told(bot_home: Path, capsys: Any) -> None:
    (bot_home / "first.py").write_text(FIRST)
    (bot_home / "last.py").write_text(FIRST.replace("[0]", "[-1]"))
    words = ["--agents", "bot:first.py,bot:last.py,random", "--games", "3"]
    assert run(["league", "karate", *words]) == DONE
    told = [line for line in capsys.readouterr().out.splitlines() if "alike" in line]
    assert len(told) == 1
    assert "bot:first.py@" in told[0] and "bot:last.py@" in told[0]  # noqa: PT018 (one sentence)
    assert run(["arena", "karate", *words]) == DONE
    assert capsys.readouterr().out.count("all games were alike") == 1
    assert run(["arena", "karate", *words, "--json"]) == DONE
    pairs = json.loads(capsys.readouterr().out)["pairs"]
    assert [pair.get("alike") for pair in pairs] == [True, None, None]


@pytest.mark.parametrize(
    "words",
    [
        ["karate", "--agents", "nash"],
        ["karate", "--agents", "nash,nash"],
        ["karate", "--agents", "nash,nobody-knows"],
        ["karate", "--agents", "nash,bot:nowhere.py"],
        ["karate", "--option", "speed=9"],
        ["chess"],
    ],
)
def test_what_cannot_be_a_league_is_refused_in_a_sentence(words: list[str], capsys: Any) -> None:
    assert run(["league", *words]) == BAD_ARGUMENTS
    told = capsys.readouterr().err
    assert told.startswith("main.py: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("game", ["karate", "guess"])
def test_the_arena_writes_the_rows_that_the_league_writes(
    game: str, bot_home: Path, tmp_path: Path, capsys: Any
) -> None:
    (bot_home / "mine.py").write_text(FIRST)
    agents = f"bot:mine.py,{reference(game)}"
    file = tmp_path / "rows.csv"
    assert run(["arena", game, "--agents", agents, "--games", "3", "--csv", str(file)]) == DONE
    folder = str(tmp_path / "it")
    assert run(["league", game, "--agents", agents, "--games", "3", "--save", folder]) == DONE
    ours, theirs = rows_of(file), rows_of(tmp_path / "it" / "results.csv")
    assert len(ours) == (6 if game in SOLO else 3)
    for row, other in zip(ours, theirs, strict=True):
        assert other.pop("match").endswith(".match")
        assert {**row, **{k: float(v) for k, v in row.items() if "score" in k}} == {
            **other, **{k: float(v) for k, v in other.items() if "score" in k}
        }  # fmt: skip
    bad = str(tmp_path / "nowhere" / "rows.csv")
    assert run(["arena", game, "--agents", agents, "--csv", bad]) == BAD_ARGUMENTS
