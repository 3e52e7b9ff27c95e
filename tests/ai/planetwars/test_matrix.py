"""The matrix of plans: good orders, the equilibrium, and the columns that are believed."""

from __future__ import annotations

import pytest

from ai.planetwars import matrix
from ai.planetwars.matrix import COLUMNS, STARTERS, Decided, decide, enemy_launches
from ai.planetwars.outlook import PlanetsAhead
from ai.planetwars.planner import Temper, orders_of, plan
from ai.planetwars.starters import RULES
from ai.planetwars.value import VALUE
from games.planetwars.engine.state import State, turned
from games.planetwars.engine.turns import fault
from games.streams import Stream
from tests.ai.planetwars.test_outlook import position_of


def decided(state: State, believed: str = "", trust: float = 0.5) -> Decided:
    def weight(word: str) -> float:
        return 1.0 if not believed or word == believed else 0.0

    return decide(state, VALUE.load(), weight, trust, Stream(1))


@pytest.mark.parametrize("seed", range(6))
def test_orders_are_good_and_the_same_for_the_same_view(seed: int) -> None:
    state = position_of(seed, 10 * seed)
    made = decided(state)
    assert fault(state, 0, made.orders) is None
    again = decided(state)
    assert (again.launches, again.chosen, again.mix) == (made.launches, made.chosen, made.mix)
    assert sum(made.mix) == pytest.approx(1)
    assert made.mix[list(made.plans).index(made.chosen)] > 0


def test_the_columns_are_what_those_players_would_order() -> None:
    state = position_of(2, 20)
    columns = enemy_launches(state, PlanetsAhead(state), Stream(0))
    assert set(columns) == {*COLUMNS, *STARTERS, "nothing"}
    view = turned(state)
    assert orders_of(columns["steady"]) == plan(PlanetsAhead(view), 1, Temper()).orders
    assert orders_of(columns["rage"]) == RULES["rage"](view, Stream(0)).orders
    assert columns["nothing"] == ()


def test_whole_trust_expects_the_believed_column_alone() -> None:
    made = decided(position_of(5, 20), "rage", trust=1.0)
    assert made.expected[list(made.columns).index("rage")] == 1
    column = list(made.columns).index("rage")
    usual = made.chances[0, column]
    assert made.chances[list(made.plans).index(made.chosen), column] >= usual - 1 / 2048
    assert made.chance >= usual - 1 / 2048, "changes of the plan only gain"


def test_a_plan_that_gains_too_little_is_not_taken_for_the_steady_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matrix, "MARGIN", 2.0)
    for seed in range(4):
        state = position_of(seed, 10 * seed)
        made = decided(state)
        assert made.chosen == "steady"
        assert made.orders == plan(PlanetsAhead(state), 1, Temper()).orders
