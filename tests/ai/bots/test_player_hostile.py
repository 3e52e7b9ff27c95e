"""What bots do wrong: each forfeits its match with a sentence, and nothing is left of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ai.bots import player
from ai.lab import contest
from games import catalog, keeper
from games.core import GivesUp
from games.paths import ROOT
from tests.support.bots import are_gone, bot_match, hostile_bot, play_out, written_bot

FAULTS = {
    "hangs_at_import.py": "it took longer than 1 s for its start and first move",
    "hangs_at_choose.py": "it took longer than 1 s for its start and first move",
    "exits.py": "it ended its process",
    "raises.py": "it failed in raises.py, line 5: KeyError: 'a move'",
    "no_json": "it answered with no JSON: 'I would rather not say.'",
    "long_line": "it wrote a line of more than 1,048,576 bytes",
    "against_the_rules.py": "its move 'fly' is against the rules",
    "forks.py": "it ended its process",
    "lives_on.py": "it took longer than 1 s for its start and first move",
    "prints_for_ever.py": "it took longer than 1 s for its start and first move",
    "eats_memory.py": "it failed in eats_memory.py, line 8: MemoryError",
    "answers_twice": "it wrote two lines for one question",
    "answers_late": "it took longer than 0.2 s for a move",
}
LATER = {"answers_late": 2}
"""The turn of the fault, where it is not the first."""


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time as it is, and little memory."""
    monkeypatch.setattr(player, "START_SECONDS", 10.0)
    monkeypatch.setattr(keeper, "MEMORY_BYTES", 300 << 20)


def started_by(folder: Path) -> list[int]:
    file = folder / "started"
    return [int(word) for word in file.read_text().split()] if file.exists() else []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_forfeits_with_its_sentence(
    name: str, bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "1 s" in FAULTS[name]:
        monkeypatch.setattr(player, "START_SECONDS", 1.0)
    kept = hostile_bot(bot_home, name)
    match = bot_match("karate", kept, "random", {})
    match.players[0].seconds = 0.2
    with pytest.raises(GivesUp) as told:
        play_out(match)
    log = bot_home / "data" / "bots" / "logs" / f"{name}.log"
    turn = LATER.get(name, 1)
    sentence = f"{name} forfeits: in turn {turn} {FAULTS[name]} (its log: {log})."
    assert str(told.value) == sentence
    assert len(match.turns) == turn - 1
    assert are_gone(started_by(bot_home))
    with pytest.raises(GivesUp, match="forfeits"):
        match.step(contest.LIMIT)


def test_the_log_has_the_traceback_and_no_more_than_it_may(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "START_SECONDS", 1.0)
    kept = hostile_bot(bot_home, "raises.py")
    with pytest.raises(GivesUp):
        play_out(bot_match("karate", kept, "random", {}))
    log = bot_home / "data" / "bots" / "logs" / "raises.py.log"
    assert 'return {}["a move"]' in log.read_text()
    kept = hostile_bot(bot_home, "prints_for_ever.py")
    with pytest.raises(GivesUp):
        play_out(bot_match("karate", kept, "random", {}))
    log = log.with_name("prints_for_ever.py.log")
    assert 100_000 < log.stat().st_size <= 1 << 20


@pytest.mark.parametrize("name", ["deletes_itself.py", "prints_much.py"])
def test_who_only_prints_much_or_deletes_itself_plays_on(name: str, bot_home: Path) -> None:
    kept = hostile_bot(bot_home, name)
    match = bot_match("karate", kept, "random", {})
    play_out(match)
    assert match.over
    assert (bot_home / name).exists() == (name == "prints_much.py")


def test_a_file_that_is_gone_or_another_forfeits(bot_home: Path) -> None:
    kept = written_bot(bot_home, "def choose(view, legal, rng):\n    return legal[0]\n")
    (bot_home / "mine.py").write_text("def choose(view, legal, rng):\n    return legal[1]\n")
    with pytest.raises(GivesUp, match=r"in turn 1 its file has changed since it was named\."):
        play_out(bot_match("karate", kept, "random", {}))
    (bot_home / "mine.py").unlink()
    with pytest.raises(GivesUp, match=r"in turn 1 its file is gone\."):
        play_out(bot_match("karate", kept, "random", {}))


def test_nothing_is_left_of_a_bot_when_the_arcade_is_killed(bot_home: Path) -> None:
    hostile_bot(bot_home, "lives_on.py")
    words = [sys.executable, "main.py", "arena", "karate", "--agents"]
    words += [f"bot:{bot_home / 'lives_on.py'},random", "--games", "1"]
    arcade = subprocess.Popen(words, cwd=ROOT, start_new_session=True)
    until = time.monotonic() + 20
    while not started_by(bot_home) and time.monotonic() < until:
        time.sleep(0.02)
    arcade.send_signal(signal.SIGKILL)
    arcade.wait()
    started = started_by(bot_home)
    assert len(started) == 3
    assert are_gone(started)
    assert not os.path.exists(f"/proc/{arcade.pid}/exe")


PLAYED = """
import time
from games import bots
from games.session.session import Session
from games.session.starting import make_setup
session = Session(make_setup("karate", bots.admit("bot:lives_on.py"), 3, {}, False))
while True:
    session.advance(0.1)
    time.sleep(0.01)
"""


def test_nothing_is_left_of_a_bot_when_a_table_is_killed(bot_home: Path) -> None:
    """There the bot is asked by the worker, which lives a little longer."""
    hostile_bot(bot_home, "lives_on.py")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    table = subprocess.Popen([sys.executable, "-c", PLAYED], cwd=bot_home, env=environment)
    until = time.monotonic() + 20
    while not started_by(bot_home) and time.monotonic() < until:
        time.sleep(0.02)
    table.send_signal(signal.SIGKILL)
    table.wait()
    started = started_by(bot_home)
    assert len(started) == 3
    assert are_gone(started)


@pytest.mark.sweep
@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("name", [*FAULTS, "deletes_itself.py", "prints_much.py"])
def test_every_fault_in_every_game(name: str, game: str, bot_home: Path) -> None:
    kept = hostile_bot(bot_home, name)
    given = {"bot_seconds": "0.3"}
    other = contest.reference(game)
    found = next(iter(contest.contested(game, kept, other, range(1), 1, given)))
    fine = name not in FAULTS
    told = FAULTS.get(name, "").replace("1 s", "10 s").replace("0.2 s", "0.3 s")
    assert (found.fault == "") == fine
    assert told in found.fault
    assert fine or found.share == 0.0
    assert are_gone(started_by(bot_home))
