"""The folder of a league: it goes on after any kill, and refuses what is another league."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.league import LeagueQuestion, league
from ai.lab.league.folder import JOURNAL, match_file, taken
from games.paths import ROOT

QUESTION = LeagueQuestion("karate", ("random", "nash", "seed-softmax"), 12, 1, {"rounds": "10"})
FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"


def figures(folder: Path) -> Any:
    """What the files hold, without the times."""
    found = json.loads((folder / "league.json").read_text("utf-8"))
    for row in found["ratings"]:
        del row["ms"]
    names = sorted(path.name for path in (folder / "matches").iterdir())
    matches = [(folder / "matches" / name).read_text("utf-8") for name in names]
    return found, (folder / "results.csv").read_text("utf-8"), names, matches


def test_wherever_it_was_killed_it_ends_with_the_same_figures(tmp_path: Path) -> None:
    """The journal is cut at any place, as a kill or a full disk leaves it."""
    league(QUESTION, Jobs(), tmp_path / "whole")
    wanted = figures(tmp_path / "whole")
    journal = (tmp_path / "whole" / JOURNAL).read_bytes()
    begin = journal.index(b"\n") + 1
    rng = random.Random(3)
    for number in range(6):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "whole" / "matches", folder / "matches")
        (folder / JOURNAL).write_bytes(journal[: rng.randrange(begin, len(journal))])
        league(QUESTION, Jobs(), folder)
        assert figures(folder) == wanted


def test_what_is_played_after_a_kill_is_kept_at_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a line, as a kill leaves it, does not take the line along that comes next."""
    league(QUESTION, Jobs(), tmp_path)
    journal = tmp_path / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-40])
    league(QUESTION, Jobs(), tmp_path)
    wanted = figures(tmp_path)
    monkeypatch.setattr("ai.lab.league.play_part", None)
    league(QUESTION, Jobs(), tmp_path)
    assert figures(tmp_path) == wanted


def test_a_line_that_cannot_be_read_is_played_again(tmp_path: Path) -> None:
    league(QUESTION, Jobs(), tmp_path)
    wanted = figures(tmp_path)
    head, *lines = (tmp_path / JOURNAL).read_text("utf-8").splitlines()
    lines[1] = lines[1].replace('"trace"', '"tr?ce"')
    lines[3] = '{"table": ["random", "nash"], "first": 900, "results": [], "times": []}'
    lines[5] = "[]"
    (tmp_path / JOURNAL).write_text("\n".join([head, *lines]) + "\n", "utf-8")
    league(QUESTION, Jobs(), tmp_path)
    assert figures(tmp_path) == wanted


def test_a_match_that_was_lost_is_played_again(tmp_path: Path) -> None:
    league(QUESTION, Jobs(), tmp_path)
    wanted = figures(tmp_path)
    (tmp_path / match_file(("random", "nash"), 5)).unlink()
    league(QUESTION, Jobs(), tmp_path)
    assert figures(tmp_path) == wanted


def test_a_process_that_is_killed_again_and_again(tmp_path: Path) -> None:
    words = ["league", "karate", "--agents", ",".join(QUESTION.agents or ()), "--games", "100"]
    words += ["--option", "rounds=10", "--save", str(tmp_path / "killed")]
    code = f"import sys; from ai.lab.command_line import run; sys.exit(run({words!r}))"
    journal, killed = tmp_path / "killed" / JOURNAL, 0
    for more in range(3):
        size = journal.stat().st_size if journal.exists() else 0
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
        until = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < until:
            if journal.exists() and journal.stat().st_size > size + 400 * more:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.001)
        killed += process.wait() == -signal.SIGKILL
    assert killed >= 2
    question = QUESTION._replace(games=100)
    league(question, Jobs(), tmp_path / "killed")
    league(question, Jobs(2), tmp_path / "whole")
    assert figures(tmp_path / "killed") == figures(tmp_path / "whole")


def test_the_end_is_there_at_once_when_all_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league(QUESTION, Jobs(), tmp_path)
    wanted = figures(tmp_path)
    (tmp_path / "league.json").unlink()
    monkeypatch.setattr("ai.lab.league.play_part", None)
    league(QUESTION, Jobs(), tmp_path)
    assert figures(tmp_path) == wanted


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("games", 13, "has other games: 12, not 13"),
        ("seed", 2, "has other seed: 1, not 2"),
        ("agents", ("random", "nash"), "has other agents"),
        ("agents", None, "has other agents"),
        ("given", {"rounds": "25"}, "has other options"),
        ("game", "ra", "has other game"),
    ],
)
def test_other_arguments_are_refused(tmp_path: Path, name: str, value: Any, sentence: str) -> None:
    league(QUESTION, Jobs(), tmp_path)
    before = figures(tmp_path)
    question = QUESTION._replace(**{name: value})
    if name == "game":
        question = LeagueQuestion("ra", ("random", "easy"), 12, 1, {})
    with pytest.raises(BadArguments, match=sentence):
        league(question, Jobs(), tmp_path)
    assert figures(tmp_path) == before


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "novel.txt").write_text("It was a dark night.")
    with pytest.raises(BadArguments, match="has other files; name a new folder"):
        league(QUESTION, Jobs(), tmp_path)
    (tmp_path / JOURNAL).write_text('{"format": "a diary"}\n')
    with pytest.raises(BadArguments, match="is no league's"):
        league(QUESTION, Jobs(), tmp_path)
    with pytest.raises(BadArguments, match=r"novel\.txt"):
        league(QUESTION, Jobs(), tmp_path / "novel.txt")
    assert (tmp_path / "novel.txt").read_text() == "It was a dark night."


def test_two_leagues_do_not_play_in_one_folder(tmp_path: Path) -> None:
    with taken(tmp_path), pytest.raises(BadArguments, match="wait for it"):
        league(QUESTION, Jobs(), tmp_path)
    league(QUESTION, Jobs(), tmp_path)


def test_a_changed_bot_plays_its_games_anew_and_the_others_stay(
    bot_home: Path, tmp_path: Path
) -> None:
    file, folder = bot_home / "mine.py", tmp_path / "it"
    file.write_text(FIRST)
    question = QUESTION._replace(agents=("bot:mine.py", "random", "nash"), games=4)
    league(question, Jobs(), folder)
    names = {path.name for path in (folder / "matches").iterdir()}
    others = {name for name in names if name.startswith("random-v-nash")}
    times = {name: (folder / "matches" / name).stat().st_mtime_ns for name in others}
    file.write_text(FIRST.replace("[0]", "[-1]"))
    found = league(question, Jobs(), folder)
    after = {path.name for path in (folder / "matches").iterdir()}
    assert len(after) == len(names) == 12
    assert after & names == others
    assert {n: (folder / "matches" / n).stat().st_mtime_ns for n in others} == times
    assert len({row["agent"] for row in found["ratings"]}) == 3
    assert figures(folder)[0]["pairs"] == found["pairs"]
    league(question, Jobs(), tmp_path / "fresh")
    assert figures(tmp_path / "fresh") == figures(folder)


def test_no_path_of_this_machine_is_kept(bot_home: Path, tmp_path: Path) -> None:
    (bot_home / "bad.py").write_text("def choose(view, legal, rng):\n    return 'fly'\n")
    question = QUESTION._replace(agents=("bot:bad.py", "nash"), games=2)
    assert "(its log: " in league(question, Jobs())["sentences"][0]
    found = league(question, Jobs(), tmp_path / "it")
    assert found["sentences"] == ["bad.py forfeits: in turn 1 its move 'fly' is against the rules."]
    for path in (tmp_path / "it").rglob("*.*"):
        assert str(bot_home) not in path.read_text("utf-8")
        assert "its log" not in path.read_text("utf-8")


def test_the_names_of_match_files_hold_nothing_of_a_stranger(tmp_path: Path) -> None:
    for name in ("bot:../../up.py@0123abcd", "bot:<b>.py@0123abcd", "bot:é.py@0123abcd:x=/"):
        folder, _, file = match_file(("nash", name), 3).partition("/")
        assert folder == "matches"
        assert set(file) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
        assert ".." not in file
    one, other = (match_file(("nash", f"bot:a.py@{n}0123abc"), 3) for n in (1, 2))
    assert one != other
