"""The names in a room: seen, chosen by every hand, removed after a question."""

from __future__ import annotations

from typing import Any

import pytest

from games.guess.classroom.names_page import NamesPage
from games.guess.classroom.replies import Named
from games.shell.pages.overlays import Dialog
from tests.games.guess.classroom.test_room_page import Known
from tests.support.hands import Rig, push_button

NAMES = tuple(Named(number, f"Name {number}") for number in range(1, 31))


@pytest.fixture
def known() -> Known:
    return Known()


@pytest.fixture
def page(rig: Rig, known: Known) -> NamesPage:
    follower: Any = known
    known.now = known.now._replace(names=NAMES)
    return rig.show(NamesPage(rig.app, follower))


def labels(page: NamesPage) -> list[str]:
    return [widget.label for widget in page.body.widgets]  # type: ignore[attr-defined]


def test_by_mouse(rig: Rig, known: Known, page: NamesPage) -> None:
    assert labels(page) == [f"{named.number} · {named.name}" for named in NAMES]
    rig.click_on(page.body.widgets[4])
    assert isinstance(rig.app.top, Dialog)
    assert rig.app.top.title == "Remove 5 · Name 5?"
    push_button(rig.app.top, "Cancel")
    assert known.asked == [], "nothing is done before the answer"
    rig.click_on(page.body.widgets[4])
    push_button(rig.app.top, "Remove")
    assert known.asked == [("remove", NAMES[4])]
    assert rig.app.top is page


def test_by_keyboard_down_to_the_last_name_and_out(rig: Rig, known: Known, page: NamesPage) -> None:
    for _ in range(40):
        if page.active is not page.body or page.body.focus >= 27:
            break
        rig.key("down")
    rig.key("right")
    last = page.body.focused
    assert last is page.body.widgets[-1]
    assert page.body.offset > 0, "the list has scrolled there"
    rig.key("return")
    assert isinstance(rig.app.top, Dialog)
    rig.key("return")
    assert rig.app.top is page
    assert known.asked == [], "Enter pressed twice removes nobody"
    rig.key("return", "up", "return")
    assert known.asked == [("remove", NAMES[-1])]
    rig.key("escape")
    assert rig.app.top is rig.floor
    assert not known.naming


def test_by_pad(rig: Rig, known: Known, page: NamesPage) -> None:
    rig.hat("right")
    rig.pad(0)
    assert isinstance(rig.app.top, Dialog)
    rig.hat("up")
    rig.pad(0)
    assert known.asked == [("remove", NAMES[1])]
    rig.pad(1)
    assert rig.app.top is rig.floor


def test_the_focus_stays_on_a_name_while_others_come_and_go(
    rig: Rig, known: Known, page: NamesPage
) -> None:
    rig.key("right", "down")
    held = page.body.focus
    name = labels(page)[held]
    known.now = known.now._replace(names=(*NAMES[1:], Named(31, "New")))
    rig.frames()
    assert labels(page)[page.body.focus] == name
    assert page.body.focus == held - 1
    known.now = known.now._replace(names=NAMES[:2])
    rig.frames()
    assert page.body.focus == 1
    known.now = known.now._replace(names=())
    rig.frames(2)
    assert labels(page) == []
    known.notices.put("Name 1 was removed.")
    rig.frames()
    assert rig.app.toasts.texts[-1] == "Name 1 was removed."
    rig.key("escape")
    assert rig.app.top is rig.floor


def test_a_full_room_is_drawn(rig: Rig, known: Known, page: NamesPage) -> None:
    known.now = known.now._replace(
        names=tuple(Named(number, "W" * 32) for number in range(1, 1001)), trouble="Gone."
    )
    rig.frames(2)
    page.draw(rig.app.canvas)
    rig.key("pagedown", "up", "down")
    page.draw(rig.app.canvas)
    assert len(page.body.widgets) == 1000


def test_a_list_that_was_scrolled_stays_there_while_nobody_comes(
    rig: Rig, known: Known, page: NamesPage
) -> None:
    known.now = known.now._replace(names=tuple(Named(n, f"Name {n}") for n in range(1, 201)))
    rig.frames()
    x, y, w, h = page.body_box
    for _ in range(12):
        rig.wheel(x + w / 2, y + h / 2, -1)
    scrolled = page.body.offset
    assert scrolled > 0
    rig.frames(3)
    assert page.body.offset == scrolled
