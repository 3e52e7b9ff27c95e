"""The experts of `ai.sequence_experts` at work: counts of one player, and their opinions.

The bank keeps, for one sequence over k symbols (with or without an opponent), the recent history,
one big array of counts that holds every table, and the two echo finders.  `read` turns them into
*evidence*: a matrix with one row per active expert and one column per symbol, and for each row the
number of the weight that applies to it.  A mixer multiplies and adds; nothing here is learned from
people except the concentration of each table's Dirichlet prior, which is given.

Everything is done for all tables at once, in a few array operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ai.sequence_experts import (
    AGE_CAP,
    COUNT_BINS,
    HABITS,
    MATCH_BINS,
    MATCHES,
    MAX_ROWS,
    READINGS,
    REPLY_HABITS,
    RUN_CAP,
    SLOTS,
    TABLES,
    FloatArray,
    IntArray,
    age_table,
    pause_table,
    reply_table,
    step_table,
    use_habits,
)

MATCH_CLASSES: Final = len(MATCH_BINS) + 1
MATCH_START: Final = len(TABLES) * COUNT_BINS
HABIT_START: Final = MATCH_START + len(MATCHES) * MATCH_CLASSES
WEIGHTS: Final = HABIT_START + len(HABITS)
"""Length of a weight vector: tables by class of count, echoes by class of length, habits."""
ROWS: Final = len(TABLES) + len(MATCHES) + len(HABITS)
"""How many rows evidence can have: tables, echoes, habits, in this order."""

_OWN, _OTHER, _STEP, _RANK, _RELATION, _OTHER_STEP, _RUN = (
    SLOTS.index(slot)
    for slot in ("own1", "other1", "step1", "rank1", "relation1", "otherstep1", "run")
)
_COUNT_CLASSES: Final[tuple[float, ...]] = (0.5, 1.5, 2.5, 4.5, 9.0, 20.0)
CONTEXT_TREE: Final = ("favourites", "own 1", "seed", "own 3")
"""The tables that show what follows 0, 1, 2 and 3 symbols."""
_OFTEN, _LATELY = 1, 2
"""The rows of the tables ``favourites`` and ``recent favourites``, which are always in use."""
_CLASS_OF_COUNT: Final[IntArray] = np.digitize(np.arange(64) + 0.25, _COUNT_CLASSES)
_CLASS_OF_MATCH: Final[IntArray] = np.digitize(np.arange(64), MATCH_BINS)


def cyclic_payoff(k: int) -> FloatArray:
    """Return the gain of rock-paper-scissors for k = 3 (each beats the one before it), else 0."""
    own, other = np.meshgrid(np.arange(k), np.arange(k), indexing="ij")
    if k != 3:
        return np.zeros((k, k))
    return np.asarray(((own - other) % 3 == 1) * 1.0 - ((own - other) % 3 == 2) * 1.0)


def initial_history(k: int) -> tuple[int, int, int]:
    """Return the symbols that stand before the first, oldest first.

    For k = 4 they are the original's 1, 3, 2 (keys 2, 4, 3); the same rule serves every k.
    """
    return 1, k - 1, k // 2


class EchoFinder:
    """Finds the latest place where the last ``length`` symbols occurred before, and reads on.

    ``symbols`` may be joint symbols of two players; the forecast is the joint symbol that
    followed.  At most the latest 4,096 symbols are remembered.
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
        """Add a symbol and follow, drop or look for an echo."""
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
        """Take over a past, and the echo that was being followed in it."""
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


def active_tables(k: int, opponent: bool) -> list[int]:
    """Return the numbers of the tables in use: those small enough for k, own targets first."""
    fits = [
        i
        for i, table in enumerate(TABLES)
        if (opponent or not table.needs_opponent) and _rows(table.context, k) <= MAX_ROWS
    ]
    return sorted(fits, key=lambda i: TABLES[i].target == "other")


def _size(slot: str, k: int) -> int:
    return RUN_CAP if slot == "run" else k


def _rows(context: tuple[str, ...], k: int) -> int:
    return int(np.prod([_size(slot, k) for slot in context], dtype=np.int64))


class ExpertBank:
    """All experts over one sequence.

    After `read`: ``counts`` (tables, k) as floats, ``totals`` (tables,), ``evidence`` (rows, k) and
    ``index`` (rows,), the place of each row's weight in a vector of length `WEIGHTS`; ``rows``
    (rows,) says which of the `ROWS` are in use.
    ``concentration`` (len(TABLES),) is added to every count of a table.  ``fading`` (counts,) says
    which of all counts fade; the others are kept whole.
    ``payoff`` (k, k) is the player's gain (own symbol by row); rock-paper-scissors for k = 3.
    """

    def __init__(
        self,
        k: int,
        opponent: bool,
        concentration: FloatArray,
        payoff: FloatArray | None = None,
    ) -> None:
        self.k, self.opponent = k, opponent
        self.tables = active_tables(k, opponent)
        self.own_tables = sum(TABLES[i].target == "own" for i in self.tables)
        self.concentration = concentration[self.tables][:, None]
        self._lay_out()
        self._prepare_habits(cyclic_payoff(k) if payoff is None else np.asarray(payoff, float))
        self._start_history()
        joint = 2 if k < 4 else 1
        self.echoes = [EchoFinder({2: 6, 3: 4, 4: 3, 5: 3}.get(k, 2))]
        if opponent:
            self.echoes.append(EchoFinder(joint + 1))
        self._prepare_rows()

    def _lay_out(self) -> None:
        k, specs = self.k, [TABLES[i] for i in self.tables]
        sizes = np.array([_rows(spec.context, k) for spec in specs])
        self._offset = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._radix = np.zeros((len(specs), len(SLOTS)), dtype=np.int64)
        for row, spec in enumerate(specs):
            place = 1
            for slot in spec.context:
                self._radix[row, SLOTS.index(slot)] = place
                place *= _size(slot, k)
        self.table_counts = np.zeros(int(sizes.sum()) * k, dtype=np.float32)
        self._fade = np.array([[spec.fade] for spec in specs], dtype=np.float32)
        self.fading = np.repeat([spec.fade < 1.0 for spec in specs], sizes * k)
        self._reading = np.array([READINGS.index(spec.reading) for spec in specs])
        self._age_rows = np.flatnonzero(self._reading == READINGS.index("age"))
        self._columns = np.arange(k)
        self._circle = (self._columns[None, :] - self._columns[:, None]) % k

    def _prepare_habits(self, payoff: FloatArray) -> None:
        scale = float(np.max(np.abs(payoff))) or 1.0
        self.payoff = payoff / scale
        self._step_table = step_table(self.k)
        self._age_table = age_table(self.k)
        self._pause_table = pause_table(self.k)
        if self.opponent:
            self._reply_table = reply_table(self.k, self.payoff)

    def _start_history(self) -> None:
        k = self.k
        self.slots = np.zeros(len(SLOTS), dtype=np.int64)
        for place, symbol in enumerate(reversed(initial_history(k))):
            self.slots[place] = symbol
        self.length = 0
        self.rank = np.arange(k)
        self.last_used = np.full(k, -1, dtype=np.int64)
        self.unused = k
        self._run = 0
        self._before = self._last = k
        self._last_other = 0
        self._readings = np.tile(self._columns, (len(READINGS), 1))

    def _prepare_rows(self) -> None:
        tables, echoes = len(self.tables), len(self.echoes)
        habits = len(HABITS) - (0 if self.opponent else len(REPLY_HABITS))
        self._habit_row = tables + echoes
        rows = self._habit_row + habits
        self.evidence = np.zeros((rows, self.k))
        self.index = np.zeros(rows, dtype=np.int64)
        self._table_index = np.array(self.tables) * COUNT_BINS
        self.index[self._habit_row :] = HABIT_START + np.arange(habits)
        first = np.array([0, len(TABLES), len(TABLES) + len(MATCHES)])
        parts = (np.array(self.tables), np.arange(echoes), np.arange(habits))
        self.rows = np.concatenate([a + b for a, b in zip(first, parts, strict=True)])

    def read(self) -> None:
        """Bring ``counts``, ``totals``, ``evidence`` and ``index`` up to date."""
        tables, own = len(self.tables), self.own_tables
        self._found = self._offset + self._radix @ self.slots
        self._starts = self._found * self.k
        places = self._readings[self._reading]
        places += self._starts[:, None]
        self.counts = self.table_counts.take(places)
        self.totals = self.counts.sum(axis=1)
        if self.unused:
            self._share_unused()
        smoothed = self.counts + self.concentration
        np.log(smoothed[:own], out=self.evidence[:own])
        if self.opponent:
            forecast = smoothed[own:] / smoothed[own:].sum(axis=1, keepdims=True)
            np.matmul(forecast, self.payoff.T, out=self.evidence[own:tables])
        self.index[:tables] = self._table_index
        self.index[:tables] += _CLASS_OF_COUNT[np.minimum(self.totals, 63.0).astype(np.int64)]
        self._read_echoes()
        self._read_habits()

    def _share_unused(self) -> None:
        unused = self.last_used < 0
        rows = self.counts[self._age_rows]
        rows[:, unused] = rows[:, unused].mean(axis=1, keepdims=True)
        self.counts[self._age_rows] = rows

    def _read_echoes(self) -> None:
        row = len(self.tables)
        self.evidence[row : self._habit_row] = 0.0
        for number, echo in enumerate(self.echoes):
            forecast = echo.forecast
            length = max(echo.matched - echo.length, 0)
            if forecast >= 0:
                self.evidence[row + number, forecast // self.k if number else forecast] = 1.0
            start = MATCH_START + number * MATCH_CLASSES
            self.index[row + number] = start + _CLASS_OF_MATCH[length]

    def _read_habits(self) -> None:
        row, pauses = self._habit_row, self._pauses()
        for block in (
            self._step_table[self._before, self._last],
            self._age_table[self._run].take(self._habit_rank(), axis=1),
            self._pause_table.take(pauses, axis=1),
        ):
            self.evidence[row : row + len(block)] = block
            row += len(block)
        often, lately = self.counts[_OFTEN], self.counts[_LATELY]
        for habit in use_habits(often, lately, pauses, self.length):
            self.evidence[row] = habit
            row += 1
        if self.opponent and self.length:
            self.evidence[row:] = self._reply_table[self._last, self._last_other]

    def _habit_rank(self) -> IntArray:
        if not self.unused:
            return self.rank
        return np.where(self.last_used < 0, self.k - 1, self.rank)

    def _pauses(self) -> IntArray:
        pause = np.minimum(self.length - self.last_used, AGE_CAP)
        if self.unused:
            pause[self.last_used < 0] = 0
        return pause

    def observe(self, symbol: int, other: int | None) -> None:
        """Count a symbol (and the opponent's of the same round) in every table, after `read`."""
        own = self.own_tables
        rank = int(self.rank[symbol]) if self.last_used[symbol] >= 0 else self.k - self.unused
        columns = self._readings[:, symbol].copy()
        columns[READINGS.index("age")] = rank
        places = columns[self._reading]
        fade = self._fade
        rows, starts = self._found, self._starts
        if self.opponent:
            seen = 0 if other is None else other
            places[own:] = self._readings[self._reading[own:], seen]
            if other is None:
                rows, starts, places, fade = rows[:own], starts[:own], places[:own], fade[:own]
        counts = self.table_counts.reshape(-1, self.k)
        counts[rows] *= fade
        self.table_counts[starts + places] += 1.0
        self._remember(symbol, other, rank)

    def _remember(self, symbol: int, other: int | None, rank: int) -> None:
        slots, k = self.slots, self.k
        self._run = min(self._run + 1, RUN_CAP) if symbol == self._last else 1
        step = (symbol - self._last) % k if self._last < k else 0
        slots[1:_OTHER] = slots[: _OTHER - 1].copy()
        slots[_STEP + 1 : _RELATION] = slots[_STEP : _RELATION - 1].copy()
        slots[_OWN], slots[_STEP], slots[_RANK], slots[_RUN] = symbol, step, rank, self._run - 1
        if other is not None:
            slots[_OTHER + 1 : _STEP] = slots[_OTHER : _STEP - 1].copy()
            slots[_RELATION + 1 : _RUN] = slots[_RELATION : _RUN - 1].copy()
            slots[_OTHER], slots[_RELATION] = other, (symbol - other) % k
            slots[_OTHER_STEP] = (other - self._last_other) % k
            self._last_other = other
            self._readings[2] = self._circle[other]
            self.echoes[-1].observe(symbol * k + other)
        self.echoes[0].observe(symbol)
        self._before, self._last = self._last, symbol
        self.rank += self.rank < self.rank[symbol]
        self.rank[symbol] = 0
        self.unused -= int(self.last_used[symbol] < 0)
        self.last_used[symbol] = self.length
        self.length += 1
        self._readings[1] = self._circle[symbol]
        self._readings[3] = self.rank

    def counts_after(self, symbols: Sequence[int]) -> FloatArray:
        """Return what followed up to three own symbols, the newest last, as counts (k,).

        These are the rows of the tables of CONTEXT_TREE; older counts have faded as theirs do.
        """
        number = [table.name for table in TABLES].index(CONTEXT_TREE[len(symbols)])
        row = int(self._offset[self.tables.index(number)])
        row += sum(symbol * self.k**place for place, symbol in enumerate(reversed(symbols)))
        return self.table_counts[row * self.k : (row + 1) * self.k].astype(np.float64)

    def recent(self) -> tuple[int, int, int, int, int]:
        """Return length, run, the symbol before the last, the last, and the opponent's last."""
        return self.length, self._run, self._before, self._last, self._last_other

    def restore(
        self,
        recent: Sequence[int],
        slots: NDArray[Any],
        rank: NDArray[Any],
        last_used: NDArray[Any],
    ) -> None:
        """Take over a history: `recent`, and the arrays of the same names as they were."""
        self.length, self._run, self._before, self._last, self._last_other = recent
        self.slots[:], self.rank[:], self.last_used[:] = slots, rank, last_used
        self.unused = int(np.count_nonzero(self.last_used < 0))
        if self._last < self.k:
            self._readings[1] = self._circle[self._last]
        self._readings[2] = self._circle[self._last_other]
        self._readings[3] = self.rank
