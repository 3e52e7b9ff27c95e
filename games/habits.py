"""What a row of choices gives away: shares, reactions, favourite orders, predictable moments.

Data: the choices of one player as numbers 0..k-1 in order of time, and where asked for what came
of each choice. Pure counting, for any k.

The forecast behind `foresight` counts what followed the last two choices, leans on what followed
the last one where there is little to count, and that on the plain shares (interpolated counts;
Jelinek and Mercer, "Interpolated estimation of Markov source parameters from sparse data", 1980).
Each forecast uses the choices before it alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

_LEAN: Final = 2.0
"""How many observations the shorter context counts for."""


class Run(NamedTuple):
    """Choices in a row, how often they came, and how often the player's shares alone bring them."""

    symbols: tuple[int, ...]
    times: int
    expected: float


class Reaction(NamedTuple):
    """What a player did after one kind of outcome: how often, how often the same choice again,
    and the share of each choice, shape (k,)."""

    trials: int
    repeats: int
    shares: tuple[float, ...]


class Moment(NamedTuple):
    """A choice that was foreseen: its place (from 0), its probability, the one or two before it."""

    place: int
    symbol: int
    probability: float
    before: tuple[int, ...]


class Foresight(NamedTuple):
    """Whether each choice was the most probable one, and the choice foreseen most surely."""

    hits: tuple[bool, ...]
    surest: Moment | None


def shares(symbols: Sequence[int], k: int) -> tuple[float, ...]:
    """The share of each choice, shape (k,); all even where there is none."""
    if not symbols:
        return (1.0 / k,) * k
    counts = Counter(symbols)
    return tuple(counts[symbol] / len(symbols) for symbol in range(k))


def commonest_run(symbols: Sequence[int], k: int, length: int = 3) -> Run | None:
    """The order of `length` choices that came most often; of several the one that came first.

    None where no order came twice.
    """
    windows = [tuple(symbols[i : i + length]) for i in range(len(symbols) - length + 1)]
    if not windows:
        return None
    run, count = Counter(windows).most_common(1)[0]
    if count < 2:
        return None
    expected = float(len(windows))
    share = shares(symbols, k)
    for symbol in run:
        expected *= share[symbol]
    return Run(run, count, expected)


def reactions(
    symbols: Sequence[int], outcomes: Sequence[Hashable], k: int
) -> dict[Hashable, Reaction]:
    """What was chosen right after each kind of outcome; `outcomes` is as long as `symbols`."""
    followed: dict[Hashable, list[tuple[int, int]]] = {}
    for index in range(1, len(symbols)):
        pair = (symbols[index - 1], symbols[index])
        followed.setdefault(outcomes[index - 1], []).append(pair)
    return {
        outcome: Reaction(
            len(pairs),
            sum(before == after for before, after in pairs),
            shares([after for _, after in pairs], k),
        )
        for outcome, pairs in followed.items()
    }


class Forecaster:
    """Forecasts the next of k choices from the ones before; see the module."""

    def __init__(self, k: int) -> None:
        self.k = k
        self._counts: dict[tuple[int, ...], list[int]] = {}
        self._last: tuple[int, ...] = ()

    def forecast(self) -> tuple[float, ...]:
        """The probability of each choice now, shape (k,)."""
        even = 1.0 / self.k
        mixed = [even] * self.k
        for order in range(len(self._last) + 1):
            counts = self._counts.get(self._last[len(self._last) - order :])
            if counts is None:
                break
            total = sum(counts) + _LEAN
            mixed = [(n + _LEAN * p) / total for n, p in zip(counts, mixed, strict=True)]
        return tuple(mixed)

    def observe(self, symbol: int) -> None:
        """Count a choice in every context it came in."""
        for order in range(len(self._last) + 1):
            context = self._last[len(self._last) - order :]
            self._counts.setdefault(context, [0] * self.k)[symbol] += 1
        self._last = (*self._last, symbol)[-2:]


def foresight(symbols: Sequence[int], k: int) -> Foresight:
    """How well each choice could be foreseen from the ones before it."""
    forecaster, hits = Forecaster(k), []
    surest: Moment | None = None
    for index, symbol in enumerate(symbols):
        chances = forecaster.forecast()
        hit = chances.index(max(chances)) == symbol and index > 0
        hits.append(hit)
        if hit and (surest is None or chances[symbol] > surest.probability):
            before = tuple(symbols[max(0, index - 2) : index])
            surest = Moment(index, symbol, chances[symbol], before)
        forecaster.observe(symbol)
    return Foresight(tuple(hits), surest)
