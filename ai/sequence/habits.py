"""The predictability of a player by plain counting: a forecast simple enough to do by hand.

It counts the choices after the last two, leans on the choices after the last one where there is
little to count, and those on the plain shares (interpolated counts; Jelinek and Mercer,
"Interpolated estimation of Markov source parameters from sparse data", 1980). Each forecast uses
the choices before it alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LEAN: Final = 2.0
"""How many observations the shorter context counts for; chosen, not fitted to anybody."""


class ForeseenChoice(NamedTuple):
    """A choice that was foreseen: its place (from 0), its probability, the one or two before it."""

    place: int
    symbol: int
    probability: float
    before: tuple[int, ...]


class InterpolatedCounts:
    """Forecasts the next of `k` choices from the ones before; see the module."""

    def __init__(self, k: int) -> None:
        self.k = k
        self._counts: dict[tuple[int, ...], list[int]] = {}
        self._last: tuple[int, ...] = ()

    def forecast(self) -> tuple[float, ...]:
        """Return the probability of each choice now, shape (k,)."""
        even = 1.0 / self.k
        mixed = [even] * self.k
        for order in range(len(self._last) + 1):
            counts = self._counts.get(self._last[len(self._last) - order :])
            if counts is None:
                break
            total = sum(counts) + LEAN
            mixed = [(n + LEAN * p) / total for n, p in zip(counts, mixed, strict=True)]
        return tuple(mixed)

    def observe(self, symbol: int) -> None:
        """Count the choice `symbol` in every context it came in."""
        for order in range(len(self._last) + 1):
            context = self._last[len(self._last) - order :]
            self._counts.setdefault(context, [0] * self.k)[symbol] += 1
        self._last = (*self._last, symbol)[-2:]


def surest_choice(symbols: Sequence[int], k: int) -> ForeseenChoice | None:
    """Return the choice that was foreseen most surely among those foreseen rightly, if any.

    `symbols` are choices 0..k-1 in order of time; the first is never foreseen.
    """
    counts, surest = InterpolatedCounts(k), None
    for place, symbol in enumerate(symbols):
        chances = counts.forecast()
        hit = place > 0 and chances.index(max(chances)) == symbol
        if hit and (surest is None or chances[symbol] > surest.probability):
            before = tuple(symbols[max(0, place - 2) : place])
            surest = ForeseenChoice(place, symbol, chances[symbol], before)
        counts.observe(symbol)
    return surest
