"""The inputs of `net`: for many rows from parts, and plain code for one, are the same."""

from __future__ import annotations

from array import array

import pytest

from ai.ra.auction import outcome_rows, outcome_suns
from ai.ra.inputs import inputs_of
from ai.ra.inputs_one import fill_inputs, input_count
from ai.ra.plain import EPOCH, row_of
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices


@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_rows_and_one_row_have_the_same_inputs_to_the_last_bit(players: int) -> None:
    states = [state for state in choices(players, 5, 4) if state.phase == TURN]
    rows = [row_of(state) for state in states]
    rows += [row for t in rows[::4] for row in outcome_rows(t, outcome_suns(t))]
    rows = [row for row in rows if row[EPOCH] < 4]
    found = inputs_of(rows, players)
    for number, row in enumerate(rows):
        x = array("f", bytes(4 * input_count(players)))
        fill_inputs(row, x)
        assert found[number].tolist() == x.tolist()
    assert len(rows) > 40
