"""The planner: orders that are good, targets that are held, and its strength against starters."""

from __future__ import annotations

import pytest

from ai.planetwars.outlook import AHEAD, PlanetsAhead
from ai.planetwars.planner import FleetPlan, Temper, orders_of, plan
from ai.planetwars.starters import RULES
from games.planetwars.engine.forecast import project, spare
from games.planetwars.engine.maps import made
from games.planetwars.engine.state import State, begun, turned
from games.planetwars.engine.turns import apply, fault
from games.streams import Stream
from tests.ai.planetwars.test_outlook import position_of


def planned(state: State, temper: Temper | None = None) -> FleetPlan:
    return plan(PlanetsAhead(state), 1, temper or Temper())


@pytest.mark.parametrize(
    "temper", [Temper(), Temper(fear=0.0, answer=0.0), Temper(waits=False, extra=0.3)], ids=str
)
def test_orders_are_good_in_positions_of_all_kinds(temper: Temper) -> None:
    for seed in range(6):
        state = position_of(seed, 10 * seed)
        for seat, view in enumerate((state, turned(state))):
            assert fault(state, seat, planned(view, temper).orders) is None


def test_a_plan_for_the_other_seat_is_that_of_the_view_turned_over() -> None:
    state = position_of(4, 30)
    assert plan(PlanetsAhead(state), 2, Temper()) == plan(PlanetsAhead(turned(state)), 1, Temper())


def test_the_cheap_near_planet_is_taken_and_held() -> None:
    state = begun(
        *([(0.0, 0.0), (4.0, 0.0), (25.0, 0.0), (21.0, 0.0)], [1, 0, 2, 0]),
        *([100, 10, 100, 80], [5, 5, 5, 1]),
    )
    made_plan = planned(state)
    assert [(order[0], order[1]) for order in made_plan.orders] == [(0, 1)]
    assert made_plan.aims[0].planet == 1
    assert made_plan.aims[0].payback == pytest.approx(4 + 11 / 5)
    assert project(state, AHEAD, made_plan.orders)[1][AHEAD][0] == 1


def test_a_planet_that_would_fall_gets_help_in_time() -> None:
    state = begun(*([(0.0, 0.0), (4.0, 0.0), (14.0, 0.0)], [1, 1, 2]), *([60, 5, 80], [5, 1, 5]))
    attacked = apply(state, (), [(2, 1, 40)])
    assert spare(attacked, 0)[1].fall is not None
    saved = attacked
    for _ in range(6):  # ships that wait leave in a later turn
        saved = apply(saved, planned(saved).orders, ())
    assert spare(saved, 0)[1].fall is None


def test_ships_flee_from_a_planet_that_falls_in_the_coming_turn() -> None:
    start = begun([(0.0, 0.0), (9.0, 0.0), (11.0, 0.0)], [1, 1, 2], [3, 9, 400], [0, 1, 5])
    doomed = apply(start, (), [(2, 1, 300)])
    assert (1, 0, doomed.ships[1]) in planned(doomed).orders


def test_waiting_launches_are_no_orders_of_this_turn() -> None:
    launches = planned(made(11)).launches
    now = [each for each in launches if not each.wait]
    assert sum(each.ships for each in now) == sum(ships for _, _, ships in orders_of(launches))


@pytest.mark.parametrize("name", list(RULES))
def test_it_beats_each_starter_from_both_seats(name: str) -> None:
    for seat in (0, 1):
        rng, state = Stream(5), made(5)
        while state.winner is None:
            views = (state, turned(state))
            own = planned(views[seat]).orders
            other = RULES[name](views[1 - seat], rng).orders
            state = apply(state, *((own, other) if seat == 0 else (other, own)))
        assert state.winner == seat
