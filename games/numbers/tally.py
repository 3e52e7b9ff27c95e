"""The tally of a game of Numbers: hits and misses counted, and the rows of twenty keys.

A key counts once its letter is open. The tape, the plot and the strip of the rows are drawn from it
(`drawing`, `ritual`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from games import catalog
from games.core import Event, Turn
from games.intervals import chance_band, whole_percent
from games.numbers import SPEC
from games.numbers.asks import ClosedRow, RowReader
from games.numbers.rules import CHANCE_OF_HIT, GAME, MACHINE, PERSON, ROW
from games.session.film import MatchWitness
from games.session.setup import Setup
from games.shell.draw.canvas import Box
from games.shell.draw.tween import Timer
from games.spec import Params
from games.streams import Stream

TAPE_LENGTH: Final = 60  # keys; chosen by eye, as the next
CURVE_LENGTH: Final = 240  # points
ROWS: Final = "rows"
"""The name of the watcher who closes the rows."""
ENTRANCE: Final = 0.4  # seconds; that of a scene, for a row's end is one


class Tally:
    """Keys and guesses up to now: counts, the last `TAPE_LENGTH` of them, and the share of hits.

    `curve` holds (number of keys, share of hits), every `stride`-th, at most `CURVE_LENGTH`.
    """

    def __init__(self, turns: Iterable[Turn] = ()) -> None:
        self.pressed = self.hits = 0
        self.stride = 1
        self.tape: deque[tuple[str, bool]] = deque(maxlen=TAPE_LENGTH)
        self.curve: list[tuple[int, float]] = []
        for turn in turns:
            moves = dict(turn)
            self.add(moves[PERSON], moves[MACHINE])

    def add(self, key: str, guess: str) -> None:
        """Count one key and its `guess`."""
        self.pressed += 1
        self.hits += key == guess
        self.tape.append((key, key == guess))
        if self.pressed % self.stride == 0:
            self.curve.append((self.pressed, self.share))
        if len(self.curve) > CURVE_LENGTH:
            self.curve, self.stride = self.curve[1::2], 2 * self.stride

    @property
    def share(self) -> float:
        """The share of hits, 0..1."""
        return self.hits / max(1, self.pressed)

    @property
    def percent(self) -> int:
        """The share of hits in whole per cent."""
        return whole_percent(self.hits, self.pressed)

    @property
    def verdicts(self) -> tuple[str, str]:
        """The verdict on the share of hits beside chance, in a few words and in fewer."""
        low, high = chance_band(self.pressed, CHANCE_OF_HIT)
        side = "above" if self.share > high else "below" if self.share < low else "within"
        band = f"{low * 100:.0f} to {high:.0%}"
        return f"{side} chance ({band})", f"chance {band}"


def new_reader() -> RowReader:
    """Return a new watcher of rows."""
    return cast(RowReader, catalog.watcher(SPEC.id, ROWS))


def row_witness(setup: Setup) -> Mapping[str, MatchWitness]:
    """Return the watcher that has closed all rows of a game that is looked at again."""
    return {ROWS: MatchWitness(new_reader())}


class Ritual:
    """The rows of one game, from its watcher, and when the last one was closed.

    `box` is the box of the strip.
    """

    def __init__(self) -> None:
        self.entrance = Timer()
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.watcher: RowReader
        self._looked_back: int | None = None

    def begin(self, params: Params, seen: Iterable[Sequence[Event]]) -> None:
        """Start a game with these `params`, whose turns had the events `seen`."""
        self.watcher, self._looked_back = new_reader(), None
        self.watcher.begin((), GAME, params, Stream.named(0, ROWS))
        for events in seen:
            self.watcher.observe(events)
        self.entrance.stop()

    def look_back(self, watcher: RowReader, pressed: int) -> None:
        """Show a game that a `watcher` has seen to its end, after `pressed` keys."""
        self.watcher, self._looked_back = watcher, pressed
        self.entrance.stop()

    def see(self, events: Sequence[Event]) -> bool:
        """See a turn whose letter is open; returns whether it closed a row."""
        before = len(self.rows)
        if self._looked_back is None:
            self.watcher.observe(events)
        else:
            self._looked_back += 1
        closed = len(self.rows) > before
        if closed:
            self.entrance.start(ENTRANCE)
        return closed

    @property
    def rows(self) -> list[ClosedRow]:
        """All full rows, the last one last."""
        rows, pressed = self.watcher.rows, self._looked_back
        return rows if pressed is None else rows[: pressed // ROW]

    def update(self, dt: float) -> None:
        """Move the entrance of a row on."""
        self.entrance.update(dt)
