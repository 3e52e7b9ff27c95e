"""The analysis of Jaipur and its positions: all worked cases, and what cannot be served."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ai.jaipur import AGENTS
from ai.lab.analyse import reply
from ai.lab.jaipur.analyse import serve
from games.core import IllegalMove
from games.jaipur.rules.goods import TOKENS
from games.jaipur.rules.moves import parse
from games.paths import ROOT

CASES = ROOT / "tests" / "cases" / "jaipur"


def cases(name: str, key: str = "cases") -> list[dict[str, Any]]:
    """The worked cases of a file."""
    found: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_text())[key]
    return found


def same(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether a position is the expected one, which says nothing of `known`."""
    return {key: value for key, value in found.items() if key != "known"} == expected


def test_worked_moves() -> None:
    served = 0
    for case in cases("moves"):
        for move in (case["move"], case["notation"]):
            found = serve({"op": "apply", "position": case["position"], "move": move})
            assert found["legal"] == case["legal"], case["id"]
            assert found["reason"] == case["reason"], case["id"]
            if case["legal"]:
                assert same(found["result"], case["result"]), case["id"]
            else:
                assert found["result"] is None
                assert found["message"].endswith(".")
            served += 1
            if parse(case["notation"]) is None:
                break
    assert served > 100


def test_worked_lists_of_legal_moves() -> None:
    for case in cases("legal"):
        found = serve({"op": "legal", "position": case["position"]})
        assert [move["notation"] for move in found["moves"]] == case["moves"]
        assert found["by_type"] == case["by_type"]
        assert found["count"] == len(case["moves"])


def test_worked_scores() -> None:
    for case in cases("scoring"):
        request = {key: value for key, value in case.items() if key not in ("id", "note", "expect")}
        assert serve({"op": "score", **request}) == case["expect"]


def test_worked_rounds() -> None:
    for case in cases("rounds", "rounds"):
        request = {key: case[key] for key in ("deck", "bonus", "starter", "moves")}
        checkpoints = [entry["after"] for entry in case["checkpoints"]]
        found = serve({"op": "play", **request, "checkpoints": checkpoints})
        for have, wanted in zip(found["positions"], case["checkpoints"], strict=True):
            assert have["after"] == wanted["after"]
            assert same(have["position"], wanted["position"])
        assert same(found["final"], case["final"])
        assert found["score"] == case["expect"]
        early = serve({"op": "play", **request, "moves": case["moves"][:-1]})
        assert early["score"] is None
        with pytest.raises(IllegalMove, match="over"):
            serve({"op": "play", **request, "moves": [*case["moves"], "camels"]})


def test_worked_matches() -> None:
    for case in cases("matches"):
        request = {key: case[key] for key in ("first_starter", "tie", "winners")}
        found = serve({"op": "match", **request})
        rounds = [[r["starter"], r["winner"], r["seals"]] for r in found["rounds"]]
        assert rounds == case["rounds"]
        assert found["match_winner"] == case["match_winner"]


@pytest.mark.parametrize("variant", ["code", "text", "float32"])
def test_worked_scores_of_the_original(variant: str) -> None:
    served = 0
    for case in cases("seed"):
        found = serve({"op": "seed", "position": case["position"], "variant": variant})
        wanted = case[variant]
        for kind, score in wanted["scores"].items():
            assert found[kind]["score"] == pytest.approx(score, abs=1e-6), case["id"]
        assert found["camels"]["raw"] == pytest.approx(wanted["raw"], abs=1e-6)
        assert found["exchange"]["cards"] == wanted["cards"]
        assert found["pick"] == wanted["pick"], case["id"]
        del found["move"]["notation"]
        assert found["move"] == wanted["move"], case["id"]
        served += 1
    assert served == 30


def test_worked_beliefs() -> None:
    for case in cases("belief"):
        position = case["position"]
        seat = position["to_move"]
        assert serve({"op": "view", "position": position, "seat": seat}) == {"view": case["view"]}
        of_view = serve({"op": "belief", "view": case["view"]})
        found = serve({"op": "belief", "position": position})
        assert found == of_view
        for good, chances in case["opponent"].items():
            assert found["opponent"][good] == pytest.approx(chances, abs=1e-9)
        assert found["next"] == pytest.approx(case["next"], abs=1e-9)


def test_a_view_is_read_as_it_was_written() -> None:
    for case in cases("belief"):
        for seat in (0, 1):
            view = serve({"op": "view", "position": case["position"], "seat": seat})["view"]
            straight = serve({"op": "belief", "position": case["position"], "seat": seat})
            assert serve({"op": "belief", "view": view}) == straight


def test_every_agent_answers_the_same_from_a_position_and_from_its_view() -> None:
    asked = 0
    for case in cases("belief")[:1]:
        for spec in AGENTS:
            request = {"op": "move", "agent": spec.id, "seed": 3, "nodes": 20}
            found = serve({**request, "position": case["position"]})
            assert serve({**request, "view": case["view"]}) == found
            legal = serve({"op": "legal", "position": case["position"]})["moves"]
            assert found["move"] in legal
            asked += 1
    assert asked >= len(AGENTS)


GOOD: dict[str, Any] = cases("belief")[0]


def broken(**changes: Any) -> dict[str, Any]:
    """A good position with some of its parts replaced."""
    return {**copy.deepcopy(GOOD["position"]), **changes}


BAD: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("no op", {}, '"op"'),
    ("unknown op", {"op": "shuffle"}, '"op"'),
    ("no position", {"op": "legal"}, '"position"'),
    ("56 cards", {"op": "legal", "position": broken(deck="PSLLPKPGKDKCKSSSGL")}, "leather"),
    ("an 8th good", {"op": "legal", "position": broken(hands=[{"L": 8}, {}])}, "at most 7"),
    ("a camel in hand", {"op": "legal", "position": broken(hands=[{"K": 1}, {}])}, "hands"),
    ("a market of 4", {"op": "legal", "position": broken(market={"D": 2, "C": 1, "P": 1})}, "5"),
    (
        "no tail",
        {"op": "legal", "position": broken(tokens={**GOOD["position"]["tokens"], "D": [7]})},
        "diamond",
    ),
    (
        "foreign bonus",
        {"op": "legal", "position": broken(bonus={"3": [4], "4": [], "5": []})},
        "pile of 3",
    ),
    (
        "unprinted bonus",
        {"op": "legal", "position": broken(bonus={"3": [1, 1, 1], "4": [], "5": []})},
        "printed",
    ),
    ("known beyond the hand", {"op": "legal", "position": broken(known=[{"D": 1}, {}])}, "known"),
    ("a boolean seat", {"op": "legal", "position": broken(to_move=True)}, '"to_move"'),
    ("over without a reason", {"op": "legal", "position": broken(over=True)}, "end_reason"),
    ("no move", {"op": "apply", "position": GOOD["position"]}, "move"),
    (
        "half a move",
        {"op": "apply", "position": GOOD["position"], "move": {"type": "take"}},
        "good",
    ),
    (
        "a foreign notation",
        {"op": "apply", "position": GOOD["position"], "move": "take-X"},
        "no move",
    ),
    ("both", {"op": "belief", "position": GOOD["position"], "view": GOOD["view"]}, "either"),
    ("a view of 54 cards", {"op": "belief", "view": {**GOOD["view"], "deck": 16}}, "55"),
    ("the other's turn", {"op": "seed", "view": {**GOOD["view"], "to_move": 0}}, "not to move"),
    ("an unknown agent", {"op": "move", "agent": "seer", "position": GOOD["position"]}, "seer"),
    ("an unknown variant", {"op": "seed", "variant": "x", "position": GOOD["position"]}, "variant"),
    ("a short deck", {"op": "play", "deck": "DDD", "bonus": {}, "moves": []}, "deck"),
    ("a winner too many", {"op": "match", "first_starter": 0, "winners": [0, 0, 1]}, "after"),
    ("seals of nobody", {"op": "match", "first_starter": 2, "winners": []}, "first_starter"),
    (
        "a token of 7",
        {
            "op": "score",
            "herds": [1, 2],
            "goods_points": [0, 0],
            "bonus_taken": [[7], []],
            "goods_tokens": [0, 0],
        },
        "bonus_taken",
    ),
)


@pytest.mark.parametrize(("name", "request_", "words"), BAD, ids=[entry[0] for entry in BAD])
def test_what_cannot_be_served_is_told(name: str, request_: dict[str, Any], words: str) -> None:
    answer = json.loads(reply(serve, json.dumps({**request_, "id": 9}).encode()))
    assert answer["id"] == 9
    assert answer["error"]["type"] != "InternalError", answer
    assert words in answer["error"]["message"]
    assert answer["error"]["message"].endswith((".", "?"))


def over() -> dict[str, Any]:
    """A finished round."""
    final: dict[str, Any] = cases("rounds", "rounds")[0]["final"]
    return final


def test_a_round_that_is_over_has_no_moves() -> None:
    assert serve({"op": "legal", "position": over()})["moves"] == []
    for request in ({"op": "seed"}, {"op": "move", "agent": "random"}):
        answer = json.loads(reply(serve, json.dumps({**request, "position": over()}).encode()))
        assert "over" in answer["error"]["message"]
    found = serve({"op": "apply", "position": over(), "move": "camels"})
    assert found["reason"] == "round_over"


def test_every_move_is_evaluated_best_first() -> None:
    for case in cases("belief")[:1]:
        request = {"op": "evaluate", "agent": "sensei", "nodes": 80, "seed": 1}
        found = serve({**request, "position": case["position"]})
        assert serve({**request, "view": case["view"]}) == found
        legal = serve({"op": "legal", "position": case["position"]})["moves"]
        names = [move["notation"] for move in found["moves"]]
        assert sorted(names) == sorted(move["notation"] for move in legal)
        chances = [move["win_prob"] for move in found["moves"]]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= move["win_prob"] <= 1 and move["se"] > 0 for move in found["moves"])


def test_known_is_kept_up() -> None:
    position = broken(known=[{}, {}])
    after = serve({"op": "apply", "position": position, "move": "take-D"})["result"]
    assert after["known"] == [{}, {"D": 1}]


def test_the_chances_of_an_end_are_exact() -> None:
    """Both leather fetch 7, and the other, 6 ahead, cannot sell its one diamond."""
    market, hand = {"C": 2, "P": 2, "L": 1}, {"L": 2}
    discards = {"D": 5, "G": 6, "S": 6, "C": 6, "P": 6, "L": 7}
    tokens = {good: list(values) for good, values in zip("DGSCPL", TOKENS, strict=True)}
    none = {"3": 0, "4": 0, "5": 0}
    view = {
        "seat": 0,
        "to_move": 0,
        "market": market,
        "hand": hand,
        "herds": [5, 6],
        "deck": 0,
        "opponent": {"cards": 1, "known": {}},
        "tokens": tokens,
        "bonus": none,
        "bonus_taken": [[], none],
        "discards": discards,
        "goods_points": [0, 1],
        "goods_tokens": [0, 0],
        "over": False,
        "end_reason": None,
    }
    found = serve({"op": "evaluate", "view": view, "nodes": 60})["moves"]
    assert [row["notation"] for row in found if row["win_prob"] == 1] == ["sell-L2"]
    assert {(row["win_prob"], row["se"]) for row in found} == {(1.0, 0.0), (0.0, 0.0)}
    move = serve({"op": "move", "agent": "sensei", "view": view})
    assert (move["move"]["notation"], move["win_prob"]) == ("sell-L2", 1.0)
