"""Set in steps of a tenth of a second: claims at their time, frozen seats, agents' own claims."""

from __future__ import annotations

import numpy as np
import pytest

from ai.lab.environments.live import Blueprint
from ai.lab.set.environment import PATIENCE, TICK, LiveRace
from games import catalog
from games.set.rules.claims import parse, right_claims


def race_of(**given: object) -> LiveRace:
    live = Blueprint("set", {name: str(value) for name, value in given.items()}).begin(3, {})
    assert isinstance(live, LiveRace)
    return live


def right(live: LiveRace) -> int:
    """Return a claim of a set."""
    cards = right_claims(live.match.state)[0]
    places = sorted(live.match.state.table.index(card) for card in cards)
    return live.plan.shape.choosing.names.index(".".join(map(str, places)))


def wrong(live: LiveRace) -> int:
    sets = {frozenset(cards) for cards in right_claims(live.match.state)}
    for action in np.flatnonzero(live.mask(live.asked[0]))[1:]:
        places = live.plan.shape.choosing.names[action].split(".")
        if frozenset(live.match.state.table[int(place)] for place in places) not in sets:
            return int(action)
    raise AssertionError


def test_a_claim_is_made_at_the_end_of_its_step() -> None:
    live = race_of()
    for _ in range(7):
        live.choose(0)
        live.choose(0)
    assert live.clock == 7 * TICK
    assert live.take_gains() == [0.0, 0.0]
    live.choose(0)
    live.choose(right(live))
    claim = parse(dict(live.match.turns[12])[1])
    assert claim is not None
    assert claim.ms == 8 * TICK
    assert live.take_gains() == [-1.0, 1.0]
    assert live.clock == 0


def test_the_same_table_races_on_after_a_wrong_claim() -> None:
    live = race_of(penalty="freeze")
    live.choose(wrong(live))
    live.choose(0)
    assert live.clock == TICK
    assert live.match.state.frozen[0] > live.clock
    assert live.mask(0).sum() == 1
    assert live.mask(1).sum() > 200
    while live.clock + TICK < live.match.state.frozen[0]:
        live.choose(0)
        live.choose(0)
    assert live.mask(0).sum() > 200


def test_a_table_that_nobody_claims_is_given_up() -> None:
    live = race_of()
    turns = len(live.match.turns)
    for _ in range(PATIENCE // TICK):
        assert len(live.match.turns) == turns
        live.choose(0)
        live.choose(0)
    assert live.match.turns[turns] == ((0, "wait"), (1, "wait"))


def test_an_agent_claims_at_its_own_time() -> None:
    plan = Blueprint("set", {"goal": "10"})
    live = plan.begin(3, {1: catalog.resolve("set", "solver").make()})
    assert isinstance(live, LiveRace)
    for step in range(1, 6):
        live.choose(0)
        assert live.clock == step * TICK
    live.choose(0)
    assert live.match.state.taken == (0, 1)
    assert live.take_gains() == [-1.0, 1.0]
    live.choose(right(live))
    assert live.match.state.taken == (1, 1)
    while not live.over:
        live.choose(0)
    assert live.match.returns == (1.0, 9.0)


@pytest.mark.parametrize("none", ["auto", "call"])
def test_a_chain_claims_a_card_beside_the_table(none: str) -> None:
    live = race_of(mode="chain", none=none)
    live.choose(right(live))
    live.choose(0)
    names = live.plan.shape.choosing.names
    allowed = [names[place] for place in np.flatnonzero(live.mask(0))]
    assert (allowed[-1] == "none") == (none == "call")
    claims = [name for name in allowed if name[0].isdigit()]
    assert len(claims) == 3 * 12 * 11 // 2
    assert all("+" in name for name in claims)
    live.choose(names.index("0.1+2"))
    live.choose(0)
    assert live.match.state.points != (1, 0)
