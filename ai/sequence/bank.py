"""The experts of `ai.sequence.experts` at work: counts of one player, and their opinions.

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

from ai.sequence.experts import (
    AGE_HABITS,
    COUNT_BINS,
    HABITS,
    MATCH_BINS,
    MATCHES,
    MAX_ROWS,
    PAUSE_HABITS,
    READINGS,
    REPLY_HABITS,
    RUN_CAP,
    SLOTS,
    STEP_HABITS,
    TABLES,
    USE_HABITS,
    age_table,
    pause_table,
    reply_table,
    step_table,
)
from ai.sequence.markov import initial_history
from games.arrays import FloatArray, IntArray

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
_AGE = READINGS.index("age")
_OLDER: Final[IntArray] = np.maximum(np.arange(len(SLOTS)) - 1, 0)
"""Where each slot's value comes from when a round is added, whose own slots are then filled in."""
_OLDER_OWN: Final[IntArray] = np.where(
    [slot.startswith(("other", "relation")) for slot in SLOTS], np.arange(len(SLOTS)), _OLDER
)
"""The same where the opponent's move was not seen."""
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
        self._own_rows = np.arange(self.own_tables)
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
        self._different = 0
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
        self._view_evidence()
        first = np.array([0, len(TABLES), len(TABLES) + len(MATCHES)])
        parts = (np.array(self.tables), np.arange(echoes), np.arange(habits))
        self.rows = np.concatenate([a + b for a, b in zip(first, parts, strict=True)])

    def _view_evidence(self) -> None:
        """Views of the parts of ``evidence`` and ``index`` that `read` fills one by one."""
        tables, own = len(self.tables), self.own_tables
        self._told_by_own, self._told_by_other = self.evidence[:own], self.evidence[own:tables]
        self._told_by_echoes = self.evidence[tables : self._habit_row]
        self._index_of_tables = self.index[:tables]
        begin, parts = self._habit_row, []
        for habits in (STEP_HABITS, AGE_HABITS, PAUSE_HABITS, USE_HABITS, REPLY_HABITS):
            parts.append(self.evidence[begin : begin + len(habits)])
            begin += len(habits)
        self._by_step, self._by_age, self._by_pause, by_use, self._by_reply = parts
        self._often, self._used_lately, self._completes = by_use

    def read(self) -> None:
        """Bring ``counts``, ``totals``, ``evidence`` and ``index`` up to date."""
        starts = self._radix @ self.slots
        starts += self._offset
        starts *= self.k
        self._places = self._readings.take(self._reading, axis=0)
        self._places += starts[:, None]
        self._counted = self.counts = self.table_counts.take(self._places)
        self.totals = np.add.reduce(self.counts, axis=1)
        if self.unused:
            self._share_unused()
        smoothed = self.counts + self.concentration
        if self.opponent:
            foreseen = smoothed[self.own_tables :]
            foreseen /= np.add.reduce(foreseen, axis=1, keepdims=True)
            np.matmul(foreseen, self.payoff.T, out=self._told_by_other)
        np.log(smoothed[: self.own_tables], out=self._told_by_own)
        seen = _CLASS_OF_COUNT.take(self.totals.astype(np.int64), mode="clip")
        np.add(self._table_index, seen, out=self._index_of_tables)
        self._read_echoes()
        self._read_habits()

    def _share_unused(self) -> None:
        unused = self.last_used < 0
        rows = self._counted[self._age_rows]
        rows[:, unused] = rows[:, unused].mean(axis=1, keepdims=True)
        self.counts = self._counted.copy()
        self.counts[self._age_rows] = rows

    def _read_echoes(self) -> None:
        row = len(self.tables)
        self._told_by_echoes.fill(0.0)
        for number, echo in enumerate(self.echoes):
            start = MATCH_START + number * MATCH_CLASSES
            if echo.matched:
                forecast = echo.forecast
                self.evidence[row + number, forecast // self.k if number else forecast] = 1.0
                start += int(_CLASS_OF_MATCH[max(echo.matched - echo.length, 0)])
            self.index[row + number] = start

    def _read_habits(self) -> None:
        pauses, rank = self.length - self.last_used, self.rank
        if self.unused:
            unused = self.last_used < 0
            pauses[unused], rank = 0, np.where(unused, self.k - 1, rank)
        self._by_step[:] = self._step_table[self._before, self._last]
        self._age_table[self._run].take(rank, axis=1, out=self._by_age, mode="clip")
        self._pause_table.take(pauses, axis=1, out=self._by_pause, mode="clip")
        self._read_use()
        if self.opponent and self.length:
            self._by_reply[:] = self._reply_table[self._last, self._last_other]

    def _read_use(self) -> None:
        """USE_HABITS, from counts with long and short memory and the order of recency."""
        even, late = self.totals[_OFTEN] / self.k, self.totals[_LATELY] / self.k
        np.divide(self.counts[_OFTEN] - even, (even + 1.0) ** 0.5, out=self._often)
        np.subtract(self.counts[_LATELY], late, out=self._used_lately)
        round_so_far = min(self.length, self.k - 1)
        if self._different >= round_so_far:
            np.greater_equal(self.rank, round_so_far, out=self._completes)
        else:
            self._completes.fill(0.0)

    def observe(self, symbol: int, other: int | None) -> None:
        """Count a symbol (and the opponent's of the same round) in every table, after `read`."""
        own, used = self.own_tables, int(self.last_used[symbol])
        rank = int(self.rank[symbol]) if used >= 0 else self.k - self.unused
        counted = self._counted * self._fade
        if used < 0:  # by age it is counted where the first of all unused symbols stands
            columns = np.where(self._reading == _AGE, int(self.rank.argsort()[rank]), symbol)
            counted[self._own_rows, columns[:own]] += 1.0
        else:
            counted[:own, symbol] += 1.0
        if other is not None:
            counted[own:, other] += 1.0
            self.table_counts.put(self._places, counted)
        else:
            self.table_counts.put(self._places[:own], counted[:own])
        self._remember(symbol, other, rank, self.length - used if used >= 0 else self.length + 1)

    def _remember(self, symbol: int, other: int | None, rank: int, pause: int) -> None:
        k, last = self.k, self._last
        self._run = min(self._run + 1, RUN_CAP) if symbol == last else 1
        self._different = min(self._different + 1, pause)
        slots = self.slots.take(_OLDER_OWN if other is None else _OLDER)
        slots[_OWN], slots[_STEP] = symbol, (symbol - last) % k if last < k else 0
        slots[_RANK], slots[_RUN] = rank, self._run - 1
        if other is not None:
            slots[_OTHER], slots[_RELATION] = other, (symbol - other) % k
            slots[_OTHER_STEP] = (other - self._last_other) % k
            self._last_other = other
            self._readings[2] = self._circle[other]
            self.echoes[-1].observe(symbol * k + other)
        self.slots = slots
        self.echoes[0].observe(symbol)
        self._before, self._last = last, symbol
        self.rank += self.rank < self.rank[symbol]
        self.rank[symbol] = 0
        self.unused -= int(self.last_used[symbol] < 0)
        self.last_used[symbol] = self.length
        self.length += 1
        self._readings[1] = self._circle[symbol]
        self._readings[_AGE] = self.rank

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
        pauses = np.sort(self.length - self.last_used[self.last_used >= 0])
        self._different = int((pauses == np.arange(1, len(pauses) + 1)).cumprod().sum())
        if self._last < self.k:
            self._readings[1] = self._circle[self._last]
        self._readings[2] = self._circle[self._last_other]
        self._readings[_AGE] = self.rank
