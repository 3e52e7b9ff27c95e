"""The memory of `sensei` in a match: counts after contexts of both sides, and longest matches.

Both memories forecast both sides' next moves, because a theory of mind needs the player's
expectations of the AI as much as the player's own habits.

`RoundTables` counts the moves that followed contexts made of the last two moves of each side. Its
table "seed" is the original's: the last two moves of the side it forecasts, counts from 1 that
never fade, history of last moves before the first round.

`LongestMatches` looks for the latest place where the longest run of recent rounds occurred before,
seen as moves of the AI, of the player, or of both, and forecasts the move that followed there (the
history matching of D. Egnor's Iocaine Powder, 1999).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from games.arrays import FloatArray, IntArray

AI, PLAYER = 0, 1
"""The two sides, as the first index of every forecast."""


class Context(NamedTuple):
    """A table's context and the rate at which its counts fade; `own` is the side that is forecast.

    `phrase` describes the context, `habit` the player's behaviour where it forecasts their moves.
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
    """Counts of both sides' next moves after every context."""

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
        self._look_up()

    def _look_up(self) -> None:
        """Find the rows of the present contexts, and their counts (2, tables, k)."""
        self._rows = self._first + self._radix @ self._recent
        self._now = self._counts.take(self._rows, axis=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables, in order."""
        return tuple(context.name for context in self.contexts)

    def forecasts(self, out: FloatArray) -> None:
        """Fill `out` (2, tables, k) with what each table expects of both sides."""
        np.add(self._now, self._prior, out=out)
        out /= np.add.reduce(out, axis=2, keepdims=True)

    def observe(self, own: int, other: int) -> None:
        """Count a round: the AI's `own` move and the player's, `other`."""
        counts = self._now
        counts *= self._fade
        counts[AI, :, own] += 1.0
        counts[PLAYER, :, other] += 1.0
        self._counts[self._rows] = counts
        recent = self._recent
        recent[1], recent[3] = recent[0], recent[2]
        recent[0], recent[2] = own, other
        self._look_up()


MATCHES: Final = ("your moves", "my moves", "both sides' moves")
"""By what rounds are told apart when a match is looked for: player's, AI's, both."""


class LongestMatches:
    """Longest matches of the recent past.

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
        # the newest round first, so that what lies back as far stands at the same place
        self._units: FloatArray = np.zeros((self.CAPACITY, 2 * k))
        # in one byte, as truth is: both symbols of a round are one of 100 at most
        self._symbols = np.zeros((len(MATCHES), self.CAPACITY), dtype=np.int8)
        self._newest = self.CAPACITY
        # of the matches that lie back 1, 2, ... rounds
        self._lengths = np.zeros((len(MATCHES), self.CAPACITY), dtype=np.int8)
        self._powers: FloatArray = self.BASE ** np.minimum(np.arange(self.LONGEST + 1), 24) - 1.0

    @property
    def length(self) -> int:
        """The number of rounds that are remembered."""
        return self.CAPACITY - self._newest

    def observe(self, own: int, other: int) -> None:
        """Add a round: `own`, the AI's, and `other`, the player's; lengthen or drop each match."""
        if not self._newest:
            self._forget_half()
        self._newest -= 1
        newest, past = self._newest, self.length - 1
        symbols = self._symbols
        symbols[:, newest] = other, own, own * self.k + other
        lengths = self._lengths[:, :past]
        lengths += 1
        again = symbols[:, newest + 1 :] == symbols[:, newest : newest + 1]
        lengths *= again.view(np.int8)
        if past > self.LONGEST:
            np.minimum(lengths, self.LONGEST, out=lengths)
        units = self._units[newest]
        units[:] = 0.0
        units[own] = units[self.k + other] = 1.0

    def _forget_half(self) -> None:
        half = self.CAPACITY // 2
        self._units[half:] = self._units[:half]
        self._symbols[:, half:] = self._symbols[:, :half]
        self._lengths[:, half:] = 0
        self._newest = half

    def forecasts(self, out: FloatArray) -> None:
        """Fill `out` (2, 2 * len(MATCHES), k): what followed matches, of both sides.

        Where there is none, moves are alike.
        """
        ways, k, past = len(MATCHES), self.k, self.length - 1
        lengths, none = self._lengths[:, : max(past, 0)], list(range(ways))
        if past > 0:
            followed = self._units[self._newest : self._newest + past]
            nearest = lengths.argmax(axis=1)
            longest = followed.take(nearest, axis=0).reshape(ways, 2, k)
            votes = (self._powers.take(lengths) @ followed).reshape(ways, 2, k)
            votes += 1e-9
            votes /= np.add.reduce(votes, axis=2, keepdims=True)
            out[:, :ways], out[:, ways:] = longest.swapaxes(0, 1), votes.swapaxes(0, 1)
            none = [way for way, at in enumerate(nearest.tolist()) if not lengths[way, at]]
        for way in none:
            out[:, way::ways] = 1.0 / k
