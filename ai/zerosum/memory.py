"""What `sensei` remembers of a match: counts after contexts of both sides, and longest matches.

Both memories forecast both sides' next moves, because a theory of mind needs what the player may
expect of the AI as much as what the player does.

`RoundTables` counts what followed contexts made of the last two moves of each side. Its table
"seed" is the original's: the last two moves of the side it forecasts, counts from 1 that never
fade, history of last moves before the first round.

`LongestMatches` looks for the latest place where the longest run of recent rounds occurred
before, seen as moves of the AI, of the player, or of both, and says what followed there (the
history matching of D. Egnor's Iocaine Powder, 1999).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from games.arrays import FloatArray, IntArray

AI, PLAYER = 0, 1
"""The two sides, as the first index of every forecast."""


class Context(NamedTuple):
    """A table's context and how fast its counts fade; `own` is the side that is forecast.

    `phrase` says what the context is, `habit` what the player does where it tells their moves.
    """

    name: str
    own: int
    other: int
    fade: float
    prior: float
    phrase: str
    habit: str


_AGAIN: Final = "you do the same again after the same last two moves"
_NEXT: Final = "you follow a move by the same next one"
_REACT: Final = "you react in the same way to"
CONTEXTS: Final = (
    Context("seed", 2, 0, 1.0, 1.0, "the last two moves", _AGAIN),
    Context("second student", 2, 0, 1.0, 1.0, "the last two moves", _AGAIN),
    Context(
        "frequency", 0, 0, 1.0, 1.0, "how often each move came", "you favour some moves over others"
    ),
    Context(
        "lately", 0, 0, 0.9, 0.3, "which moves came lately", "you stay with what you played lately"
    ),
    Context(
        "just now",
        0,
        0,
        0.6,
        0.1,
        "which moves came just now",
        "you stay with what you played just now",
    ),
    Context("one move", 1, 0, 1.0, 1.0, "the last move", _NEXT),
    Context(
        "one move lately", 1, 0, 0.8, 0.2, "what followed the last move lately", f"lately {_NEXT}"
    ),
    Context(
        "two moves lately",
        2,
        0,
        0.8,
        0.2,
        "what followed the last two moves lately",
        f"lately {_AGAIN}",
    ),
    Context(
        "reply",
        0,
        1,
        0.95,
        0.3,
        "the other side's last move",
        f"{_REACT} the other side's last move",
    ),
    Context(
        "reply to two",
        0,
        2,
        0.95,
        0.3,
        "the other side's last two moves",
        f"{_REACT} the other side's last two moves",
    ),
    Context("round", 1, 1, 0.95, 0.3, "the last round", f"{_REACT} the last round"),
    Context("two rounds", 2, 2, 0.9, 0.2, "the last two rounds", f"{_REACT} the last two rounds"),
)
"""Contexts of both sides, `own` and `other` last moves deep."""

STUDENT_COUNTS: Final = (0.5, 2.0, 0.5, 1.0)
"""The counts that the second original starts with, where there are four moves."""
MOST_ROWS: Final = 1300
"""A table that would need more rows is left out."""


class RoundTables:
    """Counts of both sides' next moves after every context; `forecasts` is (2, tables, k)."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.contexts = tuple(c for c in CONTEXTS if k ** (c.own + c.other) <= MOST_ROWS)
        sizes = [k ** (c.own + c.other) for c in self.contexts]
        first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        total = sum(sizes)
        self._first: IntArray = np.stack([first, first + total])
        self._counts: FloatArray = np.zeros((2 * total, k))
        self._radix: IntArray = np.zeros((2, len(self.contexts), 4), dtype=np.int64)
        for row, context in enumerate(self.contexts):
            slots = [*range(context.own), *range(2, 2 + context.other)]
            for place, slot in enumerate(slots):
                self._radix[AI, row, slot] = k**place
                self._radix[PLAYER, row, (slot + 2) % 4] = k**place
        self._prior: FloatArray = np.array([[c.prior] * k for c in self.contexts])
        if k == len(STUDENT_COUNTS):
            self._prior[self.names.index("second student")] = STUDENT_COUNTS
        self._fade: FloatArray = np.array([[c.fade] for c in self.contexts])
        self._recent: IntArray = np.full(4, k - 1, dtype=np.int64)
        self._rows = self._first + self._radix @ self._recent

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables, in order."""
        return tuple(context.name for context in self.contexts)

    def forecasts(self) -> FloatArray:
        """What each table expects of both sides, (2, tables, k)."""
        smoothed = self._counts[self._rows] + self._prior
        return np.asarray(smoothed / smoothed.sum(axis=2, keepdims=True))

    def observe(self, own: int, other: int) -> None:
        """Count a round: the AI's `own` move and the player's, `other`."""
        counts, rows = self._counts, self._rows
        counts[rows] *= self._fade
        counts[rows[AI], own] += 1.0
        counts[rows[PLAYER], other] += 1.0
        recent = self._recent
        recent[1], recent[3] = recent[0], recent[2]
        recent[0], recent[2] = own, other
        self._rows = self._first + self._radix @ recent


MATCHES: Final = ("your moves", "my moves", "both sides' moves")
"""By what rounds are told apart when a match is looked for: player's, AI's, both."""


class LongestMatches:
    """Longest matches of the recent past; `forecasts` is (2, 2 * len(MATCHES), k).

    For each way of telling rounds apart there are two forecasts: what followed the longest match,
    and what followed all matches, each weighing `BASE` to the power of its length.
    """

    CAPACITY: Final = 4096
    """Rounds that are remembered; of more, the later half."""
    LONGEST: Final = 60
    """The largest length that is told apart."""
    BASE: Final = 4.0
    """How much more a match weighs that is longer by one. All three were chosen by hand."""

    def __init__(self, k: int) -> None:
        self.k = k
        self._units: FloatArray = np.zeros((self.CAPACITY, 2 * k))
        self._ways: IntArray = np.arange(len(MATCHES))
        self._symbols: IntArray = np.zeros((len(MATCHES), self.CAPACITY), dtype=np.int64)
        self._matched: IntArray = np.zeros((len(MATCHES), self.CAPACITY), dtype=np.int64)
        self._powers: FloatArray = self.BASE ** np.minimum(np.arange(self.LONGEST + 1), 24) - 1.0
        self.length = 0

    def observe(self, own: int, other: int) -> None:
        """Add a round: `own`, the AI's, and `other`, the player's; lengthen or drop each match."""
        if self.length == self.CAPACITY:
            self._forget_half()
        now = self.length
        symbols = self._symbols[:, now] = np.array([other, own, own * self.k + other])
        matched = self._matched
        same = self._symbols[:, :now] == symbols[:, None]
        longer = np.zeros((len(MATCHES), now), dtype=np.int64)
        longer[:, 1:] = matched[:, : max(now - 1, 0)]
        longer += 1
        np.minimum(longer, self.LONGEST, out=longer)
        longer *= same
        matched[:, :now] = longer
        self._units[now] = 0.0
        self._units[now, own] = self._units[now, self.k + other] = 1.0
        self.length = now + 1

    def _forget_half(self) -> None:
        half = self.CAPACITY // 2
        self._units[:half] = self._units[half:].copy()
        for array in (self._symbols, self._matched):
            array[:, :half] = array[:, half:].copy()
        self.length = half

    def forecasts(self) -> FloatArray:
        """What followed matches, for both sides; even where there is none."""
        ways = len(MATCHES)
        found = np.full((2, 2 * ways, self.k), 1.0 / self.k)
        past = self.length - 1
        if past < 1:
            return found
        lengths, followed = self._matched[:, :past], self._units[1 : past + 1]
        places = past - 1 - lengths[:, ::-1].argmax(axis=1)
        matched = lengths[self._ways, places] > 0
        if matched.any():
            longest = followed.take(places, axis=0).reshape(ways, 2, self.k)
            votes = self._powers.take(lengths) @ followed
            votes = votes.reshape(ways, 2, self.k) + 1e-9
            votes /= np.add.reduce(votes, axis=2, keepdims=True)
            rows = np.flatnonzero(matched)
            found[:, rows] = longest[rows].swapaxes(0, 1)
            found[:, rows + ways] = votes[rows].swapaxes(0, 1)
        return found
