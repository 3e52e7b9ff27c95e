"""A game playing itself in a frame: in the hall, and small beside what its help explains.

The miniature of a game is a drawing of its own with inline agents. It is drawn on a surface at
the size it is shown, about 15 times a second, and stands still under reduced motion.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pygame

from games import catalog
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.strokes import stretch
from games.shell.draw.theme import NOTE, Theme
from games.shell.miniature import Part

REDRAW_SECONDS = 1 / 15  # chosen by eye
LARGEST_BACKDROP = 2560 * 1440
"""Windows of more pixels have a backdrop of half the size, enlarged: it is soft anyway."""
SIZES = 2
"""So many sizes of a picture are kept, the newest: a large one and a small one."""
APART = 300_000
"""So many pixels have to be saved by drawing two places apart, which costs the time of a drawing:
measured, they are about as much."""
EDGE = 6
"""So many pixels a part may be larger than its box: edges are smooth, places are rounded."""
Size = tuple[int, int]


class Poster:
    """A living picture of one game by its `name`; `problem` is the reason where there is none.

    "game" is the game itself, its miniature in the hall.

    It can be shown at several sizes, one of which lives: `picture` is the last drawing. The others
    stay as they were when they lived.
    """

    def __init__(self, game_id: str, name: str = "game") -> None:
        self.game_id, self.name = game_id, name
        self.problem = ""
        self.miniature: Any = None
        self.picture: pygame.Surface | None = None
        self._shown: dict[Size, tuple[pygame.Surface, Canvas]] = {}
        self._parts: Mapping[str, Part] | None = None  # of the picture that was drawn last
        self._changed: list[pygame.Rect] = []  # what was drawn of it, in its pixels
        self._version = 0  # of the pictures: they are drawn on again and again
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
        """Let go of all pictures but the `kept` sizes, in pixels."""
        self._shown = {size: shown for size, shown in self._shown.items() if size in kept}
        if self.picture is not None and self.picture.get_size() not in kept:
            self.picture = None

    def has(self, size: Size) -> bool:
        """Return whether there is a picture of this size, in pixels."""
        return size in self._shown

    def refresh(self, canvas: Canvas, box: Box) -> Exception | None:
        """Redraw the picture for a box with the time that has passed; return a fault.

        If only some of its parts have changed, they alone are drawn.
        """
        if self.miniature is None:
            return None
        size = canvas.box(box).size
        lived = self.picture is not None and self.picture.get_size() == size and self.has(size)
        picture, own = self._surface(canvas, size)
        own.theme = canvas.theme
        try:
            self.miniature.update(self._age)
            parts = self.miniature.parts(own)
            before = self._parts if lived else None
            self._changed = _changes(own, before, parts)
            for place in self._changed:
                picture.set_clip(place)
                self.miniature.draw(own)
        except Exception as fault:
            self.give_up(fault)
            return fault
        finally:
            picture.set_clip(None)
        self.picture, self._parts = picture, parts
        self._version += 1
        self._age = 0.0
        return None

    def _surface(self, canvas: Canvas, size: Size) -> tuple[pygame.Surface, Canvas]:
        """Return the picture of this size in pixels and the canvas on it, made if there is none."""
        if size not in self._shown:
            for old in list(self._shown)[: 1 - SIZES]:
                del self._shown[old]
            picture = pygame.Surface(size).convert()
            self._shown[size] = picture, canvas.sibling(picture, self.miniature.units)
        return self._shown[size]

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the picture in a box, or why there is none.

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
                self._version += 1
            else:
                picture = pygame.transform.smoothscale(picture, place.size)
        if picture is not None:
            canvas.blit(picture, place.topleft, look=self._version)

    def draw_changes(self, canvas: Canvas, box: Box) -> list[Box]:
        """Draw in a `box` what was redrawn last, where it stands already; returns where that is."""
        drawn, place = [], canvas.box(box)
        for part in self._changed if self.picture is not None else ():
            assert self.picture is not None
            canvas.blit(self.picture, part.move(place.topleft).topleft, area=part)
            left, top = canvas.units((place.x + part.x, place.y + part.y))
            drawn.append((left, top, part.w / canvas.scale, part.h / canvas.scale))
        return drawn

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


def _changes(
    canvas: Canvas, before: Mapping[str, Part] | None, now: Mapping[str, Part] | None
) -> list[pygame.Rect]:
    """Around all parts that are others than `before`, or elsewhere, in pixels of their picture."""
    whole = pygame.Rect((0, 0), canvas.size)
    if before is None or now is None:
        return [whole]
    places: list[pygame.Rect] = []
    for name in (name for name in {*before, *now} if before.get(name) != now.get(name)):
        parts = [part for part in (before.get(name), now.get(name)) if part is not None]
        boxes = [canvas.box(part.box) for part in parts]
        places.append(boxes[0].unionall(boxes[1:]).inflate(EDGE, EDGE).clip(whole))
    return _joined(places)


def _joined(places: list[pygame.Rect]) -> list[pygame.Rect]:
    """Return the same places, joined where standing apart saves less than `APART` pixels."""
    joined = list(places)
    while pair := min(itertools.combinations(joined, 2), key=_lost, default=()):
        if _lost(pair) >= APART:
            break
        joined = [place for place in joined if place not in pair] + [pair[0].union(pair[1])]
    return joined


def _lost(pair: tuple[pygame.Rect, ...]) -> int:
    """Return how many pixels more two places have together than apart."""
    one, other = pair
    both = one.union(other)
    return both.w * both.h - one.w * one.h - other.w * other.h


def draw_backdrop(canvas: Canvas) -> None:
    """Draw the calm night behind the menus, over the whole window."""
    width, height = canvas.size
    name = "launcher-backdrop"
    if width * height > LARGEST_BACKDROP:
        small = canvas.sprites(name, width // 2, height // 2)
        uneven = width % 2 or height % 2  # then its pixels are not all twice as large
        place = pygame.Rect(0, 0, width, height)
        canvas.put(stretch, place, small, covers=True, whole=bool(uneven))
        return
    canvas.blit(canvas.sprites(name, width, height), (0, 0))
