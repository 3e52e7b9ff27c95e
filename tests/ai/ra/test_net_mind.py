"""The sentence of the net of Ra: its chance after the best action, beside the next best one."""

from __future__ import annotations

import numpy as np
import pytest

from ai.ra.net import Candidate, NetThought
from ai.ra.net_mind import reason
from games.ra.rules.state import view_of
from tests.support.ra_tables import choices


@pytest.mark.parametrize(
    ("moves", "chances", "told"),
    [
        (("bid 8", "pass"), (0.36, 0.31), "I bid 8: I then win 36% of the time; to pass wins 31%."),
        (("draw", "call"), (0.31, 0.25), "I draw a tile: I then win 31%; to call Ra wins 25%."),
        (
            ("draw", "call"),
            (0.31, 0.309),
            "I draw a tile: I then win 31%; to call Ra is nearly as good.",
        ),
        (
            ("draw", "call"),
            (0.30, 0.32),
            "I draw a tile: I then win 30%, not most often, but with more points.",
        ),
        (("pass",), (0.4,), "I pass: I then win 40% of the time."),
        (
            ("pass", "bid 2"),
            (0.004, 0.0),
            "I pass: I hardly ever win from here, whatever I do.",
        ),
    ],
)
def test_the_sentence_sets_the_best_action_beside_the_next(
    moves: tuple[str, ...], chances: tuple[float, ...], told: str
) -> None:
    view = view_of(choices(3, 7, 11)[0])
    rows = []
    for move, chance in zip(moves, chances, strict=True):
        values = np.zeros((3, 2))
        values[view.actor, 0] = chance
        rows.append(Candidate(move, values, 0.0))
    assert reason(view, NetThought(rows, None, [])) == told
