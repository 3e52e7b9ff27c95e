"""The history of a game leads to any of its moments, by every hand, and through a veil."""

from __future__ import annotations

import dataclasses
import time

import pygame
import pytest

from games.core import Event
from games.ra.editor.beside import IS_HIDDEN, IS_OVER, SET_UP
from games.ra.editor.page import RaEditor
from games.ra.playing.history_page import HistoryPage, points_table
from games.ra.playing.replay_steps import HISTORY
from games.ra.playing.turn_paragraphs import Paragraph
from games.ra.rules.scoring import SOURCES
from games.ra.rules.state import view_of
from games.ra.scene import Scene
from games.ra.tiles import KINDS
from games.ra.words import word
from games.session.setup import Shown
from games.shell.input import Press
from games.shell.pages.past.replay import ReplayPage
from tests.games.ra.test_scene import until_due
from tests.support.frames import pixels
from tests.support.hands import Rig, at_table, click_box, filmed_whole
from tests.support.ra_scene import RA

pytestmark = pytest.mark.rig(size=(800, 600), **RA)


def played(rig: Rig, turns: int = 40, **params: object) -> Scene:
    """A table at which so many turns were played, a choice being due."""
    seats = ["human", "random", "random"]
    table = at_table(rig.app, "ra", seats, {"players": 3, **params}, practice=True)
    assert isinstance(table, Scene)
    for _ in range(400):
        until_due(rig, table)
        if len(table.match.turns) >= turns or table.match.over:
            break
        table.choose(list(table.match.legal(0))[-1])
        table.update(1.0)
    assert len(table.match.turns) >= turns
    return table


def open_history(rig: Rig) -> HistoryPage:
    rig.key("l")
    page = rig.app.top
    assert isinstance(page, HistoryPage)
    rig.frames(2)
    return page


def line(page: HistoryPage) -> Paragraph:
    """The line that has the focus."""
    assert page.active is page.body
    found = page.body.focused
    assert isinstance(found, Paragraph)
    return found


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


# -- out of a running game ----------------------------------------------------------------


def looked_back(rig: Rig) -> ReplayPage:
    """The replay that was opened; on a busy machine a card comes first, which takes the keys."""
    page = filmed_whole(rig.app)
    assert isinstance(page, ReplayPage)
    return page


def test_keys_open_a_line_go_on_from_it_and_come_back_to_it(rig: Rig) -> None:
    table = played(rig)
    history = open_history(rig)
    rig.key("down", "down")
    stood = line(history)
    assert stood is history.told[2]
    rig.key("return")
    page = looked_back(rig)
    turns = history.past.stood(stood.told)
    assert page.moment == turns
    assert page.table.session.match.turns == table.match.turns[:turns]
    rig.key("left")
    assert page.moment == turns - 1
    rig.key("l")
    again = opened(rig)
    rig.key("up", "return")
    assert rig.app.top is page, "its own history leads back to it"
    assert page.moment == again.past.stood(again.told[2].told)
    rig.key("escape")
    assert rig.app.top is history
    assert line(history) is stood


def test_a_pad_opens_a_line_sets_it_up_and_comes_back(rig: Rig) -> None:
    table = played(rig)
    table.session.setup = dataclasses.replace(table.setup, practice=False)
    history = open_history(rig)
    rig.hat("down")
    rig.pad(0)
    page = looked_back(rig)
    tiles = page.table.seen.tiles
    button = next(entry for entry in page.entries if SET_UP in (entry.label, entry.hint))
    rig.hat("down")
    for _ in page.form.widgets:
        if page.form.focused is not button:
            rig.hat("right")
    rig.pad(0)
    assert (rig.app.top, table.session.for_record) == (page, True), "it is a hint: it warns first"
    rig.pad(0)
    editor = rig.app.top
    assert isinstance(editor, RaEditor)
    assert editor.setting.state().tiles == tiles
    assert not table.session.for_record
    rig.pad(1)
    rig.pad(1)
    assert rig.app.top is history
    assert line(history) is history.told[1]


def test_what_lies_there_is_told_where_the_mouse_points(rig: Rig) -> None:
    played(rig)
    open_history(rig)
    rig.key("return")
    page = looked_back(rig)
    while not page.table.model.lying:
        rig.key(",")
    x, y, w, h = page.table.board.places.block[0]
    rig.move((x + w / 2) * page.zoom, (y + h / 2) * page.zoom)
    name = word(KINDS[page.table.model.lying[0].kind]).capitalize()
    assert page.table.said().words.line.startswith(f"{name}: ")
    rig.move(5.0, 5.0)
    assert not page.table.look().hover


def test_what_is_hidden_stays_hidden_until_the_game_is_over(rig: Rig) -> None:
    table = played(rig, hide="both", show_bag=False)
    open_history(rig)
    rig.key("return")
    page = looked_back(rig)
    rig.key(",")
    look = page.table.look()
    assert look.scores == (10, None, None)
    assert (look.dark, look.counting, look.chances) == ({1, 2}, False, ())
    rig.key("e")
    assert rig.app.top is page
    assert list(rig.app.toasts.texts) == [IS_HIDDEN]
    rig.key("escape", "escape")
    while not table.match.over:
        moves = {s: list(table.match.legal(s))[-1] for s in table.match.to_act if s >= 0}
        table.session.step(moves)
    table.changed()
    table.handle(Press("history"))
    rig.key("return")
    page = looked_back(rig)
    rig.key("end", "e")
    assert IS_OVER in rig.app.toasts.texts, "nothing can be set up once the game is over"
    while page.table.seen.phase != "turn":
        rig.key(",")
    look = page.table.look()
    assert None not in look.scores
    assert (look.dark, look.counting) == (frozenset(), True)
    rig.key("e")
    assert isinstance(rig.app.top, RaEditor)


@pytest.mark.rig(size=(1280, 720), reduced_motion=True)
def test_no_pixel_tells_a_score_that_is_hidden(rig: Rig) -> None:
    played(rig, hide="both")
    open_history(rig)
    rig.key("return")
    page = looked_back(rig)
    page.rethinking = None  # a thought that comes would set the state right

    def picture(scores: tuple[int, ...]) -> bytes:
        page.table.match.state = state._replace(scores=scores)
        page.table.changed()
        rig.give(pygame.WINDOWEXPOSED)
        rig.frames(2, 0.2)
        return pixels(rig.app.window)

    for moment in range(4, page.again.moments, 6):
        page.go_to(moment)
        rig.frames(20, 0.2)
        state = page.table.match.state
        own, *others = state.scores
        shown = picture(state.scores)
        assert picture((own, *(score + 7 for score in others))) == shown
        assert picture((own + 7, *others)) != shown, "the own score is seen"
        page.table.match.state = state


def test_the_points_that_are_copied_stand_by_source_and_say_no_hidden_score() -> None:
    none = dict.fromkeys((*SOURCES, "total"), 0)
    gains = [{**none, "gold": 3, "suns": -5, "total": -2}, none]
    epoch = Event("epoch", {"epoch": 2, "breakdown": gains, "after": [8, None]})
    assert points_table((Event("begin", {"epoch": 2, "seat": 0}), epoch), ("Ada", "Scribe")) == [
        "Epoch 2",
        "Ada: gold +3, suns -5; together -2, score 8",
        "Scribe: nothing; together +0",
    ]
