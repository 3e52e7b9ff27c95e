"""The cost in bits of a person's choices to a forecast: one by one, their sum, and by blind
guessing.

A choice that had the probability p costs -log2 p bits; blind guessing costs log2 k for k choices.
The mean over a match, the code length of the choices under the forecasts, is an upper bound of
their entropy rate (Cover and Thomas, "Elements of Information Theory", 2006, sections 4.2, 5.4).
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import replace
from typing import NamedTuple

from ai.sequence.accuracy import SHOWN
from games.mind import Series


class ForeseenSymbol(NamedTuple):
    """A choice that was foreseen: its place (from 1), the symbol, the probability it was given."""

    place: int
    symbol: int
    probability: float


class Surprise:
    """The bits that the choices of a match cost; keeps the latest `SHOWN` and the totals."""

    def __init__(self, k: int) -> None:
        self.chance = math.log2(k)
        self.trials, self.total = 0, 0.0
        self.surest: ForeseenSymbol | None = None
        self._latest: deque[float] = deque(maxlen=SHOWN)
        self._saved: deque[float] = deque(maxlen=SHOWN)

    def record(self, symbol: int, probability: float) -> None:
        """Count the choice `symbol` that had been given this `probability`."""
        bits = -math.log2(probability)
        self.trials += 1
        self.total += bits
        self._latest.append(bits)
        self._saved.append(self.saved)
        if self.surest is None or probability > self.surest.probability:
            self.surest = ForeseenSymbol(self.trials, symbol, probability)

    @property
    def saved(self) -> float:
        """The bits saved against blind guessing; below 0 where guessing was better."""
        return self.chance * self.trials - self.total

    @property
    def rate(self) -> float:
        """Bits a choice up to now."""
        return self.total / max(1, self.trials)

    def series(self, noun: str, spoken: bool = False) -> tuple[Series, Series]:
        """Return the bits of the latest choices (`noun`: "round", say), and the running total
        saved.

        Where it is `spoken`, the reader speaks; else one speaks of it.
        """
        blind = f"{self.chance:.3g} bits"
        i, me, am, learns = ("I", "me", "I am", "I learn")
        if not spoken:
            i, me, am, learns = ("it", "it", "it is", "it learns")
        return (
            Series(
                f"Surprise in bits, {noun} by {noun}",
                tuple(self._latest),
                "bits",
                reference=self.chance,
                help=f"0 bits where {i} was sure of what you did; {blind} where {i} knew nothing "
                f"(the line); more where {i} expected something else.",
            ),
            Series(
                f"How far {am} ahead of guessing, in bits",
                tuple(self._saved),
                "bits",
                reference=0.0,
                help=f"{blind} for each {noun} so far, less what they cost {me}. Rising: {am} "
                f"reading you. Flat: {learns} nothing. Falling: you mislead {me}.",
            ),
        )

    def closing_series(self, noun: str) -> Series:
        """Return the bits saved over time, with help in the first person, for the report at the
        end.

        `noun` is the word for a choice ("round", say).
        """
        return replace(
            self.series(noun)[1],
            title="How far I was ahead of guessing, in bits",
            help=f"{self.chance:.3g} bits for each {noun}, less what they cost me. Rising: I read "
            "you. Flat: I learned nothing. Falling: you misled me.",
        )
