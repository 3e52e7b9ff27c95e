"""The analysis of Set: all worked cases, and what cannot be served."""

from __future__ import annotations

import copy
import itertools
import json
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.set.analyse import serve
from games.core import IllegalMove
from games.paths import ROOT
from games.streams import Stream

CASES = ROOT / "tests" / "cases" / "set"


def cases(name: str) -> dict[str, Any]:
    """A file of worked cases."""
    found: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text())
    return found


BOARD = cases("boards")["cases"][-1]["cards"]
PLAYED = cases("play")["cases"][0]


def test_worked_boards_and_hints() -> None:
    for case in cases("boards")["cases"]:
        found = serve({"op": "sets", "cards": case["cards"]})
        assert found == {"sets": case["sets"], "count": len(case["sets"])}
    extra, hints = cases("extra"), 0
    for case in extra["hints"]:
        whole = serve({"op": "hint", "cards": case["cards"], "level": 3})
        assert whole["cards"] == case["hint"]
        for level in (1, 2):
            part = serve({"op": "hint", "cards": case["cards"], "level": level})
            assert part == {"cards": case["hint"][:level], "features": None}
        hints += 1
    assert hints >= 3
    for case in extra["ultrasets"]:
        request = {"op": "ultrasets", "cards": case["cards"]}
        assert serve(request) == {"ultrasets": case["ultrasets"]}


@pytest.mark.parametrize("case", cases("play")["cases"], ids=lambda case: case["id"])
def test_worked_matches(case: dict[str, Any]) -> None:
    request = {name: part for name, part in case.items() if name not in ("id", "expect")}
    assert serve({"op": "play", **request}) == case["expect"]


def test_worked_races() -> None:
    for case in cases("reaction")["reaction"]:
        found = serve({"op": "reaction", "cards": case["cards"], "agent": case["agent"]})
        for name in ("rates", "total_rate", "mean_ms", "median_ms"):
            assert found[name] == pytest.approx(case[name], rel=1e-9)
        for one, wanted in zip(found["first"], case["first"], strict=True):
            assert one == {**wanted, "probability": pytest.approx(wanted["probability"], rel=1e-9)}
    for case in cases("reaction")["fit"]:
        found = serve({"op": "fit", "races": case["races"]})
        for name in ("shape", "rate", "mean", "sd"):
            assert found[name] == pytest.approx(case[name], rel=1e-9)


def test_worked_games_and_solvers() -> None:
    for case in cases("games")["games"]:
        found = serve({"op": "game", "deck": case["deck"], "policy": "first"})
        assert found == {"log": case["log"], "leftover": case["leftover"]}
    twelve = [c for c in cases("boards")["cases"] if len(c["cards"]) == 12]
    request = {"op": "solve", "boards": [case["cards"] for case in twelve], "list": True}
    for solver in ("brute", "pairs", "recursive", "table", "batch", "pairs-2010"):
        found = serve({**request, "solver": solver, "repeat": 2})
        assert found["sets"] == [case["sets"] for case in twelve]
        assert found["counts"] == [len(case["sets"]) for case in twelve]
        assert found["boards_per_second"] == pytest.approx(2 * len(twelve) / found["seconds"])


def test_samples_are_what_the_agent_draws() -> None:
    case = cases("reaction")["reaction"][1]
    request = {"op": "reaction", "cards": case["cards"], "rates": case["rates"], "seed": 4}
    found = serve({**request, "samples": 300})
    assert len(found["samples"]) == 300
    assert {tuple(places) for _, places in found["samples"]} == {(0, 6, 10)}
    mean = sum(ms for ms, _ in found["samples"]) / 300
    assert mean == pytest.approx(case["mean_ms"], rel=0.25)
    assert serve({**request, "samples": 10})["samples"] == found["samples"][:10]
    empty = serve({"op": "reaction", "cards": case["cards"], "agent": "nobody", "samples": 2})
    assert (empty["total_rate"], empty["mean_ms"], empty["samples"]) == (0, None, [])


def test_exact_figures_alone() -> None:
    found = serve({"op": "statistics", "what": "random", "cards": 12, "boards": 0})
    assert found["no_set"] is None
    assert found["exact"]["no_set"] == pytest.approx(0.0323020, abs=5e-8)
    junior = {"op": "statistics", "what": "random", "cards": 10, "boards": 50, "deck": "junior"}
    assert serve(junior)["no_set"]["share"] == serve(junior)["exact"]["no_set"] == 0


GOOD: tuple[dict[str, Any], ...] = (
    {"op": "sets", "cards": BOARD},
    {"op": "third", "a": "0012", "b": "0120"},
    {"op": "is_set", "cards": ["0012", "0120", "0201"]},
    {"op": "hint", "cards": BOARD, "level": 2},
    {"op": "ultrasets", "cards": BOARD[:8]},
    {"op": "solve", "solver": "table", "boards": [BOARD[:5]], "list": True, "repeat": 1},
    {"op": "statistics", "what": "random", "cards": 12, "boards": 20, "seed": 1, "deck": "full"},
    {"op": "statistics", "what": "game", "games": 2, "seed": 1, "policy": "random"},
    {"op": "reaction", "cards": BOARD, "agent": "steady-5", "options": {"error": 0}, "samples": 2},
    {"op": "reaction", "cards": BOARD, "rates": [1, 0.5, 0.2, 0], "samples": 2, "seed": 3},
    {
        "op": "fit",
        "races": [{"cards": BOARD, "ms": 4000, "set": None}],
        "prior": {"shape": [1, 1, 1, 1], "rate": [9.5, 9, 9, 9]},
    },
    {name: part for name, part in {"op": "play", **PLAYED}.items() if name not in ("id", "expect")},
)
JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 99, 10**30, 1.5, 1e308, "", "0012", "0003", "x" * 300, "é", "1-none"),
    *([], [1], ["0012"], ["0012"] * 3, {}, {"0": 1}, [[]], [[], []], ["wait", "late"], "5-late"),
)


def places(plain: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to the first few of everything inside a request."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(plain, dict):
        inside = list(plain.items())
    elif isinstance(plain, list):
        inside = list(enumerate(plain))[:3]
    return [path, *(way for key, part in inside for way in places(part, (*path, key)))]


@pytest.mark.parametrize("request_", GOOD, ids=lambda request: request["op"])
def test_one_thing_wrong_is_told_in_a_sentence(request_: dict[str, Any]) -> None:
    assert "error" not in json.loads(reply(serve, json.dumps(request_).encode()))
    rng, refused = Stream.named(1, request_["op"]), 0
    for way in places(request_)[1:]:
        for junk in (JUNK[rng.below(len(JUNK))] for _ in range(6)):
            wrong = copy.deepcopy(request_)
            part: Any = wrong
            for step in way[:-1]:
                part = part[step]
            part[way[-1]] = junk
            found = json.loads(reply(serve, json.dumps(wrong).encode()))
            if "error" in found:
                refused += 1
                assert found["error"]["type"] != "InternalError", (wrong, found)
                assert found["error"]["message"].endswith((".", "?"))
    assert refused >= 5


@pytest.mark.parametrize(
    ("turns", "part"),
    [
        ([["wait", "wait"], ["0-x", "wait"]], "Turn 2"),
        ([["5-2202.1022.0121", "wait"], ["5-2202.1022.0121", "wait"]], "Turn 2: A claim at 5 ms"),
        ([["5-1022.2202.0121", "wait"]], "Turn 1: The cards of a claim are named in the order"),
        ([["void", "void"]], "Turn 1"),
    ],
)
def test_an_illegal_turn_is_named(turns: list[list[str]], part: str) -> None:
    request = {"op": "play", "deck": PLAYED["deck"], "turns": turns}
    with pytest.raises(IllegalMove) as caught:
        serve(request)
    assert part in str(caught.value)


def test_a_frozen_seat_may_not_claim() -> None:
    cards = PLAYED["deck"][:12]
    wrong = next(
        ".".join(cards[place] for place in three)
        for three in itertools.combinations(range(12), 3)
        if not serve({"op": "is_set", "cards": [cards[p] for p in three]})["set"]
    )
    request = {"op": "play", "deck": PLAYED["deck"], "penalty": "freeze"}
    turns = [[f"1000-{wrong}", "wait"], [f"5999-{wrong}", "wait"]]
    with pytest.raises(
        IllegalMove, match="Turn 2: This seat is frozen; it may claim again at 6000"
    ):
        serve({**request, "turns": turns})
    assert serve({**request, "turns": [turns[0], ["wait", f"5999-{wrong}"]]})["points"] == [0, 0]


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ({"op": "sets", "cards": ["0000", "0001", "0000"]}, '0000 is in "cards" twice'),
        ({"op": "sets", "cards": ["0000", "0001", "0003"]}, "0..2"),
        ({"op": "play", "deck": ["0000"], "turns": []}, '"deck" has 1'),
        ({"op": "game", "deck": BOARD}, '"deck" has'),
        ({"op": "fit", "races": [{"cards": BOARD, "ms": -1, "set": None}]}, '"ms" must be'),
    ],
)
def test_each_fault_has_its_sentence_and_the_next_request_is_served(
    request_: dict[str, Any], part: str
) -> None:
    wrong, good = (json.dumps(plain).encode() for plain in (request_, GOOD[1]))
    answers = [json.loads(reply(serve, line)) for line in (wrong, good)]
    assert part in answers[0]["error"]["message"]
    assert answers[1]["card"] == "0201"


def test_a_match_that_is_over_takes_no_more_turns() -> None:
    case = cases("play")["cases"][3]
    request = {name: part for name, part in case.items() if name not in ("id", "expect")}
    with pytest.raises(IllegalMove, match=f"Turn {len(case['turns']) + 1}: The game is over"):
        serve({"op": "play", **request, "turns": [*case["turns"], ["wait", "wait"]]})
    short = {"op": "play", "deck": case["deck"][:-1], "mode": "junior", "turns": []}
    answer = json.loads(reply(serve, json.dumps(short).encode()))
    assert answer["error"]["message"] == '"deck" has 26 cards; send 27.'
