"""The living pictures in the help of Set."""

from __future__ import annotations

from games.set.pictures import BROKEN, FINDS, PICTURES, RACE, SETS
from games.set.rules.cards import NUMBERS, features, is_set


def test_what_is_shown_as_a_set_is_one_and_what_is_broken_is_none() -> None:
    for triples, right in ((SETS, True), (BROKEN, False)):
        for names in triples:
            a, b, c = (NUMBERS[name] for name in names)
            assert is_set(a, b, c) == right
    broken = [[*features([NUMBERS[name] for name in names]).values()] for names in BROKEN]
    assert all(kinds.count("broken") == 1 for kinds in broken)


def test_each_race_of_the_picture_is_over_before_the_next() -> None:
    assert set(PICTURES) == {"sets", "broken", "race", "poorer"}
    assert all(min(finds) + 1 < RACE for finds in FINDS)
    assert {finds.index(min(finds)) for finds in FINDS} == {0, 1}
