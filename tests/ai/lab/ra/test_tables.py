"""Compiled tables: `net` and `net+` do there what they do in play."""

from __future__ import annotations

import numpy as np
import pytest

from ai.ra.net_player import NetPlayer
from ai.ra.plain import block_size, row_of
from games.core import Limit
from games.ra.rules.moves import can_draw, gods_usable, legal_moves
from games.ra.rules.state import BID, TURN
from tests.support.ra_tables import choices

pytestmark = [pytest.mark.lab, pytest.mark.sweep]
pytest.importorskip("numba")


@pytest.mark.parametrize("deep", [True, False])
def test_compiled_turns_are_those_of_play(deep: bool) -> None:
    from ai.lab.ra.tables import nets_of, played_turn, rooms

    nets, player, same, asked = nets_of(3), NetPlayer(deep), 0, 0
    for view in choices(3, 11):
        if view.phase != TURN or not block_size(row_of(view)):
            continue
        asked += 1
        t = np.array(row_of(view), np.int64)
        found = played_turn(t, 0, deep, can_draw(view), gods_usable(view), nets, rooms(nets))
        move = player.act(view.actor, view, legal_moves(view), Limit()).move
        same += (found == 0) == (move == "draw") and (found == -1) == (move == "call")
    assert asked > 30
    assert same >= asked - 1, "but for equal choices, which sums in single precision may turn"


def test_compiled_bids_are_those_of_play() -> None:
    from ai.lab.ra.tables import nets_of, played_bid, rooms

    nets, player, same, asked = nets_of(3), NetPlayer(), 0, 0
    for view in choices(3, 11):
        if view.phase == BID and view.auction is not None:
            asked += 1
            t = np.array(row_of(view), np.int64)
            auction = view.auction
            bid = played_bid(t, view.actor, auction.high, auction.called, 0, nets, rooms(nets))
            move = player.act(view.actor, view, legal_moves(view), Limit()).move
            same += move == (f"bid {bid}" if bid else "pass")
    assert asked > 10
    assert same >= asked - 1
