"""Belts: a colour for each, and a shadow of those that are not won."""

from __future__ import annotations

import pygame

from games import catalog
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.widgets.belts import CLOTHS, draw_belt


def test_a_belt_looks_like_its_colour_only_when_it_is_won() -> None:
    pygame.display.set_mode((64, 64))
    given = {level.belt.split()[0] for level in catalog.spec("karate").opponents.levels}
    assert given <= set(CLOTHS)
    pictures = {}
    for won in (True, False):
        for colour in CLOTHS:
            canvas = Canvas(pygame.Surface((640, 480)), Theme())
            canvas.fill("ink")
            draw_belt(canvas, (10, 10, 80, 60), f"{colour} belt", won)
            pictures[colour, won] = pygame.image.tobytes(canvas.surface, "RGB")
    assert len({pictures[colour, True] for colour in CLOTHS}) == 6
    assert len({pictures[colour, False] for colour in CLOTHS}) == 1
