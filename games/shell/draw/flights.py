"""Things that travel over a table: each a `Flight` from one box to another, all in one queue.

A flight shows a `Sprite` of its game. While it is on its way, its landing place is drawn without
the part that it `hides`. Times are seconds; a table that is faster lets more of them pass.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.tween import ease_in_out

TRAVEL: Final = 0.42  # seconds; chosen by eye
APART: Final = 0.07
"""Seconds between two that set out one after the other; by eye."""
LOW: Final = (0.0, 0.1)
"""How high a flight rises at most: this many units, and this share of its way; by eye."""


class Sprite(Protocol):
    """A thing that can travel."""

    def draw(self, canvas: Canvas, box: Box, progress: float, widest: float) -> None:
        """Draw it in a `box` when a `progress` (0..1) of its time is over.

        On its way its box is at most `widest` units wide.
        """


@dataclass(frozen=True)
class Flight:
    """A sprite on its way from a box to another, from `delay` on for `seconds`.

    `hides` names the part that is not drawn meanwhile at its landing place, and `sound` is heard as
    it lands.
    """

    sprite: Sprite
    start: Box
    end: Box
    hides: str = ""
    delay: float = 0.0
    seconds: float = TRAVEL
    sound: str = ""
    rise: tuple[float, float] = LOW

    @property
    def over(self) -> float:
        """When it lands."""
        return self.delay + self.seconds

    def draw(self, canvas: Canvas, time: float) -> None:
        """Draw it at a `time`; before it sets out it lies where it begins."""
        progress = min(1.0, max(0.0, (time - self.delay) / self.seconds))
        share, (x, y, w, h), (to_x, to_y, wide, high) = ease_in_out(progress), self.start, self.end
        wide_now, high_now = w + (wide - w) * share, h + (high - h) * share
        ends = ((x + w / 2, y + h / 2), (to_x + wide / 2, to_y + high / 2))
        (across, down), height = on_the_way(*ends, share, self.rise)
        box = (across - wide_now / 2, down - height - high_now / 2, wide_now, high_now)
        self.sprite.draw(canvas, box, progress, max(w, wide))


def on_the_way(
    start: Point, end: Point, share: float, rise: tuple[float, float]
) -> tuple[Point, float]:
    """Return the place of a thing after a `share` of its way, and its height above that place.

    >>> on_the_way((0.0, 0.0), (10.0, 0.0), 0.5, (1.0, 0.2))
    ((5.0, 0.0), 3.0)
    """
    (x, y), (to_x, to_y) = start, end
    top = rise[0] + rise[1] * math.hypot(to_x - x, to_y - y)
    return (x + (to_x - x) * share, y + (to_y - y) * share), 4.0 * top * share * (1.0 - share)


def one_after_the_other(flights: Iterable[Flight], apart: float = APART) -> list[Flight]:
    """Return these, each setting out a moment after the one before it."""
    return [replace(f, delay=f.delay + apart * number) for number, f in enumerate(flights)]


class Flights:
    """All flights of a table, since they set out `time` seconds ago.

    Those that land `together` stay to be seen where they end until the last has landed.
    """

    def __init__(self, play_sound: Callable[[str], object], together: bool = False) -> None:
        self._play_sound, self._together = play_sound, together
        self.flights: tuple[Flight, ...] = ()
        self.time = 0.0

    @property
    def busy(self) -> bool:
        """True while one is on its way."""
        return bool(self.flights)

    def send(self, flights: Sequence[Flight], still: bool = False) -> None:
        """Let these set out, after those on their way have landed; `still` lands them at once."""
        self.end()
        self.flights, self.time = tuple(flights), 0.0
        if still:
            self.end()

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""
        before, self.time = self.time, self.time + dt
        self._hear(f for f in self.flights if before < f.over <= self.time)
        if all(flight.over <= self.time for flight in self.flights):
            self.flights = ()

    def end(self) -> None:
        """Land all at once."""
        self._hear(f for f in self.flights if f.over > self.time)
        self.flights = ()

    def clear(self) -> None:
        """Let all be gone, unheard."""
        self.flights = ()

    def _hear(self, landed: Iterable[Flight]) -> None:
        for sound in sorted({flight.sound for flight in landed if flight.sound}):
            self._play_sound(sound)

    @property
    def _seen(self) -> list[Flight]:
        """The flights that are drawn."""
        return [f for f in self.flights if self._together or f.over > self.time]

    @property
    def hidden(self) -> Counter[str]:
        """The parts that have still to land, with their numbers."""
        return Counter(flight.hides for flight in self._seen if flight.hides)

    def draw(self, canvas: Canvas) -> None:
        """Draw all flights, the latest below."""
        for flight in reversed(self._seen):
            flight.draw(canvas, self.time)
