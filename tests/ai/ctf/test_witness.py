"""What a team concludes of its enemies: the exact filter of all worked sequences of views."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.ctf.analyse import analyst
from games.paths import ROOT

CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "cases" / "ctf" / "beliefs.json").read_text()
)["cases"]
SERVE = analyst(None)


def asked(case: dict[str, Any], **parts: object) -> dict[str, Any]:
    """The request that a worked sequence stands for."""
    names = ("rules", "layout", "team", "stay", "views", "played")
    return {"op": "filter", "model": "random", **{name: case[name] for name in names}, **parts}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_filter_equals_the_enumeration(case: dict[str, Any]) -> None:
    found = SERVE(asked(case))["posteriors"]
    assert len(found) == len(case["posteriors"])
    for both, wanted in zip(found, case["posteriors"], strict=True):
        for belief, right in zip(both, wanted, strict=True):
            assert set(belief) == {cell for cell, share in right.items() if share > 0}
            for cell, share in right.items():
                assert belief.get(cell, 0.0) == pytest.approx(share, abs=1e-9)


def test_the_last_own_move_may_be_missing_and_no_more() -> None:
    case = CASES[0]
    whole = SERVE(asked(case))
    assert SERVE(asked(case, played=case["played"][:-1])) == whole
    line = json.dumps(asked(case, played=case["played"][:-2])).encode()
    assert "played" in json.loads(reply(SERVE, line))["error"]["message"]


def test_a_prefix_of_the_views_gives_a_prefix_of_the_beliefs() -> None:
    case = CASES[1]
    part = asked(case, views=case["views"][:9], played=case["played"][:9])
    assert SERVE(part)["posteriors"] == SERVE(asked(case))["posteriors"][:9]


def test_a_reading_that_refutes_everything_is_named_by_its_view() -> None:
    case = copy.deepcopy(CASES[0])
    case["views"][4]["enemy"][0] = {"z": 500}
    found = SERVE(asked(case))
    assert found["impossible_at_view"] == 5
    assert len(found["posteriors"]) == 4


@pytest.mark.parametrize(
    ("number", "parts", "word"),
    [
        (3, {"moves": 0}, "taken at move|turn"),
        (3, {"own": [[1, 1], [1, 1]]}, "jumps"),
        (4, {"score": [-1, 0]}, "score"),
        (4, {"deaths": [[0, 0]]}, "list of two"),
        (4, {"killed": [[0, 0], [False, False]]}, "true and false"),
        (2, {"enemy": [{"seen": [1, 1]}, {"z": 4}]}, "out of sight"),
        (2, {"enemy": [{"near": [1, 1]}, {"z": 4}]}, "no reading under blog"),
        (2, {"enemy": [{"z": 1.5}, {"z": 4}]}, "whole number"),
        (2, {"enemy": [{}, {"z": 4}]}, "no reading"),
        (2, {"food": [[], [], []]}, "list of two"),
    ],
)
def test_views_that_contradict_each_other_are_told(
    number: int, parts: dict[str, Any], word: str
) -> None:
    case = copy.deepcopy(CASES[0])
    case["views"][number].update(parts)
    error = json.loads(reply(SERVE, json.dumps(asked(case)).encode()))["error"]
    assert error["type"] in ("BadPosition", "BadRequest")
    assert error["message"].startswith(f"View {number + 1}: ")
    assert re.search(word, error["message"])


def test_a_move_into_a_wall_cannot_have_been() -> None:
    case = copy.deepcopy(CASES[0])
    case["played"][0] = "jump"
    error = json.loads(reply(SERVE, json.dumps(asked(case)).encode()))["error"]
    assert "played" in error["message"]
