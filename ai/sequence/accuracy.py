"""The share of forecasts that came true, as a running line beside the share by chance alone."""

from __future__ import annotations

from collections import deque
from typing import Final

from games.intervals import RunningBand, chance_band
from games.mind import Series

SHOWN: Final = 120
"""How many of the latest values a series shows; an endless match keeps no more."""


class Accuracy:
    """Forecasts made and forecasts that came true; `chance` is the share that guessing gets."""

    __slots__ = ("_band", "_highs", "_lows", "_shares", "_told", "chance", "hits", "trials")

    def __init__(self, chance: float) -> None:
        self.chance = chance
        self.trials = 0
        self.hits = 0
        self._shares: deque[float] = deque(maxlen=SHOWN)
        self._lows: deque[float] = deque(maxlen=SHOWN)
        self._highs: deque[float] = deque(maxlen=SHOWN)
        self._told = 0  # up to this trial both are there
        self._band: RunningBand | None = None

    def record(self, hit: bool) -> None:
        """Count one forecast, with `hit` True if it came true."""
        self.trials += 1
        self.hits += hit
        self._shares.append(self.hits / self.trials)

    @property
    def beats_chance(self) -> bool:
        """True if more forecasts came true than chance explains."""
        return self.hits > chance_band(self.trials, self.chance)[1] * self.trials

    def series(self, title: str, text: str) -> Series:
        """Return the share of hits after each of the latest trials, with chance and its 95% band.

        `title` and `text` (the help) say in a game's words what was forecast.
        """
        first = max(self._told, self.trials - SHOWN)
        if self._band is None or self._band.trials != first:
            self._band = RunningBand(self.chance, first)
        for _ in range(first, self.trials):
            low, high = self._band.next()
            self._lows.append(low)
            self._highs.append(high)
        self._told = self.trials
        return Series(
            title,
            tuple(self._shares),
            "%",
            reference=self.chance,
            low=tuple(self._lows),
            high=tuple(self._highs),
            help=text,
        )
