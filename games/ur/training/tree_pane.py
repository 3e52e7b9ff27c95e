"""A tree of brains in a box: whole, with every level, scrolled by the wheel and zoomed."""

from __future__ import annotations

from typing import Final

from games.mind import TrialTree
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.tween import Springs
from games.shell.mind.style import Brush, Style
from games.shell.mind.trials import paint_trials, trials_height

ZOOMS: Final = (0.5, 0.75, 1.0, 1.5)
SCROLL: Final = 60.0  # units a notch of the wheel; chosen by eye


class TreePane:
    """Shows a tree; `zoom` is the place of its size in `ZOOMS`, `offset` how far it is scrolled."""

    def __init__(self) -> None:
        self.zoom = ZOOMS.index(1.0)
        self.offset = 0.0
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.most = 0.0

    def set_zoom(self, zoom: int) -> None:
        """Show the tree in another size, by its place in `ZOOMS`."""
        self.zoom = zoom

    def scroll(self, by: float) -> bool:
        """Go on by some units, or back; return True if it moved."""
        goal = min(self.most, max(0.0, self.offset + by))
        moved, self.offset = goal != self.offset, goal
        return moved

    def draw(self, canvas: Canvas, springs: Springs, tree: TrialTree, box: Box) -> None:
        """The part of a tree that is seen in a box, and a bar at its side where there is more."""
        self.box = box
        factor, style = ZOOMS[self.zoom], Style(OWN)
        x, y, w, h = (side / factor for side in box)
        with canvas.zoomed(factor):
            tall = max(trials_height(canvas, tree, w - 12, style), h)
            self.most = (tall - h) * factor
            self.scroll(0.0)
            with canvas.clip((x - 4, y, w + 8, h)):
                place = (x, y - self.offset / factor, w - 12, tall)
                paint_trials(Brush(canvas, springs, style, "tree"), tree, place)
        if self.most > 1.0:
            x, y, w, h = box
            share = h / (h + self.most)
            canvas.rect((x + w - 5, y, 5, h), "line", 2.5, 120)
            top = y + (h - h * share) * self.offset / self.most
            canvas.rect((x + w - 5, top, 5, max(12.0, h * share)), "brass", 2.5)
