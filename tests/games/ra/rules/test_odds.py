"""The bag's odds against enumeration of small bags."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.ra.rules.odds import at_least, odds
from games.ra.rules.state import empty
from games.ra.tiles import pack


def test_the_end_is_as_likely_as_in_all_orders_of_a_small_bag() -> None:
    bag = ["ra", "ra", "ra", "nile", "art", "unrest", "gold"]
    orders = list(permutations(bag))
    state = empty(3, True)._replace(left=pack(bag), ra=6)
    found = odds(state)
    assert found["ra_to_end"] == 2
    for draws in range(1, 8):
        ended = sum(order[:draws].count("ra") >= 2 for order in orders)
        assert found["ends_within"][draws - 1] == pytest.approx(ended / len(orders), abs=1e-12)
    assert found["next"] == pytest.approx(
        {"ra": 3 / 7, "nile": 1 / 7, "art": 1 / 7, "unrest": 1 / 7, "gold": 1 / 7}
    )
    assert found["groups"] == pytest.approx(
        {"civilizations": 1 / 7, "monuments": 0.0, "catastrophes": 1 / 7}
    )


def test_an_empty_bag_ends_nothing() -> None:
    found = odds(empty(3, True)._replace(left=pack([])))
    assert (found["bag"], found["next"]) == (0, {})
    assert found["ends_within"] == [0.0] * 12
    assert at_least(0, 0, 0, 3) == 1.0
