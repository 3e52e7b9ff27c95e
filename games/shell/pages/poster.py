"""A game playing itself in a frame: in the hall, and small beside what its help explains.

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
LARGEST_BACKDROP = 2560 * 1440
"""Windows of more pixels have a backdrop of half the size, enlarged: it is soft anyway."""
SIZES = 2
"""So many sizes of a picture are kept, the newest: a large one and a small one."""
Size = tuple[int, int]


class Poster:
    """A living picture of one game by its `name`; `problem` says why there is none.

    "game" is the game itself, its miniature in the hall.

    It can be shown at several sizes, one of which lives: `picture` is what was drawn last. The
    others stay as they were when they lived.
    """

    def __init__(self, game_id: str, name: str = "game") -> None:
        self.game_id, self.name = game_id, name
        self.problem = ""
        self.miniature: Any = None
        self.picture: pygame.Surface | None = None
        self._shown: dict[Size, tuple[pygame.Surface, Canvas]] = {}
        self._age = 0.0

    def load(self, theme: Theme) -> None:
        """Make the miniature; one that cannot be made leaves a problem."""
        try:
            self.miniature = catalog.picture(self.game_id, self.name)(theme)
        except Exception as fault:
            self.give_up(fault)

    def give_up(self, fault: Exception) -> None:
        """Show the `fault` in place of a miniature from now on."""
        self.problem = f"{type(fault).__name__}: {fault}"[:200]
        self.miniature = None

    def update(self, dt: float) -> None:
        """Let time pass until the next redrawing."""
        self._age += dt

    def forget(self, *kept: Size) -> None:
        """Let go of all pictures but those of the sizes `kept`, in pixels."""
        self._shown = {size: shown for size, shown in self._shown.items() if size in kept}
        if self.picture is not None and self.picture.get_size() not in kept:
            self.picture = None

    def has(self, size: Size) -> bool:
        """Whether there is a picture of this size, in pixels."""
        return size in self._shown

    def refresh(self, canvas: Canvas, box: Box) -> Exception | None:
        """Redraw the picture for a box with the time that has passed; returns a fault."""
        if self.miniature is None:
            return None
        picture, own = self._surface(canvas, canvas.box(box).size)
        own.theme = canvas.theme
        try:
            self.miniature.update(self._age)
            self.miniature.draw(own)
        except Exception as fault:
            self.give_up(fault)
            return fault
        self.picture = picture
        self._age = 0.0
        return None

    def _surface(self, canvas: Canvas, size: Size) -> tuple[pygame.Surface, Canvas]:
        """The picture of this size in pixels and the canvas on it, made where there is none."""
        if size not in self._shown:
            for old in list(self._shown)[: 1 - SIZES]:
                del self._shown[old]
            picture = pygame.Surface(size).convert()
            self._shown[size] = picture, canvas.sibling(picture, self.miniature.units)
        return self._shown[size]

    def draw(self, canvas: Canvas, box: Box) -> None:
        """The picture in a box, or why there is none.

        Where there is only one of another size, that is scaled; a smaller copy is kept.
        """
        place = canvas.box(box)
        if self.miniature is None or not self._shown:
            self._draw_problem(canvas, box)
            return
        found = self._shown.get(place.size)
        picture = found[0] if found is not None else self.picture
        if picture is not None and picture.get_size() != place.size:
            if place.w < picture.get_width():
                small, _ = self._surface(canvas, place.size)
                picture = pygame.transform.smoothscale(picture, place.size, small)
            else:
                picture = pygame.transform.smoothscale(picture, place.size)
        if picture is not None:
            canvas.surface.blit(picture, place)

    def _draw_problem(self, canvas: Canvas, box: Box) -> None:
        if not self.problem:
            return
        x, y, w, h = box
        if h < 100:
            canvas.icon("warning", (x + w / 2, y + h / 2), min(24.0, h * 0.6), "quiet")
            return
        middle = (x + w / 2, y + h / 2)
        canvas.icon("warning", (middle[0], middle[1] - 30), 36, "quiet")
        canvas.paragraph(self.problem, middle, w - 40, NOTE, "quiet", align="centre", most=3)


def draw_backdrop(canvas: Canvas) -> None:
    """The calm night behind the menus, over the whole window."""
    width, height = canvas.surface.get_size()
    name = "launcher-backdrop"
    if width * height > LARGEST_BACKDROP:
        small = canvas.sprites(name, width // 2, height // 2)
        pygame.transform.scale(small, (width, height), canvas.surface)
        return
    canvas.surface.blit(canvas.sprites(name, width, height), (0, 0))
