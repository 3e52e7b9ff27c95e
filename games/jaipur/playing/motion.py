"""Motion on the table of Jaipur: cards and tokens that travel, cards that turn.

A `Flight` goes from one box to another; while it is on its way, its landing place is drawn without
it (`Flight.hides`). Times are seconds; `Motion` divides them by its speed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.jaipur.drawing import draw_bonus, draw_flying, draw_motif, draw_token
from games.jaipur.rules.goods import CAMEL
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.tween import ease_in_out

# Seconds, chosen by eye.
TRAVEL: Final = 0.42
TURN: Final = 0.36
DEAL: Final = 0.16
TOKEN: Final = 0.5
APART: Final = 0.07
"""Between two that set out one after the other."""
RISE: Final = 0.1
"""How high something rises on its way, as a share of the way."""
CARD, CAMELS, TOKENS, BONUS = "card", "camel", "token", "bonus"


@dataclass(frozen=True)
class Flight:
    """A card or token on its way from a box to another, from `delay` on for `seconds`.

    `what` is a card, a camel, a token or a bonus token, of a `kind` (for a bonus token its pile as
    text), a token with its `value`. A card begins with this side up (`first`) and ends with `kind`.
    `hides` names the part not drawn meanwhile at its landing place, and `sound` is heard as it
    lands.
    """

    what: str
    kind: str
    start: Box
    end: Box
    hides: str = ""
    value: int = 0
    first: str = ""
    delay: float = 0.0
    seconds: float = TRAVEL
    sound: str = ""

    @property
    def over(self) -> float:
        """When it lands."""
        return self.delay + self.seconds


class Motion:
    """All flights, since they set out `time` seconds ago."""

    def __init__(self, play_sound: Callable[[str], object]) -> None:
        self._play_sound = play_sound
        self.flights: tuple[Flight, ...] = ()
        self.time = 0.0

    @property
    def busy(self) -> bool:
        """True while a card or token is on its way."""
        return bool(self.flights)

    def send(self, flights: Sequence[Flight], still: bool = False) -> None:
        """Let these set out, after those that are on their way have landed; `still`: at once."""
        self.end()
        self.flights, self.time = tuple(flights), 0.0
        if still:
            self.end()

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""
        if not self.flights:
            return
        before, self.time = self.time, self.time + dt
        landed = {f.sound for f in self.flights if f.sound and before < f.over <= self.time}
        for sound in sorted(landed):
            self._play_sound(sound)
        if all(flight.over <= self.time for flight in self.flights):
            self.flights = ()

    def end(self) -> None:
        """Land all at once."""
        for sound in sorted({f.sound for f in self.flights if f.sound and f.over > self.time}):
            self._play_sound(sound)
        self.flights = ()

    @property
    def hidden(self) -> Counter[str]:
        """The parts that have still to land, with their numbers."""
        return Counter(f.hides for f in self.flights if f.hides and f.over > self.time)

    def draw(self, canvas: Canvas) -> None:
        """Draw all flights, the latest below."""
        for flight in reversed(self.flights):
            if flight.over > self.time:
                draw_flight(canvas, flight, self.time - flight.delay)


def draw_flight(canvas: Canvas, flight: Flight, age: float) -> None:
    """A flight that set out `age` seconds ago; before that it lies where it begins."""
    share = ease_in_out(age / flight.seconds)
    centre, size = _between(flight.start, flight.end, share)
    if flight.what == CARD:
        first = flight.first or flight.kind
        turned = 1.0 if first == flight.kind else abs(math.cos(math.pi * share))
        side = flight.kind if first == flight.kind or share >= 0.5 else first
        largest = max(flight.start[2], flight.end[2])
        draw_flying(canvas, side, centre, size, largest, max(0.03, turned))
    elif flight.what == CAMELS:
        draw_motif(canvas, CAMEL, centre, size)
    elif flight.what == TOKENS:
        draw_token(canvas, flight.kind, flight.value, centre, size / 2)
    else:
        draw_bonus(canvas, int(flight.kind), centre, size)


def _between(start: Box, end: Box, share: float) -> tuple[Point, float]:
    """Return the centre and the width on the way, in a low arc; sizes in steps of a unit."""
    x, y = start[0] + start[2] / 2, start[1] + start[3] / 2
    to_x, to_y = end[0] + end[2] / 2, end[1] + end[3] / 2
    rise = RISE * math.hypot(to_x - x, to_y - y) * 4 * share * (1 - share)
    width = round(start[2] + (end[2] - start[2]) * share)
    return (x + (to_x - x) * share, y + (to_y - y) * share - rise), width


def one_after_the_other(flights: Sequence[Flight], apart: float = APART) -> list[Flight]:
    """Return these, each setting out a moment after the one before it."""
    return [replace(f, delay=f.delay + apart * number) for number, f in enumerate(flights)]
