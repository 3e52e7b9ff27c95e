"""`sensei` in a match: it learns what it faces, and its state follows from what it saw."""

from __future__ import annotations

import pytest

from ai.planetwars.matrix import COLUMNS, STARTERS
from ai.planetwars.outlook import PlanetsAhead
from ai.planetwars.planner import Temper, plan
from ai.planetwars.sensei import EXPLAINS, FleetSensei, likeness
from ai.planetwars.starters import RULES
from games.core import Limit
from games.mind import Note, check_mind, is_plain_sentence
from games.planetwars import SPEC
from games.planetwars.engine.maps import made
from games.planetwars.engine.orders import LegalOrders, written
from games.planetwars.engine.state import Orders, State, turned
from games.planetwars.engine.text import map_text
from games.planetwars.rules import GAME
from games.streams import Stream


def begun_agent(seed: int, seat: int = 0) -> FleetSensei:
    params = SPEC.params({})
    params["map"] = map_text(made(seed))
    agent = FleetSensei()
    agent.begin((seat,), GAME, params, Stream(seed))
    return agent


def enemy(name: str, view: State) -> Orders:
    if name in RULES:
        return RULES[name](view, Stream(0)).orders
    return plan(PlanetsAhead(view), 1, Temper()).orders


def watch(agent: FleetSensei, seed: int, name: str, turns: int, seat: int = 0) -> State:
    """Let both sides play by rules while the agent watches from its seat."""
    state = made(seed)
    for _ in range(turns):
        views = (state, turned(state))
        orders = [enemy("steady", view) for view in views]
        orders[1 - seat] = enemy(name, views[1 - seat])
        state, events = GAME.apply(state, dict(enumerate(map(written, orders))))
        agent.observe(events)
    return state


@pytest.mark.parametrize("name", ["rage", "bully", "steady"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_enemy_is_known_after_some_turns(name: str, seat: int) -> None:
    agent = begun_agent(3, seat)
    watch(agent, 3, name, 12, seat)
    weights = {word: agent.weight_of(word) for word in EXPLAINS}
    assert max(weights, key=weights.__getitem__) == name
    assert agent.trust() > 0.7


def test_two_that_saw_the_same_order_the_same() -> None:
    moves = []
    for _ in range(2):
        agent = begun_agent(6)
        view = GAME.view(watch(agent, 6, "rage", 8), 0)
        agent.rng.jump(8)
        moves.append(agent.act(0, view, LegalOrders(view, 0), Limit()).move)
    assert moves[0] == moves[1]


def test_its_mind_begins_with_a_sentence_and_has_its_chance_as_a_curve() -> None:
    agent = begun_agent(6)
    view = GAME.view(watch(agent, 6, "dual", 10), 0)
    mind = check_mind(agent.act(0, view, LegalOrders(view, 0), Limit(mind=True)).mind)
    assert isinstance(mind[0], Note)
    assert is_plain_sentence(mind[0].text)
    kinds = {type(item).__name__ for item in mind}
    assert {"Bars", "Series", "Lines"} <= kinds


@pytest.mark.parametrize(
    ("foreseen", "orders", "share"),
    [
        ((), (), 1.0),
        (((0, 1, 4),), (), 0.0),
        (((0, 1, 4),), ((0, 1, 4),), 1.0),
        (((0, 1, 4), (2, 3, 4)), ((0, 1, 2), (2, 5, 6)), 0.25),
        (((0, 1, 0),), ((0, 1, 0),), 1.0),
    ],
)
def test_likeness_is_the_share_of_ships_that_go_the_same_way(
    foreseen: Orders, orders: Orders, share: float
) -> None:
    assert likeness(foreseen, orders) == share


def test_every_column_of_the_matrix_explains_a_player() -> None:
    assert set(EXPLAINS) == {*COLUMNS, *STARTERS, "nothing"}
