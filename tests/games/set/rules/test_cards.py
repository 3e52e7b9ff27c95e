"""The cards of Set by enumeration."""

from __future__ import annotations

import itertools
import json
import random
from math import comb

import pytest

from games.paths import ROOT
from games.set.rules.cards import (
    CARDS,
    DIGITS,
    JUNIOR,
    NAMES,
    NUMBERS,
    THIRD,
    features,
    is_set,
    is_ultraset,
    kind_of,
    links_among,
    sets_among,
    split,
    ultrasets_among,
)

EXTRA = json.loads((ROOT / "tests" / "cases" / "set" / "extra.json").read_text())


def agrees(a: int, b: int, c: int) -> bool:
    """Whether three cards are a set, feature by feature."""
    digits = zip(DIGITS[a], DIGITS[b], DIGITS[c], strict=True)
    return all(len(set(values)) != 2 for values in digits)


def test_every_two_cards_have_one_third() -> None:
    pairs = 0
    for a, b in itertools.combinations(range(CARDS), 2):
        assert [c for c in range(CARDS) if c not in (a, b) and agrees(a, b, c)] == [THIRD[a][b]]
        pairs += 1
    assert pairs == comb(81, 2)


def test_all_sets_of_the_deck_by_kind() -> None:
    found = sets_among(range(CARDS))
    assert len(found) == 1080
    kinds = [kind_of(places) for places in found]
    assert [kinds.count(kind) for kind in (1, 2, 3, 4)] == [108, 324, 432, 216]
    assert len(sets_among(JUNIOR)) == 117


def test_all_ultrasets_of_the_deck() -> None:
    found = ultrasets_among(range(CARDS))
    assert len(found) == len(set(found)) == 63_180
    few = random.Random(1).sample(found, 300)
    for cards in few:
        pairs = split(cards)
        assert pairs is not None
        assert THIRD[pairs[0][0]][pairs[0][1]] == THIRD[pairs[1][0]][pairs[1][1]]


def test_an_ultraset_is_found_by_trying_every_split() -> None:
    rng, yes = random.Random(2), 0
    for _ in range(400):
        cards = rng.sample(range(CARDS), 4)
        splits = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
        right = [
            1
            for (a, b), (c, d) in splits
            if any(agrees(cards[a], cards[b], x) and agrees(cards[c], cards[d], x)
                   for x in range(CARDS))
        ]  # fmt: skip
        assert is_ultraset(cards) == bool(right)
        assert len(right) <= 1
        yes += len(right)
    assert yes >= 5


def test_worked_cases() -> None:
    for a, b, third in EXTRA["third"]:
        assert NAMES[THIRD[NUMBERS[a]][NUMBERS[b]]] == third
    for a, b, c, yes, told in EXTRA["is_set"]:
        cards = [NUMBERS[name] for name in (a, b, c)]
        assert is_set(*cards) == yes
        assert features(cards) == told


@pytest.mark.parametrize("size", [10, 12])
def test_ten_junior_cards_hold_a_set_and_ten_cards_an_ultraset(size: int) -> None:
    rng = random.Random(size)
    for _ in range(150):
        assert sets_among(rng.sample(JUNIOR, size))
        assert ultrasets_among(rng.sample(range(CARDS), size))


def without_ultraset(chosen: list[int], thirds: set[int], left: list[int]) -> int:
    """The most cards without an UltraSet that begin with the `chosen`, of whose pairs these are the
    third cards.
    """
    most = len(chosen)
    for number, card in enumerate(left):
        more = {THIRD[card][other] for other in chosen}
        if len(more) == len(chosen) and not more & thirds:
            rest = left[number + 1 :]
            most = max(most, without_ultraset([*chosen, card], thirds | more, rest))
    return most


def test_any_ten_cards_hold_an_ultraset_by_enumeration() -> None:
    """Two pairs with one third card are an UltraSet. Ten cards with one value of a feature, or of a
    sum of features, have 45 pairs and 27 third cards. All others have five that can be named 0000,
    1000, 0100, 0010 and 0001, where sets and UltraSets stay what they are.
    """
    first = [NUMBERS[name] for name in ("0000", "1000", "0100", "0010", "0001")]
    thirds = {THIRD[a][b] for a, b in itertools.combinations(first, 2)}
    assert len(thirds) == 10
    assert without_ultraset(first, thirds, [c for c in range(CARDS) if c not in first]) == 9
    flat = [card for card in range(CARDS) if NAMES[card][0] == "0"]
    assert len({THIRD[a][b] for a, b in itertools.combinations(flat, 2)}) == 27 < 45


def test_a_link_of_a_chain_has_two_cards_of_the_table_and_one_beside() -> None:
    rng, links = random.Random(5), 0
    for _ in range(40):
        cards = rng.sample(range(CARDS), 15)
        beside, table = cards[:3], cards[3:]
        found = set(links_among(table, beside))
        wanted = {
            (a, b, c)
            for a, b in itertools.combinations(table, 2)
            for c in beside
            if agrees(a, b, c)
        }
        assert found == wanted
        links += len(found)
    assert links > 50
