"""A game playing itself in a small frame: on the launcher's wall and on the page before a game.

The miniature of a game is a drawing of its own with inline agents. It is drawn on a surface at
the size it is shown, about 15 times a second, and stands still under reduced motion.
"""

from __future__ import annotations

from typing import Any

import pygame

from games import catalog
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import NOTE, Theme

REDRAW_SECONDS = 1 / 15  # chosen by eye


class Poster:
    """The live miniature of one game; `problem` says why there is none."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.problem = ""
        self.miniature: Any = None
        self.picture: pygame.Surface | None = None
        self._canvas: Canvas | None = None
        self._age = 0.0

    def load(self, theme: Theme) -> None:
        """Make the miniature; one that cannot be made leaves a problem."""
        try:
            self.miniature = catalog.miniature(self.game_id)(theme)
        except Exception as fault:
            self.give_up(fault)

    def give_up(self, fault: Exception) -> None:
        """Show the `fault` in place of a miniature from now on."""
        self.problem = f"{type(fault).__name__}: {fault}"[:200]
        self.miniature = None

    def update(self, dt: float) -> None:
        """Let time pass until the next redrawing."""
        self._age += dt

    def refresh(self, canvas: Canvas, box: Box) -> Exception | None:
        """Redraw the picture for a box with the time that has passed; returns a fault."""
        if self.miniature is None:
            return None
        pixels = canvas.box(box).size
        if self.picture is None or self.picture.get_size() != pixels or self._canvas is None:
            self.picture = pygame.Surface(pixels).convert()
            self._canvas = canvas.sibling(self.picture, self.miniature.units)
        self._canvas.theme = canvas.theme
        try:
            self.miniature.update(self._age)
            self.miniature.draw(self._canvas)
        except Exception as fault:
            self.give_up(fault)
            return fault
        self._age = 0.0
        return None

    def draw(self, canvas: Canvas, box: Box) -> None:
        """The picture in a box, or why there is none."""
        if self.picture is None or self.miniature is None:
            self._draw_problem(canvas, box)
            return
        place = canvas.box(box)
        picture = self.picture
        if picture.get_size() != place.size:
            picture = pygame.transform.smoothscale(picture, place.size)
        canvas.surface.blit(picture, place)

    def _draw_problem(self, canvas: Canvas, box: Box) -> None:
        if not self.problem:
            return
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        canvas.icon("warning", (middle[0], middle[1] - 30), 36, "quiet")
        canvas.paragraph(self.problem, middle, box[2] - 40, NOTE, "quiet", align="centre", most=3)


def draw_backdrop(canvas: Canvas) -> None:
    """The calm night behind the menus, over the whole window."""
    width, height = canvas.surface.get_size()
    name = "launcher-backdrop"
    if width * height > 2560 * 1440:
        small = canvas.sprites(name, width // 2, height // 2)
        canvas.surface.blit(pygame.transform.scale(small, (width, height)), (0, 0))
        return
    canvas.surface.blit(canvas.sprites(name, width, height), (0, 0))
