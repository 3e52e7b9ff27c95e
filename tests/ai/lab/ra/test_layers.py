"""Four rows at a time are one row after the other, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from ai.lab.ra.layers import add_row, add_rows

pytestmark = pytest.mark.lab


@pytest.mark.parametrize("inputs", [0, 1, 2, 3, 4, 5, 7, 90, 223])
def test_rows_add_up_as_one_after_the_other(inputs: int) -> None:
    rng = np.random.default_rng(inputs)
    rows = rng.normal(0.0, 0.3, (223, 96)).astype(np.float32)
    x = np.zeros(223, np.float32)
    x[rng.permutation(223)[:inputs]] = rng.normal(0.0, 1.0, inputs)
    units = rng.normal(0.0, 1.0, 96).astype(np.float32)
    single, four = units.copy(), units.copy()
    for place in np.flatnonzero(x):
        add_row(x[place], rows[place], single)
    add_rows(x, 223, rows, four)
    assert single.tobytes() == four.tobytes()
    assert np.allclose(four, units + x @ rows, atol=1e-4)
