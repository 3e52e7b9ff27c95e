"""The arrays of the outlook against the plain forecasts of the rules."""

from __future__ import annotations

import pytest

from ai.planetwars.outlook import AHEAD, Launch, PlanetsAhead
from games.planetwars.engine import forecast
from games.planetwars.engine.maps import made
from games.planetwars.engine.state import State, begun, turned
from games.planetwars.engine.turns import apply
from games.streams import Stream


def position_of(seed: int, turns: int) -> State:
    """Return a position after so many turns of random fleets of both."""
    rng, state = Stream(seed), made(seed)
    for _ in range(turns):
        orders = []
        for owner in (1, 2):
            own = [p for p, of in enumerate(state.owners) if of == owner and state.ships[p]]
            sent = [
                (p, (p + 1 + rng.below(len(state.owners) - 1)) % len(state.owners)) for p in own
            ]
            orders.append([(a, b, 1 + rng.below(state.ships[a])) for a, b in sent[:2]])
        after = apply(state, *orders)
        if after.winner is not None:
            break
        state = after
    return state


@pytest.fixture(scope="module", params=[(1, 5), (2, 25), (3, 60)])
def position(request: pytest.FixtureRequest) -> State:
    return position_of(*request.param)


def test_owners_and_ships_are_those_that_the_rules_foresee(position: State) -> None:
    outlook, courses = PlanetsAhead(position), forecast.project(position, AHEAD)
    for planet, course in enumerate(courses):
        assert list(zip(outlook.owners[planet], outlook.ships[planet], strict=True)) == course


def test_need_and_spare_are_those_of_the_rules(position: State) -> None:
    outlook = PlanetsAhead(position)
    for seat in (0, 1):
        needed, surplus = outlook.needed(seat + 1), outlook.surplus(seat + 1)
        for planet in range(len(position.owners)):
            for turn in (1, 2, 7, 20, AHEAD):
                least = forecast.need(position, seat, planet, turn, AHEAD)
                assert needed[planet, turn] == least, (planet, turn)
        for planet, (ships, _) in forecast.spare(position, seat).items():
            assert surplus[planet, 0] == ships


def test_launches_now_come_to_what_the_turn_makes_of_orders(position: State) -> None:
    source = next(p for p, of in enumerate(position.owners) if of == 1 and position.ships[p] > 3)
    orders = [(source, (source + 1) % len(position.owners), 3)]
    outlook = PlanetsAhead(position).with_launches([Launch(*order) for order in orders], 1)
    for planet, course in enumerate(forecast.project(position, AHEAD, orders)):
        assert list(zip(outlook.owners[planet], outlook.ships[planet], strict=True)) == course


def test_a_launch_that_waits_leaves_later_and_lands_later() -> None:
    state = begun([(0.0, 0.0), (3.0, 0.0), (30.0, 0.0)], [1, 0, 2], [20, 4, 9], [2, 1, 5])
    outlook = PlanetsAhead(state).with_launches([Launch(0, 1, 22, wait=2)], 1)
    assert outlook.ships[0, :4].tolist() == [20, 22, 2, 4]
    assert outlook.owners[1, 4:7].tolist() == [0, 1, 1]
    assert outlook.ships[1, 5] == 18
    assert PlanetsAhead(state).ships[0, 2] == 24, "the first outlook stays as it is"


def test_nothing_leaves_a_planet_that_fell_before() -> None:
    state = begun([(0.0, 0.0), (3.0, 0.0)], [1, 2], [5, 50], [0, 0])
    attacked = apply(state, (), [(1, 0, 40)])
    outlook = PlanetsAhead(attacked).with_launches([Launch(0, 1, 5, wait=4)], 1)
    assert outlook.owners[0, 4] == 2
    assert outlook.ships[0, 6] == 35


def test_an_attack_counts_all_that_can_land_by_then() -> None:
    state = begun([(0.0, 0.0), (3.0, 0.0), (0.0, 5.0)], [0, 1, 1], [7, 10, 20], [1, 1, 2])
    outlook = PlanetsAhead(state)
    attack = outlook.attack(outlook.surplus(1))
    assert attack[0, [2, 3, 4, 5, 6]].tolist() == [0, 10, 11, 32, 35]
    assert (outlook.attack(outlook.surplus(1), [3, 5]) == attack[:, [3, 5]]).all()
    assert not outlook.attack(outlook.surplus(2)).any()


def test_the_seats_turned_over_have_the_same_future(position: State) -> None:
    one, two = PlanetsAhead(position), PlanetsAhead(turned(position))
    assert (one.ships == two.ships).all()
    assert (one.surplus(1) == two.surplus(2)).all()
    assert (one.needed(2) == two.needed(1)).all()
    assert one.flying() == two.flying()[::-1]
