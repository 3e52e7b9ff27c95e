"""Programs that speak the text of 2010: what they are sent, and every way in which they forfeit."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from ai.bots.player import says_lines
from ai.lab.arena import tournament
from games import keeper
from games.core import GivesUp, Limit
from games.match import Match
from games.planetwars.engine.text import map_text, state_of, view_text
from games.planetwars.rules import GAME
from tests.support.bots import are_gone, bot_match, play_out, written_bot

MAP = map_text(state_of("P 0 0 1 100 5\nP 9.5 0 2 100 5\nP 4.75 6 0 9 2\n"))
LOOP = """#!/usr/bin/env python3
import os, subprocess, sys, time
home, number = os.path.dirname(__file__), 0

def turn():
    found = []
    for line in sys.stdin:
        found.append(line)
        if line == "go\\n":
            return "".join(found)
    sys.exit()

while True:
    seen = turn()
    number += 1
"""


def program(folder: Path, body: str, name: str = "mine") -> str:
    """The kept name of a program with a `body` that is done each turn."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return written_bot(folder, f"{LOOP}{lines}", name)


def text_match(kept: str, other: str = "rage", seconds: float = 1.0) -> Match[Any]:
    """A match of a program on the small map; rage sends its ships before the tenth turn."""
    match = bot_match("planetwars", kept, other, {"map": MAP, "turns": 50})
    match.players[0].seconds = seconds  # type: ignore[attr-defined]
    return match


SAYS_GO = 'print("go", flush=True)'


def test_a_program_reads_its_view_and_is_ended_with_its_input(bot_home: Path) -> None:
    body = 'open(home + "/seen", "a").write(seen)\nprint("0 2 1\\nhello\\n\\n  Go ", flush=True)'
    match = text_match(program(bot_home, body))
    views = []
    while not match.over:
        views.append(view_text(GAME.view(match.state, 0)))
        match.step(Limit())
    assert (bot_home / "seen").read_text() == "".join(views)
    assert [dict(turn)[0] for turn in match.turns] == ["0 2 1"] * len(match.turns)
    log = bot_home / "data" / "bots" / "logs" / "mine.log"
    assert log.read_text() == "hello\n" * len(match.turns)


def test_the_second_seat_sees_itself_as_the_first(bot_home: Path) -> None:
    kept = program(bot_home, f'open(home + "/seen", "a").write(seen)\n{SAYS_GO}')
    match = bot_match("planetwars", "rage", kept, {"map": MAP, "turns": 50})
    match.step(Limit())
    seen = (bot_home / "seen").read_text()
    assert seen.startswith("P 0.0 0.0 2 100 5\nP 9.5 0.0 1 100 5\n")
    match.players[1].close()  # type: ignore[attr-defined]


FAULTS = {
    "too_many": ('print("0 2 999\\ngo", flush=True)', 1, "in order 1 the source does not hold"),
    "not_its_own": ('print("0 2 1\\n1 2 5\\ngo", flush=True)', 1, "in order 2 the source is not"),
    "nowhere": ('print("0 3 5\\ngo", flush=True)', 1, "there is no such planet"),
    "to_itself": ('print("0 0 5\\ngo", flush=True)', 1, "source and destination are the same"),
    "negative": ('print("0 2 -5\\ngo", flush=True)', 1, "fewer than 0 ships"),
    "no_numbers": ('print("send 2 ships\\ngo", flush=True)', 1, "an order has three whole numbers"),
    "half_ships": ('print("0 2 1.5\\ngo", flush=True)', 1, "an order has three whole numbers"),
    "ends": ("if number == 3: sys.exit()\n" + SAYS_GO, 3, "it ended its process"),
    "ends_with_orders": ('print("0 2 1", flush=True)\nsys.exit()', 1, "it ended its process"),
    "never_answers": ("time.sleep(60)", 1, "it took longer than 2.2 s for its start and first"),
    "slow_later": (f"if number == 2: time.sleep(9)\n{SAYS_GO}", 2, "it took longer than 0.2 s"),
    "no_go": ('print("0 2 1", flush=True)\ntime.sleep(9)', 1, "it took longer than 2.2 s"),
    "no_end": ('while True: print("0 2 0")', 1, "it wrote more than 1,048,576 bytes"),
    "no_line": ('while True: print("x" * 5000, end="")', 1, "it wrote more than 1,048,576 bytes"),
    "dies": ("os.kill(os.getpid(), 9)", 1, "it ended its process"),
    "kills_its_parent": ("os.kill(os.getppid(), 9)\ntime.sleep(9)", 1, "it ended its process"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_forfeits_in_a_sentence(name: str, bot_home: Path) -> None:
    body, turn, told = FAULTS[name]
    child = 'open(home + "/started", "a").write(f" {os.getpid()}")\n'
    match = text_match(program(bot_home, child + body, name), seconds=0.2)
    with pytest.raises(GivesUp) as given_up:
        play_out(match)
    assert str(given_up.value).startswith(f"{name} forfeits: in turn {turn} ")
    assert told in str(given_up.value)
    assert len(match.turns) == turn - 1
    assert are_gone([int(word) for word in (bot_home / "started").read_text().split()])


def test_what_is_left_of_it_ends_half_a_second_after_the_match(bot_home: Path) -> None:
    child = 'if number == 1: print(subprocess.Popen(["sleep", "60"]).pid, file=sys.stderr)\n'
    kept = program(bot_home, f"{child}{SAYS_GO}")
    lasting = kept, written_bot(bot_home, f"{LOOP}    {SAYS_GO}\ntime.sleep(60)\n", "lasts")
    for name in lasting:
        match = text_match(name)
        begun = time.monotonic()
        play_out(match)
        assert match.over
        assert time.monotonic() - begun < 6.0
    log = bot_home / "data" / "bots" / "logs" / "mine.log"
    assert are_gone([int(log.read_text().split()[0])])


def test_full_pipes_block_neither_side(bot_home: Path) -> None:
    noisy = 'if number < 4: sys.stderr.write("x" * 300_000)\nprint("ha\\n" * 9_000)\n'
    assert sum(play_out(text_match(program(bot_home, noisy + SAYS_GO), seconds=5.0))) == 1.0
    deaf = written_bot(bot_home, "#!/bin/sh\nsleep 60\n", "deaf")
    planets = "".join(f"P {n} 1 0 5 1\n" for n in range(900))
    big = map_text(state_of(f"P 0 0 1 100 5\nP 9.5 0 2 100 5\n{planets}"))
    match = bot_match("planetwars", deaf, "rage", {"map": big, "turns": 50})
    match.players[0].seconds = 0.2  # type: ignore[attr-defined]
    with pytest.raises(GivesUp, match=r"took longer than 2\.2 s"):
        play_out(match)


def test_both_programs_think_at_the_same_time(bot_home: Path) -> None:
    kept = [program(bot_home, f"time.sleep(0.3)\n{SAYS_GO}", name) for name in ("one", "two")]
    match = bot_match("planetwars", *kept, {"map": MAP, "turns": 50})
    match.step(Limit())
    begun = time.monotonic()
    for _ in range(4):
        match.step(Limit())
    assert 1.2 < time.monotonic() - begun < 2.3
    for player in match.players.values():
        assert player.asked_seconds > 0.29  # type: ignore[attr-defined]
        player.close()  # type: ignore[attr-defined]


def test_both_forfeit_in_one_turn_and_it_is_a_draw(bot_home: Path) -> None:
    bad = [program(bot_home, 'print("9 9 9\\ngo", flush=True)', name) for name in ("one", "two")]
    good = program(bot_home, SAYS_GO, "good")
    pair = tournament("planetwars", bad, 2, 1, {"turns": "50"})["pairs"][0]
    assert (pair["a_win_share"], pair["a_forfeits"], pair["b_forfeits"]) == (0.5, 2, 2)
    assert [sentence[:13] for sentence in pair["forfeits"]] == ["one forfeits:", "two forfeits:"]
    pair = tournament("planetwars", [bad[0], good], 2, 1, {"turns": "50"})["pairs"][0]
    assert (pair["a_win_share"], pair["a_forfeits"], pair["b_forfeits"]) == (0.0, 2, 0)
    assert pair["turns_per_game"] == 0


def test_a_bot_says_which_language_it_speaks(bot_home: Path) -> None:
    text = f"{LOOP}    {SAYS_GO}\n"
    lines = (
        "#!/usr/bin/env python3\n# speaks=lines\nimport json, sys\nfor line in sys.stdin:\n"
        '    if json.loads(line)["do"] == "choose":\n'
        '        assert json.loads(line)["legal"] is None\n'
        '        print(json.dumps({"move": "-"}), flush=True)\n'
    )
    works = [
        written_bot(bot_home, lines, "lines"),
        written_bot(bot_home, lines.replace("# speaks=lines", "#"), "more") + ":speaks=lines",
        written_bot(bot_home, text, "text.py") + ":speaks=text",
        written_bot(bot_home, text, "text"),
        written_bot(bot_home, "def choose(view, legal, rng):\n    return '-'\n", "host.py"),
    ]
    for kept in works:
        assert sum(play_out(text_match(kept))) == 1.0
    for kept in (works[3] + ":speaks=latin", works[0] + ":speaks=text"):
        with pytest.raises(GivesUp):
            play_out(text_match(kept))
    karate = bot_match("karate", works[3] + ":speaks=text", "random", {})
    with pytest.raises(GivesUp, match="cannot speak 'text' in this game; it speaks lines"):
        play_out(karate)
    assert says_lines(bot_home / "lines")
    assert not says_lines(bot_home / "text")
    assert not says_lines(bot_home / "missing")


def test_reserved_memory_is_no_fault_and_used_memory_is(
    bot_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "MEMORY_BYTES", 300 << 20)
    reserve = "import mmap\nif number == 1: kept = mmap.mmap(-1, 1 << 32, mmap.MAP_PRIVATE)\n"
    assert sum(play_out(text_match(program(bot_home, reserve + SAYS_GO)))) == 1.0
    if os.path.exists("/proc/self/task"):
        eats = program(bot_home, "kept = bytearray(400 << 20)\ntime.sleep(2)\n" + SAYS_GO, "eats")
        with pytest.raises(GivesUp, match="GiB of memory"):
            play_out(text_match(eats))
