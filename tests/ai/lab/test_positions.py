"""The plain view of a game is one function, and the operations that all games share."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ai.lab.errors import BadRequest
from ai.lab.positions import Positions, plain_view, seated
from ai.lab.rooms import POSITIONS, Request
from ai.lab.ur.positions import read_position
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.streams import Stream

GAMES = [game for game in catalog.GAMES if POSITIONS.has(game)]


@pytest.mark.parametrize("game", GAMES)
def test_the_view_of_a_seat_that_is_to_move_is_plain_data(game: str) -> None:
    spec, rules = catalog.spec(game), catalog.rules(game)
    player = catalog.agent(game, "random").make({}, None)
    seats = range(5)
    match: Match[Any] = Match(rules, spec.params(), 5, dict.fromkeys(seats, player))
    asked = 0
    for _ in range(30):
        for seat in match.to_act:
            if seat != CHANCE:
                found = plain_view(game, rules.view(match.state, seat), seat)
                assert found["seat"] == seat
                assert json.loads(json.dumps(found)) == found
                asked += 1
        match.step(Limit())
    assert asked >= 3


def test_a_position_of_ur_is_read_as_it_is_written() -> None:
    rules = catalog.rules("ur")
    state, written = rules.new(catalog.spec("ur").params()), 0
    rng = Stream(3)
    while rules.to_act(state) and written <= 30:
        plain = plain_view("ur", state, 0)
        if state.acting == (CHANCE,):
            found = read_position({"position": plain}, state.rules, state.pieces)
            assert found == state
            written += 1
        acting = state.acting[0]
        if acting == CHANCE:
            move = str(rng.below(5))
        else:
            move = rng.choice(state.moves)
            assert plain["roll"] == state.roll
        state, _ = rules.apply(state, {acting: move})
    assert written > 10


def counted(request: Request) -> int:
    value = request.get("position")
    if type(value) is not int:
        raise BadRequest("No number.")
    return value


def added(number: int, step: object) -> tuple[int, list[dict[str, Any]]]:
    if type(step) is not int:
        raise BadRequest(f"{step} is no number.")
    return number + step, [{"kind": "sum", "sum": number + step}]


COUNTER = Positions[int](
    counted,
    plain=lambda number: {"number": number},
    moves=lambda number: [str(step) for step in range(1, number + 1)],
    move=lambda number, text: {"add": int(text)},
    step=added,
    view=lambda number, seat: {"odd": number % 2 == 1, "seat": seat},
)


def test_a_game_has_the_operations_that_its_positions_allow() -> None:
    shared = COUNTER.operations()
    assert shared["legal"]({"position": 2}) == {"moves": [{"add": 1}, {"add": 2}]}
    assert shared["view"]({"position": 2, "seat": 1}) == {"view": {"odd": False, "seat": 1}}
    found = shared["apply"]({"position": 2, "steps": [3, 4]})
    assert found["state"] == {"number": 9}
    assert [event["sum"] for event in found["events"]] == [5, 9]
    assert set(Positions[int](counted).operations()) == set()


@pytest.mark.parametrize(
    ("operation", "request_", "told"),
    [
        ("legal", {}, "No number."),
        ("apply", {"position": 2, "steps": [3, "x"]}, "Step 2: x is no number."),
        ("apply", {"position": 2}, '"steps" is missing; it must be a list.'),
        ("view", {"position": 2, "seat": 2}, '"seat" is 2; it must be a whole number from 0 to 1.'),
    ],
)
def test_what_cannot_be_served_is_refused(
    operation: str, request_: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadRequest, match=told):
        COUNTER.operations()[operation](request_)


def test_an_agent_sits_down_with_its_seed_and_its_limit() -> None:
    made: list[object] = []
    request = {"agent": "greedy", "seed": 3, "nodes": 7}
    params = catalog.spec("ur").params({})
    agent, rng, limit = seated(request, "ur", (0,), params, "seat 0", prepare=made.append)
    assert made == [agent]
    assert (limit.nodes, limit.mind) == (7, True)
    again = seated({**request, "nodes": -1 + 1}, "ur", (0,), params, "seat 0")
    assert again.rng.random() == rng.random()
    assert seated({"agent": "greedy"}, "ur", (0,), params, "seat 0").limit.nodes is None
    with pytest.raises(BadRequest, match="nodes"):
        seated(request, "ur", (0,), params, "seat 0", (10, 20))
