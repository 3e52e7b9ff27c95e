"""What a game's small picture in the launcher is: it plays itself, small and quiet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Theme


class Part(NamedTuple):
    """A part of a picture: all that its look depends on, and the box that it is drawn in."""

    look: Hashable
    box: Box


class Miniature:
    """The base of all miniatures: redrawn some 15 times a second, still under reduced motion.

    `units` is the virtual size that it draws in. A game's is `games.<id>.miniature.Miniature`.
    """

    units: tuple[float, float] = (320, 180)

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def update(self, age: float) -> None:
        """Let `age` seconds pass since the last picture."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it on a canvas of its units."""

    def parts(self, canvas: Canvas) -> Mapping[str, Part] | None:
        """All that changes, by name, as it would be drawn now on a `canvas`; None for everything.

        Where only some of it looks otherwise than when it was drawn last, or stands elsewhere, the
        picture is drawn again there alone. What is in no part never changes. A smooth line across
        the edge of a part belongs on a ground that is made once.
        """
        return None
