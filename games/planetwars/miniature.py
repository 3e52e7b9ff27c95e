"""Planet Wars on the launcher's wall: planets and a fleet between two of them."""

from games.shell import miniature
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme

_PLANETS = ((30, 40, 14), (80, 24, 8), (126, 60, 12), (64, 96, 10), (112, 128, 15), (36, 134, 9))
_COLOURS = ("brass", "quiet", "quiet", "quiet", "paper", "quiet")


class Miniature(miniature.Miniature):
    """Six planets, and a fleet that flies to and fro."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.flown = 0.0

    def update(self, age: float) -> None:
        """Fly on."""
        self.flown = (self.flown + age / 4) % 2

    def draw(self, canvas: Canvas) -> None:
        """Draw the planets and the fleet."""
        canvas.fill("ink")
        for (x, y, radius), colour in zip(_PLANETS, _COLOURS, strict=True):
            canvas.circle((x, y), radius, colour)
        done = min(self.flown, 2 - self.flown)
        (ax, ay, _), (bx, by, _) = _PLANETS[0], _PLANETS[4]
        canvas.circle((ax + done * (bx - ax), ay + done * (by - ay)), 3, "paper")
