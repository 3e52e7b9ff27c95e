"""The analysis protocol under hostile lines: each is answered, none by an error of ours."""

from __future__ import annotations

import copy
import io
import json
import os
import random
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

from ai.lab import rooms
from ai.lab.analyse import MAX_LINE, converse
from ai.lab.rooms import Answer
from tests.support.sweep import Sweep, Try, row

HOME = {"home": 2, "squares": [], "off": 0}
ROWS = ["#####", "#...#", "#.#.#", "#...#", "#####"]
READING = {"obs": [1, 1], "z": 2, "seen": None}
GOOD: dict[str, tuple[dict[str, Any], ...]] = {
    "karate": (
        {"op": "new", "agent": "sensei", "seed": 3, "beta": 2.0, "options": {"level": "full"}},
        {"op": "new", "agent": "nash", "payoff": [[1, -1], [-1, 1]], "prior": False},
        {"op": "new", "agent": "seed-softmax", "table": "balanced"},
        {"op": "round", "player": 1, "ai": 0},
    ),
    "numbers": (
        {"op": "predict", "moves": "01230-12", "model": "mind", "k": 4, "prior": True},
        {"op": "predict", "moves": [0, 1, None, 2], "opponent": "01-1", "k": 3},
        {"op": "predict", "moves": "0121", "model": "seed"},
    ),
    "ur": tuple(
        {
            "rules": rules,
            "pieces": 2,
            "roll": 2,
            "position": {"side_to_move": "light", "light": HOME, "dark": HOME},
            **more,
        }
        for rules in ("finkel", "masters")
        for more in (
            {"op": "legal"},
            {"op": "evaluate"},
            {"op": "move", "agent": "expectimax", "options": {"depth": 2}, "seed": 4, "nodes": 50},
            {"op": "move", "agent": "perfect"},
            {"op": "perft", "depth": 2},
        )
    ),
    "tracker": tuple(
        {
            "op": operation,
            "layout": ROWS,
            "sight": 3,
            "noise": 1,
            "variant": "stay",
            "init": "known",
            "start": [1, 1],
            "model": model,
            "beta": 2.5,
            "particles": 20,
            "seed": 5,
            "observations": [[READING], [], [{**READING, "seen": [2, 1]}]],
        }
        for operation in ("filter", "smooth")
        for model in ("random", "explore", "auto")
    ),
}

WRONG: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 1.5, -0.0, 1e308, 5e-324, 10**18, -(10**18), 10**399),
    *("", "x", "light", "-", "\ud800", "é", "0" * 300, "%s{0}", "\x00", "finkel", "net"),
    *([], [0], [[]], [None], ["x"], [10**30], [[0, 1], [1, 0]], [[1e9] * 3] * 3, ["#"] * 3),
    *({}, {"op": "new"}, {"a": {"b": []}}, {"depth": 10**20}, [1, 2], [1e300, 1]),
)


def analyst(game: str) -> Answer:
    module = rooms.ANALYSE.of(game)
    assert module is not None
    return module.analyst(None)


def spoiled(rng: random.Random, plain: Any) -> Any:
    """A request with one thing in it otherwise."""
    places = list(_places(plain))
    holder, key = rng.choice(places)
    way = rng.randrange(5)
    if way == 0 and isinstance(holder, dict):
        del holder[key]
    elif way == 1 and isinstance(holder, dict):
        field = rng.choice(("id", "op", "agent", "roll", "more", "options"))
        holder[field] = copy.deepcopy(rng.choice(WRONG))  # the next accident may change it
    elif way == 2:
        other, name = rng.choice(places)
        try:
            holder[key] = copy.deepcopy(other[name])
        except (KeyError, IndexError):
            holder[key] = None
    else:
        holder[key] = copy.deepcopy(rng.choice(WRONG))
    return plain


def _places(plain: Any) -> Any:
    """Every place in a request where something stands: who holds it, and its key."""
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for key, value in pairs:
        yield plain, key
        if isinstance(value, dict | list):
            yield from _places(value)


def deep(rng: random.Random) -> bytes:
    depth = rng.choice((100, 900, 990, 2000, 100_000))
    inner = b"[" * depth + b"]" * depth
    field = rng.choice((b"id", b"op", b"payoff", b"moves", b"position", b"layout", b"options"))
    return rng.choice((inner, b'{"op": "new", "' + field + b'": ' + inner + b"}"))


def hostile_line(rng: random.Random, game: str) -> bytes:
    """A line that is wrong somewhere; most are requests."""
    way = rng.random()
    if way < 0.04:
        return deep(rng)
    plain = copy.deepcopy(rng.choice(GOOD[game]))
    for _ in range(rng.choice((1, 1, 2, 3))):
        plain = spoiled(rng, plain)
    line = json.dumps(plain).encode()
    if way < 0.12:
        turned = bytearray(line)
        for _ in range(rng.randrange(1, 4)):
            turned[rng.randrange(len(turned))] = rng.choice(b'\x00\xff"[]{}09-eN')
        return bytes(turned).replace(b"\n", b" ")
    if way < 0.16:
        words = (b"NaN", b"1e999", b"9" * 5000, b"-Infinity", b'"\\ud800"', b"1E400")
        return line.replace(b": 1", b": " + rng.choice(words), 1)
    return line


def answers(answer: Answer, *told: bytes) -> list[dict[str, Any]]:
    sink = io.StringIO()
    converse(answer, io.BytesIO(b"\n".join(told)), sink)
    return [json.loads(text) for text in sink.getvalue().splitlines()]


@pytest.mark.parametrize("game", list(GOOD))
@row("lines of the analysis protocol", everyday=125, full=50_000, each=25)
def test_hostile_lines_are_answered_and_change_nothing(sweep: Sweep, game: str) -> None:
    served, asked = analyst(game), analyst(game)
    first = GOOD[game][0]
    wanted = answers(asked, json.dumps(first).encode())[0]
    assert "error" not in wanted

    def check(one: Try) -> str:
        told = [hostile_line(one.rng, game) for _ in range(one.each)]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            begun = time.monotonic()
            found = answers(served, *told)
            assert time.monotonic() - begun < 30, told
        assert len(found) == sum(bool(line.strip()) for line in told)
        for line, reply in zip(told, found, strict=True):
            problem = reply.get("error", {})
            assert problem.get("type") != "InternalError", (problem, line[:300])
            assert len(problem.get("message", "")) < 1000, line[:300]
        assert answers(served, json.dumps(first).encode()) == [wanted]
        return "refused" if all("error" in reply for reply in found) else "some served"

    sweep.run(check)


def held() -> int:
    """The bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory as Linux tells it")
@pytest.mark.parametrize("game", list(GOOD))
def test_lines_of_ten_megabytes_leave_nothing_behind(game: str) -> None:
    served = analyst(game)
    filler = b"1," * 5_000_000
    long = [
        b'{"op": "' + b"x" * 10_000_000 + b'"}',
        b'{"id": "' + b"y" * 10_000_000 + b'", "op": 1}',
        b'{"op": "new", "payoff": [' + filler + b"[]]}",
        b'{"op": "predict", "moves": [' + filler + b"[]]}",
        b'{"op": "filter", "layout": [' + filler + b"[]]}",
        b"[" + filler + b"1]",
        b"x" * (MAX_LINE + 2),
    ]
    after = []
    for _ in range(4):
        for line in long:
            (reply,) = answers(served, line)
            assert reply["error"]["type"] != "InternalError"
            assert len(reply["error"]["message"]) < 1000
        after.append(held())
    assert after[-1] - after[0] < 20 << 20


@pytest.mark.parametrize("depth", [900, 990, 2000, 100_000])
def test_a_deep_id_is_refused(depth: int) -> None:
    line = b'{"op": "new", "agent": "nash", "id": ' + b"[" * depth + b"]" * depth + b"}"
    (reply, after) = answers(analyst("karate"), line, b'{"op": "new", "agent": "nash"}')
    assert "strategy" in after
    assert "strategy" in reply or reply["error"]["type"] == "BadRequest"
