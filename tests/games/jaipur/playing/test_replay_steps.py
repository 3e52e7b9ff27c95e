"""A match looked at again: all cards open, or what one seat knew."""

from __future__ import annotations

import pytest

from games.core import Log, Seating
from games.jaipur.scene import Scene
from games.session.setup import Shown
from games.shell.pages.past.replay import ReplayPage
from tests.support.hands import Rig, push_button
from tests.support.jaipur_matches import PARAMS, chance_turns

pytestmark = pytest.mark.rig(here=True)

TURNS = 60


def test_whose_eyes_one_looks_through_is_chosen_at_the_bar(rig: Rig) -> None:
    seats = (Seating("human"), Seating("human"))
    found = Log("jaipur", PARAMS, 1, seats, chance_turns()[:TURNS])
    page = ReplayPage(rig.app, Shown(found, ["Ada", "Bea"]))
    page.playing = False
    rig.show(page)
    page.go_to(TURNS)
    table = page.table
    assert isinstance(table, Scene)
    for hidden, below, caption in ((1, 0, "What Ada could know"), (0, 1, "What Bea could know")):
        push_button(page, "Eyes")
        sides = table.sight.sides
        assert sides[hidden].hand is sides[hidden].bonus is None
        assert sides[1 - hidden].hand
        assert (table.below, table.mind_view.caption) == (below, caption)
        page.go_to(TURNS - 1)
        assert table.mind_view.caption == caption
        page.go_to(TURNS)
    push_button(page, "Eyes")
    assert all(side.hand is not None for side in table.sight.sides)
    assert table.mind_view.caption == ""
