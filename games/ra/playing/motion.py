"""Motion on the table of Ra: tiles and suns that travel, and the call of Ra.

A `Flight` goes from one box to another. The call lets the sun rise over the table for less than a
second. Times are seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.ra.drawing import SHAPE, draw_sun, draw_tile
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import TITLE
from games.shell.draw.tween import ease_in_out, ease_out

# Seconds, chosen by eye; the call stays below one second.
TRAVEL: Final = 0.38
APART: Final = 0.05
RISE: Final = 0.85
RAYS: Final = 16


@dataclass(frozen=True)
class Flight:
    """A tile of a `kind`, or the `sun` where it is not 0, from a box to another after `delay`.

    `hides` names what is not drawn meanwhile where it will lie.
    """

    start: Box
    end: Box
    kind: int = 0
    god: int = 0
    sun: int = 0
    up: bool = True
    delay: float = 0.0
    hides: str = ""


@dataclass(frozen=True)
class Rising:
    """The call of Ra: the word, and the colour of the seat that calls."""

    word: str
    colour: str


class Motion:
    """All flights since they set out `time` seconds ago, and the call before them."""

    def __init__(self, play_sound: Callable[[str], object]) -> None:
        self._play_sound = play_sound
        self.flights: tuple[Flight, ...] = ()
        self.rising: Rising | None = None
        self.time = 0.0

    @property
    def busy(self) -> bool:
        """True while a tile or sun is on its way."""
        return bool(self.flights) or self.rising is not None

    def send(
        self, flights: Sequence[Flight], rising: Rising | None = None, still: bool = False
    ) -> None:
        """Let these set out; `still`: they are there at once."""
        self.end()
        if not still:
            self.flights, self.rising, self.time = tuple(flights), rising, 0.0

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""
        self.time += dt
        if self.rising is not None and self.time >= RISE:
            self.rising = None
        if self.flights and all(f.delay + TRAVEL <= self.time for f in self.flights):
            self.flights = ()
            self._play_sound("move")

    def end(self) -> None:
        """Land all at once."""
        self.flights, self.rising = (), None

    @property
    def hidden(self) -> frozenset[str]:
        """The parts that have still to land."""
        return frozenset(f.hides for f in self.flights if f.hides)

    def draw(self, canvas: Canvas, stage: Box) -> None:
        """Draw all flights, and the sun that rises over the `stage`."""
        for flight in self.flights:
            _draw_flight(canvas, flight, (self.time - flight.delay) / TRAVEL)
        if self.rising is not None:
            draw_rising(canvas, self.rising, stage, self.time / RISE)


def _draw_flight(canvas: Canvas, flight: Flight, progress: float) -> None:
    share = ease_in_out(progress)
    x, y, w, h = (a + (b - a) * share for a, b in zip(flight.start, flight.end, strict=True))
    y -= 26 * math.sin(math.pi * share)
    if flight.sun:
        draw_sun(canvas, flight.sun, (x + w / 2, y + h / 2), w / 2, flight.up)
    else:
        wide = round(w)
        draw_tile(canvas, flight.kind, (x, y, wide, wide * SHAPE), flight.god)


def draw_rising(canvas: Canvas, rising: Rising, stage: Box, progress: float) -> None:
    """The sun with its rays, rising and fading over the middle of the `stage`."""
    x, y, w, h = stage
    grown, fading = ease_out(min(1.0, progress / 0.45)), max(0.0, (progress - 0.6) / 0.4)
    alpha = round(255 * (1.0 - fading))
    centre = (x + w / 2, y + h * (0.56 - 0.16 * grown))
    radius = min(w, h) * (0.07 + 0.10 * grown)
    canvas.rect(stage, "ink", alpha=round(0.42 * alpha))
    for number in range(RAYS):
        _draw_ray(canvas, centre, radius, number, grown, alpha)
    if alpha > 128:
        canvas.circle(centre, radius, "brass")
        canvas.circle(centre, radius * 0.93, (255, 226, 140))
    size = TITLE * (0.8 + 0.5 * grown)
    canvas.text("Ra!", centre, round(size), (74, 32, 4), "title", "centre", alpha=alpha)
    below = (centre[0], centre[1] + radius + 34)
    wide = canvas.text_width(rising.word, 24, "bold") + 36
    canvas.rect((below[0] - wide / 2, below[1] - 21, wide, 42), "ink", 21, round(0.9 * alpha))
    canvas.text(rising.word, below, 24, rising.colour, "bold", "centre", alpha=alpha)


def _draw_ray(
    canvas: Canvas, centre: Point, radius: float, number: int, grown: float, alpha: int
) -> None:
    """One ray, every second one longer."""
    angle = 2 * math.pi * number / RAYS
    long = radius * (1.25 + (0.75 if number % 2 else 0.4) * grown)
    wide = 0.07
    points = [
        (centre[0] + r * math.cos(angle + turn), centre[1] + r * math.sin(angle + turn))
        for r, turn in ((radius * 1.12, -wide), (long, 0.0), (radius * 1.12, wide))
    ]
    canvas.polygon(points, "brass", alpha)
