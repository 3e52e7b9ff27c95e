"""How the solvers go about a table: each finds every set, and takes the looks it is known for."""

from __future__ import annotations

from random import Random

import pytest

from games.set.laboratory.ways import WAYS, looks_of, sets_seen
from games.set.rules.cards import is_set, sets_among

TABLES = [Random(seed).sample(range(81), 12) for seed in range(12)]


@pytest.mark.parametrize("name", WAYS)
def test_every_set_is_found_once_and_nothing_else(name: str) -> None:
    found = 0
    for cards in TABLES:
        looks = looks_of(name, cards)
        assert sets_seen(looks) == set(sets_among(cards))
        sets = [look.places for look in looks if look.found]
        assert len(sets) == len(set(sets))
        assert all(is_set(*(cards[place] for place in places)) for places in sets)
        found += len(sets)
    assert found > 20


def test_how_many_looks_they_take() -> None:
    for cards in TABLES:
        counts = {name: len(looks_of(name, cards)) for name in WAYS}
        assert counts["brute"] == counts["batch"] == 220
        assert counts["table"] == 66
        assert 66 < counts["pairs"] <= 220
        assert counts["recursive"] < counts["brute"]
