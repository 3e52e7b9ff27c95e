"""The process of a Python bot: what its file finds there, and what of it reaches the arcade."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from games.core import GivesUp
from games.paths import ROOT
from tests.support.bots import bot_match, play_out, written_bot


def log_of(bot_home: Path) -> str:
    return (bot_home / "data" / "bots" / "logs" / "mine.py.log").read_text()


WHOLE = """
class Bot:
    def begin(self, seats, options, rng):
        print("begin", seats, sorted(options), options["bot"], type(rng).__name__)
    def saw(self, events):
        print("saw", [event["kind"] for event in events])
    def choose(self, view, legal):
        print("choose", view["seat"], legal[0])
        return legal[0]
    def mind(self):
        print("mind")
        return []
    def end(self, returns):
        print("end", returns)
"""


def test_a_bot_is_called_in_this_order(bot_home: Path) -> None:
    match = bot_match("karate", written_bot(bot_home, WHOLE) + ":a=1", "random", {"rounds": "10"})
    play_out(match)
    lines = log_of(bot_home).splitlines()
    assert lines[:5] == [
        "begin [0] ['bot', 'rounds', 'table'] {'a': '1'} Random",
        "choose 0 punch",
        "mind",
        "saw ['round']",
        "choose 0 punch",
    ]
    assert lines[-1] == f"end {list(match.returns)}"
    assert len(lines) == 1 + 10 * 3 + 1


def test_it_finds_its_neighbours_first_and_nothing_of_the_arcade(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (bot_home / "games.py").write_text("MOVE = 'kick'\n")
    text = "import importlib.util, os, sys, games\nprint(sys.path[0] == os.getcwd())\n"
    text += f"print([p for p in sys.path if p.startswith({str(ROOT)!r})\n"
    text += "       and 'site-packages' not in p and '.venv' not in p])\n"
    text += "print(importlib.util.find_spec('ai'), os.path.samefile(os.getcwd(), sys.path[0]))\n"
    text += "def choose(view, legal, rng):\n    return games.MOVE\n"
    match = bot_match("karate", written_bot(bot_home, text), "random", {})
    play_out(match)
    assert {dict(turn)[0] for turn in match.turns} == {"kick"}
    assert log_of(bot_home).splitlines() == ["True", "[]", "None True"]


CONTEST = """
import random
import numpy as np
mine = []
def agent(observation, configuration):
    print(observation.step, observation["lastOpponentAction"], configuration.signs)
    if observation.step != len(mine):
        raise ValueError("a step was left out")
    last = observation.lastOpponentAction
    lot = np.int64((random.randrange(3) + np.random.randint(3)) % 3)
    mine.append(lot if last is None else (last + 1) % 3)
    return mine[-1]
"""
RPS = {"table": "rps", "rounds": "10"}
SIGNS = ("rock", "paper", "scissors")


def test_a_program_in_the_form_of_contests_plays_unchanged(bot_home: Path) -> None:
    match = bot_match("karate", written_bot(bot_home, CONTEST), "habits", RPS)
    play_out(match)
    turns = [dict(turn) for turn in match.turns]
    assert len(turns) == 10
    for before, after in pairwise(turns):
        assert SIGNS.index(after[0]) == (SIGNS.index(before[1]) + 1) % 3
    told = [f"{n + 1} {SIGNS.index(turn[1])} 3" for n, turn in enumerate(turns[:-1])]
    assert log_of(bot_home).splitlines() == ["0 None 3", *told]


def test_contest_programs_draw_the_same_again_and_may_take_the_observation_alone(
    bot_home: Path,
) -> None:
    text = CONTEST.replace(", configuration):", "):").replace("configuration.signs", "3")
    text = text.replace("lot if last is None else (last + 1) % 3", "lot")
    kept = written_bot(bot_home, text)
    played = [bot_match("karate", kept, "random", RPS, seed) for seed in (1, 1, 2)]
    for match in played:
        play_out(match)
    assert played[0].turns == played[1].turns != played[2].turns


@pytest.mark.parametrize(
    ("options", "returned", "told"),
    [({}, "0", "plays karate with table=rps alone"), (RPS, "3", "returned 3, not 0, 1 or 2")],
)
def test_contest_programs_forfeit_at_other_tables_and_with_other_numbers(
    bot_home: Path, options: dict[str, str], returned: str, told: str
) -> None:
    text = f"def agent(observation, configuration):\n    return {returned}\n"
    with pytest.raises(GivesUp, match=told):
        play_out(bot_match("karate", written_bot(bot_home, text), "random", options))


def test_the_same_match_gives_the_same_moves(bot_home: Path) -> None:
    text = "LETTERS = {'punch', 'kick', 'parry-punch', 'parry-kick'}\n"
    text += "def choose(view, legal, rng):\n    return rng.choice(list(LETTERS))\n"
    kept = written_bot(bot_home, text)
    played = [bot_match("karate", kept, "random", {}, seed) for seed in (1, 1, 2)]
    for match in played:
        play_out(match)
    assert played[0].turns == played[1].turns != played[2].turns


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def choose(view legal):\n    pass\n", "mine.py, line 1: SyntaxError: "),
        ("x = 1\n", "neither a function `choose` nor a class `Bot`"),
        ("import nothing_of_that_name\n", "mine.py, line 1: ModuleNotFoundError: "),
        ("class Bot:\n    pass\n", "AttributeError: 'Bot' object has no attribute 'choose'"),
        ("class Bot:\n    def __init__(self):\n        1 / 0\n", "line 3: ZeroDivisionError"),
        ("import sys\ndef choose(view, legal, rng):\n    sys.exit()\n", "line 3: SystemExit"),
        ("import helper\ndef choose(v, l, r):\n    helper.fail()\n", "mine.py, line 3: OSError"),
        ("def choose(view, legal, rng):\n    return 3\n", "its move '3' is against the rules"),
        ("def choose(view, legal, rng):\n    pass\n", "its move 'None' is against the rules"),
    ],
)
def test_a_fault_of_its_file_is_named(bot_home: Path, text: str, told: str) -> None:
    (bot_home / "helper.py").write_text("def fail():\n    raise OSError('no')\n")
    with pytest.raises(GivesUp) as problem:
        play_out(bot_match("karate", written_bot(bot_home, text), "random", {}))
    assert told in str(problem.value)
    assert str(problem.value).startswith("mine.py forfeits: in turn 1 ")


def test_a_fault_while_it_is_told_something_is_one_of_its_next_turn(bot_home: Path) -> None:
    text = "class Bot:\n    def saw(self, events):\n        raise ValueError('too much')\n"
    text += "    def choose(self, view, legal):\n        return legal[0]\n"
    match = bot_match("karate", written_bot(bot_home, text), "random", {})
    with pytest.raises(GivesUp, match=r"in turn 2 it failed in mine\.py, line 3: ValueError"):
        play_out(match)


def test_the_host_needs_the_standard_library_alone(bot_home: Path) -> None:
    (bot_home / "mine.py").write_text("def choose(view, legal, rng):\n    return legal[-1]\n")
    host = ROOT / "ai" / "bots" / "host.py"
    begin = {"do": "begin", "seats": [0], "options": {}, "bot": {}, "seed": 1}
    ask = {"do": "choose", "seat": 0, "view": {"seat": 0}, "legal": ["a", "b"], "seconds": 1.0}
    lines = "".join(json.dumps(line) + "\n" for line in (begin, ask, {"do": "end", "returns": []}))
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(host), str(bot_home / "mine.py")],
        input=lines,
        capture_output=True,
        text=True,
        cwd=bot_home,
        check=True,
    )
    assert (done.stdout, done.stderr) == ('{"move": "b"}\n', "")
