"""The minds of `heuristic` and `easy`: one figure for the own lot, wherever it stands."""

from __future__ import annotations

import re

import pytest

from ai.ra.heuristic import MISJUDGES, heuristic_move, mind_of
from ai.ra.plain import block_size, row_of
from ai.ra.potential import lot_worth
from games.mind import Bars, Note
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices


@pytest.mark.parametrize("error", [0.0, 3.7])
def test_sentence_and_bar_tell_one_worth_of_the_own_lot(error: float) -> None:
    compared = 0
    for view in choices(3, 7, 5):
        t = row_of(view)
        note, *items = mind_of(view, t, heuristic_move(view, error), error)
        assert isinstance(note, Note)
        said = re.search(r"lot brings me about (\d+) point", note.text)
        bars = [item for item in items if isinstance(item, Bars)]
        if said and bars and block_size(t) and view.phase == TURN:
            own = bars[0].values[view.actor]
            assert int(said[1]) == round(own)
            assert own == pytest.approx(lot_worth(t, view.actor) + error), "what it acts on"
            assert bars[0].help == (MISJUDGES if error else "")
            compared += 1
    assert compared > 3
