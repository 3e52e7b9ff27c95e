"""The history of a game that is looked at again leads to any of its moments, by every hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.ra.playing.again import HISTORY
from games.ra.playing.history_page import HistoryPage
from games.session.setup import Shown
from games.shell.pages.past.replay import ReplayPage
from tests.games.ra.playing.test_past_page import line, played
from tests.support.hands import Rig, click_box
from tests.support.ra_scene import ra_rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with ra_rig(tmp_path, (800, 600)) as rig:
        yield rig


@pytest.fixture
def page(rig: Rig) -> ReplayPage:
    """A game of some forty turns, in the midst of which the replay stands still."""
    log = played(rig).session.log()
    page = ReplayPage(rig.app, Shown(log, ()))
    rig.app.push(page)
    page.playing = False
    page.go_to(20)
    rig.frames(2)
    return page


def opened(rig: Rig) -> HistoryPage:
    found = rig.app.top
    assert isinstance(found, HistoryPage)
    rig.frames(2)
    return found


def test_the_key_opens_all_of_it_at_the_moment_on_show(rig: Rig, page: ReplayPage) -> None:
    rig.key("l")
    history = opened(rig)
    now = line(history).told
    assert history.past.played(now)[0] <= 20
    after = history.told[: history.told.index(line(history))]
    assert after, "what is still to come stands there too"
    assert all(history.past.played(each.told)[0] > 20 for each in after)
    rig.key("escape")
    assert rig.app.top is page
    assert page.moment == 20


@pytest.mark.parametrize("device", ["keyboard", "mouse", "pad"])
def test_a_line_has_the_game_stand_there(rig: Rig, page: ReplayPage, device: str) -> None:
    button = next(entry for entry in page.entries if HISTORY in (entry.label, entry.hint))
    if device == "keyboard":
        rig.key("l")
    elif device == "mouse":
        click_box(rig.app, button.box)
    else:
        rig.hat("down", *["left"] * 9)
        for _ in page.form.widgets:
            if page.form.focused is not button:
                rig.hat("right")
        assert page.form.focused is button
        rig.pad(0)
    history = opened(rig)
    if device == "mouse":
        chosen = history.told[0]
        history.body.focus_on(chosen)
        rig.frames(2)
        click_box(rig.app, chosen.box)
    else:
        for _ in range(4):
            rig.key("up") if device == "keyboard" else rig.hat("up")
        chosen = line(history)
        rig.key("return") if device == "keyboard" else rig.pad(0)
    turns, _ = history.past.played(chosen.told)
    assert turns > 20
    assert rig.app.top is page
    assert page.moment == turns
    rig.frames(2)
    assert page.slider.value == turns
    last = [event for reveal in page.table.session.played for event in reveal.events]
    assert len(last) >= chosen.told.events
    assert last == history.past.events[: len(last)]
