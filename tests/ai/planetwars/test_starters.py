"""The five starters of 2010, order for order."""

from __future__ import annotations

import pytest

from ai.planetwars.starters import RULES
from games import catalog
from games.core import Limit
from games.match import Match
from games.planetwars.engine.state import State, turned
from games.planetwars.rules import GAME
from games.streams import Stream
from tests.support.planetwars import random_game, state_of, worked

POSITIONS = worked("starters")["positions"]
FIXED = ("bully", "prospector", "dual", "rage")


@pytest.mark.parametrize("agent", FIXED)
def test_worked_orders(agent: str) -> None:
    for case in POSITIONS:
        found = RULES[agent](state_of(case["view"]), Stream(1))
        assert [list(order) for order in found.orders] == case["orders"][agent]
        assert found.why.endswith(".")
    assert sum(bool(case["orders"][agent]) for case in POSITIONS) > 5


def test_random_draws_from_every_planet_and_rests_while_a_fleet_flies() -> None:
    acting = 0
    for case in POSITIONS:
        view, drawn = state_of(case["view"]), set[tuple[int, int]]()
        for key in range(200):
            orders = RULES["random"](view, Stream(key)).orders
            assert all(source != target for source, target, _ in orders)
            drawn |= {(source, ships) for source, _, ships in orders}
        assert drawn == {(source, ships) for source, ships in case["random"] or ()}
        acting += case["random"] is not None
    assert acting > 5


@pytest.mark.parametrize("agent", RULES)
def test_a_seat_does_not_matter(agent: str) -> None:
    for state, *_ in random_game(6, 40):
        views = GAME.view(state, 1), GAME.view(turned(state), 0)
        assert views[0] == views[1]
        one, two = (RULES[agent](view, Stream(3)) for view in views)
        assert one == two


@pytest.mark.parametrize("agent", RULES)
def test_a_match_ends_and_each_turn_has_its_reason(agent: str) -> None:
    seated = enumerate((agent, "rage"))
    players = {seat: catalog.resolve("planetwars", name).make() for seat, name in seated}
    match: Match[State] = Match(GAME, GAME.spec.params(), 3, players)
    reasons = set()
    while not match.over:
        decision = match.decide(0, Limit(mind=True))
        assert decision.mind
        reasons.add(decision.mind)
        match.step(Limit())
    assert len(reasons) > 2
    assert sum(match.returns) == 1.0
