"""The figures of many games of Set: sums that can be added and kept.

Boards are counted by kind: 0 are all of them, as the original counted; 1, 2, 3 and 4 the boards
with 12, 15, 18 and 21 cards while cards are left in the deck.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.arrays import Arrays, BadWeights
from games.intervals import Z
from games.set.rules.cards import CARDS

Numbers = npt.NDArray[np.int64]

KINDS: Final = 5
MOST_SETS: Final = 80
"""No table has more: 21 cards hold 70 at most, one to each of C(21, 2) pairs in threes."""
MOST_LEFT: Final = 21
_FIRST_DEAL: Final = 12
_SUMS: Final = 8
_REFUSED: Final = "The figures of games that were kept are damaged; count anew."


def share_of(share: float, low: float, high: float) -> dict[str, Any]:
    """Return a share with its 95% interval, and in how many it is one."""
    one_in = 1.0 / share if share > 0 else None
    return {"share": share, "ci95": [low, high], "one_in": one_in}


class BoardSums:
    """Boards of one kind in `games` games: `histogram` has those with 0, 1, ... sets, and `sums`
    over games of n, nn, x, xx, xn, y, yy, yn: boards, those without a set, those with three.
    """

    def __init__(self, histogram: Numbers, sums: Numbers, games: int) -> None:
        self._histogram, self._sums, self._games = histogram, sums, games

    @property
    def boards(self) -> int:
        """The number of boards."""
        return int(self._sums[0])

    @property
    def histogram(self) -> Counter[int]:
        """Boards by the number of their sets, those that came."""
        found = enumerate(self._histogram.tolist())
        return Counter({sets: number for sets, number in found if number})

    def as_list(self) -> list[int]:
        """Return boards with 0, 1, ... sets, up to the most that came."""
        came = np.flatnonzero(self._histogram)
        return [int(n) for n in self._histogram[: came[-1] + 1]] if len(came) else []

    def _share(self, start: int) -> dict[str, Any]:
        """Return a ratio of sums over games, whose error comes from how games differ."""
        boards, squares = float(self._sums[0]), float(self._sums[1])
        found, squared, crossed = map(float, self._sums[start : start + 3])
        share = found / boards
        spread = squared - 2 * share * crossed + share * share * squares
        games = max(2, self._games)
        error = Z * math.sqrt(max(0.0, spread) * games / (games - 1)) / boards
        return share_of(share, max(0.0, share - error), min(1.0, share + error))

    def told(self) -> dict[str, Any]:
        """Return the figures, as the analysis gives them."""
        if not self.boards:
            nothing = {"share": 0.0, "ci95": [0.0, 1.0], "one_in": None}
            return {"boards": 0, "no_set": nothing, "three_or_more": nothing, "mean": 0.0,
                    "histogram": []}  # fmt: skip
        total = int((self._histogram * np.arange(MOST_SETS)).sum())
        return {
            "boards": self.boards,
            "no_set": self._share(2),
            "three_or_more": self._share(5),
            "mean": total / self.boards,
            "histogram": self.as_list(),
        }


class GameSums:
    """The figures of many games.

    `histogram` has shape (KINDS, MOST_SETS), `sums` (KINDS, 8) as `BoardSums` has them, `ends`
    the games by the cards that were left, and `course` of shape (70, 2) the tables of twelve by the
    cards left in the deck: their number, and the number without a set.
    """

    def __init__(self) -> None:
        self.games = self.never_fifteen = 0
        self.histogram: Numbers = np.zeros((KINDS, MOST_SETS), np.int64)
        self.sums: Numbers = np.zeros((KINDS, _SUMS), np.int64)
        self.ends: Numbers = np.zeros(MOST_LEFT, np.int64)
        self.course: Numbers = np.zeros((CARDS - _FIRST_DEAL + 1, 2), np.int64)

    def _boards(self, kind: int) -> BoardSums:
        return BoardSums(self.histogram[kind], self.sums[kind], self.games)

    @property
    def all(self) -> BoardSums:
        """All boards, the last of each game included."""
        return self._boards(0)

    @property
    def deck_left(self) -> dict[int, BoardSums]:
        """Boards while cards are left, by the number of cards on the table."""
        came = (kind for kind in range(1, KINDS) if self.sums[kind, 0])
        return {9 + 3 * kind: self._boards(kind) for kind in came}

    @property
    def left_at_end(self) -> Counter[int]:
        """Games by the number of cards that were left."""
        return Counter({int(cards): int(self.ends[cards]) for cards in np.flatnonzero(self.ends)})

    def add(self, other: GameSums) -> None:
        """Take in other games."""
        self.games += other.games
        self.never_fifteen += other.never_fifteen
        for name in ("histogram", "sums", "ends", "course"):
            own: Numbers = getattr(self, name)
            own += getattr(other, name)

    def without(self, other: GameSums) -> GameSums:
        """Return these games without the games of `other`, which are among them."""
        found = GameSums()
        found.games = self.games - other.games
        found.never_fifteen = self.never_fifteen - other.never_fifteen
        for name in ("histogram", "sums", "ends", "course"):
            setattr(found, name, getattr(self, name) - getattr(other, name))
        return found

    def told(self) -> dict[str, Any]:
        """Return the figures as the analysis gives them."""
        ends = sorted(self.left_at_end.items())
        return {
            "games": self.games,
            "boards_per_game": self.all.boards / self.games,
            "all": self.all.told(),
            "deck_left": {str(n): part.told() for n, part in self.deck_left.items()},
            "left_at_end": {str(cards): number / self.games for cards, number in ends},
            "games_without_15": self.never_fifteen / self.games,
        }

    # -- to be kept ----------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """Return this as arrays to be kept."""
        games = np.array([self.games, self.never_fifteen], np.int64)
        return {
            "games": games,
            "histogram": self.histogram,
            "sums": self.sums,
            "ends": self.ends,
            "course": self.course,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> GameSums:
        """Return the figures in `arrays`; raises `BadWeights` for other arrays."""
        found = cls()
        for name, wanted in found.arrays().items():
            given = arrays.get(name)
            if given is None or given.shape != wanted.shape or given.dtype != np.int64:
                raise BadWeights(_REFUSED)
            if int(given.min()) < 0:
                raise BadWeights(_REFUSED)
            if name != "games":
                setattr(found, name, given.copy())
        found.games, found.never_fifteen = map(int, arrays["games"])
        whole = int(found.histogram[0].sum()) == int(found.sums[0, 0])
        if not whole or int(found.ends.sum()) != found.games:
            raise BadWeights(_REFUSED)
        return found
