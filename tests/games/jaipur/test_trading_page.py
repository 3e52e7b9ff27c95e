"""How a player trades: rows at once, what choices cost as it is judged."""

from __future__ import annotations

import pytest

from games.jaipur.scene import Scene
from games.jaipur.trading_page import Rows, SourceBars, TradingPage, cells
from games.mind import Note, Series
from games.shell.pages.statistics import MindItems
from tests.support.hands import Rig
from tests.support.jaipur_matches import keep_match

pytestmark = pytest.mark.rig(size=(800, 600), player="Ada")

COUNTERS = {
    "rounds": 2,
    "rounds_won": 1,
    "rupees": 90,
    "rupees_other": 100,
    "bonus_tokens": 3,
    "rupees_silver": 20,
}


def test_rows_come_at_once_and_costs_when_they_are_judged(rig: Rig) -> None:
    player = rig.app.profile
    assert player is not None
    for key in ("m1", "m22"):
        keep_match(rig.app.library, player.id, key, 30, COUNTERS)
        rig.app.library.judged(player.id, "jaipur").keep(key, 10, 0.2, [])
    page = TradingPage(rig.app, player)
    rig.show(page)
    rows, sources, *items = page.body.widgets
    assert isinstance(rows, Rows)
    assert isinstance(sources, SourceBars)
    assert sources.rows[2] == ("silver", 10.0, 0.0)
    assert cells(rows.found[0]) == ("4", "50%", "-5.0", "1.5")
    shown = [item for widget in items if isinstance(widget, MindItems) for item in widget.items]
    assert any(isinstance(item, Note) and "2.0%" in item.text for item in shown)
    (course,) = [item for item in shown if isinstance(item, Series)]
    assert course.values == pytest.approx((0.02, 0.02))
    rig.key("escape")


def test_who_has_played_nothing_is_told_so(rig: Rig) -> None:
    assert rig.app.profile is not None
    page = TradingPage(rig.app, rig.app.profile)
    rig.show(page)
    assert page.body.widgets == []
    assert not page.gathering.judging


def test_both_stand_on_the_page_before_a_match(rig: Rig) -> None:
    labels = [label for label, _, _ in Scene.workshop(rig.app)]
    assert labels == ["Exercises", "Your trading"]


def test_a_match_that_was_never_judged_is_judged_while_the_page_is_open(rig: Rig) -> None:
    player = rig.app.profile
    assert player is not None
    keep_match(rig.app.library, player.id, "m1", 20, COUNTERS)
    page = TradingPage(rig.app, player)
    rig.show(page)
    page.gathering.wait()
    rig.frames(2)
    (kept,) = rig.app.library.judged(player.id, "jaipur").read()
    assert (kept.key, kept.choices > 0) == ("m1", True)
    shown = [item for widget in page.body.widgets for item in getattr(widget, "items", ())]
    assert any(isinstance(item, Note) and "gave away" in item.text for item in shown)
