"""How a player trades: rows at once, what choices cost as it is judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.jaipur.coach.exercises_page import ExercisesPage, exercises_page
from games.jaipur.coach.own_rounds import OwnRounds
from games.jaipur.coach.trading_page import Rows, Sources, TradingPage, cells
from games.jaipur.scene import Scene
from games.mind import Note, Series
from games.shell.opening import ensure_profile
from games.shell.pages.statistics import MindItems
from tests.support.hands import Rig
from tests.support.jaipur_matches import keep_match

COUNTERS = {
    "rounds": 2,
    "rounds_won": 1,
    "rupees": 90,
    "rupees_other": 100,
    "bonus_tokens": 3,
    "hinted_matches": 1,
    "rupees_silver": 20,
}


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, (800, 600))
    ensure_profile(rig.app)
    yield rig
    rig.app.close()


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
    assert isinstance(sources, Sources)
    assert sources.rows[2] == ("silver", 10.0, 0.0)
    assert cells(rows.found[0]) == ("4", "50%", "-5.0", "1.5", "2")
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
    assert not page.own.judging


def test_own_positions_come_before_those_that_ship(rig: Rig) -> None:
    player = rig.app.profile
    assert player is not None
    row = keep_match(rig.app.library, player.id, "m1", 40)
    before = exercises_page(rig.app)
    assert isinstance(before, ExercisesPage)
    assert before.own is not None
    before.own.end()
    before.own.wait()
    own = OwnRounds(rig.app.library, player.id)
    found = own.log_of("m1")
    assert found is not None
    turn = next(n for n, moves in enumerate(found.turns) if moves[0][0] == 0)
    rig.app.library.judged(player.id, "jaipur").keep("m1", 9, 0.3, [(turn, "camels", 0.3, 0.02)])
    page = exercises_page(rig.app)
    assert isinstance(page, ExercisesPage)
    assert page.positions[0].heading.startswith("from your match of")
    assert len(page.positions) == len(before.positions) + 1
    assert row.key == "m1"


def test_both_stand_on_the_page_before_a_match(rig: Rig) -> None:
    labels = [label for label, _, _ in Scene.workshop(rig.app)]
    assert labels == ["Exercises", "Your trading"]
