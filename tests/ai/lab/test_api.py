"""The arcade from Python: figures as those of the command line, one match, scripts of all kinds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ai.lab import api as arcade
from ai.lab.command_line import DONE, run
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.jobs import Jobs
from games import catalog
from games.paths import ROOT


def test_play_gives_the_figures_of_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena karate --agents seed-softmax,nash,habits --games 30 --seed 5 --json"
    assert run([*words.split(), "--option", "rounds=10", "--option", "beta=2.5"]) == DONE
    there = json.loads(capsys.readouterr().out)
    agents = ("seed-softmax", "nash", "habits")
    here = arcade.play("karate", *agents, games=30, seed=5, rounds=10, beta=2.5)
    for one, other in zip(here.found["pairs"], there["pairs"], strict=True):
        timeless = {name for name in one if "_ms_" not in name}
        assert {n: one[n] for n in timeless} == {n: other[n] for n in timeless}
    assert set(here.shares) == set(agents)
    assert sum(here.shares.values()) == pytest.approx(1.5)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_match_of_every_game_is_read_again(game: str, tmp_path: Path) -> None:
    shortest = {"karate": {"rounds": 10}, "numbers": {"keys": 60}, "ctf": {"moves": 40},
                "jaipur": {"length": "round"}, "tracker": {"steps": 60}}  # fmt: skip
    quick = {"jaipur": ("greedy", "random"), "numbers": ("seed",)}
    played = arcade.match(game, *quick.get(game, ()), seed=4, nodes=100, **shortest.get(game, {}))
    played.save(tmp_path / "one.match")
    again = arcade.read(tmp_path / "one.match")
    assert (again.turns, again.events, again.returns) == (
        played.turns, played.events, played.returns,
    )  # fmt: skip
    assert again.agents == played.agents
    assert len(again.turns) == len(again.events) == len(played.minds)


def test_agents_that_decide_again_think_the_same(tmp_path: Path) -> None:
    played = arcade.match("karate", "sensei", "habits", seed=3, rounds=10)
    played.save(tmp_path / "one.match")
    again = arcade.read(tmp_path / "one.match")
    assert again.minds == played.minds
    assert played.minds[5][0][0]["item"] in {"bars", "note"}


BOT = """
def choose(view, legal, rng):
    if view["played"] == 3:
        return "fly"
    return legal[0]
"""


def test_a_bot_plays_and_its_forfeit_ends_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "flyer.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPEN_MIND_ARCADE_DATA", str(tmp_path / "data"))
    found = arcade.match("karate", "nash", "bot:flyer.py", rounds=10)
    assert len(found.turns) == len(found.minds) == len(found.events) == 3
    assert found.forfeit.startswith("flyer.py forfeits: in turn 4 ")
    assert "fly" in repr(found)
    found.save("kept.match")
    again = arcade.read("kept.match")
    assert again.turns == found.turns
    assert [list(minds) for minds in again.minds] == [[0]] * 3
    shares = arcade.play("karate", "nash", "bot:flyer.py", games=2, rounds=10).shares
    assert shares["nash"] == 1.0


THINKS = """
class Bot:
    def choose(self, view, legal):
        self.seen = view["played"]
        return legal[self.seen % len(legal)]

    def mind(self):
        return [{"text": f"Round {self.seen}."}]
"""


def test_the_minds_of_a_bot_are_kept_with_its_match(bot_home: Path, tmp_path: Path) -> None:
    """Twice written and read, and without the bot's file."""
    (bot_home / "thinks.py").write_text(THINKS)
    found = arcade.match("karate", "nash", "bot:thinks.py", rounds=10)
    (bot_home / "thinks.py").unlink()
    found.save(tmp_path / "one.match")
    arcade.read(tmp_path / "one.match").save(tmp_path / "two.match")
    again = arcade.read(tmp_path / "two.match")
    assert again.minds == found.minds
    assert again.minds[3][1] == [{"item": "note", "text": "Round 3.", "why": ""}]
    assert sorted(again.minds[3]) == [0, 1]
    assert (again.turns, again.agents) == (found.turns, found.agents)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("karate", "nash", "nash", "nash"), "2 sides"),
        (("tracker", "drifter"), "cannot sit"),
        (("chess", "nash"), "chess"),
        (("karate", "nosuch"), "nosuch"),
    ],
)
def test_what_is_asked_wrongly_is_a_sentence(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        arcade.match(*words)


def test_a_file_that_is_no_match_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadArguments, match="cannot be read"):
        arcade.read(tmp_path / "none.match")
    (tmp_path / "wrong.match").write_text("no match")
    with pytest.raises(ValueError, match=r"cannot be read|not a match"):
        arcade.read(tmp_path / "wrong.match")


SCRIPT = """
from ai.lab import api as arcade
print(arcade.play("karate", "nash", "random", games=4, rounds=10{more}).found["pairs"][0]["games"])
"""


def test_a_script_needs_no_guard_in_one_process(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT.format(more=""))
    done = subprocess.run(
        [sys.executable, "script.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )
    assert (done.stdout, done.returncode) == ("4\n", 0), done.stderr


def python_of(page: str) -> str:
    """Return the Python of a page of the project."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (found,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.parametrize(
    "page",
    ["ai/lab/README.md", pytest.param("ai/lab/environments/README.md", marks=pytest.mark.lab)],
)
def test_the_python_of_a_page_runs(page: str, tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(python_of(page))
    done = subprocess.run(
        [sys.executable, "page.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 100


def test_lost_processes_name_the_line_that_a_script_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> None:
        raise LostWorkers("Processes ended.")

    monkeypatch.setattr(Jobs, "results", lost)
    with pytest.raises(BadArguments, match="__main__"):
        arcade.play("karate", "nash", "random", games=4, jobs=2, rounds=10)
