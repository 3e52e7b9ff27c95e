"""The null game on the launcher's wall: a coin that turns."""

import math

from games.shell import miniature
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme


class Miniature(miniature.Miniature):
    """A coin, seen from the front and from its edge."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.turned = 0.0

    def update(self, age: float) -> None:
        """Turn on."""
        self.turned += age

    def draw(self, canvas: Canvas) -> None:
        """The coin as wide as it is seen."""
        canvas.fill("ink")
        wide = max(4.0, 80 * abs(math.cos(self.turned)))
        canvas.panel((160 - wide / 2, 50, wide, 80), "brass", "paper", 2, wide / 2)
