"""The history of a game that is looked at again leads to any of its moments, by every hand."""

from __future__ import annotations

import time

import pytest

from games.ra.playing.history_page import HistoryPage
from games.ra.playing.replay_steps import HISTORY
from games.ra.rules.state import view_of
from games.session.setup import Shown
from games.shell.pages.past.replay import ReplayPage
from tests.games.ra.playing.test_past_page import line, played
from tests.support.hands import Rig, click_box
from tests.support.ra_scene import RA

pytestmark = pytest.mark.rig(size=(800, 600), **RA)


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
    assert history.past.stood(now) <= 20
    after = history.told[: history.told.index(line(history))]
    assert after, "what is still to come stands there too"
    assert all(history.past.stood(each.told) > 20 for each in after)
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
    turns = history.past.stood(chosen.told)
    assert turns > 20
    assert rig.app.top is page
    assert page.moment == turns
    rig.frames(2)
    assert page.slider.value == turns
    last = [event for reveal in page.table.session.played for event in reveal.events]
    assert last == history.past.events[: len(last)]


def test_at_the_start_it_opens_at_its_first_line(rig: Rig, page: ReplayPage) -> None:
    rig.key("home", "l")
    history = opened(rig)
    assert line(history) is history.told[-1]
    rig.key("return")
    assert page.moment == 1


def test_a_line_of_an_epochs_end_leads_to_what_lay_there_before(rig: Rig) -> None:
    table = played(rig, 150)
    page = ReplayPage(rig.app, Shown(table.session.log(), ()))
    rig.app.push(page)
    rig.key("l")
    history = opened(rig)
    ends = [n for n, each in enumerate(history.told) if " ends" in each.told.text]
    assert len(ends) >= 2
    for number in ends:
        history.body.focus_on(history.told[number])
        rig.key("return")
        state = page.table.match.state
        assert f"Epoch {state.epoch} ends" in history.told[number].told.text
        assert any(map(any, state.tiles))
        rig.key("l")
        history = opened(rig)
        assert history.past.stood(line(history).told) == page.moment


def test_a_line_keeps_its_focus_while_the_points_are_looked_at(rig: Rig, page: ReplayPage) -> None:
    rig.key("l")
    history = opened(rig)
    before = line(history)
    rig.key("tab", "tab")
    rig.frames(2)
    assert line(history) is before


def test_the_chances_are_those_of_the_moment_on_show(rig: Rig, page: ReplayPage) -> None:
    """What was thought over last may be of another moment."""
    drawn: list[tuple[float, ...]] = []
    for key, moment in (("end", page.again.moments), ("home", 0), ("end", page.again.moments)):
        rig.key(key)
        for _ in range(4000):
            wait = page.next_frame()
            if wait is None:
                break
            time.sleep(0.002)
            rig.frames()
        assert page.moment == moment
        told = page.table.look().chances
        course = page.table.course
        assert told == course.moments[moment].chances
        assert course.moments[moment].state == view_of(page.table.match.state)
        drawn.append(told)
    assert drawn[0] == drawn[2] != drawn[1]
