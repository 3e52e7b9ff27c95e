"""What moves on Ur's board: a piece that travels square by square, a captured one that flies home,
flashes where something happened. Times are seconds; `pace` divides them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.shell.draw.canvas import Point
from games.shell.draw.tween import ease_in_out, ease_out

HOP: Final = 0.11
SHORTEST: Final = 0.26
FLIGHT: Final = 0.34
FLASH: Final = 0.5
PASS_SECONDS: Final = 0.75
"""How long a forced pass is explained."""


@dataclass
class Travel:
    """A piece on its way along `path`; then, where there is one, its victim on its way home."""

    seat: int
    path: Sequence[Point]
    victim: tuple[Point, Point] | None
    hidden: tuple[tuple[int, int], ...]
    pace: float = 1.0
    time: float = 0.0
    landed: bool = field(default=False)

    @property
    def way_seconds(self) -> float:
        """How long the piece is on its way."""
        return max(SHORTEST, HOP * (len(self.path) - 1)) / self.pace

    @property
    def seconds(self) -> float:
        """How long all of it takes."""
        return self.way_seconds + (FLIGHT / self.pace if self.victim else 0.0)

    def update(self, dt: float) -> bool:
        """Move on; True on the one call in which the piece lands."""
        self.time += dt
        if not self.landed and self.time >= self.way_seconds:
            self.landed = True
            return True
        return False

    @property
    def running(self) -> bool:
        """Whether something is still on its way."""
        return self.time < self.seconds

    def mover(self) -> tuple[Point, float]:
        """Where the moving piece is, and how high over the board (0..1)."""
        hops = len(self.path) - 1
        along = ease_in_out(min(1.0, self.time / self.way_seconds)) * hops
        index = min(int(along), hops - 1)
        share = along - index
        (x, y), (to_x, to_y) = self.path[index], self.path[index + 1]
        lift = math.sin(math.pi * min(1.0, share))
        return (x + (to_x - x) * share, y + (to_y - y) * share), lift

    def captured(self) -> tuple[Point, float] | None:
        """Where the captured piece is and how high, or None where there is none."""
        if self.victim is None:
            return None
        share = ease_out((self.time - self.way_seconds) * self.pace / FLIGHT)
        (x, y), (to_x, to_y) = self.victim
        return (x + (to_x - x) * share, y + (to_y - y) * share), math.sin(math.pi * share) * 2.0


@dataclass
class Flash:
    """A ring that widens and fades: `kind` is "capture", "rosette" or "off"."""

    kind: str
    place: Point
    time: float = 0.0

    @property
    def share(self) -> float:
        """How far it has spread, 0 to 1."""
        return ease_out(self.time / FLASH)

    @property
    def running(self) -> bool:
        """Whether it can still be seen."""
        return self.time < FLASH
