"""Layouts and views that cannot be: each has its sentence, and the next request is served."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.ctf.analyse import analyst
from games.paths import ROOT

SERVE = analyst(None)
CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "cases" / "ctf" / "beliefs.json").read_text()
)["cases"]
GOOD = ["########", "#.    .#", "# #### #", "#      #", "########"]
Views = list[dict[str, Any]]


def answered(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to a request; a good one after it is served."""
    found: dict[str, Any] = json.loads(reply(SERVE, json.dumps(request).encode()))
    again = {"op": "new", "rules": "blog", "layout": GOOD}
    assert "state" in json.loads(reply(SERVE, json.dumps(again).encode()))
    return found


def wide(rows: int, columns: int) -> list[str]:
    wall, inner = "#" * columns, "#." + " " * (columns - 4) + ".#"
    return [wall, *[inner] * (rows - 2), wall]


@pytest.mark.parametrize(
    ("layout", "word"),
    [
        (["########", "#.    .#", "########"], "8x3"),
        (wide(250, 400), "400x250"),
        (wide(66, 128), "128x66"),
        (["########", "#      #", "#      #", "#      #", "########"], "no dot in the left"),
        (["########", "#.     #", "#      #", "#      #", "########"], "no dot in the right"),
        (["########", "#.##  .#", "#  ##  #", "#  ##  #", "########"], "connected|reach"),
        (["#########", "#.     .#", "#       #", "#       #", "#########"], "even number"),
        (["########", "#.    .#", "#     #", "#      #", "########"], "Row 3|long|wide"),
        (["########", "#.    . ", "#      #", "#      #", "########"], "wall|edge|open"),
        (["########", "#.  x .#", "#      #", "#      #", "########"], "'x'"),
        ([], "at least|list|row"),
        (["########", 5, "########"], "text rows"),
    ],
)
def test_each_broken_layout_has_its_sentence(layout: list[Any], word: str) -> None:
    found = answered({"op": "new", "rules": "blog", "layout": layout})
    assert found["error"]["type"] in ("BadLayout", "BadRequest")
    message = found["error"]["message"]
    assert message.endswith(".")
    assert any(part in message for part in word.split("|")), message
    assert len(message) < 200


def case_of(rules: str) -> dict[str, Any]:
    return next(case for case in CASES if case["rules"] == rules)


def asked(case: dict[str, Any], views: Views, **parts: object) -> dict[str, Any]:
    about = {key: case[key] for key in ("rules", "layout", "team")}
    played = case["played"][: len(views)]
    return {"op": "filter", "model": "random", **about, "views": views, "played": played, **parts}


def _jumps(views: Views) -> None:
    views[3]["own"][0] = views[0]["food"][0][-1]


def _falls(views: Views) -> None:
    views[1]["score"], views[2]["score"] = [3, 0], [2, 0]


def _deaths_fall(views: Views) -> None:
    views[1]["deaths"] = [[0, 0], [5, 0]]


def _far_seen(views: Views) -> None:
    views[0]["enemy"][0] = {"seen": views[0]["food"][1][-1]}


def _seen_on_us(views: Views) -> None:
    views[0]["enemy"][0] = {"seen": views[0]["own"][0]}


def _skips(views: Views) -> None:
    del views[1]


def _in_a_wall(views: Views) -> None:
    views[0]["own"][0] = [0, 0]


def _astray(views: Views) -> None:
    views[0]["food"] = views[0]["food"][::-1]


def _wrong_kind(views: Views) -> None:
    views[0]["enemy"][1] = {"smell": 3}


def _no_number(views: Views) -> None:
    views[0]["enemy"][1] = {"seen": [1.5, 2]}


def _no_view(views: Views) -> None:
    views[2] = 7  # type: ignore[call-overload]


def _wrong_turn(views: Views) -> None:
    views[0]["moves"] += 1


BROKEN: dict[str, Callable[[Views], None]] = {
    "jumps": _jumps,
    "score falls": _falls,
    "Deaths fall": _deaths_fall,
    "out of sight": _far_seen,
    "with our bot": _seen_on_us,
    "taken at move": _skips,
    "wall or outside": _in_a_wall,
    "other half": _astray,
    "no reading": _wrong_kind,
    "no cell": _no_number,
    "no view": _no_view,
    "not the turn": _wrong_turn,
}


@pytest.mark.parametrize("rules", ["blog", "pelita"])
@pytest.mark.parametrize("words", list(BROKEN))
def test_views_that_contradict_themselves_or_each_other_are_refused(rules: str, words: str) -> None:
    case = case_of(rules)
    views = copy.deepcopy(case["views"][:5])
    assert "posteriors" in answered(asked(case, views))
    BROKEN[words](views)
    found = answered(asked(case, views))
    assert found["error"]["type"] in ("BadPosition", "BadRequest")
    assert found["error"]["message"].startswith("View ")
    assert words in found["error"]["message"]


@pytest.mark.parametrize("played", [None, ["up"], ["fly"] * 4, [["up"]] * 4, ["up"] * 9])
def test_moves_that_do_not_fit_the_views_are_refused(played: object) -> None:
    case = case_of("blog")
    found = answered(asked(case, case["views"][:5], played=played))
    assert found["error"]["type"] == "BadRequest"
    assert '"played"' in found["error"]["message"]


def test_a_move_into_a_wall_is_refused_with_where_it_was() -> None:
    case = case_of("blog")
    walls = [*["up", "right", "down", "left"]]
    told = [answered(asked(case, case["views"][:2], played=[move])).get("error") for move in walls]
    assert any(error and "wall" in error["message"] for error in told)


@pytest.mark.parametrize("stay", [-1, "x", True, 1e9, None])
def test_how_often_an_enemy_stays_is_a_number(stay: object) -> None:
    case = case_of("blog")
    found = answered(asked(case, case["views"][:2], stay=stay))
    assert '"stay"' in found["error"]["message"]
