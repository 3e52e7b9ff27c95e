"""Compiled tables: `net+` does there what it does in play, and shares come again by the seed."""

from __future__ import annotations

import numpy as np
import pytest

from ai.ra.net_player import Net
from ai.ra.plain import block_size, row_of
from games.core import Limit
from games.ra.rules.moves import can_draw, gods_usable, legal_moves
from games.ra.rules.state import TURN
from tests.support.ra_tables import choices

pytestmark = [pytest.mark.lab, pytest.mark.sweep]
pytest.importorskip("numba")


def test_the_compiled_look_ahead_is_that_of_play() -> None:
    from ai.lab.ra.study import nets_of
    from ai.lab.ra.tables import deep_turn, rooms

    nets, player, same, asked = nets_of(3), Net(deep=True), 0, 0
    for view in choices(3, 11):
        if view.phase != TURN or not block_size(row_of(view)):
            continue
        asked += 1
        t = np.array(row_of(view), np.int64)
        found = deep_turn(t, 0, can_draw(view), gods_usable(view), nets, rooms(nets))
        move = player.act(view.actor, view, legal_moves(view), Limit()).move
        same += (found == 0) == (move == "draw") and (found == -1) == (move == "call")
    assert asked > 30
    assert same >= asked - 1, "but for equal choices, which sums in single precision may turn"


def test_shares_come_again_and_say_who_is_not_compiled() -> None:
    from ai.lab.errors import BadArguments
    from ai.lab.jobs import Jobs
    from ai.lab.ra.study import arena, report
    from ai.lab.rooms import Asked

    def asked(*table: str) -> Asked:
        return Asked(table, 300, 5, {"study": "shares"}, Jobs(1), lambda share, text: None)

    found = arena(asked("seed-net", "heuristic", "heuristic"))
    assert found == arena(asked("seed-net", "heuristic", "heuristic"))
    assert 0.2 < found["win_share"] < 0.6
    assert "300 games" in report(found)
    with pytest.raises(BadArguments):
        arena(asked("easy", "net", "net"))
