"""The plain view of a game is one function, and the operations that all games share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ai.lab.analyse import reply
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches, seated
from ai.lab.rooms import ANALYSE
from ai.lab.ur.positions import read_position
from games import catalog
from games.core import CHANCE, IllegalMove
from games.match import Match
from games.plain import plain_form
from games.streams import Stream
from tests.support.contract import any_move


@pytest.fixture
def answers(request: pytest.FixtureRequest) -> Callable[..., dict[str, Any]]:
    """Asks a game as `main.py analyse` does: by a line of JSON, answered by one."""
    module = ANALYSE.of(request.param)
    assert module is not None
    answer = module.analyst(None)

    def ask(**fields: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(reply(answer, json.dumps(fields).encode()))
        return found

    return ask


@pytest.mark.parametrize(
    ("answers", "game"), [(game, game) for game in catalog.GAMES], indirect=["answers"]
)
def test_a_match_that_is_played_by_requests_is_the_match_itself(
    answers: Callable[..., dict[str, Any]], game: str
) -> None:
    """Each turn is one request; views, moves, events and scores are those of the rules."""
    rules = catalog.rules(game)
    params = rules.spec.draw(rules.spec.params(), 5)
    match: Match[Any] = Match(rules, params, 5)
    form, rng, state = plain_form(game, params), Stream(1), {"seed": 5, "options": {}, "turns": []}
    assert answers(op="apply", seed=5, turns=[], steps=[])["state"]["options"] == params
    for _ in range(12):
        while match.to_act == (CHANCE,):
            match.play({CHANCE: match.draw()})
        if match.over:
            break
        legal = answers(op="legal", **state)["moves"]
        assert legal == {str(seat): form.legal(match.legal(seat)) for seat in match.to_act}
        seat = match.to_act[-1]
        view = answers(op="view", seat=seat, **state)["view"]
        assert view == form.view(rules.view(match.state, seat), seat)
        by_view = answers(op="legal", view=view)
        assert game == "ra" or by_view == {"moves": {str(view["seat"]): legal[str(seat)]}}
        moves = {s: any_move(rules, match.state, s, rng, 64) for s in match.to_act}
        found = answers(op="apply", **state, steps=[{str(s): move for s, move in moves.items()}])
        match.play(moves)
        while match.to_act == (CHANCE,):
            match.play({CHANCE: match.draw()})
        assert found["to_act"] == list(match.to_act)
        assert found["returns"] == list(match.returns)
        state = found["state"]
        assert len(state["turns"]) == len(match.turns)
    assert len(match.turns) >= 10
    again = answers(op="apply", seed=5, turns=[], steps=state["turns"], seat=0)
    replayed: Match[Any] = Match(rules, params, 5)
    events = [form.events(replayed.play(dict(turn)), (0,)) for turn in match.turns]
    assert again["events"] == [event for each in events for event in each]
    assert again["state"]["turns"] == state["turns"]


PLAYS = [("tracker", {"play": play, "maze": "tiny"}) for play in ("hide", "seek", "hunt")]
KINDS = [*((game, {}) for game in catalog.GAMES), *PLAYS, ("ur", {"rules": "aseb"})]


@pytest.mark.parametrize(
    ("answers", "game", "options"), [(kind[0], *kind) for kind in KINDS], indirect=["answers"]
)
def test_a_view_in_a_request_tells_the_legal_moves_of_its_seat(
    answers: Callable[..., dict[str, Any]], game: str, options: dict[str, Any]
) -> None:
    """A bot's view goes back as it is; a seat that is not to act has no moves."""
    rules, rng = catalog.rules(game), Stream(2)
    params = rules.spec.draw(rules.spec.params(options), 2)
    match: Match[Any] = Match(rules, params, 2)
    form, asked, going_on = plain_form(game, params), set(), True
    while going_on:
        while match.to_act == (CHANCE,):
            match.play({CHANCE: match.draw()})
        for seat in range(len(match.returns)):
            view = form.view(rules.view(match.state, seat), seat)
            found = answers(op="legal", view=view)
            if game == "ra":  # its own operation: the actions of the seat to act, of gods one tile
                assert found["actor"] == (None if match.over else match.to_act[0])
                continue
            legal = match.legal(seat)
            moves = {str(view["seat"]): form.legal(legal)} if legal else {}
            assert found == {"moves": moves}
            asked |= {seat} if legal else set()
        going_on = not match.over and len(match.turns) < 90
        if going_on:
            match.play({s: any_move(rules, match.state, s, rng, 64) for s in match.to_act})
    assert len(asked) == len(match.returns) or game == "ra"


@pytest.mark.parametrize(
    ("answers", "view", "told"),
    [
        ("karate", 3, '"view" is 3'),
        ("karate", {}, '"seat" is missing'),
        ("karate", {"seat": 0}, '"played" is missing'),
        ("guess", {"seat": 0, "closed": 1}, '"rounds" is missing'),
        ("set", {"seat": 0, "over": 1}, '"over" is 1'),
        ("ur", {"seat": 0, "roll": 1, "side_to_move": "light"}, '"rules" is missing'),
        ("jaipur", {"seat": 0}, '"to_move" must be'),
        ("ctf", {"seat": 0}, '"layout" is missing'),
        ("tracker", {"seat": 0, "play": "x"}, '"play" is "x"'),
        ("tracker", {"seat": 0, "play": "watch", "layout": [1]}, '"layout" is'),
        ("tracker", {"seat": 0, "play": "watch", "layout": ["##"]}, "layout: "),
        *(
            ("tracker", {"play": "hunt", "layout": ["####", "#  #", "####"], **rest}, told)
            for rest, told in (
                ({"seat": 0}, '"phase" is missing'),
                ({"seat": 0, "phase": "mark"}, '"phase" is "mark"'),
                ({"seat": 2, "phase": "walk"}, '"cell" is missing'),
                ({"seat": 0, "phase": "chase", "hunters": [0]}, '"hunters" is [0]'),
                ({"seat": 0, "phase": "chase", "hunters": [0, 2]}, '"hunters" is [0, 2]'),
            )
        ),
    ],
    indirect=["answers"],
)
def test_a_view_that_cannot_be_is_refused(
    answers: Callable[..., dict[str, Any]], view: object, told: str
) -> None:
    error = answers(op="legal", view=view)["error"]
    assert told in error["message"]
    assert error["type"].startswith("Bad")


@pytest.mark.parametrize("answers", ["karate"], indirect=True)
@pytest.mark.parametrize(
    ("fields", "kind", "told"),
    [
        ({"op": "view", "turns": []}, "BadRequest", '"seat" is missing'),
        ({"op": "view", "turns": [], "seat": 2}, "BadRequest", '"seat" is 2'),
        ({"op": "view", "turns": 3, "seat": 0}, "BadRequest", '"turns" is 3'),
        ({"op": "legal", "options": 3}, "BadRequest", '"options" is 3'),
        ({"op": "legal", "options": {"size": 3}}, "BadOption", "has no option 'size'"),
        ({"op": "legal", "seed": 1.5, "turns": []}, "BadRequest", '"seed" is 1.5'),
        ({"op": "legal", "turns": ["kick"]}, "BadRequest", "Turn 1: A turn is an object"),
        ({"op": "legal", "turns": [{}]}, "BadRequest", "Turn 1: A turn is an object"),
        ({"op": "legal", "turns": [{"0": 1, "1": "kick"}]}, "BadRequest", "A move is a text."),
        ({"op": "legal", "turns": [{"0": "kick"}]}, "IllegalMove", "Turn 1: It is the turn of"),
        ({"op": "legal", "turns": [{"0": "kick", "1": "x"}]}, "IllegalMove", "Turn 1: 'x' is not"),
        ({"op": "apply", "turns": []}, "BadRequest", '"steps" is missing'),
        ({"op": "apply", "steps": [{"*": "1"}]}, "IllegalMove", "Step 1: It is the turn of"),
        ({"op": "legal", "turns": [{}] * 20_001}, "BadRequest", "at most 20000 turns"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    answers: Callable[..., dict[str, Any]], fields: dict[str, Any], kind: str, told: str
) -> None:
    error = answers(**fields)["error"]
    assert error["type"] == kind
    assert told in error["message"]
    assert "moves" in answers(op="legal")


def test_chance_is_drawn_or_said_and_own_operations_stay() -> None:
    own = {"legal": lambda request: {"own": True}, "perft": lambda request: {}}
    ur = of_matches("ur", own)
    assert set(ur) == {"legal", "perft", "view", "apply"}
    assert ur["legal"]({"op": "legal", "roll": 2}) == {"own": True}
    said = ur["view"]({"turns": [{"*": "3"}], "seat": 0})["view"]
    assert (said["roll"], said["side_to_move"]) == (3, "light")
    drawn = {ur["view"]({"seat": 0, "seed": seed})["view"]["roll"] for seed in range(40)}
    assert drawn == {0, 1, 2, 3, 4}
    wrong = {"turns": [{"*": "9"}], "seat": 0}
    with pytest.raises(IllegalMove, match="Turn 1: The dice cannot show '9'"):
        ur["view"](wrong)


def test_a_position_of_ur_is_read_as_it_is_written() -> None:
    rules = catalog.rules("ur")
    state, written = rules.new(catalog.spec("ur").params()), 0
    form = plain_form("ur", {})
    rng = Stream(3)
    while rules.to_act(state) and written <= 30:
        plain = form.view(state, 0)
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
