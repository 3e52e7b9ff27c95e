"""The analysis of Guess 2/3: all worked cases, forecasts, and what cannot be served."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ai.guess.rules_of_thumb import RULES
from ai.lab.analyse import reply
from ai.lab.errors import BadRequest
from ai.lab.guess.analyse import serve
from games.paths import ROOT

CASES: dict[str, list[dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "cases" / "guess" / "guess.json").read_text()
)
ASKED = {
    "score": ("multiplier", "guesses"),
    "classic": ("submissions", "ntop"),
    "round": ("multiplier", "low", "high", "entries"),
    "exploit": ("guesses",),
}
HISTORY = [[33, 20, 50, 41], [12, 20, 30, 25], [14, 9, 18]]
FORECAST = {"op": "forecast", "agent": "mind", "multiplier": [2, 3], "low": 0, "high": 100}


def near(found: Any, wanted: Any) -> bool:
    """Whether two plain values are equal, floats within 1e-9 of their size."""
    if isinstance(wanted, dict):
        return set(found) == set(wanted) and all(near(found[k], wanted[k]) for k in wanted)
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(near, found, wanted))
    if isinstance(wanted, float):
        return bool(found == pytest.approx(wanted, rel=1e-9))
    return type(found) is type(wanted) and found == wanted


@pytest.mark.parametrize("op", list(ASKED))
def test_worked_cases(op: str) -> None:
    for case in CASES[op]:
        found = json.loads(json.dumps(serve({"op": op, **{k: case[k] for k in ASKED[op]}})))
        rest = {k: v for k, v in case.items() if k not in (*ASKED[op], "id", "note")}
        assert near(found, rest.get("result", rest)), case["id"]
    assert len(CASES[op]) >= 3


def test_a_round_in_which_nobody_guessed_is_a_round() -> None:
    terms = {"op": "round", "multiplier": [2, 3], "low": 0, "high": 100}
    unknown = ("mean", "target", "target_float", "best_score")
    assert serve({**terms, "entries": []}) == {
        "count": 0,
        "sum": 0,
        **dict.fromkeys(unknown),
        **{name: [] for name in ("histogram", "winners", "ranking")},
    }
    most = [[f"P{number}", number % 101] for number in range(100_000)]
    assert serve({**terms, "entries": most})["count"] == 100_000
    with pytest.raises(BadRequest, match="100001 entries; send 0 to 100000"):
        serve({**terms, "entries": [*most, ["Ada", 1]]})


def forecast(**more: object) -> dict[str, Any]:
    return serve({**FORECAST, "history": HISTORY, **more})


def test_forecasts_of_every_agent() -> None:
    for agent in (*RULES, "mind"):
        found = forecast(agent=agent)
        assert found["mind"][0]["item"] == "note"
        assert 0 <= found["guess"] <= 100
        assert forecast(agent=agent) == found
        assert forecast(agent=agent, history=[r[::-1] for r in HISTORY]) == found
    assert forecast(agent="repeat")["target"] == pytest.approx(2 / 3 * 41 / 3)
    assert forecast(agent="level2", history=[])["guess"] == 22


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"op": "guess"}, '"op" is "guess"'),
    ({"op": "score", "guesses": [1]}, '"multiplier" is missing'),
    ({"op": "score", "multiplier": [2, 0], "guesses": [1]}, '"multiplier"'),
    ({"op": "score", "multiplier": [2, 1001], "guesses": [1]}, '"multiplier"'),
    ({"op": "score", "multiplier": [True, 3], "guesses": [1]}, '"multiplier"'),
    ({"op": "score", "multiplier": {}, "guesses": [1]}, '"multiplier"'),
    ({"op": "score", "multiplier": [2, 3], "guesses": []}, "1 to 100000"),
    ({"op": "score", "multiplier": [2, 3], "guesses": [1] * 100_001}, "1 to 100000"),
    ({"op": "score", "multiplier": [2, 3], "guesses": [1, 2.0]}, "2.0"),
    ({"op": "score", "multiplier": [2, 3], "guesses": [None]}, "None"),
    ({"op": "score", "multiplier": [2, 3], "guesses": [2**32]}, "4294967296"),
    ({"op": "score", "multiplier": [2, 3], "guesses": [-1]}, "-1"),
    ({"op": "classic", "submissions": [["Ada", 1]], "ntop": 101}, '"ntop"'),
    ({"op": "classic", "submissions": [["Ada", 1]], "ntop": -1}, '"ntop"'),
    ({"op": "classic", "submissions": [], "ntop": 1}, "0 entries"),
    ({"op": "classic", "submissions": [["", 1]], "ntop": 1}, "cannot be"),
    ({"op": "classic", "submissions": [["Ada"]], "ntop": 1}, "must be as in"),
    ({"op": "classic", "submissions": [["Ada", "1"]], "ntop": 1}, "must be as in"),
    (
        {"op": "round", "multiplier": [2, 3], "low": 9, "high": 8, "entries": [["A", 8]]},
        "must not lie above",
    ),
    (
        {"op": "round", "multiplier": [2, 3], "low": 0, "high": 8, "entries": [["A", 9]]},
        "from 0 to 8",
    ),
    ({**FORECAST, "history": [[1], []]}, "1 to 100000"),
    ({**FORECAST, "history": [1]}, "1 to 100000"),
    ({**FORECAST, "history": [[101]]}, "101"),
    ({**FORECAST, "history": [[1]] * 1001}, "at most 1000"),
    ({**FORECAST, "agent": "level5", "history": []}, '"agent"'),
    ({"op": "exploit", "guesses": [1, 2]}, "has no 0"),
]


@pytest.mark.parametrize(("request_", "told"), REFUSED)
def test_what_cannot_be_served_is_told(request_: dict[str, Any], told: str) -> None:
    with pytest.raises(BadRequest) as caught:
        serve(request_)
    assert told in str(caught.value)
    assert str(caught.value).endswith(".")


def test_the_next_request_is_served_as_if_nothing_had_been() -> None:
    good = json.dumps({"op": "exploit", "guesses": [0, 2]}).encode()
    first = reply(serve, good)
    assert "error" in json.loads(reply(serve, b'{"op": "exploit", "guesses": "0"}'))
    assert reply(serve, good) == first
