"""The compiled inner loops of the Ur solver (`ai.ur.solve`); the only module that needs numba.

Values are probabilities of a win for the side to move, as whole numbers of 1 / (2**32 - 1), so that
"one minus" is a bitwise not. See `ai.ur.index` for the layout.

A sweep visits the blocks of a pair of layers (n, m) and (m, n) in an order in which every move
without a capture leads to a block that was visited before. A block and its twin, the same position
with the other side to move, are solved together: first the best value of every roll over all moves
that leave the block (`_leave`), row by row of 16 values, then the moves within the first four
squares, cell by cell from the most advanced, where the values x and y of the two sides follow from
each other in closed form because each may have to pass: x = a + q (1 - y), y = b + r (1 - x).

Shared squares are masks by the own side's numbers, also those that the other side stands on;
`ai.ur.bits.Path.across` turns such a mask into the other side's numbers.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from ai.ur.bits import COUNTS, ROWS_OF, TERNARIES, Path, Weights
from ai.ur.index import RANK, START_MASKS

_ONE: Final = 4294967295.0  # 2**32 - 1, a certain win
Array = npt.NDArray[Any]
Block = tuple[int, int, int, int]
Pieces = tuple[int, int]
Values = tuple[Array, Array]
Rows = tuple[int, int, int, int, int]
Half = tuple[Array, Any, int, Array, Array]
Whole = Any  # an int, or the compiled loops' own np.int64
_STARTED = np.array([mask.bit_count() for mask in START_MASKS], dtype=np.int64)


def _start_moves() -> tuple[Array, Array]:
    """Return moves within the first four squares: by (can enter, row, roll - 1) up to four entries.

    An entry is the row that the move leads to, plus 16 where it lands on the rosette.
    """
    counts = np.zeros((2, 16, 4), dtype=np.int64)
    entries = np.zeros((2, 16, 4, 4), dtype=np.int64)
    for enters in (0, 1):
        for row, mask in enumerate(START_MASKS):
            for roll in range(1, 5):
                for source in range(5 - roll):
                    target = 1 << source + roll - 1
                    present = enters if source == 0 else mask >> source - 1 & 1
                    if not present or mask & target:
                        continue
                    moved = mask ^ (1 << source - 1 if source else 0) | target
                    at = counts[enters, row, roll - 1]
                    entries[enters, row, roll - 1, at] = RANK[moved] + 16 * (target == 8)
                    counts[enters, row, roll - 1] += 1
    return counts, entries


def _leaving() -> Array:
    """Return the row that a piece leaves behind, by (source, row); -1 if there is no such piece."""
    rows = np.tile(np.arange(16), (17, 1))
    for source in range(1, 5):
        for row, mask in enumerate(START_MASKS):
            bit = 1 << source - 1
            rows[source, row] = RANK[mask ^ bit] if mask & bit else -1
    return rows


_LEAVING = _leaving()
_START_COUNTS, _START_ENTRIES = _start_moves()


@numba.njit(inline="always")
def _fold(best: Array, at: int, values: Array, row: int) -> None:
    """Keep the better of 16 values and one minus 16 others."""
    for j in range(16):
        best[at + j] = max(best[at + j], ~values[row + j])


@numba.njit(inline="always")
def _fold_turned(
    best: Array, at: int, values: Array, first: int, stride: int, columns: int
) -> None:
    """Do the same for values of the side that moves again, which lie `stride` apart."""
    for j in range(columns):
        best[at + j] = max(best[at + j], values[first + j * stride])


@numba.njit(inline="always")
def _lift(source: int, end: int, shared: int, last: int) -> tuple[bool, int, int]:
    """Return whether a piece may stand on a square, and the own end and shared masks without it.

    Pieces on the first four squares are not in these masks.
    """
    if source < 5:
        return True, end, shared
    if source <= last:
        bit = 1 << (source - 5)
        return shared & bit != 0, end, shared & ~bit
    bit = 1 << (source - last - 1)
    return end & bit != 0, end & ~bit, shared


@numba.njit(inline="always")
def _land(target: int, end: int, shared: int, left: int, path: Path) -> tuple[bool, int, int, int]:
    """Return whether a piece may come to a square past the first four, and what it leaves.

    Own end mask, own shared mask and the other side's shared mask after the move.
    """
    if target <= path.last:
        bit = 1 << (target - 5)
        if shared & bit or (path.safe >> target & 1 and left & bit):
            return False, end, shared, left
        return True, end, shared | bit, left & ~bit
    if target == path.off:
        return True, end, shared, left
    bit = 1 << (target - path.last - 1)
    return end & bit == 0, end | bit, shared, left


@numba.njit(inline="always")
def _fold_rows(
    best: Array, legal: Array, roll: int, source: int, values: Array, first: Whole, steps: Rows
) -> None:
    """Fold one move into the rows that can make it.

    `steps` holds the number of rows and of columns, what one row on and one column on mean in
    `values`, and what kind of move it is: 0 hands the turn on, 1 rolls again, 2 wins.
    """
    rows, columns, row_step, column_step, kind = steps
    for row in range(rows):
        to_row = _LEAVING[source, row]
        if to_row < 0:
            continue
        legal[(roll - 1) * 16 + row] = 1
        at = (roll - 1) * 256 + row * 16
        if kind == 0:
            _fold(best, at, values, first + to_row * row_step)
        elif kind == 1:
            _fold_turned(best, at, values, first + to_row, column_step, columns)
        else:
            best[at : at + 16] = 4294967295


@numba.njit(cache=True)
def _leave(
    same: Values,
    turned: Values,
    off: Values,
    path: Path,
    pieces: Pieces,
    block: Block,
    best: Array,
    legal: Array,
) -> None:
    """Find every roll's best value over the moves that leave a block, and the rows that have one.

    `same` are the values of layer (n, m), for moves that roll again, `turned` the values of (m, n)
    and `off` the values of (m, n - 1); `pieces` is (n, m). `best` has shape (4, 16, 16) flattened:
    roll, own row, other column; `legal` is (4, 16).
    """
    n, m = pieces
    end, other_end, shared, other_shared = block
    rows = ROWS_OF[n - COUNTS[shared] - COUNTS[end]]
    columns = ROWS_OF[m - COUNTS[other_shared] - COUNTS[other_end]]
    best[:] = 0
    legal[:] = 0
    for source in range(1, path.off):
        stands, from_end, from_shared = _lift(source, end, shared, path.last)
        if not stands:
            continue
        for roll in range(max(1, 5 - source), min(4, path.off - source) + 1):
            possible, to_end, to_shared, left = _land(
                source + roll, from_end, from_shared, other_shared, path
            )
            if not possible:
                continue
            own_digits = TERNARIES[to_shared] + 2 * TERNARIES[left]
            other_digits = TERNARIES[path.across[left]] + 2 * TERNARIES[path.across[to_shared]]
            again = path.rosettes >> (source + roll) & 1
            if path.capture_rolls and left != other_shared:
                again = 1
            if again:
                first = same[1][to_end, other_end, own_digits]
                stride = ROWS_OF[n - COUNTS[to_shared] - COUNTS[to_end]]
                steps = (rows, columns, 1, stride, 1)
                _fold_rows(best, legal, roll, source, same[0], first, steps)
            elif source + roll == path.off:
                first = off[1][other_end, to_end, other_digits]
                steps = (rows, columns, columns, 1, 2 if n == 1 else 0)
                _fold_rows(best, legal, roll, source, off[0], first, steps)
            else:
                first = turned[1][other_end, to_end, other_digits]
                stride = ROWS_OF[m - COUNTS[left] - COUNTS[other_end]]
                steps = (rows, columns, stride, 1, 0)
                _fold_rows(best, legal, roll, source, turned[0], first, steps)


@numba.njit(inline="always")
def _passing(legal: Array, enters: int, row: int, path: Path) -> float:
    """Return the probability that a side in this row must pass."""
    passing = path.nothing
    for roll in range(4):
        if not legal[roll * 16 + row] and _START_COUNTS[enters, row, roll] == 0:
            passing += path.weights[roll]
    return passing / 16.0


@numba.njit(inline="always")
def _within(
    best: Array,
    own: Array,
    base: int,
    other: Array,
    twin_base: int,
    enters: int,
    i: int,
    rows: int,
    columns: int,
) -> None:
    """Fold the own moves within the first four squares into row `i`; later rows are final."""
    for roll in range(4):
        at = roll * 256 + i * 16
        for k in range(_START_COUNTS[enters, i, roll]):
            entry = _START_ENTRIES[enters, i, roll, k]
            if entry >= 16:
                _fold_turned(best, at, own, base + entry - 16, rows, columns)
            else:
                _fold(best, at, other, twin_base + entry * columns)


@numba.njit(inline="always")
def _expected_of_other(
    best: Array,
    own: Array,
    base: int,
    other: Array,
    twin_row: int,
    enters: int,
    i: int,
    j: int,
    rows: int,
    weights: Weights,
) -> float:
    """Return the value to the other side of its rolls that move, in cell (i, j), times 16."""
    total = 0.0
    for roll in range(4):
        value = best[roll * 256 + j * 16 + i]
        for k in range(_START_COUNTS[enters, j, roll]):
            entry = _START_ENTRIES[enters, j, roll, k]
            if entry >= 16:
                value = max(value, other[twin_row + entry - 16])
            else:
                value = max(value, ~own[base + entry * rows + i])
        total += value * weights[roll]
    return total


@numba.njit(cache=True)
def _settle(own_side: Half, other_side: Half, path: Path) -> Whole:
    """Solve the cells of a block and its twin; returns the largest change.

    Of each side: its values, where the block begins in them, how many of its pieces are at home
    or on its first squares, and what `_leave` found.
    """
    own, base, n_free, own_best, own_legal = own_side
    other, twin_base, m_free, other_best, other_legal = other_side
    rows, columns, weights = ROWS_OF[n_free], ROWS_OF[m_free], path.weights
    largest: Whole = np.int64(0)
    for i in range(rows - 1, -1, -1):
        enters = 1 if n_free > _STARTED[i] else 0
        q = _passing(own_legal, enters, i, path)
        _within(own_best, own, base, other, twin_base, enters, i, rows, columns)
        twin_row = twin_base + i * columns
        for j in range(columns - 1, -1, -1):
            enters = 1 if m_free > _STARTED[j] else 0
            r = _passing(other_legal, enters, j, path)
            b = _expected_of_other(
                other_best, own, base, other, twin_row, enters, i, j, rows, weights
            )
            b /= 16.0
            a = 0.0
            for roll in range(4):
                a += own_best[roll * 256 + i * 16 + j] * weights[roll]
            x = (a / 16.0 + q * (_ONE - b - r * _ONE)) / (1.0 - q * r)
            new_x, new_y = np.uint32(x + 0.5), np.uint32(b + r * (_ONE - x) + 0.5)
            at = base + j * rows + i
            largest = max(largest, abs(np.int64(new_x) - np.int64(own[at])))
            largest = max(largest, abs(np.int64(new_y) - np.int64(other[twin_row + j])))
            own[at] = new_x
            other[twin_row + j] = new_y
    return largest


@numba.njit(nogil=True, cache=True)
def sweep(
    own: Values,
    other: Values,
    own_off: Values,
    other_off: Values,
    path: Path,
    pieces: Pieces,
    blocks: Array,
    changes: Array,
    least: int,
) -> tuple[Whole, int]:
    """Return one sweep over the blocks whose last change was above `least`.

    `own` is layer (n, m), `other` (m, n), `own_off` (m, n - 1) and `other_off` (n, m - 1), each
    with its offsets and 16 values of padding; `path` is the rule set's, `pieces` is (n, m);
    `blocks` is int64 of shape (b, 4): both ends and both shared masks. `changes`, uint32 of shape
    (b,), keeps each block's last change. Returns the largest change and how many blocks were
    visited.
    """
    n, m = pieces
    own_best, other_best = np.zeros(1024, np.uint32), np.zeros(1024, np.uint32)
    own_legal, other_legal = np.zeros(64, np.uint8), np.zeros(64, np.uint8)
    largest: Whole = np.int64(0)
    visited = 0
    for number in range(len(blocks)):
        if changes[number] <= least:
            continue
        visited += 1
        e, f = blocks[number, 0], blocks[number, 1]
        v, w = blocks[number, 2], blocks[number, 3]
        x, y = path.across[v], path.across[w]
        _leave(own, other, own_off, path, (n, m), (e, f, v, w), own_best, own_legal)
        _leave(other, own, other_off, path, (m, n), (f, e, y, x), other_best, other_legal)
        base = np.int64(own[1][e, f, TERNARIES[v] + 2 * TERNARIES[w]])
        twin_base = np.int64(other[1][f, e, TERNARIES[y] + 2 * TERNARIES[x]])
        change = _settle(
            (own[0], base, n - COUNTS[v] - COUNTS[e], own_best, own_legal),
            (other[0], twin_base, m - COUNTS[w] - COUNTS[f], other_best, other_legal),
            path,
        )
        changes[number] = change
        largest = max(largest, change)
    return largest, visited
