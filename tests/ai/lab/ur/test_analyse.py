"""The analysis of Ur: worked positions, every agent's move, and requests that cannot be served."""

from __future__ import annotations

import copy
import json
import math
from pathlib import Path
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.errors import BadRequest
from ai.lab.ur.analyse import Analyst
from ai.ur import AGENTS
from ai.ur.table import NoTable
from games.core import BadPosition
from games.paths import ROOT
from games.spec import BadOption

CASES = ROOT / "tests" / "cases" / "ur"
SIDES = ("light", "dark")


def cases(name: str) -> list[dict[str, Any]]:
    """The requests of a file of worked positions, each with its case under "case"."""
    plain = json.loads((CASES / f"positions_{name}.json").read_text())
    return [
        {
            "rules": plain["ruleset"],
            "pieces": plain["pieces"],
            "position": {key: case[key] for key in ("side_to_move", *SIDES)},
            "roll": case["roll"],
            "case": case,
        }
        for case in plain["positions"]
    ]


GOOD: dict[str, Any] = {
    "op": "legal",
    "rules": "finkel",
    "pieces": 7,
    "position": {
        "side_to_move": "light",
        "light": {"home": 5, "squares": [3, 9], "off": 0},
        "dark": {"home": 6, "squares": [11], "off": 0},
    },
    "roll": 2,
}


@pytest.mark.parametrize("name", ["finkel_4p", "finkel_7p", "schultz_4p"])
def test_legal_moves_of_the_worked_positions(name: str) -> None:
    served = 0
    for request in cases(name):
        moves = Analyst().serve({**request, "op": "legal"})["moves"]
        expected = [
            {k: v for k, v in m.items() if k != "win_prob"} for m in request["case"]["legal_moves"]
        ]
        assert moves == expected
        served += 1
    assert served >= 10


@pytest.mark.parametrize("name", ["finkel_4p", "schultz_4p"])
def test_evaluation_of_the_worked_positions(name: str) -> None:
    served = 0
    for request in cases(name):
        found = Analyst().serve({**request, "op": "evaluate"})
        case = request["case"]
        assert found["exact"] is True
        for key, expected in (("win_prob", "after"), ("win_prob_before_roll", "before")):
            assert found[key] == pytest.approx(case[f"win_prob_{expected}_roll"], abs=2e-5)
        for move, known in zip(found["moves"], case["legal_moves"], strict=True):
            assert move["win_prob"] == pytest.approx(known["win_prob"], abs=2e-5)
        assert set(case["optimal_from"]) <= set(found["best"])
        alone = Analyst().serve({**request, "op": "evaluate", "roll": None})
        assert alone["win_prob_before_roll"] == found["win_prob_before_roll"]
        served += 1
    assert served >= 10


def test_a_forced_pass_has_no_moves_and_no_best() -> None:
    request = {**GOOD, "roll": 0, "pieces": 4}
    request["position"] = {
        "side_to_move": "dark",
        "light": {"home": 4, "squares": [], "off": 0},
        "dark": {"home": 4, "squares": [], "off": 0},
    }
    assert Analyst().serve(request) == {"moves": []}
    found = Analyst().serve({**request, "op": "evaluate"})
    assert found["moves"] == found["best"] == []
    assert 0 < found["win_prob"] < found["win_prob_before_roll"] < 1
    moved = Analyst().serve({**request, "op": "move", "agent": "greedy"})
    assert moved == {"move": None, "mind": []}


def test_every_agent_answers() -> None:
    asked = 0
    for spec in AGENTS:
        request = {**GOOD, "op": "move", "agent": spec.id, "nodes": 100, "pieces": 3}
        request["position"] = {
            "side_to_move": "light",
            "light": {"home": 1, "squares": [3, 9], "off": 0},
            "dark": {"home": 2, "squares": [11], "off": 0},
        }
        answer = json.loads(reply(Analyst().serve, json.dumps({**request, "id": 7}).encode()))
        assert answer["id"] == 7
        assert answer["move"]["from"] in (0, 3, 9)
        assert answer["mind"][0]["item"]
        asked += 1
    assert asked == len(AGENTS) > 10


def test_the_same_request_gets_the_same_reply() -> None:
    request = {**GOOD, "op": "move", "agent": "random", "seed": 5}
    assert Analyst().serve(request) == Analyst().serve(request)
    moves = [Analyst().serve({**request, "seed": seed})["move"]["from"] for seed in range(40)]
    assert set(moves) == {0, 3, 9}


def test_perft() -> None:
    plain = json.loads((CASES / "perft.json").read_text())
    for row in plain["schultz_4p"]:
        request = {"op": "perft", "rules": "schultz", "pieces": 4, "depth": row["depth"]}
        found = Analyst().serve(request)
        for key in ("paths", "captures", "extra_rolls", "bear_offs", "distinct_result_states"):
            assert found[key] == row[key]
    assert len(plain["schultz_4p"]) == 5


def broken(path: str, value: Any) -> dict[str, Any]:
    """The good request with one field changed, or removed where the value is `...`."""
    request = copy.deepcopy(GOOD)
    place: Any = request
    *way, last = path.split("/")
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return request


BAD = [
    *(("op", value) for value in (..., None, "fly", 3, [], {})),
    *(("rules", value) for value in (..., "murray", 7, None)),
    *(("pieces", value) for value in (..., 0, 8, 7.0, "7", True, None, math.nan)),
    *(("roll", value) for value in (..., None, -1, 5, 2.0, "2", True, [2])),
    *(("position", value) for value in (..., None, [], "x", {})),
    *(("position/side_to_move", value) for value in (..., "white", 0, None)),
    *(("position/light", value) for value in (..., None, [], 3)),
    *(("position/light/home", value) for value in (..., -1, 4, 6, 8, "5", 5.0, True)),
    *(("position/light/off", value) for value in (..., -1, 1, 7, None)),
    *(("position/light/squares", [value, 9]) for value in (0, -3, 9, 10, "3", 3.0, None, True)),
    *(("position/light/squares", value) for value in (..., None, "39", {}, [3], [3, 15])),
    ("position/light/squares", [3, 11]),
]


@pytest.mark.parametrize(("path", "value"), BAD)
def test_bad_requests_are_refused(path: str, value: Any) -> None:
    with pytest.raises((BadRequest, BadPosition)) as told:
        Analyst().serve(broken(path, value))
    assert type(told.value) in (BadRequest, BadPosition)
    assert str(told.value).endswith(".")
    assert Analyst().serve(GOOD)["moves"][0]["from"] == 0


def test_a_finished_game_is_refused() -> None:
    request = broken("position/dark", {"home": 0, "squares": [], "off": 7})
    with pytest.raises(BadPosition, match="over"):
        Analyst().serve(request)


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("agent", None, BadRequest),
        ("agent", ["greedy"], BadRequest),
        ("agent", "me", BadRequest),
        ("agent", "expectimax:depth", BadOption),
        ("options", "depth=3", BadRequest),
        ("options", {"plus": True}, BadOption),
        ("options", {"depth": 8}, BadOption),
        ("options", {"depth": [3]}, BadOption),
        ("seed", "x", BadRequest),
        ("nodes", -1.5, BadRequest),
    ],
)
def test_bad_questions_to_agents_are_refused(key: str, value: Any, error: type[Exception]) -> None:
    request = {**GOOD, "op": "move", "agent": "expectimax", key: value}
    if value is None:
        del request[key]
    with pytest.raises(error):
        Analyst().serve(request)


def test_options_of_an_agent_are_fields_of_the_request_or_stand_in_its_name() -> None:
    request = {**GOOD, "op": "move", "position": GOOD["position"]}
    minds = [
        Analyst().serve({**request, **asked})["mind"]
        for asked in (
            {"agent": "expectimax", "options": {"depth": 2, "plain": True}},
            {"agent": "expectimax", "options": {"depth": "2", "plain": "on"}},
            {"agent": "expectimax:depth=2:plain=on"},
            {"agent": "expectimax-2-plain"},
            {"agent": "expectimax"},
        )
    ]
    assert minds[0] == minds[1] == minds[2] == minds[3] != minds[4]
    assert minds[0][2]["title"] == "Expected value, 2 plies"
    assert minds[4][2]["title"] == "Expected value, 3 plies"


@pytest.mark.parametrize("depth", [0, 11, 2.5, "5", None])
def test_perft_has_its_limits(depth: Any) -> None:
    with pytest.raises(BadRequest):
        Analyst().serve({"op": "perft", "rules": "finkel", "pieces": 7, "depth": depth})


def test_perfect_without_a_table_names_the_command(tmp_path: Path) -> None:
    request = {**GOOD, "op": "move", "agent": "perfect"}
    with pytest.raises(NoTable, match=r"main\.py solve ur --rules finkel --pieces 7"):
        Analyst(tmp_path).serve(request)


def test_without_a_table_of_seven_pieces_the_network_estimates(tmp_path: Path) -> None:
    """It need not agree to more than two points on positions that games seldom reach."""
    served = 0
    for request in cases("finkel_7p"):
        found = Analyst(tmp_path).serve({**request, "op": "evaluate"})
        assert found["exact"] is False
        known = request["case"]["win_prob_before_roll"]
        assert found["win_prob_before_roll"] == pytest.approx(known, abs=0.05)
        served += 1
    assert served >= 10
    with pytest.raises(NoTable, match="--rules schultz --pieces 7"):
        Analyst(tmp_path).serve({**GOOD, "op": "evaluate", "rules": "schultz"})
