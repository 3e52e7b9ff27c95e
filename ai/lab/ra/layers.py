"""The first layer of a network, compiled: where nearly all time of games and learning goes."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
EXACT: Final = {"contract"}
"""Products and sums may be one operation, and nothing else: sums stay in the order written."""


@numba.njit(nogil=True, fastmath=EXACT)
def add_row(value: float, row: Array, units: Array) -> None:
    """Add `value` times a row to the units."""
    for unit in range(units.shape[0]):
        units[unit] = units[unit] + value * row[unit]


@numba.njit(nogil=True, fastmath=EXACT)
def add_rows(x: Array, count: int, rows: Array, units: Array) -> None:
    """Add the row of each of the first `count` inputs, times the input, to the units.

    Four rows at a time, so that the units are read and written once for all four; the sums are
    the same as one row after the other gives, to the last bit.
    """
    held, a, b, c = 0, 0, 0, 0
    for place in range(count):
        if x[place] != 0.0:
            if held == 0:
                a, held = place, 1
            elif held == 1:
                b, held = place, 2
            elif held == 2:
                c, held = place, 3
            else:
                one, two, three, four = x[a], x[b], x[c], x[place]
                first, second, third, fourth = rows[a], rows[b], rows[c], rows[place]
                for unit in range(units.shape[0]):
                    units[unit] = (
                        units[unit]
                        + one * first[unit]
                        + two * second[unit]
                        + three * third[unit]
                        + four * fourth[unit]
                    )
                held = 0
    if held > 0:
        add_row(x[a], rows[a], units)
    if held > 1:
        add_row(x[b], rows[b], units)
    if held > 2:
        add_row(x[c], rows[c], units)
