"""Numbers in the launcher."""

from __future__ import annotations

import pygame
import pytest

from games.numbers.miniature import FIRST_KEYS, LETTER, SECONDS_A_KEY, Miniature
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from tests.support.hands import filmed_twice


@pytest.mark.parametrize("reduced", [False, True])
def test_the_miniature_plays_by_itself_and_always_the_same(reduced: bool) -> None:
    pictures, turns = filmed_twice(Miniature, reduced)
    assert len(set(pictures)) > (2 if reduced else 8)
    assert turns > FIRST_KEYS + 1


def test_the_letter_lies_there_closed_before_it_is_opened() -> None:
    theme = Theme()
    canvas = Canvas(pygame.Surface((640, 360)), theme)
    canvas.resize(canvas.surface, Miniature.units)
    small = Miniature(theme)
    small.update(SECONDS_A_KEY)
    small.draw(canvas)
    surface, ink = canvas.surface, canvas.colour("ink")
    area = canvas.box(LETTER)
    inked = sum(
        surface.get_at((x, y))[:3] == ink[:3]
        for x in range(area.left, area.right)
        for y in range(area.top, area.bottom)
    )
    assert inked < area.w * area.h / 2
