"""What comes over the planets: worked cases, and the engine's own turns as the second program."""

from __future__ import annotations

import json
import random

import pytest

from games.planetwars.engine.forecast import need, project, spare
from games.planetwars.engine.state import Fleet, State
from games.planetwars.engine.turns import apply
from tests.support.planetwars import orders_of, random_game, random_orders, state_of, worked

PLANS = worked("plans")["positions"]


@pytest.mark.parametrize("case", PLANS)
def test_worked_plans(case: dict[str, object]) -> None:
    state, seat = state_of(case["state"]), case["seat"]  # type: ignore[arg-type]
    assert isinstance(seat, int)
    first, second = (orders_of(orders) for orders in case["orders"])  # type: ignore[attr-defined]
    found = project(state, 20, first, second)
    assert json.loads(json.dumps(found)) == case["project"]
    for row in case["need"]:  # type: ignore[attr-defined]
        assert need(state, seat, row["planet"], row["turns"], row["until"]) == row["ships"]
    assert [[planet, *each] for planet, each in spare(state, seat).items()] == case["spare"]


def positions(seeds: range) -> list[State]:
    """Positions with some fleets, from random games that go on for ever."""
    return [
        state._replace(max_turns=10_000)
        for seed in seeds
        for number, (state, *_) in enumerate(random_game(seed, 60))
        if number % 20 == 15
    ]


def coming(state: State, turns: int) -> list[State]:
    """The states that come without an order."""
    found = [state]
    for _ in range(turns):
        found.append(apply(found[-1], (), ()))
    return found


def test_a_projection_is_what_the_engine_plays() -> None:
    looked, rng = 0, random.Random(5)
    for state in positions(range(8)):
        first, second = (random_orders(state, seat, rng) for seat in (0, 1))
        found = project(state, 40, first, second)
        after = apply(state, first, second)
        for turn, then in enumerate(coming(after, 39), start=1):
            assert [course[turn] for course in found] == list(
                zip(then.owners, then.ships, strict=True)
            )
        looked += len(state.fleets)
    assert looked > 100


def holds(state: State, seat: int, planet: int, turns: int, until: int, ships: int) -> bool:
    """Whether so many ships more make the planet the seat's from then on."""
    more = Fleet(seat + 1, ships, 0, planet, turns, state.turn + turns)
    states = coming(state._replace(fleets=(*state.fleets, more)), until)
    return all(then.owners[planet] == seat + 1 for then in states[turns:])


def test_need_is_the_least_that_takes_and_holds() -> None:
    rng, needed = random.Random(2), 0
    for state in positions(range(8)):
        for _ in range(6):
            planet, seat = rng.randrange(len(state.world)), rng.randrange(2)
            turns = rng.randrange(1, 12)
            until = turns + rng.randrange(15)
            least = need(state, seat, planet, turns, until)
            assert holds(state, seat, planet, turns, until, least)
            if least:
                assert not holds(state, seat, planet, turns, until, least - 1)
                needed += 1
    assert needed > 50


def test_spare_is_the_most_that_may_leave() -> None:
    bound = fallen = 0
    for state in positions(range(12)):
        for seat in (0, 1):
            for planet, (ships, fall) in spare(state, seat).items():
                owners = [then.owners[planet] for then in coming(state, 40)]
                if fall is not None:
                    assert owners.index(2 - seat) == fall
                    assert ships == 0
                    fallen += 1
                    continue
                for less, keeps in ((ships, True), (ships + 1, False)):
                    here = list(state.ships)
                    here[planet] -= less
                    if here[planet] >= 0:
                        then = coming(state._replace(ships=tuple(here)), 40)
                        assert all(s.owners[planet] == seat + 1 for s in then) == keeps
                        bound += not keeps
    assert bound > 3
    assert fallen >= 3
