"""Motion on Ur's board: a piece that travels square by square, a captured one that flies home,
flashes. Times are seconds; `pace` divides them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.shell.draw.canvas import Canvas, Point
from games.shell.draw.flights import on_the_way
from games.shell.draw.tween import Timer, ease_in_out, ease_out
from games.ur.dice import Dice
from games.ur.drawing import Layout, draw_piece
from games.ur.rules import NOT_ROLLED, State

# Seconds, chosen by eye.
HOP: Final = 0.11
SHORTEST: Final = 0.26
FLIGHT: Final = 0.6
RISE: Final = (36.0, 0.3)
"""How high a captured piece flies: so many units, and this share of its way."""
TRAIL: Final = (0.06, 0.12, 0.18)
"""How far behind a flying piece its shadows are, as shares of its flight."""
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
        """The time that the piece is on its way."""
        return max(SHORTEST, HOP * (len(self.path) - 1)) / self.pace

    @property
    def seconds(self) -> float:
        """The time of all of it."""
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
        """True while a piece is on its way."""
        return self.time < self.seconds

    def mover(self) -> tuple[Point, float]:
        """Return the place of the moving piece, and its height over the board (0..1)."""
        hops = len(self.path) - 1
        along = ease_in_out(min(1.0, self.time / self.way_seconds)) * hops
        index = min(int(along), hops - 1)
        share = along - index
        (x, y), (to_x, to_y) = self.path[index], self.path[index + 1]
        lift = math.sin(math.pi * min(1.0, share))
        return (x + (to_x - x) * share, y + (to_y - y) * share), lift

    def captured(self, behind: float = 0.0) -> tuple[Point, float] | None:
        """Return the place of the captured piece and its height over the board, in units; None
        without one.

        `behind` asks for its place that share of its flight ago.
        """
        if self.victim is None:
            return None
        flown = (self.time - self.way_seconds) * self.pace / FLIGHT - behind
        return on_the_way(*self.victim, ease_in_out(flown), RISE)


def draw_travel(canvas: Canvas, layout: Layout, travel: Travel | None) -> None:
    """Draw a piece on its way, if there is one, and its victim, as on a small board."""
    if travel is None:
        return
    size = 0.82 * layout.cell
    if travel.victim is not None:
        flown = travel.captured() if travel.landed else None
        place, height = flown or (travel.victim[0], 0.0)
        draw_piece(canvas, 1 - travel.seat, place, size, lift=height * size * 0.3)
    place, height = travel.mover()
    draw_piece(canvas, travel.seat, place, size, lift=height * size * 0.24)


@dataclass
class Flash:
    """A ring that widens and fades: `kind` is "capture", "rosette" or "off"."""

    kind: str
    place: Point
    time: float = 0.0

    @property
    def share(self) -> float:
        """The spread of the flash, 0 to 1."""
        return ease_out(self.time / FLASH)

    @property
    def running(self) -> bool:
        """True if it can still be seen."""
        return self.time < FLASH


SOUNDS: Final = {"capture": "capture", "off": "right", "rosette": "opened"}
"""What is heard where a flash is seen."""


class Motion:
    """All motion of one game: the dice, a piece, flashes, and the pause of a pass.

    `data` is the event of the move whose piece is on its way; `still` stops all travel.
    """

    def __init__(self, rules: str, play_sound: Callable[[str], None]) -> None:
        self.dice = Dice(rules)
        self.travel: Travel | None = None
        self.flashes: list[Flash] = []
        self.data: Mapping[str, Any] = {}
        self._passing = Timer(PASS_SECONDS)
        self._play_sound = play_sound

    @property
    def busy(self) -> bool:
        """True while dice tumble, a piece is on its way, or a pass is shown."""
        return self.travel is not None or self.dice.rolling or self._passing.running

    @property
    def moving(self) -> bool:
        """True if a part moves, even a flash that the game does not wait for."""
        return self.busy or bool(self.flashes)

    def throw(self, roll: Mapping[str, Any], number: int, speed: float, still: bool) -> None:
        """Throw the dice at a `speed`, for the event of a roll and the number of its turn."""
        self.dice.throw(roll["seat"], roll["roll"], number, speed, still)
        self._play_sound("move")

    def tell_of_pass(self, speed: float) -> None:
        """Wait a moment after the throw, shorter at a higher `speed`, to let the pass be read."""
        self._passing.start(self.dice.timer.seconds + PASS_SECONDS / speed)

    def send(
        self, move: Mapping[str, Any], before: State, layout: Layout, speed: float, still: bool
    ) -> None:
        """Send a piece on its way at a `speed`, for the event of a move and the state `before` it.

        `layout` has the way.
        """
        seat, end = move["seat"], move["to"]
        path = layout.way(seat, move["from"], end, before)
        victim = None
        if move["capture"]:
            other = 1 - seat
            victim = (path[-1], layout.place(other, 0, before.home(other), before.pieces))
        self.travel = Travel(seat, path, victim, ((seat, end),), speed)
        self.data = move
        if still:
            self._land(self.travel)
            self.travel = None

    def _land(self, travel: Travel) -> None:
        """The piece has arrived: sound and flash."""
        kinds = {"capture": "capture", "off": "off", "rosette": "extra_roll"}
        kind = next((kind for kind, name in kinds.items() if self.data[name]), None)
        if kind is not None:
            self.flashes.append(Flash(kind, travel.path[-1]))
        self._play_sound("press" if kind is None else SOUNDS[kind])

    def update(self, dt: float, speed: float) -> None:
        """Move all on by `dt` seconds; flashes are quicker at a higher `speed`, never slower."""
        self.dice.timer.update(dt)
        self._passing.update(dt)
        for flash in self.flashes:
            flash.time += dt * max(1.0, speed)
        self.flashes = [flash for flash in self.flashes if flash.running]
        if self.travel is not None:
            if self.travel.update(dt):
                self._land(self.travel)
            if not self.travel.running:
                self.travel = None

    def end(self) -> None:
        """End all motion at once but the flashes."""
        if self.travel is not None and not self.travel.landed:
            self._land(self.travel)
        self.travel = None
        self.dice.timer.stop()
        self._passing.stop()

    def waiting(self, state: State, seat: int) -> int:
        """Return the pieces in the tray at the start: a captured one is in the air till then."""
        travel = self.travel
        victim = travel is not None and travel.victim is not None and travel.seat != seat
        return state.home(seat) - victim

    def finished(self, state: State, seat: int) -> int:
        """Return the pieces in the tray at the end: one on its way there has not come yet."""
        leaving = self.travel is not None and self.travel.seat == seat and self.data["off"]
        return state.off(seat) - bool(leaving)

    def settle(self, state: State, number: int) -> None:
        """Settle: the dice lie as in a state after `number` turns."""
        self.travel = None
        self._passing.stop()
        self.flashes = []
        self.dice.lie(state.turn, None if state.roll == NOT_ROLLED else state.roll, number)
