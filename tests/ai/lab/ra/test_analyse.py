"""The analysis of Ra and its positions: all worked cases, and what cannot be served."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.arena import tournament
from ai.lab.errors import BadArguments
from ai.lab.ra.analyse import analyst
from ai.lab.ra.deals import dealt
from games.paths import ROOT
from games.ra import SPEC

CASES = ROOT / "tests" / "cases" / "ra"
ask = analyst(None)


def cases(name: str) -> list[dict[str, Any]]:
    """The worked cases of a file."""
    found: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_text())
    return found


def test_worked_auctions() -> None:
    for case in cases("auctions"):
        probes = [{"at": p["at"], "action": p["action"]} for p in case["probes"]]
        told = {"setup": case["setup"], "actions": case["actions"], "probes": probes}
        found = ask({"op": "play", **told})
        assert found["final"] == case["final"], case["id"]
        assert found["probes"] == [p["legal"] for p in case["probes"]], case["id"]
        assert found["epochs"] == case["epochs"], case["id"]


@pytest.mark.parametrize("game", cases("games"), ids=lambda game: str(game["id"]))
def test_worked_games(game: dict[str, Any]) -> None:
    asked = {"op": "play", "setup": game["setup"], "actions": game["actions"]}
    found = ask({**asked, "snapshots": "all"})
    for told in game["checkpoints"]:
        seen = found["snapshots"][told.pop("after_action")]
        assert {name: seen[name] for name in told} == told
    assert {name: found["final"][name] for name in game["final"]} == game["final"]
    assert found["epochs"] == game["epochs"]
    assert (found["over"], found["winner"]) == (True, game["winner"])
    views = found["snapshots"][::9]
    for number, view in enumerate(views):  # a view is a position, too
        actions = game["actions"][9 * number : 9 * number + 1]
        legal = ask({"op": "legal", "view": view})
        assert legal["actor"] == view["actor"]
        for action in actions:
            plain = {name: value for name, value in action.items() if name != "p"}
            if len(plain.get("take", [])) < 2:
                assert plain in legal["actions"]


def test_worked_odds() -> None:
    for case in cases("odds"):
        found = ask({"op": "odds", "view": case["view"]})
        assert found["bag"] == case["bag"]
        assert found["ra_to_end"] == case["ra_to_end"]
        assert found["next"] == pytest.approx(case["next"], abs=1e-12)
        assert found["ends_within"] == pytest.approx(case["ends_within"], abs=1e-12)
        names = ("pharaoh", "nile")
        assert [found["next"][n] for n in names] == [found["left"][n] / case["bag"] for n in names]


def test_worked_scores() -> None:
    for case in cases("scoring"):
        asked = {name: case[name] for name in ("epoch", "tiles", "suns", "score_before")}
        found = ask({"op": "score", **asked})
        expected = {name: case[name] for name in ("breakdown", "score_after", "winner")}
        assert found == expected, case["id"]


# -- what cannot be served ---------------------------------------------------------------------


def setup(**changes: Any) -> dict[str, Any]:
    """A set-up of a turn of three with these changes."""
    return {**copy.deepcopy(cases("auctions")[0]["setup"]), **changes}


def deal(**changes: Any) -> dict[str, Any]:
    """A whole deal with these changes."""
    return {**copy.deepcopy(cases("games")[0]["setup"]), **changes}


def view(**changes: Any) -> dict[str, Any]:
    """A view in an auction with these changes."""
    return {**copy.deepcopy(cases("odds")[0]["view"]), **changes}


def hands(number: int, **changes: Any) -> list[dict[str, Any]]:
    found = setup()["hands"]
    found[number].update(changes)
    return list(found)


def fault(request: dict[str, Any]) -> dict[str, Any]:
    """The error that a request is answered with."""
    found = json.loads(reply(ask, json.dumps(request).encode()))
    assert set(found) == {"error"}, found
    error: dict[str, Any] = found["error"]
    assert error["message"].endswith((".", "?"))
    return error


BAG = deal()["bag"]
BAD_REQUESTS = [
    {"op": "plai"},
    {"op": "legal"},
    {"op": "legal", "setup": setup(), "view": view()},
    {"op": "legal", "setup": setup(players=2)},
    {"op": "legal", "setup": setup(players=6)},
    {"op": "legal", "setup": setup(players=True)},
    {"op": "legal", "setup": setup(scores=[1, 2])},
    {"op": "legal", "setup": setup(block=["cat"])},
    {"op": "legal", "setup": setup(turn=3)},
    {"op": "legal", "setup": setup(hands=hands(0, up=[3.5]))},
    {"op": "legal", "setup": setup(hands=hands(0, tiles={"nile": "2"}))},
    {"op": "legal", "view": view(phase="later")},
    {"op": "legal", "view": view(up=[[3]])},
    {"op": "play", "setup": deal(bag=BAG[:179]), "actions": []},
    {"op": "play", "setup": deal(bag=[*BAG[:179], "gold"]), "actions": []},
    {"op": "play", "setup": deal(start_suns=[[2, 5], [1], [3]]), "actions": []},
    {"op": "play", "setup": deal(), "actions": [{"a": "sleep"}]},
    {"op": "play", "setup": deal(), "actions": [{"a": "bid"}]},
    {"op": "play", "setup": deal(), "actions": [{"a": "draw", "p": 3}]},
    {"op": "play", "setup": deal(), "actions": [], "snapshots": [1]},
    {"op": "play", "setup": deal(), "actions": [], "probes": [{"at": 0, "action": {"a": 1}}]},
    {"op": "score", "epoch": 1, "tiles": [{}, {}], "suns": [], "score_before": []},
]
BAD_POSITIONS = [
    setup(hands=hands(0, tiles={"nile": 26})),
    setup(hands=hands(0, tiles={"nile": 25}), block=["nile"]),
    setup(hands=hands(0, tiles={"nile": -1})),
    setup(hands=hands(0, tiles={"ra": 1})),
    setup(hands=hands(0, tiles={"unrest": 1})),
    setup(hands=hands(0, up=[3, 3])),
    setup(hands=hands(0, up=[1])),
    setup(hands=hands(0, up=[14])),
    setup(hands=hands(0, up=[0])),
    setup(hands=hands(0, down=[1, 14])),
    setup(hands=hands(1, up=[3, 5])),
    setup(hands=hands(1, up=[], down=[2, 5, 8, 13])),
    setup(hands=hands(0, up=[3, 6, 9, 12], down=[])) | {"center": 3},
    setup(block=["nile"] * 9),
    setup(block=["ra"]),
    setup(ra_drawn=8),
    setup(ra_drawn=-1),
    setup(epoch=0),
    setup(epoch=4),
    setup(scores=[10, -1, 10]),
    setup(bag=["gold"] * 5),
]
BAD_VIEWS = [
    view(actor=0, auction={"caller": 0, "called": True, "high": 1, "by": 0}),
    view(auction={"caller": 0, "called": True, "high": 1, "by": 2}),
    view(auction={"caller": 0, "called": True, "high": 2, "by": 1}),
    view(auction={"caller": 0, "called": True, "high": 0, "by": 1}),
    view(auction={"caller": 1, "called": True, "high": 1, "by": 1}),
    view(phase="turn", auction=None),
    view(phase="turn"),
    view(phase="discard", auction=None),
]


@pytest.mark.parametrize("request_", BAD_REQUESTS, ids=range(len(BAD_REQUESTS)))
def test_a_malformed_request_is_told_so(request_: dict[str, Any]) -> None:
    assert fault(request_)["type"] == "BadRequest"


@pytest.mark.parametrize("plain", BAD_POSITIONS, ids=range(len(BAD_POSITIONS)))
def test_a_position_that_cannot_be_is_refused(plain: dict[str, Any]) -> None:
    assert fault({"op": "legal", "setup": plain})["type"] == "BadPosition"


@pytest.mark.parametrize("plain", BAD_VIEWS, ids=range(len(BAD_VIEWS)))
def test_a_view_that_cannot_be_is_refused(plain: dict[str, Any]) -> None:
    assert fault({"op": "odds", "view": plain})["type"] == "BadPosition"


def test_the_number_of_tiles_in_the_bag_agrees_with_what_they_are() -> None:
    """`play` tells both, and what it tells can be sent again."""
    told = ask({"op": "play", "setup": setup(), "actions": []})["final"]
    assert ask({"op": "legal", "view": told})["phase"] == "turn"
    for wrong in (told["bag_left"] + 1, 0, -3):
        error = fault({"op": "move", "agent": "net", "view": {**told, "bag_left": wrong}})
        sentence = f'"bag_left" is {wrong}, and "left" counts {told["bag_left"]} tiles in the bag.'
        assert (error["type"], error["message"]) == ("BadPosition", sentence)
    assert fault({"op": "odds", "view": {**told, "bag_left": "5"}})["type"] == "BadRequest"


def test_a_short_left_is_a_short_bag() -> None:
    """What stands nowhere has left the game, as at the end of an epoch."""
    found = ask({"op": "odds", "view": view(left={"ra": 1})})
    assert (found["bag"], found["next"]) == (1, {"ra": 1.0})
    assert ask({"op": "odds", "view": view(left={})})["next"] == {}
    whole = {name: value for name, value in view().items() if name != "left"}
    assert fault({"op": "odds", "view": whole})["type"] == "BadRequest", "not told is not empty"


def test_the_same_is_refused_in_the_same_words() -> None:
    case = {"epoch": 1, "tiles": [{}, {}, {}], "score_before": [10, 10, 10]}
    for own, word in (
        ([[2], [2], [4]], "Sun 2 is there twice"),
        ([[2], [3], [14]], "numbered 1 to 13"),
    ):
        scored = fault({"op": "score", **case, "suns": own})
        seen = fault({"op": "odds", "view": view(up=own, down=[[], [], []])})
        assert word in scored["message"]
        assert scored["message"] == seen["message"]
    assert (
        "9 tiles"
        in fault({"op": "value", "view": view(), "seat": 1, "lot": ["nile"] * 9})["message"]
    )
    assert ask({"op": "value", "view": view(), "seat": 1, "lot": ["nile"] * 8})["lot"]


@pytest.mark.parametrize("tiles", [{"nile": 26}, {"ra": 1}, {"drought": 1}], ids=str)
def test_a_hand_that_cannot_be_is_not_scored(tiles: dict[str, int]) -> None:
    case = {"epoch": 1, "tiles": [tiles, {}, {}], "suns": [[2], [3], [4]]}
    error = fault({"op": "score", **case, "score_before": [10, 10, 10]})
    assert error["type"] == "BadPosition"


@pytest.mark.parametrize(
    ("actions", "at"),
    [
        ([{"a": "pass"}], 0),
        ([{"a": "call", "p": 0}], 0),
        ([{"a": "call"}, {"a": "pass"}, {"a": "pass"}, {"a": "pass"}], 3),
        ([{"a": "call"}, {"a": "bid", "sun": 9}], 1),
        ([{"a": "god", "take": ["gold"]}], 0),
        ([{"a": "god", "take": []}], 0),
    ],
)
def test_an_illegal_action_is_told_with_its_place(actions: list[dict[str, Any]], at: int) -> None:
    error = fault({"op": "play", "setup": setup(), "actions": actions})
    assert (error["type"], error["at"]) == ("IllegalMove", at)


# -- agents and values -------------------------------------------------------------------------


@pytest.mark.parametrize("agent", ["random", "easy", "heuristic", "seed-net", "net", "net+"])
def test_every_agent_moves_and_has_a_mind(agent: str) -> None:
    asked = {"op": "move", "agent": agent, "view": view(), "seed": 5}
    found = ask(asked)
    assert found == ask(asked)
    assert found["seat"] == 2
    assert found["action"] in ask({"op": "legal", "view": view()})["actions"]
    assert found["mind"]
    assert ("candidates" in found) == agent.startswith("net")
    assert "mind" not in ask({**asked, "mind": False})


def test_candidates_come_best_first() -> None:
    rows = ask({"op": "move", "agent": "net+", "setup": setup()})["candidates"]
    assert [row["action"]["a"] for row in rows] in (["draw", "call"], ["call", "draw"])
    assert all(0.0 <= row["win"] <= 1.0 for row in rows)


def test_the_order_of_a_set_up_s_bag_changes_no_answer() -> None:
    told = {"op": "move", "agent": "net+", "actions": [{"a": "draw"}]}
    bag = ["nile", "flood", "ra", "art", "gold"]
    other = ["nile", "gold", "art", "ra", "flood"]
    assert ask({**told, "setup": setup(bag=bag)}) == ask({**told, "setup": setup(bag=other)})


def test_a_finished_game_has_no_move() -> None:
    case = cases("games")[0]
    told = {"setup": case["setup"], "actions": case["actions"]}
    error = fault({"op": "move", "agent": "net", **told})
    assert error["type"] == "BadPosition"
    assert fault({"op": "move", "agent": "sphinx", "view": view()})["type"] == "BadRequest"


def test_the_value_of_a_lot() -> None:
    asked = {"op": "value", "view": view(), "seat": 1}
    found = ask(asked)
    assert found["lot"] == view()["block"]
    assert sum(found["by_source"].values()) == pytest.approx(found["points"], abs=0.01)
    assert found["low"] <= found["points"] <= found["high"]
    assert ask({**asked, "lot": []})["points"] == 0
    gold = ask({**asked, "lot": ["gold", "gold"]})
    assert (gold["points"], gold["now"], gold["by_source"]["gold"]) == (6.0, 6, 6.0)
    assert fault({**asked, "lot": ["ra"]})["type"] == "BadPosition"
    assert fault({**asked, "seat": 3})["type"] == "BadRequest"


@pytest.mark.parametrize("count", [2, 6])
def test_a_table_has_3_to_5_names(count: int) -> None:
    with pytest.raises(BadArguments, match="3 or 4 or 5"):
        tournament("ra", ["random"] * count, 4, 1, {})
    with pytest.raises(BadArguments, match="4 agents"):
        tournament("ra", ["random"] * 3, 4, 1, {"players": "4"})


def test_a_table_s_figures_are_the_same_however_they_are_played() -> None:
    found = tournament("ra", ["heuristic", "random", "random", "random"], 8, 3, {})
    assert found["players"] == 4
    rows = found["agents"]
    assert rows[0]["win_share"] + 3 * rows[1]["win_share"] == pytest.approx(1.0)
    assert set(rows[0]["by_source"]) == {
        *("pharaohs", "nile", "civilizations", "gods", "gold", "monuments", "suns"),
    }


def test_the_games_of_a_deal_have_its_suns_and_tiles() -> None:
    params = SPEC.params({"players": 4})
    first, again, other = (dealt(params, seed)["deal"] for seed in (7, 7, 8))
    assert first == again != other
    assert dealt({**params, "deal": first}, 8)["deal"] == first


def test_a_full_block_leaves_gods_only_where_the_rule_says_so() -> None:
    full = cases("auctions")[3]["setup"]
    assert ask({"op": "legal", "setup": full})["gods"] > 0
    found = ask({"op": "legal", "setup": full, "gods_on_full_block": False})
    assert found["actions"] == [{"a": "call"}]
    assert found["gods"] == 0
