"""Ur in the launcher."""

from __future__ import annotations

import pygame
import pytest

from games.shell.draw.theme import Theme
from games.ur.miniature import Miniature
from tests.support.hands import film


@pytest.mark.parametrize("reduced", [False, True])
def test_the_miniature_plays_by_itself_and_always_the_same(reduced: bool) -> None:
    pygame.font.init()
    theme, seen = Theme(reduced_motion=reduced), []
    for _ in range(2):
        miniature = Miniature(theme)
        seen.append(film(miniature, theme))
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 5
    assert len(miniature.match.turns) > 61
