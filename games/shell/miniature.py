"""A game's small picture in the launcher: it plays itself, small and quiet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

import pygame

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Theme


class Part(NamedTuple):
    """A part of a picture: all that its look depends on, and the box that it is drawn in."""

    look: Hashable
    box: Box


class Miniature:
    """The base of all miniatures: redrawn some 15 times a second, still under reduced motion.

    `units` is the virtual size that it draws in. A game's is `games.<id>.miniature.Miniature`.
    """

    units: tuple[float, float] = (320, 180)

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._ground_key: tuple[object, ...] = ()
        self._ground = pygame.Surface((1, 1))

    def update(self, age: float) -> None:
        """Let `age` seconds pass since the last picture."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it on a canvas of its units."""

    def draw_ground(
        self, canvas: Canvas, paint: Callable[[Canvas], None], of: Hashable = None
    ) -> None:
        """Draw what never changes: made by `paint` once for each size and for what it is `of`.

        What is drawn in part has to be the same as what is drawn whole, and smooth lines are not.
        """
        key = (of, canvas.size, canvas.theme)
        if key != self._ground_key:
            self._ground_key, self._ground = key, canvas.surface.copy()
            self._ground.set_clip(None)
            ground = canvas.sibling(self._ground, self.units)
            ground.fill("ink")
            paint(ground)
        canvas.blit(self._ground, (0, 0))

    def parts(self, canvas: Canvas) -> Mapping[str, Part] | None:
        """Return all changing parts, by name, as they would be drawn now on a `canvas`; None for
        all of it.

        Where only some parts look otherwise than when they were drawn last, or stand elsewhere, the
        picture is drawn again there alone. The rest never changes. A smooth line across the edge of
        a part belongs on a ground that is made once.
        """
        return None
