"""The words of plans: one plain sentence, and what the cadet leaves out."""

from __future__ import annotations

import pytest

from ai.planetwars.outlook import PlanetsAhead
from ai.planetwars.planner import Temper, plan
from ai.planetwars.planning import CADET, Planner, plan_mind, told
from games.core import Limit
from games.mind import Note, check_mind, is_plain_sentence
from games.planetwars.engine.orders import LegalOrders, written
from games.planetwars.engine.state import begun, turned
from games.planetwars.engine.turns import apply
from tests.ai.planetwars.test_outlook import position_of


@pytest.mark.parametrize("seed", range(8))
def test_every_mind_begins_with_a_plain_sentence(seed: int) -> None:
    state = position_of(seed, 9 * seed)
    for view in (state, turned(state)):
        outlook = PlanetsAhead(view)
        made = plan(outlook, 1, Temper())
        mind = check_mind(plan_mind(outlook, made, made.launches))
        assert isinstance(mind[0], Note)
        assert is_plain_sentence(mind[0].text), mind[0].text


def test_a_target_is_named_with_its_turn() -> None:
    state = begun([(0.0, 0.0), (4.0, 0.0), (25.0, 0.0)], [1, 0, 2], [100, 10, 100], [5, 5, 5])
    outlook = PlanetsAhead(state)
    made = plan(outlook, 1, Temper())
    assert told(outlook, made, made.launches) == "I take planet 1 in 4 turns: it pays back in 6."


def test_an_attack_and_help_are_told_apart() -> None:
    state = begun([(0.0, 0.0), (6.0, 0.0)], [1, 2], [100, 10], [5, 1])
    outlook = PlanetsAhead(state)
    made = plan(outlook, 1, Temper())
    assert told(outlook, made, made.launches).startswith("I attack planet 1: my ")
    both = begun([(0.0, 0.0), (4.0, 0.0), (8.0, 0.0)], [1, 1, 2], [60, 5, 80], [5, 1, 5])
    attacked = apply(both, (), [(2, 1, 40)])
    outlook = PlanetsAhead(attacked)
    made = plan(outlook, 1, Temper())
    assert told(outlook, made, made.launches) == "I send help to planet 1, which would fall."


def test_the_cadet_gives_orders_every_third_turn_and_sends_a_fifth_more() -> None:
    state = begun([(0.0, 0.0), (4.0, 0.0), (25.0, 0.0)], [1, 0, 2], [100, 10, 100], [5, 5, 5])
    cadet = Planner(CADET, every=3)
    for turn, gives in ((0, True), (1, False), (2, False), (3, True)):
        view = state._replace(turn=turn)
        answer = cadet.act(0, view, LegalOrders(view, 0), Limit())
        assert (answer.move != written(())) == gives
    sent = [plan(PlanetsAhead(state), 1, temper).aims[0].ships for temper in (Temper(), CADET)]
    assert sent == [11, 14]
