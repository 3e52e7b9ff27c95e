"""Readings of the past in rock-paper-scissors, and choices among them, of which strangers are made.

Moves are 0 rock, 1 paper, 2 scissors, and each move loses to the next in the circle. A forecast p
of the other's move is answered by p + 1; where the other expects that answer and plays p + 2,
p + 3 = p wins, and so on. A forecast of the own move, as the other may make it, is read in the
same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np

from games.arrays import FloatArray, IntArray
from games.streams import Stream

K: Final = 3
LONGEST: Final = 10_000
"""Rounds of the longest match."""


def worth(own: int, other: int) -> int:
    """Return 1 where the `own` move beats the `other`, 0 for a tie, -1 where it loses."""
    return (0, 1, -1)[(own - other) % K]


class Entrant:
    """A stranger that plays what `rng` draws; subclasses know better."""

    def __init__(self, rng: Stream) -> None:
        self.rng = rng
        self.own: list[int] = []
        self.other: list[int] = []

    def move(self) -> int:
        """Return the move of this round."""
        return self.rng.below(K)

    def see(self, own: int, other: int) -> None:
        """See both moves of the round."""
        self.own.append(own)
        self.other.append(other)


class Repeats:
    """The longest repeats of the last rounds in three histories: joint, own, other's.

    For each history and each of `windows` the place after the newest of the longest repeats, which
    count up to the window.
    """

    def __init__(self, windows: Sequence[int]) -> None:
        self._windows = np.array(windows)[:, None]
        self._rows: IntArray = np.zeros((3, LONGEST), dtype=np.int64)
        self._runs: IntArray = np.zeros((3, LONGEST), dtype=np.int64)
        self.seen = 0

    def add(self, own: int, other: int) -> None:
        """Add a round."""
        at, now = self.seen, np.array([K * own + other, own, other])[:, None]
        same = self._rows[:, :at] == now
        runs = same.astype(np.int64)
        runs[:, 1:] += same[:, 1:] * self._runs[:, : max(at - 1, 0)]
        self._runs[:, :at] = runs
        self._rows[:, at] = now[:, 0]
        self.seen += 1

    def follow(self) -> tuple[list[int], list[int]]:
        """Return what followed, own and the other's moves by history and window; [] without any."""
        past = self.seen - 1
        if past < 1:
            return [], []
        capped = np.minimum(self._runs[:, None, :past], self._windows)
        places = past - capped[:, :, ::-1].argmax(axis=2).ravel()
        return self._rows[1][places].tolist(), self._rows[2][places].tolist()


def turned(own: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return all answers to forecasts of the `own` and the `other`'s next moves, three to each."""
    answers = [(p + turn) % K for turn in (1, 0, 2) for p in other]
    return answers + [(q + turn) % K for turn in (2, 1, 0) for q in own]


class Chooser(Protocol):
    """A choice among proposals, by what each would have won before."""

    def best(self) -> int:
        """Return the place of the proposal to follow."""
        ...

    def see(self, gains: FloatArray) -> None:
        """See what each proposal would have won."""
        ...


class Fading:
    """Chooses the highest score of `count`; scores fade, with `drop` to 0 on a loss."""

    def __init__(self, count: int, fade: float, drop: bool = False) -> None:
        self.scores: FloatArray = np.zeros(count)
        self.fade, self.drop = fade, drop

    def best(self) -> int:
        """Return the place of the highest score."""
        return int(self.scores.argmax())

    def see(self, gains: FloatArray) -> None:
        """Add the gains."""
        self.scores = self.scores * self.fade + gains
        if self.drop:
            self.scores[gains < 0] = 0.0


class Betting:
    """Chooses by lot in proportion to stakes that are won and lost (multiplicative weights)."""

    def __init__(self, count: int, rng: Stream, rate: float = 0.25, fade: float = 0.97) -> None:
        self._logs: FloatArray = np.zeros(count)
        self._rng, self._rate, self._fade = rng, rate, fade

    def best(self) -> int:
        """Return a place by lot."""
        stakes = np.exp(self._logs - self._logs.max())
        return self._rng.sample_from(stakes.tolist())

    def see(self, gains: FloatArray) -> None:
        """Pay the bets."""
        self._logs = self._logs * self._fade + self._rate * gains


class Bandit:
    """Chooses by the highest mean gain plus a bonus for what was tried little.

    Only the proposal that was followed teaches the bandit; of equals one is drawn by lot.
    """

    def __init__(self, count: int, rng: Stream, fade: float = 0.99, bonus: float = 0.3) -> None:
        self._sums: FloatArray = np.zeros(count)
        self._tried: FloatArray = np.zeros(count)
        self._fade, self._bonus, self._rng, self._last = fade, bonus, rng, 0

    def best(self) -> int:
        """Return the place of the highest bound."""
        total = np.log1p(self._tried.sum())
        tried = self._tried + 1.0
        bounds = self._sums / tried + self._bonus * np.sqrt(total / tried)
        best = np.flatnonzero(bounds == bounds.max())
        self._last = int(best[self._rng.below(len(best))])
        return self._last

    def see(self, gains: FloatArray) -> None:
        """Learn of the proposal that was followed."""
        self._sums *= self._fade
        self._tried *= self._fade
        self._sums[self._last] += gains[self._last]
        self._tried[self._last] += 1.0


class Proposing(Entrant):
    """A stranger with proposals, one of which a chooser follows; the first moves are by lot."""

    def __init__(self, rng: Stream) -> None:
        super().__init__(rng)
        self._proposed: list[int] = []
        self._chooser: Chooser | None = None

    def proposals(self) -> list[int]:
        """Return moves, always as many and in the same order; [] while no round is known."""
        raise NotImplementedError

    def chooser(self, count: int) -> Chooser:
        """Return what chooses among `count` proposals."""
        return Fading(count, 0.85)

    def move(self) -> int:
        """Return the chosen proposal."""
        self._proposed = self.proposals()
        if not self._proposed:
            return super().move()
        if self._chooser is None:
            self._chooser = self.chooser(len(self._proposed))
        return self._proposed[self._chooser.best()]

    def see(self, own: int, other: int) -> None:
        """Score the proposals."""
        if self._proposed and self._chooser is not None:
            gains = [worth(move, other) for move in self._proposed]
            self._chooser.see(np.array(gains, dtype=float))
        super().see(own, other)


class ChooserTeam:
    """Follows the chooser whose choices won, of several kinds over `count` proposals."""

    def __init__(self, count: int, rng: Stream) -> None:
        self._members: tuple[Chooser, ...] = (
            Fading(count, 0.7),
            Fading(count, 0.87),
            Fading(count, 0.95),
            Fading(count, 1.0, drop=True),
            Fading(count, 0.93, drop=True),
            Betting(count, rng),
        )
        self._over = Fading(len(self._members), 0.92)
        self._picked = [0] * len(self._members)

    def best(self) -> int:
        """Return the choice of the best member."""
        self._picked = [member.best() for member in self._members]
        return self._picked[self._over.best()]

    def see(self, gains: FloatArray) -> None:
        """Score members and readings."""
        self._over.see(gains[self._picked])
        for member in self._members:
            member.see(gains)
