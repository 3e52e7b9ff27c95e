"""The experts of `ai.sequence.experts` at work: counts of one player, and their opinions.

The bank keeps, for one sequence over k symbols (with or without an opponent), the recent history
and the echo finders (`ai.sequence.history`) and one big array of counts that holds every table
(`Counts`). `read` turns them into *evidence* (`ExpertOpinions`): a matrix with one row per active
expert and one column per symbol, and for each row the number of the weight that applies to it. A
mixer multiplies and adds; nothing here is learned from people except the concentration of each
table's Dirichlet prior, which is given.

All tables are worked on at once, in a few array operations.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np

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
from ai.sequence.history import EchoFinder, SymbolHistory
from games.arrays import BoolArray, Float32Array, FloatArray, IntArray

MATCH_CLASSES: Final = len(MATCH_BINS) + 1
"""Classes of echoes by their length."""
MATCH_START: Final = len(TABLES) * COUNT_BINS
HABIT_START: Final = MATCH_START + len(MATCHES) * MATCH_CLASSES
WEIGHTS: Final = HABIT_START + len(HABITS)
"""Length of a weight vector: tables by class of count, echoes by class of length, habits."""
ROWS: Final = len(TABLES) + len(MATCHES) + len(HABITS)
"""How many rows evidence can have: tables, echoes, habits, in this order."""

_AGE = READINGS.index("age")
_COUNT_CLASSES: Final[tuple[float, ...]] = (0.5, 1.5, 2.5, 4.5, 9.0, 20.0)
"""The bounds between classes of counts, each about twice as wide as the one before; by hand."""
CONTEXT_TREE: Final = ("favourites", "own 1", "seed", "own 3")
"""The tables that show what follows 0, 1, 2 and 3 symbols."""
_OFTEN, _LATELY = 1, 2
"""The rows of the tables `favourites` and `recent favourites`, which are always in use."""
_CLASS_OF_COUNT: Final[IntArray] = np.digitize(np.arange(64) + 0.25, _COUNT_CLASSES)
_CLASS_OF_MATCH: Final[IntArray] = np.digitize(np.arange(64), MATCH_BINS)
"""The classes of whole counts and of lengths up to 63; larger ones are in the last."""


def cyclic_payoff(k: int) -> FloatArray:
    """Return the gain (k, k) of rock-paper-scissors for `k` = 3 (each beats the one before it),
    else 0.
    """
    own, other = np.meshgrid(np.arange(k), np.arange(k), indexing="ij")
    if k != 3:
        return np.zeros((k, k))
    return np.asarray(((own - other) % 3 == 1) * 1.0 - ((own - other) % 3 == 2) * 1.0)


def active_tables(k: int, opponent: bool) -> list[int]:
    """Return the numbers of the tables in use: those small enough for `k`, own targets first.

    Tables of the opponent's symbols are in use where there is an `opponent`.
    """
    fits = [
        i
        for i, table in enumerate(TABLES)
        if (opponent or not table.needs_opponent) and _rows(table.context, k) <= MAX_ROWS
    ]
    return sorted(fits, key=lambda i: TABLES[i].target == "other")


def _size(slot: str, k: int) -> int:
    return RUN_CAP if slot == "run" else k


def _rows(context: tuple[str, ...], k: int) -> int:
    return math.prod(_size(slot, k) for slot in context)


@dataclass(frozen=True, slots=True, eq=False)
class CountLayout:
    """The places of the counts of the tables in use, and the way to read them; never changed.

    `tables` are their numbers, the first `own` of them about the player. The context of a table
    begins at `offset` (tables,) + slots @ `radix` (SLOTS, tables) of all counts, which are rows of
    k. `reading` (tables,) is the place in `READINGS`, `fade` (tables, 1) the factor for a row of
    counts when it comes up again; `fading` (counts,) marks the counts that fade. `age_rows` are the
    tables that read by age, `own_rows` the tables about the player. `tree` has the beginnings of
    the tables of CONTEXT_TREE.
    """

    k: int
    tables: tuple[int, ...]
    own: int
    offset: IntArray
    radix: IntArray
    reading: IntArray
    fade: Float32Array
    fading: BoolArray
    age_rows: slice
    own_rows: IntArray
    tree: tuple[int, ...]

    @classmethod
    @functools.cache
    def of(cls, k: int, opponent: bool) -> CountLayout:
        """Return the layout over `k` symbols, with or without an opponent's; there are eighteen."""
        tables = active_tables(k, opponent)
        specs = [TABLES[i] for i in tables]
        own = sum(spec.target == "own" for spec in specs)
        sizes = np.array([_rows(spec.context, k) for spec in specs])
        radix = np.zeros((len(SLOTS), len(specs)), dtype=np.int64)
        for column, spec in enumerate(specs):
            place = k
            for slot in spec.context:
                radix[SLOTS.index(slot), column] = place
                place *= _size(slot, k)
        reading = np.array([READINGS.index(spec.reading) for spec in specs])
        by_age = np.flatnonzero(reading == _AGE).tolist()  # which stand together
        offset = k * np.concatenate([[0], np.cumsum(sizes)[:-1]])
        names = [spec.name for spec in specs]
        return cls(
            k,
            tuple(tables),
            own,
            offset=offset,
            radix=radix,
            reading=reading,
            fade=np.array([[spec.fade] for spec in specs], dtype=np.float32),
            fading=np.repeat([spec.fade < 1.0 for spec in specs], sizes * k),
            age_rows=slice(by_age[0], by_age[-1] + 1),
            own_rows=np.arange(own),
            tree=tuple(int(offset[names.index(name)]) for name in CONTEXT_TREE),
        )


@functools.lru_cache(maxsize=256)
def _sharing(unused: bytes) -> Float32Array:
    """Return the matrix (k, k) by which symbols `unused` (a byte of 1 for each that is) share
    evenly.
    """
    alike = np.frombuffer(unused, dtype=np.bool_)
    sharing = np.eye(len(alike), dtype=np.float32)
    sharing[np.ix_(alike, alike)] = 1.0 / alike.sum()
    return sharing


class Counts:
    """Counts of the symbols that followed every context of every table: `cells`, all in one row.

    After `read`: `now` (tables, k) are the counts of the present contexts, and `totals` (tables,)
    their sums. By age, symbols that were never used share their count in `now` evenly. Counts of
    several sequences (`abreast`) have an axis more in front.
    """

    def __init__(self, layout: CountLayout) -> None:
        self.layout = layout
        self.cells: Float32Array = np.zeros(len(layout.fading), dtype=np.float32)
        self._begin = layout.offset
        self.now: Float32Array
        self.totals: Float32Array
        self._kept: Float32Array
        self._places: IntArray

    @classmethod
    def abreast(cls, parts: Sequence[Counts]) -> Counts:
        """Return the counts of several sequences in one array, into which the `parts` look."""
        joined = cls(parts[0].layout)
        joined.cells = np.stack([part.cells for part in parts])
        lanes = np.arange(0, joined.cells.size, len(parts[0].cells))
        joined._begin = joined.layout.offset + lanes[:, None]
        for lane, part in enumerate(parts):
            part.cells = joined.cells[lane]
        return joined

    def read(self, slots: IntArray, readings: IntArray) -> None:
        """Bring `now` and `totals` up to date with `slots` and `readings` of the history."""
        layout = self.layout
        starts = slots @ layout.radix
        starts += self._begin
        self._places = readings.take(layout.reading, axis=-2)
        self._places += starts[..., None]
        self._kept = self.now = self.cells.take(self._places)
        self.totals = np.add.reduce(self.now, axis=-1)

    def share_unused(self, lane: int, unused: BoolArray) -> None:
        """Let symbols `unused` (k,) share what is counted for them, in sequence number `lane`."""
        layout = self.layout
        if self.now is self._kept:
            self.now = self._kept.copy()
        now = self.now.reshape(-1, len(layout.tables), layout.k)[lane, layout.age_rows]
        now[:] = now @ _sharing(unused.tobytes())

    def add(
        self, symbols: Sequence[int], others: Sequence[int | None], pasts: Sequence[SymbolHistory]
    ) -> None:
        """Count `symbols` and the opponents' `others` after `read`, before they enter the `pasts`.

        There is one of each for each sequence.
        """
        layout, own = self.layout, self.layout.own
        counted = self._kept * layout.fade
        by_lane = counted.reshape(-1, len(layout.tables), layout.k)
        for lane, (symbol, other, past) in enumerate(zip(symbols, others, pasts, strict=True)):
            now = by_lane[lane]
            if past.last_used[symbol] < 0:
                # by age it is counted where the first of all unused symbols stands
                first = int(past.rank.argsort()[past.rank_of(symbol)])
                columns = np.where(layout.reading == _AGE, first, symbol)
                now[layout.own_rows, columns[:own]] += 1.0
            else:
                now[:own, symbol] += 1.0
            if other is not None:
                now[own:, other] += 1.0
            elif own < len(now):
                now[own:] = self._kept.reshape(by_lane.shape)[lane, own:]
        self.cells.put(self._places, counted)

    def before(self, symbols: Sequence[int]) -> FloatArray:
        """Return counts (k, k) of the symbol after up to two own `symbols`, by the symbol before
        them.
        """
        k = self.layout.k
        begin, step = self.layout.tree[len(symbols) + 1], k
        for symbol in reversed(symbols):
            begin += symbol * step
            step *= k
        return self.cells.take(begin + _apart(k, step)).astype(np.float64)

    def after(self, symbols: Sequence[int]) -> FloatArray:
        """Return the counts (k,) of the symbols that followed up to three own `symbols`, newest
        last.

        These are the rows of the tables of CONTEXT_TREE; older counts have faded as theirs do.
        """
        k = self.layout.k
        begin = self.layout.tree[len(symbols)]
        for place, symbol in enumerate(reversed(symbols), start=1):
            begin += symbol * k**place
        return self.cells[begin : begin + k].astype(np.float64)


@functools.cache
def _apart(k: int, step: int) -> IntArray:
    """Return the places (k, k) of `k` rows of `k` cells whose starts lie `step` apart."""
    return np.arange(0, k * step, step)[:, None] + np.arange(k)


class ExpertOpinions:
    """The opinions of the experts: `matrix` (rows, k), `index` (rows,) and `rows` (rows,).

    `index` is the place of each row's weight in a vector of length `WEIGHTS`, `rows` marks the ones
    in use of the `ROWS`. The other arrays are views of the parts of `matrix` and `index` that are
    filled one by one. `lanes` is the shape in front for several sequences.
    """

    def __init__(
        self, layout: CountLayout, echoes: int, opponent: bool, lanes: tuple[int, ...] = ()
    ) -> None:
        self._tables, self._own = len(layout.tables), layout.own
        habits = len(HABITS) - (0 if opponent else len(REPLY_HABITS))
        begin = self.habit_row = self._tables + echoes
        first = np.array([0, len(TABLES), len(TABLES) + len(MATCHES)])
        parts = (np.array(layout.tables), np.arange(echoes), np.arange(habits))
        self.rows = np.concatenate([a + b for a, b in zip(first, parts, strict=True)])
        index = np.zeros((*lanes, begin + habits), dtype=np.int64)
        index[..., begin:] = HABIT_START + np.arange(habits)
        self.hold(np.zeros((*lanes, begin + habits, layout.k)), index)

    def hold(self, matrix: FloatArray, index: IntArray) -> None:
        """Fill row `index` of this `matrix` from now on."""
        self.matrix, self.index = matrix, index
        tables, own, begin = self._tables, self._own, self.habit_row
        self.of_own, self.of_other = matrix[..., :own, :], matrix[..., own:tables, :]
        self.of_echoes, self.index_of_echoes = (
            matrix[..., tables:begin, :],
            index[..., tables:begin],
        )
        self.index_of_tables = index[..., :tables]
        families = (STEP_HABITS, AGE_HABITS, PAUSE_HABITS, USE_HABITS, REPLY_HABITS)
        ends = begin + np.cumsum([len(family) for family in families])
        views = np.split(matrix[..., begin:, :], ends[:-1] - begin, axis=-2)
        self.by_step, self.by_age, self.by_pause, by_use, self.by_reply = views
        self.used, self.often, self.completes = (
            by_use[..., :2, :],
            by_use[..., 0, :],
            by_use[..., 2, :],
        )


class ExpertBank:
    """All experts over one sequence.

    After `read`, `counts` and `evidence` belong to the symbol to come. `concentration`
    (len(TABLES),) is added to every count of a table. `payoff` (k, k) is the player's gain (own
    symbol by row); rock-paper-scissors for k = 3. Banks of several sequences (`abreast`) are read
    and observed together; their arrays have an axis more in front.
    """

    def __init__(
        self,
        k: int,
        opponent: bool,
        concentration: FloatArray,
        payoff: FloatArray | None = None,
    ) -> None:
        self.k, self.opponent = k, opponent
        self.layout = CountLayout.of(k, opponent)
        self.concentration = concentration[list(self.layout.tables)][:, None]
        self.history = SymbolHistory(k)
        self.counts = Counts(self.layout)
        self.echoes = [EchoFinder(length) for length in _echo_lengths(k, opponent)]
        self.evidence = ExpertOpinions(self.layout, len(self.echoes), opponent)
        gains = cyclic_payoff(k) if payoff is None else np.asarray(payoff, float)
        self.payoff = gains / (float(np.max(np.abs(gains))) or 1.0)
        self._gained = self.payoff.T
        self._step_table = step_table(k)
        self._age_table = age_table(k)
        self._pause_table = pause_table(k)
        if opponent:
            self._reply_table = reply_table(k, self.payoff)
        self._table_index = np.array(self.layout.tables) * COUNT_BINS
        self._slots, self._readings = self.history.slots, self.history.readings
        self._parts: tuple[ExpertBank, ...] = (self,)

    @classmethod
    def abreast(cls, parts: Sequence[ExpertBank]) -> ExpertBank:
        """Return the banks of several sequences over as many symbols; the `parts` look into it."""
        joined, first = copy(parts[0]), parts[0]
        joined._parts = tuple(parts)
        joined.counts = Counts.abreast([part.counts for part in parts])
        joined.payoff = np.stack([part.payoff for part in parts])
        joined._gained = joined.payoff.swapaxes(-1, -2)
        joined.evidence = ExpertOpinions(
            first.layout, len(first.echoes), first.opponent, (len(parts),)
        )
        joined._slots = np.stack([part.history.slots for part in parts])
        joined._readings = np.stack([part.history.readings for part in parts])
        for lane, part in enumerate(parts):
            part.evidence.hold(joined.evidence.matrix[lane], joined.evidence.index[lane])
            part.history.hold(joined._slots[lane], joined._readings[lane])
        return joined

    def read(self) -> None:
        """Bring `counts` and `evidence` up to date."""
        self._read_tables()
        self._read_use()
        for part in self._parts:
            part._read_echoes()
            part._read_habits()

    def _read_tables(self) -> None:
        counts, evidence, own = self.counts, self.evidence, self.layout.own
        counts.read(self._slots, self._readings)
        for lane, part in enumerate(self._parts):
            if part.history.unused > 1:  # one alone has nobody to share with
                counts.share_unused(lane, part.history.last_used < 0)
        smoothed = counts.now + self.concentration
        if self.opponent:
            foreseen = smoothed[..., own:, :]
            foreseen /= np.add.reduce(foreseen, axis=-1, keepdims=True)
            np.matmul(foreseen, self._gained, out=evidence.of_other)
        np.log(smoothed[..., :own, :], out=evidence.of_own)
        seen = _CLASS_OF_COUNT.take(counts.totals.astype(np.int64), mode="clip")
        np.add(self._table_index, seen, out=evidence.index_of_tables)

    def _read_use(self) -> None:
        """USE_HABITS that go by counts with long and short memory."""
        both = slice(_OFTEN, _LATELY + 1)
        even = self.counts.totals[..., both, None] / self.k
        np.subtract(self.counts.now[..., both, :], even, out=self.evidence.used)
        self.evidence.often /= (even[..., 0, :] + 1.0) ** 0.5

    def _read_echoes(self) -> None:
        evidence = self.evidence
        evidence.of_echoes.fill(0.0)
        for number, echo in enumerate(self.echoes):
            start = MATCH_START + number * MATCH_CLASSES
            if echo.matched:
                forecast = echo.forecast
                evidence.of_echoes[number, forecast // self.k if number else forecast] = 1.0
                start += int(_CLASS_OF_MATCH[max(echo.matched - echo.length, 0)])
            evidence.index_of_echoes[number] = start

    def _read_habits(self) -> None:
        past, evidence = self.history, self.evidence
        pauses, rank = past.length - past.last_used, past.rank
        if past.unused:
            unused = past.last_used < 0
            pauses[unused], rank = 0, np.where(unused, self.k - 1, rank)
        evidence.by_step[:] = self._step_table[past.before, past.last]
        self._age_table[past.run].take(rank, axis=1, out=evidence.by_age, mode="clip")
        self._pause_table.take(pauses, axis=1, out=evidence.by_pause, mode="clip")
        if self.opponent and past.length:
            evidence.by_reply[:] = self._reply_table[past.last, past.last_other]
        round_so_far = min(past.length, self.k - 1)
        if past.different >= round_so_far:
            np.greater_equal(past.rank, round_so_far, out=evidence.completes)
        else:
            evidence.completes.fill(0.0)

    def observe(self, symbol: int, other: int | None) -> None:
        """Count `symbol` (and the opponent's `other`) in every table, after `read`."""
        self.observe_all((symbol,), (other,))

    def observe_all(self, symbols: Sequence[int], others: Sequence[int | None]) -> None:
        """Do the same for every sequence: its symbol, and its opponent's."""
        self.counts.add(symbols, others, [part.history for part in self._parts])
        for part, symbol, other in zip(self._parts, symbols, others, strict=True):
            part._follow(symbol, other)

    def _follow(self, symbol: int, other: int | None) -> None:
        self.history.add(symbol, other)
        if other is not None:
            self.echoes[-1].observe(symbol * self.k + other)
        self.echoes[0].observe(symbol)


def _echo_lengths(k: int, opponent: bool) -> tuple[int, ...]:
    """Return the number of symbols in a row that must come again to start an echo, among `k`; with
    an `opponent` also the number of rounds.

    Chosen so that a passage of the player's own is one of 36 to 125 possible ones.
    """
    own = {2: 6, 3: 4, 4: 3, 5: 3}.get(k, 2)
    return (own, 3 if k < 4 else 2) if opponent else (own,)
