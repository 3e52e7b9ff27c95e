"""How often a forecast came true, as a running share beside what chance alone would give."""

from __future__ import annotations

from collections import deque
from typing import Final

from games.intervals import chance_band
from games.mind import Series

SHOWN: Final = 120
"""How many of the latest values a series shows; an endless match keeps no more."""


class Accuracy:
    """Forecasts made and forecasts that came true; `chance` is the share that guessing gets."""

    __slots__ = ("_shares", "chance", "hits", "trials")

    def __init__(self, chance: float) -> None:
        self.chance = chance
        self.trials = 0
        self.hits = 0
        self._shares: deque[float] = deque(maxlen=SHOWN)

    def record(self, hit: bool) -> None:
        """Count one forecast; `hit` says whether it came true."""
        self.trials += 1
        self.hits += hit
        self._shares.append(self.hits / self.trials)

    def series(self, title: str, text: str) -> Series:
        """The share of hits after each of the latest trials, with chance and its 95% band.

        `title` and `text` (the help) say in a game's words what was forecast.
        """
        first = self.trials - len(self._shares) + 1
        bands = [chance_band(n, self.chance) for n in range(first, self.trials + 1)]
        return Series(
            title,
            tuple(self._shares),
            "%",
            reference=self.chance,
            low=tuple(low for low, _ in bands),
            high=tuple(high for _, high in bands),
            help=text,
        )
