"""Fair maps: all that a made one has to hold, and the symmetry of maps from elsewhere."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest

from games.planetwars.engine.maps import made, symmetry_of
from games.planetwars.engine.state import State, begun
from games.planetwars.engine.text import map_text, plain_state, state_of
from tests.support.planetwars import worked


def check_fair(state: State, kind: str) -> None:
    """All that the rules ask of a map that is made; not by the code that makes it."""
    places, growth = state.world.places, state.world.growth
    count = len(places)
    assert 15 <= count <= 30
    assert (state.owners[:2], state.ships[:2], growth[:2]) == ((1, 2), (100, 100), (5, 5))
    assert set(state.owners[2:]) == {0}
    found, partner = symmetry_of(state)
    assert partner is not None
    assert kind in ("", found)
    assert partner[:2] == (1, 0)
    for one in range(count):
        other = partner[one]
        assert partner[other] == one
        assert (state.ships[one], growth[one]) == (state.ships[other], growth[other])
        if one >= 2:
            assert one == other or 1 <= growth[one] <= 5
            assert one == other or 1 <= state.ships[one] <= 100
    for one, other in itertools.combinations(range(count), 2):
        off = math.dist(places[one], places[other])
        assert off >= 2
        assert abs(off - round(off)) >= 0.002
        assert math.ceil(off) == math.ceil(math.dist(places[partner[one]], places[partner[other]]))
    between = math.dist(*places[:2])
    assert between >= 8
    near = [n for n in range(2, count) if partner[n] != n and state.ships[n] <= 40]
    assert any(min(math.dist(places[n], places[home]) for home in (0, 1)) < between for n in near)
    middle = [sum(axis) / 2 for axis in zip(*places[:2], strict=True)]
    if found == "point":
        assert all(math.dist(place, middle) <= 15 for place in places)
    assert [min(axis) for axis in zip(*places, strict=True)] == [0, 0]
    assert all(round(x, 6) == x for place in places for x in place)


@pytest.mark.parametrize("maps", [60, pytest.param(2000, marks=pytest.mark.sweep)])
def test_made_maps_are_fair(maps: int) -> None:
    kinds, counts = Counter[str | None](), Counter[int]()
    for seed in range(maps):
        state = made(seed)
        check_fair(state, "")
        assert state_of(map_text(state)) == state
        kinds[symmetry_of(state)[0]] += 1
        counts[len(state.world)] += 1
    assert min(kinds["point"], kinds["mirror"]) > maps / 4
    assert len(counts) == 16


@pytest.mark.parametrize("kind", ["point", "mirror"])
def test_number_and_symmetry_can_be_chosen(kind: str) -> None:
    for planets in range(15, 31):
        state = made(4, planets, kind)
        assert len(state.world) == planets
        check_fair(state, kind)


def test_a_seed_makes_the_same_map_everywhere() -> None:
    lines = map_text(made(2010)).splitlines()
    assert lines[:3] == [
        "P 0.0 12.251994 1 100 5",
        "P 26.51208 15.48681 2 100 5",
        "P 3.112744 11.064139 0 39 3",
    ]


def test_worked_maps() -> None:
    for case in worked("maps")["maps"]:
        state = state_of(case["text"])
        assert plain_state(state) == case["state"]
        assert map_text(state) == case["text"]
        assert symmetry_of(state) == (case["symmetry"], tuple(case["partner"]))


def test_one_ship_more_or_a_place_that_is_off_makes_a_map_unfair() -> None:
    for seed in range(6):
        state = made(seed)
        assert symmetry_of(state) != (None, None)
        ships = list(state.ships)
        _, partner = symmetry_of(state)
        assert partner is not None
        odd = next(n for n in range(2, len(ships)) if partner[n] != n)
        ships[odd] += 1
        assert symmetry_of(state._replace(ships=tuple(ships))) == (None, None)
        places = list(state.world.places)
        places[odd] = (places[odd][0] + 0.01, places[odd][1])
        moved = begun(places, state.owners, state.ships, state.world.growth)
        assert symmetry_of(moved) == (None, None)


def test_a_map_of_thousand_planets_is_looked_at_quickly() -> None:
    rng = random.Random(1)
    half = [(rng.uniform(0, 500), rng.uniform(0, 900)) for _ in range(500)]
    places = [*half, *((1000 - x, 900 - y) for x, y in half)]
    state = begun(places, [1, *[0] * 499, 2, *[0] * 499], [9] * 1000, [1] * 1000)
    kind, partner = symmetry_of(state)
    assert kind == "point"
    assert partner is not None
    assert partner[0] == 500
