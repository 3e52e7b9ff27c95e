"""The null bids on the launcher's wall."""

from games.shell import miniature
from games.shell.draw.canvas import Canvas


class Miniature(miniature.Miniature):
    """Three bids."""

    def draw(self, canvas: Canvas) -> None:
        """Three bars."""
        canvas.fill("ink")
        for number, ink in enumerate(("sky", "orange", "green")):
            canvas.panel((60 + 70 * number, 120 - 30 * number, 50, 40 + 30 * number), ink, ink)
