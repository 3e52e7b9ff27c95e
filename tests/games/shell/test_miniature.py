"""The base of small pictures: a ground is made once for a size and for what it is of."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature


def test_a_ground_covers_what_was_there_and_is_made_anew_only_for_something_else() -> None:
    theme, made = Theme(), []
    small = Miniature(theme)
    canvas = Canvas(pygame.Surface((320, 180)), theme)
    canvas.resize(canvas.surface, small.units)

    def paint(ground: Canvas) -> None:
        made.append(ground)
        ground.rect((100, 60, 40, 40), "brass")

    def corner_after(of: Hashable) -> tuple[int, ...]:
        canvas.surface.fill("white")
        small.draw_ground(canvas, paint, of)
        assert canvas.surface.get_at((120, 80)) == canvas.colour("brass")
        return tuple(canvas.surface.get_at((5, 5)))[:3]

    for of, times in (("day", 1), ("day", 1), ("night", 2)):
        assert corner_after(of) == canvas.colour("ink")[:3]
        assert len(made) == times
