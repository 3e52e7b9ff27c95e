"""Requests with one thing wrong in them: each gets an error of its own, and the next is served."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.jaipur.analyse import serve
from games.paths import ROOT
from games.streams import Stream

CASE: dict[str, Any] = json.loads(
    (ROOT / "tests" / "cases" / "jaipur" / "belief.json").read_text()
)["cases"][1]
ROUND: dict[str, Any] = json.loads(
    (ROOT / "tests" / "cases" / "jaipur" / "rounds.json").read_text()
)["rounds"][0]
GOOD: tuple[dict[str, Any], ...] = (
    {"op": "legal", "position": CASE["position"]},
    {"op": "apply", "position": CASE["position"], "move": {"type": "camels"}},
    {"op": "apply", "position": CASE["position"], "move": "sell-G2"},
    {"op": "seed", "view": CASE["view"], "variant": "float32"},
    {"op": "belief", "position": CASE["position"], "seat": 0},
    {"op": "belief", "view": CASE["view"]},
    {"op": "view", "position": CASE["position"], "seat": 1},
    {"op": "move", "agent": "greedy", "view": CASE["view"], "seed": 1, "nodes": 0},
    {"op": "move", "agent": "seed-utility", "view": CASE["view"], "options": {"variant": "text"}},
    {
        "op": "score",
        "herds": [1, 2],
        "goods_points": [3, 4],
        "bonus_taken": [[1], []],
        "goods_tokens": [2, 2],
    },
    {"op": "match", "first_starter": 0, "winners": [0, None, 1], "tie": "replay"},
    {
        **{k: ROUND[k] for k in ("deck", "bonus", "starter", "moves")},
        "op": "play",
        "checkpoints": [3],
    },
)
JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 99, 10**30, 1.5, "", "D", "K", "take-D", "x" * 300, [], [1], {}),
    *({"D": 1}, {"K": 11}, {"D": -1}, {"Z": 1}, [[], []], [{}, {}], [1, 2, 3], {"3": [1]}, "é"),
)


def places(plain: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything inside a request."""
    inside = (
        plain.items()
        if isinstance(plain, dict)
        else enumerate(plain)
        if isinstance(plain, list)
        else ()
    )
    found = []
    for key, value in inside:
        found += [(*path, key), *places(value, (*path, key))]
    return found


def damaged(request: dict[str, Any], rng: Stream) -> dict[str, Any]:
    """The request with one thing replaced, or left out."""
    broken = copy.deepcopy(request)
    *way, last = rng.choice(places(broken))
    part: Any = broken
    for key in way:
        part = part[key]
    if rng.below(5) == 0:
        del part[last]
    else:
        part[last] = rng.choice(JUNK)
    return broken


def check(first: int, count: int) -> int:
    """Serve damaged requests; returns how many were refused."""
    refused = 0
    for number in range(first, first + count):
        rng = Stream.named(number, "hostile")
        request = damaged(rng.choice(GOOD), rng)
        answer = json.loads(reply(serve, json.dumps({**request, "id": number}).encode()))
        assert answer["id"] == number
        if "error" in answer:
            refused += 1
            told = (number, answer["error"], request.get("op"))
            assert answer["error"]["type"] != "InternalError", told
            assert answer["error"]["message"].endswith((".", "?")), told
    return refused


def test_good_requests_are_served() -> None:
    for request in GOOD:
        assert "error" not in json.loads(reply(serve, json.dumps(request).encode()))


def test_damaged_requests_get_an_error_of_their_own() -> None:
    assert check(0, 150) > 50


@pytest.mark.sweep
def test_many_damaged_requests_get_an_error_of_their_own() -> None:
    assert check(1000, 20_000) > 5000
