"""What measures count: who bids first, its lowest sun, and what playouts come to."""

from __future__ import annotations

import numpy as np
import pytest

from ai.ra.auction import bidders
from ai.ra.plain import row_of
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices

pytestmark = [pytest.mark.lab, pytest.mark.sweep]
pytest.importorskip("numba")


def test_who_bids_first_and_with_which_sun() -> None:
    from ai.lab.ra.measures import first_bidder, lowest_sun

    for view in choices(3, 11, 5):
        if view.phase == TURN:
            t = np.array(row_of(view), np.int64)
            seat = first_bidder(t)
            assert seat == bidders(row_of(view))[0]
            assert lowest_sun(t, seat) == min(view.up[seat])


def test_playouts_of_the_same_seeds_come_to_the_same() -> None:
    from ai.lab.ra.measures import playouts
    from ai.lab.ra.seats import nets_of, programs_of
    from ai.lab.ra.tables import words

    view = next(view for view in choices(3, 11) if view.phase == TURN and any(view.block))
    t, kinds = np.array(row_of(view), np.int64), np.zeros(3, np.int64)
    nets, programs, seeds = nets_of(3), programs_of(3), words(np.random.default_rng(1), 20)
    found = playouts(t, kinds, -1, nets, programs, seeds)
    assert np.array_equal(found, playouts(t, kinds, -1, nets, programs, seeds))
    assert set(found[:, 0].tolist()) <= {0.0, 1.0}
    assert len(set(found[:, 1].tolist())) > 5
