"""The analysis protocol: hostile lines between good ones, which are answered as if alone.

A hostile line is a good request with other values, other bytes, or anything else. It gets one
line of JSON with a sentence, or an answer where it is a request after all; never a failure of ours.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ai.lab import analyse, rooms
from ai.lab.analyse import converse
from games import catalog
from games.paths import ROOT
from tests.support.store_samples import mutated_bytes, mutated_data
from tests.support.sweep import Sweep, Try, row

CARDS = ["0000", "0001", "0002", "1010", "2020", "0120"]
GAMES = tuple(game for game in catalog.GAMES if rooms.ANALYSE.has(game))
HOSTILE_IN_A_ROW = 4
"""So many hostile lines at most stand between two good ones."""
SIDES = {
    "side_to_move": "light",
    "light": {"home": 5, "squares": [3, 9], "off": 0},
    "dark": {"home": 6, "squares": [11], "off": 0},
}
LAYOUT = ["#######", "#     #", "# # # #", "#     #", "#######"]
READINGS = [[{"obs": [1, 3], "z": z, "seen": None}] for z in (5, 4, 5)]
ARENA = ["########", "#. ## .#", "#      #", "#. ## .#", "########"]


def worked(name: str, made: Callable[[Any], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Requests `made` of the worked cases of a file."""
    return made(json.loads((ROOT / "tests" / "cases" / f"{name}.json").read_text()))


def _played(case: dict[str, Any]) -> dict[str, Any]:
    return {"op": "play", "setup": case["setup"], "actions": case["actions"], "probes": []}


def _states(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    states = [game["marks"][1]["state"] for game in games[:2]]
    return [{"op": op, "state": state} for state in states for op in ("legal", "view")]


def _filtered(case: dict[str, Any]) -> dict[str, Any]:
    parts = {name: case[name] for name in ("rules", "layout", "team", "stay")}
    cut = {"views": case["views"][:4], "played": case["played"][:3]}
    return {"op": "filter", "model": "random", **parts, **cut}


GOOD: dict[str, list[dict[str, Any]]] = {
    "karate": [
        {"op": "new", "agent": "seed-softmax", "seed": 1, "beta": 0.5},
        {"op": "round", "player": 1, "ai": 0, "id": [1, "x"]},
        {"op": "round", "player": 3, "ai": 2},
        {"op": "new", "agent": "nash", "payoff": [[0, -1], [1e3, 0.25]]},
        {"op": "round", "player": 1, "ai": 1},
        {"op": "new", "agent": "habits", "seed": 4, "table": "balanced", "prior": False},
        {"op": "round", "player": 2, "ai": 0},
    ],
    "numbers": [
        {"op": "predict", "k": 4, "moves": "0123012", "model": "seed"},
        {"op": "predict", "k": 2, "moves": [0, 1, None, 1], "model": "uniform"},
        {
            "op": "predict",
            "k": 3,
            "moves": "012",
            "opponent": "201",
            "model": "mind",
            "prior": True,
        },
    ],
    "ur": [
        {"op": "legal", "rules": "finkel", "pieces": 7, "position": SIDES, "roll": 2},
        {"op": "perft", "rules": "schultz", "pieces": 4, "depth": 2},
        {
            "op": "move",
            "rules": "finkel",
            "pieces": 7,
            "position": SIDES,
            "roll": 1,
            "agent": "greedy",
            "seed": 3,
        },
    ],
    "tracker": [
        {
            "op": op,
            "layout": LAYOUT,
            "sight": 1,
            "noise": 1,
            "variant": "nostay",
            "init": "known",
            "start": [5, 1],
            "model": "random",
            "observations": READINGS,
        }
        for op in ("filter", "smooth")
    ],
    "jaipur": [
        {"op": "match", "first_starter": 0, "winners": [0, None, 1], "tie": "replay"},
        {
            "op": "score",
            "herds": [3, 4],
            "goods_points": [30, 41],
            "bonus_taken": [[3, 5], []],
            "goods_tokens": [9, 8],
        },
    ],
    "set": [
        {"op": "sets", "cards": CARDS},
        {"op": "hint", "cards": CARDS, "level": 3},
        {"op": "third", "a": "0012", "b": "0120"},
        {"op": "reaction", "cards": CARDS, "agent": "steady-5", "samples": 3},
        {"op": "fit", "races": [{"cards": CARDS, "ms": 4000, "set": [0, 1, 2]}]},
    ],
    "ra": worked("ra/auctions", lambda cases: [_played(case) for case in cases[:3]]),
    "guess": [
        {"op": "score", "multiplier": [2, 3], "guesses": [40, 20, 7]},
        {"op": "score", "multiplier": [1, 2], "guesses": [0, 0]},
    ],
    "ctf": [
        {"op": "new", "rules": "pelita", "layout": ARENA, "max_moves": 40},
        *worked("ctf/games", lambda cases: _states(cases["games"])),
        *worked("ctf/beliefs", lambda cases: [_filtered(case) for case in cases["cases"][:2]]),
    ],
    "planetwars": [
        *({**example.request} for example in analyse.examples("planetwars")),
    ],
}


@cache
def good(game: str) -> list[dict[str, Any]]:
    """Requests of a game that are answered; those of a game without a row are its examples."""
    return GOOD.get(game) or [example.request for example in analyse.examples(game)]


OTHER = (b"", b"{}", b"[]", b"null", b"\x00", b"\xff\xfe{}", b"[" * 3000, b'{"a":' * 3000, b"{" * 9)
OTHER = (*OTHER, b'{"op": NaN}', b'{"op": 1e999}', b'{"op": ' + b"7" * 900 + b"}", b'"\\ud800"')


def hostile(game: str, rng: random.Random) -> bytes:
    """A line that is no request, or another than anybody would send."""
    if rng.random() < 0.1:
        return rng.choice([line for line in OTHER if line])
    request = copy.deepcopy(rng.choice(good(game)))
    for _ in range(rng.randint(1, 2)):
        request = mutated_data(request, rng)
    line = json.dumps(request).encode()
    if rng.random() < 0.4:
        line = mutated_bytes(line, rng).replace(b"\n", b" ").replace(b"\r", b" ")
    return line if line.strip() else b"{}"


def replies(game: str, lines: list[bytes]) -> list[str]:
    """What one dialogue answers to these lines."""
    module = rooms.ANALYSE.of(game)
    assert module is not None
    sink = io.StringIO()
    converse(module.analyst(None), io.BytesIO(b"\n".join(lines)), sink)
    return sink.getvalue().splitlines()


def changes_the_dialogue(game: str, reply: dict[str, Any]) -> bool:
    """Whether a line was a request after all, and one that another answer depends on."""
    return game == "karate" and "error" not in reply


def dialogue(one: Try) -> str:
    """A dialogue of so many lines about one of the games."""
    game = GAMES[one.number % len(GAMES)]
    lines: list[bytes] = []
    good: list[int] = []
    rounds = _good(game)
    while len(lines) < one.each:
        lines += [hostile(game, one.rng) for _ in range(one.rng.randint(1, HOSTILE_IN_A_ROW))]
        good.append(len(lines))
        lines.append(next(rounds))
    found = replies(game, lines)
    assert len(found) == len(lines), f"{len(found)} answers to {len(lines)} lines of {game}"
    told = [json.loads(text, parse_constant=_refuse) for text in found]
    served = [n for n, reply in enumerate(told) if changes_the_dialogue(game, reply)]
    alone = [n for n in range(len(lines)) if n in good or n in served]
    for number, reply in zip(alone, replies(game, [lines[n] for n in alone]), strict=True):
        assert found[number] == reply, f"{lines[number]!r} was answered otherwise than alone"
        assert number in served or "error" not in told[number] or game == "karate"
    for line, reply in zip(lines, told, strict=True):
        error = reply.get("error", {})
        assert error.get("type") != "InternalError", (line[:300], error)
        assert not error or (error["message"].endswith((".", "?", ")")) and error["type"])
    return game


def _good(game: str) -> Iterator[bytes]:
    while True:
        for request in good(game):
            yield json.dumps(request).encode()


def _refuse(word: str) -> float:
    raise AssertionError(f"{word} stands in an answer")


def resident() -> int:
    """Bytes of memory this process holds, 0 where that cannot be told."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@row("lines to analyse", everyday=2_000, full=200_000, each=100)
def test_hostile_lines_between_good_ones(sweep: Sweep) -> None:
    readings: list[int] = []

    def check(one: Try) -> str:
        fate = dialogue(one)
        readings.append(resident())
        return fate

    fates = sweep.run(check)
    assert not sweep.whole or set(fates) == set(GAMES)
    half = len(readings) // 2
    if half >= 100:
        assert min(readings[-10:]) - max(readings[half - 10 : half]) < 4_000_000, "memory grows"


def test_an_answer_that_depends_on_hostile_lines_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    module = rooms.ANALYSE.of("numbers")
    calls: list[Any] = []

    def serve(request: Any) -> dict[str, Any]:
        calls.append(request)
        return {"calls": len(calls) if request.get("op") == "predict" else 0}

    monkeypatch.setattr(module, "analyst", lambda data_dir: serve)
    with pytest.raises(AssertionError, match="otherwise than alone"):
        dialogue(Try(1, random.Random(1), 50))


def test_a_failure_of_ours_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    module = rooms.ANALYSE.of("ur")

    def serve(request: Any) -> dict[str, Any]:
        return {"pieces": request["pieces"] + 1}

    monkeypatch.setattr(module, "analyst", lambda data_dir: serve)
    with pytest.raises(AssertionError):
        dialogue(Try(2, random.Random(1), 200))
