"""The small picture in the hall: fleets fly one after the other, and what they reach is theirs."""

from __future__ import annotations

from games.planetwars.miniature import Miniature
from games.shell.draw.theme import Theme


def test_fleets_take_one_planet_after_the_other_and_begin_again() -> None:
    small = Miniature(Theme())
    assert small.seen().owners == (1, 0, 0, 0, 2, 0)
    assert small.seen().fleets[0].target == 2
    small.update(2.5)
    assert small.seen().owners == (1, 0, 1, 0, 2, 0)
    small.update(2.4)
    assert small.seen().owners == (1, 0, 2, 0, 2, 0)
    small.update(2.4)
    assert small.seen().owners == (1, 0, 2, 1, 2, 0)
    small.update(2.4)
    assert small.seen().owners == (1, 0, 0, 0, 2, 0)
