"""The tables of Set that `main.py bench` draws."""

from __future__ import annotations

from games.set.heaviest import matches
from games.set.rules.state import MOST_GIVEN_UP
from games.set.scene import Scene
from games.shell.opening import start_table
from tests.support.hands import Rig
from tests.support.set_scene import racing


def test_as_many_cards_lie_as_can_and_a_race_goes_on_as_long_as_is_measured(rig: Rig) -> None:
    found = matches()
    assert len({tuple(turns) for _, turns, _ in found}) == 2
    for setup, turns, mind in found:
        assert len(mind) == 4
        scene = start_table(rig.app, setup, turns)
        assert isinstance(scene, Scene)
        rig.show(scene)
        rig.frames(22, 0.5)
        assert len(scene.seen.table) == MOST_GIVEN_UP
        assert racing(scene)
