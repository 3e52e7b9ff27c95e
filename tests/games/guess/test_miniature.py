"""The small picture of Guess 2/3."""

from __future__ import annotations

from games.guess.miniature import Miniature
from games.shell.draw.theme import Theme
from tests.support.hands import Rig, film


def test_it_moves_and_stands_still_under_reduced_motion(rig: Rig) -> None:
    moving, calm = Theme(), Theme(reduced_motion=True)
    assert len(set(film(Miniature(moving), moving, 12, 0.3))) >= 5
    assert len(set(film(Miniature(calm), calm, 6, 0.3))) == 1
