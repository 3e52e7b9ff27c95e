"""The rope on the launcher's wall."""

from games.shell import miniature
from games.shell.draw.canvas import Canvas


class Miniature(miniature.Miniature):
    """A rope that nobody pulls."""

    def draw(self, canvas: Canvas) -> None:
        """The rope."""
        canvas.fill("ink")
        canvas.panel((40, 86, 240, 8), "brass", "line", 1, 4)
