"""What a game's small picture in the launcher is: it plays itself, small and quiet."""

from __future__ import annotations

from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme


class Miniature:
    """The base of all miniatures: redrawn some 15 times a second, still under reduced motion.

    `units` is the virtual size that it draws in. A game's is `games.<id>.miniature.Miniature`.
    """

    units: tuple[int, int] = (320, 180)

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def update(self, age: float) -> None:
        """Let `age` seconds pass since the last picture."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it on a canvas of its units."""
