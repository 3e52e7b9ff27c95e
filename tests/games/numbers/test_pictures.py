"""The pictures in the help of Numbers show hits where they say hits, and chance within its band."""

from __future__ import annotations

from games.intervals import chance_band
from games.numbers.pictures import KEYS, PICTURES, ChanceBand, KeyPicture
from games.numbers.rules import CHANCE_OF_HIT
from games.shell.draw.theme import Theme


def test_what_was_known_are_hits_and_what_was_free_are_none() -> None:
    for name, hit in (("known", True), ("free", False), ("glass", False)):
        picture = PICTURES[name](Theme())
        assert isinstance(picture, KeyPicture)
        assert {key == guess for key, guess in picture.pairs} == {hit}
        for _ in range(40):
            picture.update(0.1)
        assert picture.number == 1, "the next pair had its turn"


def test_pure_chance_ends_within_its_band() -> None:
    picture = PICTURES["chance"](Theme(reduced_motion=True))
    assert isinstance(picture, ChanceBand)
    assert picture.tally.pressed == KEYS
    low, high = chance_band(KEYS, CHANCE_OF_HIT)
    assert low <= picture.tally.share <= high
