"""The analysis of Planet Wars: all worked cases through requests, and what cannot be served."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.planetwars.analyse import serve
from games import catalog
from games.planetwars.engine.maps import made
from games.planetwars.engine.text import map_text, plain_state
from tests.support.planetwars import random_game, worked

TURNS = worked("turns")["turns"]
STATE = TURNS[0]["state"]


def served(**request: Any) -> dict[str, Any]:
    """The reply to a request as it comes over the wire."""
    found: dict[str, Any] = json.loads(reply(serve, json.dumps(request).encode()))
    return found


def fault_of(**request: Any) -> str:
    """The kind of error that a request gets; its message is a sentence."""
    error = served(**request)["error"]
    assert error["message"].endswith(".")
    return str(error["type"])


def test_worked_turns() -> None:
    for case in TURNS:
        found = served(op="apply", state=case["state"], orders=case["orders"])
        assert found == {"state": case["after"], "events": case["events"]}, case["name"]
        played = served(op="play", start=case["state"], turns=[case["orders"]], snapshots="all")
        assert played["snapshots"] == [case["state"], case["after"]]
        for seat in (0, 1):
            answer = served(op="legal", state=case["state"], seat=seat, orders=case["orders"][seat])
            forfeits = [event for event in case["events"] if event.get("seat") == seat]
            assert answer["legal"] == (not forfeits)
            for event in forfeits:
                assert (answer["order"], answer["why"]) == (event["order"], event["why"])


def test_worked_distances() -> None:
    for x, y, ax, ay, turns in worked("turns")["distances"]:
        assert served(op="distance", **{"from": [x, y], "to": [ax, ay]}) == {"turns": turns}
    assert served(op="distance", state=STATE)["turns"][0] == [0, 4, 8]


def test_the_worked_game() -> None:
    game = worked("game")
    numbers = [number for number, _ in game["snapshots"]]
    request = {"start": game["start"], "turns": game["turns"]}
    found = served(op="play", **request, snapshots=numbers, playback=True)
    assert found == {
        "final": game["final"],
        "snapshots": [state for _, state in game["snapshots"]],
        "over": True,
        "winner": game["final"]["winner"],
        "playback": game["playback"],
    }
    for turn, seat, text in game["text"]:
        part = {"start": game["start"], "turns": game["turns"][:turn]}
        answer = served(op="view", **part, seat=seat)
        assert answer["text"] == text
        assert answer["view"]["planets"][0][2] == 1 + seat
    late = served(op="play", start=game["start"], turns=[*game["turns"], [[], []]])
    assert late["error"]["type"] == "IllegalMove"
    assert late["error"]["at"] == len(game["turns"])


def test_worked_maps() -> None:
    for case in worked("maps")["maps"]:
        found = served(op="map", text=case["text"])
        assert found == {name: case[name] for name in ("state", "symmetry", "partner")}
    found = served(op="map", seed=7)
    assert found["state"] == plain_state(made(7))
    for planets in (15, 30):
        for symmetry in ("point", "mirror"):
            found = served(op="map", seed=3, planets=planets, symmetry=symmetry)
            assert len(found["state"]["planets"]) == planets
            assert found["symmetry"] == symmetry
    uneven = served(op="map", text="P 0 0 1 5 5\nP 9 0 2 6 5\n")
    assert (uneven["symmetry"], uneven["partner"]) == (None, None)


def test_worked_plans() -> None:
    for case in worked("plans")["positions"]:
        state, seat = case["state"], case["seat"]
        found = served(op="project", state=state, turns=20, orders=case["orders"])
        assert found == {"planets": case["project"]}
        for row in case["need"]:
            wanted = {name: row[name] for name in ("planet", "turns", "until")}
            assert served(op="need", state=state, seat=seat, **wanted) == {"ships": row["ships"]}
        assert served(op="spare", state=state, seat=seat) == {"planets": case["spare"]}
    assert served(op="project", start=state, turns=3)["planets"][0][0] == state["planets"][0][2:4]


def test_programs_orders() -> None:
    text = "hello\n1 2 3\n +4 5 -6 \r\nGO\n7 8 9\n"
    assert served(op="orders", text=text) == {
        "orders": [[1, 2, 3], [4, 5, -6]],
        "ignored": ["hello"],
    }
    assert fault_of(op="orders", text="1 2 x\n") == "BadRequest"


def test_worked_moves_of_starters() -> None:
    for case in worked("starters")["positions"]:
        for agent, orders in case["orders"].items():
            found = served(op="move", state=case["view"], seat=0, agent=agent)
            assert found["orders"] == orders
            lines = [" ".join(map(str, order)) for order in orders]
            assert found["text"] == "\n".join([*lines, "go", ""])
            assert found["mind"][0]["item"] == "note"


@pytest.mark.parametrize("agent", [agent.id for agent in catalog.agents("planetwars")])
def test_an_agent_does_not_know_its_seat(agent: str) -> None:
    looked = 0
    for number, (state, *_) in enumerate(random_game(9, 60)):
        if number % 15 == 7:
            view = served(op="view", state=plain_state(state), seat=1)["view"]
            ask = {"op": "move", "agent": agent, "seed": 3, "nodes": 100}
            one = served(**ask, state=plain_state(state), seat=1)
            assert one == served(**ask, state=view, seat=0)
            assert "mind" not in served(**ask, state=view, seat=0, mind=False)
            looked += 1
    assert looked > 2


def test_an_agent_has_seen_the_turns_of_its_game() -> None:
    start = plain_state(made(2))
    turns = [[[[0, 2, 5]], []], [[], [[1, 3, 7]]]]
    found = served(op="move", start=start, turns=turns, seat=1, agent="dual")
    now = served(op="play", start=start, turns=turns)["final"]
    assert found["orders"] == served(op="move", state=now, seat=1, agent="dual")["orders"]


def test_big_numbers_and_many_fleets_are_served() -> None:
    assert (
        served(op="apply", state=STATE, orders=[[[10**50, 0, 1]], []])["events"][0]["why"]
        == "planet"
    )
    fleets = [[1 + n % 2, n, n % 2, 2, 30, 1 + n % 30] for n in range(10_000)]
    many = {**STATE, "fleets": fleets}
    found = served(op="play", start=many, turns=[[[], []]] * 20)
    assert len(found["final"]["fleets"]) == 3330


BAD = [
    {"op": "fly"},
    {"op": "apply", "orders": [[], []]},
    {"op": "apply", "state": STATE},
    {"op": "apply", "state": STATE, "start": STATE, "orders": [[], []]},
    {"op": "apply", "state": STATE, "orders": [[]]},
    {"op": "apply", "state": STATE, "orders": [[[0, 1]], []]},
    {"op": "apply", "state": STATE, "orders": [[[0, 1, 2.0]], []]},
    {"op": "apply", "state": STATE, "orders": [[[0, 1, True]], []]},
    {"op": "legal", "state": STATE, "orders": []},
    {"op": "legal", "state": STATE, "seat": 2, "orders": []},
    {"op": "legal", "state": STATE, "seat": True, "orders": []},
    {"op": "map"},
    {"op": "map", "seed": 1, "planets": 14},
    {"op": "map", "seed": 1, "planets": 31},
    {"op": "map", "seed": 1, "symmetry": "both"},
    {"op": "map", "seed": 1.0},
    {"op": "map", "text": "P 1 2 3\n"},
    {"op": "play", "start": STATE},
    {"op": "play", "start": STATE, "turns": [], "snapshots": [1]},
    {"op": "play", "start": STATE, "turns": [], "snapshots": [-1]},
    {"op": "play", "start": STATE, "turns": [], "snapshots": "none"},
    {"op": "project", "state": STATE, "turns": -1},
    {"op": "project", "state": STATE, "turns": 1001},
    {"op": "need", "state": STATE, "seat": 0, "planet": 0, "turns": 0, "until": 4},
    {"op": "need", "state": STATE, "seat": 0, "planet": 0, "turns": 5, "until": 4},
    {"op": "need", "state": STATE, "seat": 0, "planet": 3, "turns": 5, "until": 6},
    {"op": "move", "state": STATE, "seat": 0, "agent": "nobody"},
    {"op": "move", "state": STATE, "seat": 0, "agent": "bot:/bin/true"},
    {"op": "view", "state": {**STATE, "turn": 1.0}, "seat": 0},
    {"op": "view", "state": {**STATE, "turn": True}, "seat": 0},
    {"op": "view", "state": {**STATE, "winner": True}, "seat": 0},
    {"op": "view", "state": {**STATE, "fleets": None}, "seat": 0},
    {"op": "distance", "from": [0, 1], "to": [0]},
    {"op": "distance", "from": [0, True], "to": [0, 1]},
]


@pytest.mark.parametrize("request_", BAD, ids=str)
def test_what_cannot_be_read_is_a_bad_request(request_: dict[str, Any]) -> None:
    assert fault_of(**request_) == "BadRequest"


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The state with one part changed."""
    state = copy.deepcopy({**STATE, "fleets": [[1, 4, 0, 1, 4, 2]]})
    part = state
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = to
    return state


@pytest.mark.parametrize(
    "state",
    [
        changed("planets", 0, 2, to=3),
        changed("planets", 0, 3, to=-1),
        changed("planets", 0, 4, to=10**9 + 1),
        changed("planets", 0, 0, to=1_000_001),
        changed("planets", 0, to=STATE["planets"][1]),
        changed("planets", to=STATE["planets"][:1]),
        changed("fleets", 0, 0, to=0),
        changed("fleets", 0, 1, to=-1),
        changed("fleets", 0, 2, to=3),
        changed("fleets", 0, 5, to=0),
        changed("fleets", 0, 5, to=5),
        changed("turn", to=-1),
        changed("max_turns", to=0),
        changed("over", to=True),
        changed("turn", to=200),
        {**changed("winner", to=0), "over": False},
        {"planets": [[0, 0, 1, 5, 5], [1, 1, 0, 5, 5]], "fleets": [], "winner": 1, "over": True},
        {"planets": [[0, 0, 1, 5, 5], [1, 1, 0, 5, 5]], "fleets": [], "winner": None},
    ],
)
def test_what_cannot_be_a_position_is_refused(state: dict[str, Any]) -> None:
    assert fault_of(op="view", state=state, seat=0) == "BadPosition"


def test_a_finished_match_has_no_turn_and_can_still_be_looked_at() -> None:
    over = {**STATE, "over": True, "winner": 1}
    for op in ({"op": "apply", "orders": [[], []]}, {"op": "legal", "orders": [], "seat": 0}):
        assert fault_of(**op, state=over) == "BadPosition"
    assert fault_of(op="move", state=over, seat=0, agent="rage") == "BadPosition"
    assert served(op="view", state=over, seat=1)["view"]["winner"] == 0
    left_out = {name: STATE[name] for name in ("planets", "fleets")}
    assert served(op="view", state=left_out, seat=0)["view"] == STATE
    assert served(op="play", start=over, turns=[[[], []]])["error"]["at"] == 0


def test_a_map_is_text_and_never_a_file() -> None:
    assert fault_of(op="map", text="/etc/hosts") == "BadRequest"
    assert served(op="map", text=map_text(made(1)))["state"] == plain_state(made(1))


def test_a_chance_to_win_turns_over_with_the_seats() -> None:
    state = plain_state(made(8))
    start = served(op="evaluate", state=state)
    assert start["ships"] == [100, 100]
    assert start["growth"] == [5, 5]
    assert start["end"] == [1100, 1100]
    assert start["win"] == pytest.approx(0.5)
    ahead = copy.deepcopy(state)
    ahead["planets"][0][3] += 80
    turned_over = copy.deepcopy(ahead)
    for planet in turned_over["planets"]:
        planet[2] = (0, 2, 1)[planet[2]]
    chance, other = (served(op="evaluate", state=one)["win"] for one in (ahead, turned_over))
    assert chance > 0.6
    assert chance + other == pytest.approx(1, abs=1e-6)


def test_the_chance_of_a_match_that_is_over_is_its_result() -> None:
    over = {"planets": [[0.0, 0.0, 2, 5, 1], [5.0, 0.0, 2, 5, 1]], "fleets": []}
    assert served(op="evaluate", state=over)["win"] == 0.0
