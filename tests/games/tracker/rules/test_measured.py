"""What was measured: the files agree with themselves and with the pages."""

from __future__ import annotations

import pytest

from ai import tracker as agents
from games import catalog
from games.intervals import wilson
from games.tracker import SPEC
from games.tracker.help_values import help_figures
from games.tracker.rules import measured

GHOSTS = ("random", "patroller", "food", "explorer", "evader")
TRACKERS = ("blinker", "drifter", "tailer", "hound")
HUNTERS = ("pack", "scouts", "pointers", "echoes", "strays")


def test_everybody_was_measured_against_everybody() -> None:
    assert tuple(measured.hiding()) == TRACKERS
    assert set(measured.seeking()) == {(g, t) for g in GHOSTS for t in TRACKERS}
    assert set(measured.hunting()) == {(g, h) for g in GHOSTS for h in HUNTERS}
    hard = {(g, h) for g in GHOSTS for h in ("pack", "pointers", "strays")}
    assert set(measured.hunting("hunt-hard")) == hard


def test_shares_have_the_intervals_that_belong_to_them() -> None:
    counted = 0
    for name in ("hide", "hunt", "hunt-hard"):
        for row in measured.rows(name):
            assert row["games"] == measured.MAZES
            assert row["ci95"] == pytest.approx(wilson(row["caught"], row["games"]))
            counted += 1
    assert counted == 4 + 25 + 15
    for tracker, hidden in measured.hiding().items():
        assert hidden.points.low < hidden.points.value < hidden.points.high, tracker
    for (_, rival), found in measured.seeking().items():
        assert found.off.low < found.off.value < found.off.high, rival
        assert 0 <= found.won + found.lost <= 10
        assert found.ahead.value == pytest.approx(found.won - found.lost), rival
        assert found.ahead.low <= found.ahead.value <= found.ahead.high, rival


def test_a_seeker_and_a_hider_find_each_level_harder_than_the_one_before() -> None:
    lost = [sum(measured.seeking()[ghost, rival].lost for ghost in GHOSTS) for rival in TRACKERS]
    assert lost == sorted(lost)
    caught = [found.caught.value for found in measured.hiding().values()]
    assert caught == sorted(caught)


def test_figures_hold_where_the_world_is_as_usual() -> None:
    usual = SPEC.params({"play": "hide"})
    assert measured.as_usual({**usual, "map": 7, "maze": "chambers"}, usual)
    assert not measured.as_usual({**usual, "noise": 3}, usual)


def test_agents_and_help_tell_what_was_measured() -> None:
    hound = catalog.agent("tracker", "hound")
    caught = measured.hiding()["hound"].caught
    assert f"in {caught.value:.0f} of 100 mazes" in hound.strength
    assert set(agents.MEASURED) == {*TRACKERS, *HUNTERS}
    told = help_figures()
    assert told["hunt"].count("\n") == told["seek"].count("\n") == len(GHOSTS) - 1
    assert measured.hunting()["evader", "strays"].caught.words() in told["hunt"]
