"""The tracker in the launcher plays by itself."""

from __future__ import annotations

import pygame

from games.shell.draw.canvas import Canvas
from games.shell.draw.sprites import SpriteCache
from games.shell.draw.theme import Theme
from games.tracker.miniature import Miniature


def test_the_miniature_plays(drawings: SpriteCache) -> None:
    pygame.display.init()
    pygame.font.init()
    theme = Theme()
    small = Miniature(theme)
    canvas = Canvas(pygame.Surface((320, 180)), theme, drawings)
    canvas.resize(canvas.surface, small.units)
    seen = set()
    for _ in range(30):
        small.update(0.1)
        small.draw(canvas)
        seen.add(pygame.image.tobytes(canvas.surface, "RGB"))
    assert len(seen) > 15
