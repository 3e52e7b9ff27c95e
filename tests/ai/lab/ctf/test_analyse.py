"""The analysis of capture-the-flag: all worked games, and positions that cannot be."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.ctf.analyse import analyst
from games.paths import ROOT

GAMES: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "cases" / "ctf" / "games.json").read_text()
)["games"]
SERVE = analyst(None)


def played(game: dict[str, Any], count: int) -> dict[str, Any]:
    """The reply after so many steps of a worked game at once."""
    start = {"op": "new", "rules": game["rules"], "layout": game["layout"]}
    state = SERVE({**start, "max_moves": game["max_moves"]})["state"]
    return SERVE({"op": "apply", "state": state, "steps": game["steps"][:count]})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_worked_games(game: dict[str, Any]) -> None:
    here, state = 0, played(game, 0)["state"]
    for mark in game["marks"]:
        steps = game["steps"][here : mark["after"]]
        found = SERVE({"op": "apply", "state": state, "steps": steps})
        here, state = mark["after"], found["state"]
        assert state == mark["state"]
        (legal,) = SERVE({"op": "legal", "state": state}).values()
        assert legal == mark["legal"]
        if "events" in mark and steps:
            assert found["events"][len(found["events"]) - len(mark["events"]) :] == mark["events"]
        if "outcomes" in mark:
            view = SERVE({"op": "view", "state": state, "seed": 5})
            assert view["outcomes"] == mark["outcomes"]
            for told, possible in zip(view["view"]["enemy"], view["outcomes"], strict=True):
                assert told in [reading for reading, _ in possible]
    assert here == len(game["steps"])


def test_a_view_is_drawn_by_its_seed() -> None:
    state = GAMES[0]["marks"][0]["state"]
    drawn = [SERVE({"op": "view", "state": state, "seed": seed})["view"] for seed in range(30)]
    assert drawn[3] == SERVE({"op": "view", "state": state, "seed": 3})["view"]
    assert len({json.dumps(view) for view in drawn}) > 10


def test_a_broken_step_leaves_nothing_half_done() -> None:
    state = GAMES[0]["marks"][0]["state"]
    before = copy.deepcopy(state)
    found = json.loads(
        reply(
            SERVE, json.dumps({"op": "apply", "state": state, "steps": ["stay", "jump"]}).encode()
        )
    )
    assert found["error"]["type"] == "IllegalMove"
    assert found["error"]["message"].startswith("Step 2: 'jump'")
    assert state == before


STATE: dict[str, Any] = next(
    mark["state"]
    for mark in GAMES[1]["marks"]
    if mark["state"]["due"] and not mark["state"]["over"]
)


def _with(**parts: object) -> dict[str, Any]:
    return {**copy.deepcopy(STATE), **parts}


@pytest.mark.parametrize(
    ("state", "kind", "word"),
    [
        (None, "BadRequest", "state"),
        (_with(rules="chess"), "BadRequest", "rules"),
        (_with(layout=["###"]), "BadLayout", "row|columns|free"),
        (_with(layout="####"), "BadRequest", "list"),
        (_with(moves=-1), "BadRequest", "moves"),
        (_with(max_moves=0), "BadRequest", "max_moves"),
        (_with(bots=[[0, 0]] * 4), "BadPosition", "wall"),
        (_with(bots=[[1, 1.5]] * 4), "BadPosition", "cell"),
        (_with(bots=STATE["bots"][:3]), "BadRequest", "four"),
        (_with(bots=[STATE["bots"][0]] * 4), "BadPosition", "enemies"),
        (_with(food=STATE["food"][::-1]), "BadPosition", "half"),
        (_with(food=[STATE["food"][0][::-1], STATE["food"][1]]), "BadPosition", "ascend"),
        (_with(food=[*STATE["food"], []]), "BadRequest", "two lists"),
        (_with(score=[-1, 0]), "BadRequest", "score"),
        (_with(score=[0]), "BadRequest", "score"),
        (_with(deaths=[9, 0, 0, 0]), "BadPosition", "died"),
        (_with(killed=[True] * 4), "BadPosition", "caught"),
        (_with(killed=[1, 0, 0, 0]), "BadRequest", "true and false"),
        (_with(age=[[[1, 1, 0]], []]), "BadPosition", "age|wall"),
        (_with(age=[[]]), "BadRequest", "two lists"),
        (_with(due=[]), "", ""),
        (_with(due=[STATE["food"][0][0]] * 2), "BadPosition", "due"),
        (_with(over=True), "BadPosition", "over"),
        (_with(winner=1), "BadPosition", "winner"),
    ],
)
def test_each_state_that_cannot_be_has_its_sentence(state: object, kind: str, word: str) -> None:
    found = json.loads(reply(SERVE, json.dumps({"op": "legal", "state": state}).encode()))
    if not kind:
        assert "moves" in found
        return
    assert found["error"]["type"] == kind
    assert found["error"]["message"].endswith(".")
    assert re.search(word, found["error"]["message"])


@pytest.mark.parametrize("name", ["random", "gatherer", "hunter", "belief", "pack"])
def test_an_agent_tells_its_move_its_mind_and_its_beliefs(name: str) -> None:
    case = json.loads((ROOT / "tests" / "cases" / "ctf" / "beliefs.json").read_text())["cases"][1]
    parts = {key: case[key] for key in ("rules", "layout", "team")}
    request = {"op": "move", "agent": name, "seed": 3, **parts}
    views, played = case["views"][:12], case["played"][:11]
    found = SERVE({**request, "views": views, "played": played})
    assert found == SERVE({**request, "views": views, "played": played})
    assert found["move"] in ("up", "right", "down", "left", "stay")
    assert found["mind"][0]["item"] == "note"
    assert name == "random" or found["mind"][1]["item"] == "route"
    assert all(sum(belief.values()) == pytest.approx(1.0) for belief in found["beliefs"])
