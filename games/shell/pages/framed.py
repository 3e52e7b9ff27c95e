"""A game's own table above a bar: the base of pages that show a match and play nothing."""

from __future__ import annotations

from typing import Final

import pygame

from games.shell.draw.canvas import Box, Canvas
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.form import inside

BAR: Final = 118.0
"""Units; chosen by eye."""


class FramedTable(Scene):
    """The base of pages that show a `table` above a bar of some height."""

    table: Table
    bar_height: float = BAR

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.bar: Box = (0.0, 0.0, *shell.size)
        self.zoom = 1.0
        self._inner: Canvas | None = None

    def layout(self, width: float, height: float) -> None:
        """Place the table above, as large as it may be, and the bar below."""
        self.bar = (0.0, height - self.bar_height, width, self.bar_height)
        self.zoom = (height - self.bar_height) / height
        self.table.layout(width / self.zoom, height)
        self.place_bar(width, self.bar[1])

    def place_bar(self, width: float, top: float) -> None:
        """Place what stands on the bar, which begins at `top`."""

    def into(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the page as one of the table."""
        return x / self.zoom, y / self.zoom

    def over_mind(self, x: float, y: float) -> bool:
        """Return True if a point of the table lies in its mind view."""
        return self.table.panel is not None and inside(self.table.panel, x, y)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and the bar over its lower edge."""
        inner = self._inner_canvas(canvas)
        state = self.shell.input.state
        before, state.pointer = state.pointer, self.into(*state.pointer)
        try:
            canvas.set_clip(pygame.Rect((0, 0), inner.size))
            self.table.draw(inner)
        finally:
            canvas.set_clip(None)
            state.pointer = before
        x, y, w, h = self.bar
        canvas.rect((x - canvas.width, y, w + 2 * canvas.width, h + canvas.height), "raised")
        canvas.rect((x - canvas.width, y, w + 2 * canvas.width, 2), "line")
        self.draw_bar(canvas)

    def _inner_canvas(self, canvas: Canvas) -> Canvas:
        """Return the part of the window that the table has, as a canvas of its own."""
        known = self._inner
        size = (canvas.size[0], max(1, canvas.y(self.bar[1])))
        if known is None or known.size != size or known.theme is not canvas.theme:
            units = (canvas.width / self.zoom, canvas.height)
            self._inner = known = canvas.upper_part(size[1], units)
        known.draw_with(canvas)
        return known

    def draw_bar(self, canvas: Canvas) -> None:
        """Draw what stands on the bar."""
