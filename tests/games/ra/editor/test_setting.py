"""A table set up by hand: tiles come from the bag, suns go round, the position is checked."""

from __future__ import annotations

import pytest

from games.core import BadPosition
from games.ra.editor.setting import BLOCK, CENTRE, OUT, Setting
from games.ra.rules.state import TURN
from games.ra.tiles import ALL, GOLD, NILE, NUMBER, RA, SUN_SETS
from tests.support.ra_tables import choices


def test_every_position_of_a_game_is_set_up_as_it_was() -> None:
    found = [state for state in choices(4, 5, every=9) if state.phase == TURN]
    assert len(found) > 5
    for state in found:
        assert Setting(state).state() == state


def test_tiles_come_from_the_bag_and_go_no_further_than_they_can() -> None:
    setting = Setting.fresh(3)
    assert setting.state().up == SUN_SETS[3]
    assert all(setting.change(0, GOLD, 1) for _ in range(5))
    assert not setting.change(1, GOLD, 1), "there are five"
    assert not setting.change(0, RA, 1)
    assert not setting.change(0, NUMBER["unrest"], 1)
    assert not setting.change(0, NILE, -1)
    assert setting.change(OUT, RA, 1)
    assert all(setting.change(BLOCK, NILE, 1) for _ in range(8))
    assert not setting.change(BLOCK, NILE, 1), "the block has eight places"
    setting.ra = 2
    state = setting.state()
    assert (state.left[RA], state.left[GOLD], state.left[NILE]) == (27, 0, ALL[NILE] - 8)


def test_a_sun_goes_round_and_one_lies_in_the_centre() -> None:
    setting = Setting.fresh(3)
    setting.move_sun(1, 1)
    assert 1 not in setting.suns
    with pytest.raises(BadPosition):
        setting.state()
    setting.move_sun(2, -1)
    assert setting.suns.get(2) is None
    setting.move_sun(2, -1)
    assert setting.suns[2] == CENTRE
    assert setting.state().center == 2
    setting.move_sun(1, -1)
    assert setting.suns[1] == CENTRE
    assert 2 not in setting.suns
