"""The recent past of one sequence, as the experts of `ai.sequence.experts` look at it.

`SymbolHistory` holds slots, recency, pauses and runs; `EchoFinder` looks for the last place where
the recent past occurred before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.sequence.experts import READINGS, RUN_CAP, SLOTS
from ai.sequence.markov import initial_history
from games.arrays import IntArray

_OWN, _OTHER, _STEP, _RANK, _RELATION, _OTHER_STEP, _RUN = (
    SLOTS.index(slot)
    for slot in ("own1", "other1", "step1", "rank1", "relation1", "otherstep1", "run")
)
_BY_STEP, _BY_ANSWER, _BY_AGE = (READINGS.index(name) for name in ("step", "answer", "age"))
_OLDER: Final[IntArray] = np.maximum(np.arange(len(SLOTS)) - 1, 0)
"""Where each slot's value comes from when a round is added, whose own slots are then filled in."""
_OLDER_OWN: Final[IntArray] = np.where(
    [slot.startswith(("other", "relation")) for slot in SLOTS], np.arange(len(SLOTS)), _OLDER
)
"""The same where the opponent's move was not seen."""


class SymbolHistory:
    """The past of a sequence over `k` symbols.

    `slots` (SLOTS,) are what contexts are made of; `readings` (READINGS, k) the column in which
    each symbol is counted; `rank` (k,) the order of recency, 0 the symbol just used;
    `last_used` (k,) the round of its last use, -1 for none; `unused` how many have none.
    `run` is the length of the present run, `different` how many symbols in a row were all
    different, `before`, `last` the last two symbols (k for none yet), `last_other` the
    opponent's last.
    """

    def __init__(self, k: int) -> None:
        self.k = k
        self.slots = np.zeros(len(SLOTS), dtype=np.int64)
        for place, symbol in enumerate(reversed(initial_history(k))):
            self.slots[place] = symbol
        self.length = 0
        self.rank = np.arange(k)
        self.last_used = np.full(k, -1, dtype=np.int64)
        self.unused = k
        self.run = self.different = 0
        self.before = self.last = k
        self.last_other = 0
        columns = np.arange(k)
        self.readings = np.tile(columns, (len(READINGS), 1))
        self._circle = (columns[None, :] - columns[:, None]) % k

    def rank_of(self, symbol: int) -> int:
        """Return the rank by recency that counts for `symbol`: the first free one for all never
        used.
        """
        return int(self.rank[symbol]) if self.last_used[symbol] >= 0 else self.k - self.unused

    def add(self, symbol: int, other: int | None) -> None:
        """Add a round: a `symbol`, and the opponent's `other` where it was seen."""
        k, last, used = self.k, self.last, int(self.last_used[symbol])
        pause = self.length - used if used >= 0 else self.length + 1
        self.run = min(self.run + 1, RUN_CAP) if symbol == last else 1
        self.different = min(self.different + 1, pause)
        slots = self.slots
        slots[:] = slots.take(_OLDER_OWN if other is None else _OLDER)
        slots[_OWN], slots[_STEP] = symbol, (symbol - last) % k if last < k else 0
        slots[_RANK], slots[_RUN] = self.rank_of(symbol), self.run - 1
        if other is not None:
            slots[_OTHER], slots[_RELATION] = other, (symbol - other) % k
            slots[_OTHER_STEP] = (other - self.last_other) % k
            self.last_other = other
            self.readings[_BY_ANSWER] = self._circle[other]
        self.before, self.last = last, symbol
        self.rank += self.rank < self.rank[symbol]
        self.rank[symbol] = 0
        self.unused -= int(used < 0)
        self.last_used[symbol] = self.length
        self.length += 1
        self.readings[_BY_STEP] = self._circle[symbol]
        self.readings[_BY_AGE] = self.rank

    def hold(self, slots: IntArray, readings: IntArray) -> None:
        """Keep `slots` and `readings` in these arrays from now on, which hold them already."""
        self.slots, self.readings = slots, readings

    def recent(self) -> tuple[int, int, int, int, int]:
        """Return length, run, the symbol before the last, the last, and the opponent's last."""
        return self.length, self.run, self.before, self.last, self.last_other

    def restore(
        self,
        recent: Sequence[int],
        slots: NDArray[Any],
        rank: NDArray[Any],
        last_used: NDArray[Any],
    ) -> None:
        """Take over a past: `recent()`, `slots`, `rank` and `last_used` as they were."""
        self.length, self.run, self.before, self.last, self.last_other = recent
        self.slots[:], self.rank[:], self.last_used[:] = slots, rank, last_used
        self.unused = int(np.count_nonzero(self.last_used < 0))
        pauses = np.sort(self.length - self.last_used[self.last_used >= 0])
        self.different = int((pauses == np.arange(1, len(pauses) + 1)).cumprod().sum())
        if self.last < self.k:
            self.readings[_BY_STEP] = self._circle[self.last]
        self.readings[_BY_ANSWER] = self._circle[self.last_other]
        self.readings[_BY_AGE] = self.rank


class EchoFinder:
    """Finds the latest place where the last `length` symbols occurred before, and reads on.

    `symbols` may be joint symbols of two players; the forecast is the joint symbol that
    followed. At most the latest 4,096 symbols are remembered.
    """

    capacity: Final = 4096

    def __init__(self, length: int) -> None:
        self.length = length
        self.past: list[int] = []
        self.matched = 0
        self._place = 0
        self._places: dict[tuple[int, ...], int] = {}

    @property
    def forecast(self) -> int:
        """The symbol that followed the echo, or -1 where there is none."""
        return self.past[self._place] if self.matched else -1

    def observe(self, symbol: int) -> None:
        """Add a `symbol` and follow, drop or look for an echo."""
        if self.matched and self.past[self._place] == symbol:
            self.matched = min(self.matched + 1, 63)
            self._place += 1
        else:
            self.matched = 0
        self.past.append(symbol)
        if len(self.past) > self.capacity:
            self.restore(self.past[-self.capacity // 2 :])
            return
        key = tuple(self.past[-self.length :])
        if len(key) == self.length:
            if not self.matched:
                self._look_up(key)
            self._places[key] = len(self.past)

    def _look_up(self, key: tuple[int, ...]) -> None:
        place = self._places.get(key, 0)
        if place:
            past, end, matched = self.past, len(self.past), self.length
            while matched < min(63, place) and past[place - matched - 1] == past[end - matched - 1]:
                matched += 1
            self._place, self.matched = place, matched

    def restore(self, past: list[int], place: int = 0, matched: int = 0) -> None:
        """Take over a `past`, and the echo at `place` in it that matched this number of symbols."""
        self.past = list(past)
        self._places = {
            tuple(self.past[end - self.length : end]): end
            for end in range(self.length, len(self.past) + 1)
        }
        self._place, self.matched = place, matched

    @property
    def position(self) -> tuple[int, int]:
        """Place and length of the echo being followed, as `restore` takes them."""
        return self._place, self.matched
