"""What seats may hope for: suns against suns, prices as the heuristic's, lots by source."""

from __future__ import annotations

import pytest

from ai.ra.expected_points import HOPES, fill_hopes, pharaoh_hope, river_hope, soft
from ai.ra.plain import BLOCK, SUNS, TURN, UP, Row, block_size, highest_up, row_of
from ai.ra.potential import sun_worth
from games.ra.rules.state import TURN as IN_TURN
from tests.support.ra_tables import choices


def rows() -> list[Row]:
    """Rows of turns at a table of three."""
    return [row_of(state) for state in choices(3, 5, 3) if state.phase == IN_TURN]


def hopes_of(t: Row) -> list[list[float]]:
    """The hopes of each seat in the order of play."""
    x = [0.0] * (3 * HOPES)
    fill_hopes(t, x, 0)
    return [x[place * HOPES : (place + 1) * HOPES] for place in range(3)]


def test_suns_stand_to_each_other_as_counted() -> None:
    for t in rows():
        for place, found in enumerate(hopes_of(t)):
            seat = (t[TURN] + place) % 3
            own = [sun for sun in range(1, 17) if t[SUNS + sun] == UP + seat]
            others = [s for s in range(1, 17) if UP <= t[SUNS + s] < UP + 3 and s not in own]
            unbeaten = [sun for sun in own if all(sun > other for other in others)]
            above = [sun for sun in others if sun > max(own, default=0)]
            assert found[1] * 2.0 == pytest.approx(len(unbeaten))
            assert found[2] * 3.0 == pytest.approx(len(above))
            worth = sum(sun_worth(t, seat, sun) for sun in own)
            assert found[3] * 15.0 == pytest.approx(worth)


def test_an_empty_block_leaves_nothing_to_wish_for() -> None:
    for t in rows():
        if block_size(t) == 0:
            assert all(found[10:] == [0.0, 0.0, 0.0] for found in hopes_of(t))


def test_a_gold_on_the_block_is_three_points_to_everybody() -> None:
    t = rows()[4]
    before = hopes_of(t)
    t[BLOCK + 5] += 1
    for one, more in zip(before, hopes_of(t), strict=True):
        assert (more[10] - one[10]) * 6.0 == pytest.approx(3.0)


def test_hopes_grow_with_what_is_held() -> None:
    assert soft(0.0) == 0.5
    assert soft(-3.0) < soft(1.0) < soft(2.0) < 1.0
    assert pharaoh_hope(4, 3, 1, 0.5, 1) > pharaoh_hope(2, 3, 1, 0.5, 1)
    assert river_hope(3, 1, 0.5, 0) == 4.0
    assert river_hope(3, 0, 0.5, 0) < 3.0
    assert highest_up(rows()[0], 0) > 0
