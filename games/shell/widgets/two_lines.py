"""A button in two lines: what it is about, and below it what is to be known of it."""

from __future__ import annotations

from collections.abc import Callable

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import NOTE
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Look


class TwoLines(Button):
    """A button with `first` in bold over `second`."""

    def __init__(self, first: str, second: str, action: Callable[[], None]) -> None:
        super().__init__(f"{first} {second}", action)
        self.first, self.second = first, second

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw both lines from the left."""
        x, y, w, h = self.box
        canvas.panel(self.box, "high" if look.hovered else "raised", "line", 1.5)
        canvas.text(self.first, (x + 16, y + h * 0.3), NOTE + 1, "paper", "bold", max_width=w - 32)
        canvas.text(self.second, (x + 16, y + h * 0.7), NOTE + 1, "quiet", max_width=w - 32)
        self.ring(canvas, look)
