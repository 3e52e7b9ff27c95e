"""A hint at the table of Ra names the seats as short as they can be; the rest is tested there."""

from __future__ import annotations

import pytest

from games.mind import Bars
from games.ra.scene import Scene
from tests.games.ra.test_scene import until_due
from tests.support.hands import Rig, at_table, until
from tests.support.ra_scene import RA


@pytest.mark.rig(size=(1280, 720), player="Ada", **RA)
def test_two_of_one_kind_have_their_given_names_in_a_hint(rig: Rig) -> None:
    seats = ["human", "random", "random"]
    table = at_table(rig.app, "ra", seats, {"players": 3}, practice=True)
    assert isinstance(table, Scene)
    until_due(rig, table)
    while not table.match.state.block:
        table.choose("draw")
        until_due(rig, table)
    rig.key("h")
    until(rig.app, lambda: not table.hinting.waits)
    rig.key("h")
    rows = [item.labels for item in table.hinting.mind() if isinstance(item, Bars)]
    assert any({"Ani", "Mina"} <= set(labels) for labels in rows), rows
