"""The inputs of `net`: arrays for many rows, and plain code for one, are the same."""

from __future__ import annotations

import numpy as np
import pytest

from ai.ra.inputs import inputs_of
from ai.ra.inputs_one import fill_inputs, input_count
from ai.ra.plain import row_of
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices


@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_rows_and_one_row_have_the_same_inputs(players: int) -> None:
    rows = [row_of(state) for state in choices(players, 5, 4) if state.phase == TURN]
    found = inputs_of(np.array(rows), players)
    for number, row in enumerate(rows):
        x = [0.0] * input_count(players)
        fill_inputs(row, x)
        assert found[number] == pytest.approx(np.array(x), abs=1e-5)
    assert len(rows) > 10
