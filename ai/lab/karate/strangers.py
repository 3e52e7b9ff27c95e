"""Sparring partners in rock-paper-scissors, of the kinds that met in contests of 2011 to 2021.

Not on a menu: `ai.lab.karate.study` measures agents against the strangers at the table `rps`.
Moves are 0 rock, 1 paper, 2 scissors, and each move loses to the next in the circle. A stranger
gives `move()` and is then shown both moves by `see(own, other)`; all draws come from one stream.
A third of the kinds are `HELD_OUT` from every choice of a constant of our own agents.
Readings of the past are in `ai.lab.karate.readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.lab.karate.readings import (
    LONGEST,
    Bandit,
    Betting,
    Chooser,
    ChooserTeam,
    Entrant,
    Fading,
    K,
    Proposing,
    Repeats,
    turned,
    worth,
)
from games.arrays import FloatArray
from games.streams import Stream

ComplexArray = npt.NDArray[np.complex128]


class Lengths(Proposing):
    """Longest repeats at many lengths in three histories, each read in six ways."""

    windows: Sequence[int] = (1, 2, 3, 5, 8, 13, 21, 50)

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        self._repeats = Repeats(self.windows)

    def proposals(self) -> list[int]:
        """Return the answers to what followed."""
        return turned(*self._repeats.follow())

    def see(self, own: int, other: int) -> None:
        """Extend the histories."""
        super().see(own, other)
        self._repeats.add(own, other)


class Dropper(Lengths):
    """As `Lengths`, and a reading that loses once is out until the next win."""

    def chooser(self, count: int) -> Chooser:
        """Return scores that fall to 0 on a loss."""
        return Fading(count, 1.0, drop=True)


class Windows(Lengths):
    """Three long windows, slow scores, and a loss that costs a reading all that was won."""

    windows = (50, 20, 10)

    def chooser(self, count: int) -> Chooser:
        """Return slow scores with a drop."""
        return Fading(count, 0.93, drop=True)


class CountTables(Proposing):
    """Counts of what followed the last one to three rounds, joint, own and the other's."""

    orders: Sequence[int] = (1, 2, 3)

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        self._counts: dict[tuple[int, ...], FloatArray] = {}

    def _contexts(self) -> list[tuple[int, ...]]:
        found = []
        for order in self.orders:
            own, other = tuple(self.own[-order:]), tuple(self.other[-order:])
            found += [(0, *own, *other), (1, *own), (2, *other)]
        return found

    def proposals(self) -> list[int]:
        """Return the answers to the most frequent moves of both sides."""
        if not self.own:
            return []
        rows = [self._counts.get(context, np.zeros(2 * K)) for context in self._contexts()]
        own = [int(row[:K].argmax()) for row in rows]
        return turned(own, [int(row[K:].argmax()) for row in rows])

    def see(self, own: int, other: int) -> None:
        """Count the round; old counts fade."""
        for context in self._contexts() if self.own else []:
            row = self._counts.setdefault(context, np.zeros(2 * K))
            row *= 0.95
            row[own] += 1.0
            row[K + other] += 1.0
        super().see(own, other)


class BanditCounts(CountTables):
    """The tables of one and two rounds, followed as a bandit's arms."""

    orders = (1, 2)

    def chooser(self, count: int) -> Chooser:
        """Return a bandit."""
        return Bandit(count, self.rng)


class Bettor(CountTables):
    """The tables, followed by bets."""

    def chooser(self, count: int) -> Chooser:
        """Return bets."""
        return Betting(count, self.rng)


class Teams(Lengths):
    """Choosers of several kinds over all readings, turned anew, and a chooser of choosers."""

    def chooser(self, count: int) -> Chooser:
        """Return the chooser of choosers."""
        return ChooserTeam(count, self.rng)


# -- other readings ------------------------------------------------------------------------


def on_circle(moves: Sequence[int]) -> ComplexArray:
    """Return `moves` (n,) as points on the unit circle (n,)."""
    return np.asarray(np.exp(2j * np.pi * np.array(moves) / K))


def nearest(point: complex) -> int:
    """Return the move whose point on the circle is nearest to the direction of a `point`."""
    return round(float(np.angle(point)) * K / (2 * np.pi)) % K


class Circle(Proposing):
    """Mean turns between moves, as points on the circle: of both sides, over several distances."""

    LAGS: Final = (1, 2, 3, 5)
    RECENT: Final = 60

    def proposals(self) -> list[int]:
        """Return the answers to moves that turn as on average."""
        if len(self.own) <= max(self.LAGS):
            return []
        own, other = on_circle(self.own[-self.RECENT :]), on_circle(self.other[-self.RECENT :])
        return turned(self._ahead(other, own), self._ahead(own, other))

    def _ahead(self, rival: ComplexArray, moves: ComplexArray) -> list[int]:
        """Return what is next in `moves`, by turns from these and from the `rival`'s."""
        found = []
        for lag in self.LAGS:
            weights = 0.93 ** np.arange(len(moves) - lag)[::-1]
            for start in (moves, rival):
                turn = (weights * moves[lag:] * start[:-lag].conj()).sum()
                found.append(nearest(complex(start[-lag] * turn)))
        return found


class Waves(Proposing):
    """The strongest waves in the other's and the own moves of late, carried on by a round."""

    LENGTHS: Final = (12, 24, 48, 96)

    def proposals(self) -> list[int]:
        """Return the answers to the waves."""
        if len(self.own) < self.LENGTHS[-1]:
            return []
        own, other = (
            [_carried_on(moves[-length:]) for length in self.LENGTHS]
            for moves in (self.own, self.other)
        )
        return turned(own, other)


def _carried_on(moves: Sequence[int]) -> int:
    """Return what is next in `moves` by the three strongest waves.

    Each wave ends where the wave began, so that the next round is as the first one.
    """
    spectrum = np.fft.fft(on_circle(moves))
    strongest = np.argsort(-np.abs(spectrum))[:3]
    return nearest(complex(spectrum[strongest].sum()))


class Answerer(Proposing):
    """Runs forecasters that the other side may use, and answers the answers."""

    def proposals(self) -> list[int]:
        """Return the answers to the answers of forecasters of the own moves, one step deeper each
        time.
        """
        if len(self.own) < 3:
            return []
        own = np.array(self.own)
        forecasts = [int(np.bincount(own[-n:], minlength=K).argmax()) for n in (5, 20, 1000)]
        for order in (1, 2, 3):
            forecasts.append(self._after(order, self.own))
            forecasts.append(self._after(order, self.other))
        return [(q + depth) % K for depth in (2, 1, 0) for q in forecasts]

    def _after(self, order: int, key: Sequence[int]) -> int:
        """Return the own move that followed most often where `key` ended as now."""
        counts, tail = [0.0] * K, key[-order:]
        for place in range(max(order, len(key) - 150), len(key)):
            if key[place - order : place] == tail:
                counts[self.own[place]] += 1.0 + place / LONGEST
        return counts.index(max(counts))

    def chooser(self, count: int) -> Chooser:
        """Return scores that fade slowly."""
        return Fading(count, 0.9)


class Drifter(Entrant):
    """A table of habits after the last round that wanders a little every round."""

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        self._habits = [[0.7 * _wander(rng) for _ in range(K)] for _ in range(K * K)]

    def move(self) -> int:
        """Return a move by the habits of the moment."""
        for row in self._habits:
            for place in range(K):
                row[place] = 0.99 * row[place] + 0.1 * _wander(self.rng)
        row = self._habits[K * self.own[-1] + self.other[-1] if self.own else 0]
        return self.rng.sample_from(np.exp(row).tolist())


def _wander(rng: Stream) -> float:
    """Return a number about 0 with a spread of 1."""
    return sum(rng.random() for _ in range(12)) - 6.0


class Succession(Entrant):
    """One whole stranger after another: for a time drawn by lot, or until one falls behind."""

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        kinds = (Lengths, Bettor, Answerer, Drifter, Dropper)
        self._all = [kind(rng) for kind in kinds]
        self._begin()

    def _begin(self) -> None:
        self._now, self._left = self.rng.below(len(self._all)), 40 + self.rng.below(160)
        self._lead = 0

    def move(self) -> int:
        """Return the move of the one who plays now."""
        if self._left <= 0 or self._lead <= -6:
            self._begin()
        self._left -= 1
        return [each.move() for each in self._all][self._now]

    def see(self, own: int, other: int) -> None:
        """Show the round to all."""
        super().see(own, other)
        self._lead += worth(own, other)
        for each in self._all:
            each.see(own, other)


class Cautious(Lengths):
    """Follows readings that have won clearly, and plays by lot otherwise."""

    def move(self) -> int:
        """Return the reading's move, or one by lot."""
        best = super().move()
        assert self._chooser is None or isinstance(self._chooser, Fading)
        sure = self._chooser is not None and self._chooser.scores.max() > 2.5
        return best if sure else self.rng.below(K)


class ContextMixture(Entrant):
    """Forecasts by a mixture of contexts of up to five rounds, each with its own record."""

    DEEPEST: Final = 5

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        self._counts: dict[tuple[int, ...], FloatArray] = {}
        self._logs: FloatArray = np.zeros(self.DEEPEST + 1)
        self._rows: FloatArray = np.full((self.DEEPEST + 1, K), 1 / K)

    def _context(self, depth: int) -> tuple[int, ...]:
        first = len(self.own) - depth
        return (depth, *self.own[first:], *self.other[first:])

    def move(self) -> int:
        """Return the best answer to the mixture, by lot where all is even."""
        for depth in range(min(self.DEEPEST, len(self.own)) + 1):
            counts = self._counts.get(self._context(depth), np.zeros(K)) + 1 / K
            self._rows[depth] = counts / counts.sum()
        weights = np.exp(self._logs - self._logs.max())
        forecast = weights @ self._rows / weights.sum()
        gains = np.roll(forecast, 1) - np.roll(forecast, -1)
        return self.rng.sample_from(np.exp(20 * gains).tolist())

    def see(self, own: int, other: int) -> None:
        """Count the move in every context."""
        self._logs = 0.97 * self._logs + np.log(self._rows[:, other])
        for depth in range(min(self.DEEPEST, len(self.own)) + 1):
            counts = self._counts.setdefault(self._context(depth), np.zeros(K))
            counts *= 0.98
            counts[other] += 1.0
        super().see(own, other)


class Neighbours(Proposing):
    """Return the moves that followed the rounds most like the last eight, the latest first."""

    REACH: Final = 8
    CLOSEST: Final = (3, 9, 27)

    def proposals(self) -> list[int]:
        """Return the answers to the votes of the closest rounds."""
        size = len(self.own) - self.REACH
        if size < 1:
            return []
        own, other = np.array(self.own), np.array(self.other)
        alike = 0.002 * np.arange(size)
        for back in range(1, self.REACH + 1):
            near = 0.8**back
            then = slice(self.REACH - back, len(own) - back)
            alike += near * ((own[then] == own[-back]) + 1.0 * (other[then] == other[-back]))
        order = np.argsort(-alike, kind="stable")
        votes = [self.REACH + order[:closest] for closest in self.CLOSEST]
        return turned(
            [int(np.bincount(own[vote], minlength=K).argmax()) for vote in votes],
            [int(np.bincount(other[vote], minlength=K).argmax()) for vote in votes],
        )


class Neuron(Entrant):
    """One layer of weights over the last six rounds of both sides, learning in play."""

    REACH: Final = 6

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        self._weights: FloatArray = np.zeros((K, 2 * K * self.REACH + 1))
        self._inputs: FloatArray = np.zeros(2 * K * self.REACH + 1)
        self._shares: FloatArray = np.full(K, 1 / K)

    def move(self) -> int:
        """Return an answer to the forecast, sharp where that is sure."""
        self._inputs[:] = 0.0
        self._inputs[-1] = 1.0
        recent = zip(self.own[-self.REACH :][::-1], self.other[-self.REACH :][::-1], strict=True)
        for back, (own, other) in enumerate(recent):
            self._inputs[2 * K * back + own] = 1.0
            self._inputs[2 * K * back + K + other] = 1.0
        sums = self._weights @ self._inputs
        raised = np.exp(sums - sums.max())
        self._shares = raised / raised.sum()
        gains = np.roll(self._shares, 1) - np.roll(self._shares, -1)
        return self.rng.sample_from(np.exp(15 * gains).tolist())

    def see(self, own: int, other: int) -> None:
        """Move the weights towards what came."""
        error = -self._shares
        error[other] += 1.0
        self._weights = 0.998 * self._weights + 0.08 * np.outer(error, self._inputs)
        super().see(own, other)


class Kind(NamedTuple):
    """A kind of stranger: its id, a description, and how to make one."""

    id: str
    description: str
    make: Callable[[Stream], Entrant]


FITTED: Final = (
    Kind("lengths", "longest repeats at eight lengths, six readings, fading scores", Lengths),
    Kind("dropper", "the same, a reading that loses is dropped", Dropper),
    Kind("bandit", "tables of counts as a bandit's arms", BanditCounts),
    Kind("better", "tables of counts, followed by bets", Bettor),
    Kind("teams", "choosers over all readings, and a chooser of choosers", Teams),
    Kind("circle", "mean turns between moves on the circle", Circle),
    Kind("waves", "the strongest waves of late, carried on", Waves),
    Kind("answerer", "answers the forecasts that others make of it", Answerer),
    Kind("drifter", "habits that wander", Drifter),
    Kind("switcher", "one whole program after another", Succession),
)
"""The kinds by which constants may be chosen."""
HELD_OUT: Final = (
    Kind("windows", "windows of 50, 20 and 10, slow scores with a drop", Windows),
    Kind("cautious", "plays by lot until its readings win clearly", Cautious),
    Kind("tree", "a mixture of contexts of up to five rounds", ContextMixture),
    Kind("neighbours", "the rounds most like the last eight", Neighbours),
    Kind("neuron", "one layer of weights that learns as it plays", Neuron),
)
"""The kinds that no constant was chosen by."""
STRANGERS: Final = (*FITTED, *HELD_OUT)
