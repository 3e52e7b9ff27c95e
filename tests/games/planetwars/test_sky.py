"""The places of the map on the screen, fleets that fly together, and the words of a strip."""

from __future__ import annotations

import math

import pytest

from games.planetwars.engine.maps import made
from games.planetwars.engine.state import Fleet
from games.planetwars.engine.turns import apply
from games.planetwars.sky import free_corner, merged, sky_of, strip_words


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("box", [(0, 64, 880, 592), (0, 64, 516, 472)])
def test_every_planet_lies_in_the_sky_and_is_found_by_its_spot(
    seed: int, box: tuple[float, float, float, float]
) -> None:
    view = made(seed)
    sky = sky_of(view, box)
    x, y, w, h = box
    for planet, (px, py) in enumerate(sky.spots):
        assert x + 30 <= px <= x + w - 30
        assert y + 30 <= py <= y + h - 30
        assert sky.at(view, px, py) == planet
    assert sky.at(view, x - 500, y) is None


def test_discs_keep_apart_and_grow_with_growth() -> None:
    view = made(5)
    sky = sky_of(view, (0, 0, 880, 592))
    radii = [sky.radius(growth) for growth in range(6)]
    assert radii == sorted(radii)
    pairs = [(a, b) for a in range(len(sky.spots)) for b in range(a)]
    least = min(math.dist(sky.spots[a], sky.spots[b]) for a, b in pairs)
    assert least == pytest.approx(sky.nearest)
    assert 2 * max(radii) <= max(1.25 * least, 18)


def test_a_strip_lies_where_fewest_planets_are_hidden() -> None:
    view = made(5)
    sky = sky_of(view, (0, 64, 880, 592))
    left, top = free_corner(sky, 300, 116, 8)
    hidden = sum(left < x < left + 300 and top < y < top + 116 for x, y in sky.spots)
    assert hidden <= 1
    assert 64 <= top <= 64 + 592 - 116


def test_fleets_that_fly_together_are_drawn_as_one() -> None:
    one = Fleet(1, 5, 0, 1, 4, 7)
    assert merged([one, one._replace(ships=8), one._replace(owner=2)]) == [
        one._replace(ships=13),
        one._replace(owner=2),
    ]
    many = [one._replace(arrives=8 + n, ships=n) for n in range(10_000)]
    assert len(merged(many)) == 250
    assert min(fleet.ships for fleet in merged(many)) == 9750


def test_a_strip_says_who_comes_and_when() -> None:
    assert strip_words(3, [(1, 5), (1, 6), (2, 1)]) == "Planet 3 falls in 2"
    assert strip_words(3, [(2, 5), (1, 6)]) == "Planet 3 is yours in 1"
    assert strip_words(3, [(0, 5), (2, 6)]) == "Planet 3: theirs in 1"
    assert strip_words(3, [(1, 5), (1, 7)]) == "Planet 3 stays yours"
    view = apply(made(5), [(0, 2, 60)], ())
    assert view.fleets
