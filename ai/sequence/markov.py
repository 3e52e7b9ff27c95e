"""A table of what followed each pair of symbols: the model inside both of the original games.

A context is the last two symbols, numbered `before * k + last`. Every context has one count for
each symbol that may follow; counts start above 0 and grow by 1 whenever their symbol comes.
Divided by their sum they are the forecast for the next symbol (a second-order Markov chain).
"""

from __future__ import annotations

from collections.abc import Sequence


class MarkovTable:
    """Counts for k symbols: k * k contexts of k counts, each context starting with `start`.

    `history` holds the symbols that stand before the first one, oldest first, at least two.
    """

    __slots__ = ("_early", "_first", "context", "counts", "k", "start", "totals")

    def __init__(self, k: int, start: Sequence[float], history: Sequence[int]) -> None:
        self.k = k
        self.counts = [list(start) for _ in range(k * k)]
        self.start = float(sum(start))
        self.totals = [self.start] * (k * k)
        self.context = history[-2] * k + history[-1]
        self._first = tuple(start)
        self._early: list[tuple[int, int]] = []
        """The contexts of the first two symbols, which began before the match, and the symbols."""

    @property
    def seen(self) -> bool:
        """True if the present context has come up before."""
        return self.totals[self.context] > self.start

    def came(self, symbol: int) -> int:
        """Return how often a `symbol` came after the last two, both of this match."""
        before = self._early.count((self.context, symbol))
        return round(self.row()[symbol] - self._first[symbol]) - before

    @property
    def met(self) -> bool:
        """True if the last two symbols, both of this match, came before in it."""
        return any(map(self.came, range(self.k)))

    def row(self) -> list[float]:
        """Return the counts of the present context, shape (k,); not to be changed."""
        return self.counts[self.context]

    def forecast(self) -> tuple[float, ...]:
        """Return the probabilities of the next symbol, shape (k,)."""
        total = self.totals[self.context]
        return tuple(count / total for count in self.counts[self.context])

    def expected(self) -> int:
        """Return the most probable next symbol; of several, the lowest."""
        row = self.counts[self.context]
        return row.index(max(row))

    def observe(self, symbol: int) -> None:
        """Count the `symbol` that came, and move to the next context."""
        context = self.context
        if len(self._early) < 2:
            self._early.append((context, symbol))
        self.counts[context][symbol] += 1.0
        self.totals[context] += 1.0
        self.context = context % self.k * self.k + symbol

    def symbols(self, context: int) -> tuple[int, int]:
        """Return the two symbols of a `context`, oldest first."""
        return divmod(context, self.k)

    def probabilities(self) -> tuple[tuple[float, ...], ...]:
        """Return the forecast of every context, shape (k * k, k)."""
        return tuple(
            tuple(count / total for count in row)
            for row, total in zip(self.counts, self.totals, strict=True)
        )


def initial_history(k: int) -> tuple[int, int, int]:
    """Return the symbols below `k` that stand before the first one, oldest first: 1, k - 1, k // 2.

    For k = 4 the original game of keys has the same: 1, 3, 2 (keys 2, 4, 3).
    """
    return 1, k - 1, k // 2


def seed_table(k: int) -> MarkovTable:
    """Return the original over `k` symbols: counts from 1, after `initial_history`."""
    return MarkovTable(k, (1.0,) * k, initial_history(k))
