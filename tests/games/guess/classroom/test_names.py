"""The names on the wall: chosen by every hand, changed, freed, removed, and hidden."""

from __future__ import annotations

from typing import Any

import pytest

from games.guess.classroom.names import NamePanel
from games.guess.classroom.replies import Named
from games.guess.classroom.room_page import RoomPage
from tests.games.guess.classroom.test_room_page import ROOM, Known, drawn
from tests.support.hands import Rig, push_button

NAMES = tuple(Named(number, f"Name {number}") for number in range(1, 91))


@pytest.fixture
def known() -> Known:
    made = Known()
    made.now = made.now._replace(names=NAMES)
    return made


@pytest.fixture
def page(rig: Rig, known: Known) -> RoomPage:
    follower: Any = known
    shown = rig.show(RoomPage(rig.app, ROOM, follower, False, known.restart))
    known.asked.clear()
    return shown


def spot(page: RoomPage, place: int) -> tuple[float, float]:
    """The middle of a name that is seen."""
    x, y, w, h = page.grid.box
    row, column = divmod(place, page.grid.columns)
    return x + (column + 0.5) * w / page.grid.columns, y + (row + 0.5) * h / page.grid.rows


def card(rig: Rig) -> NamePanel:
    top = rig.app.top
    assert isinstance(top, NamePanel)
    return top


def chosen(rig: Rig, page: RoomPage, place: int) -> NamePanel:
    rig.click(*spot(page, place))
    return card(rig)


def test_the_lobby_has_all_names_and_a_switch_hides_them(
    rig: Rig, page: RoomPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = page.grid.rows * page.grid.columns
    assert rows >= 27, "a class is seen at once"
    texts = drawn(rig, page, monkeypatch)
    assert [text for text in texts if text.startswith("Name ")] == [
        named.name for named in NAMES[:rows]
    ]
    rig.click_on(page.names)
    assert not [text for text in drawn(rig, page, monkeypatch) if text.startswith("Name ")]
    rig.click_on(page.names)
    assert page.grid in page.form.widgets


def test_a_name_is_changed(rig: Rig, known: Known, page: RoomPage) -> None:
    opened = chosen(rig, page, 4)
    assert opened.title == "5 · Name 5"
    opened.field.text = "\u202e"
    push_button(opened, "Rename")
    assert "cannot be taken" in rig.app.toasts.texts[-1]
    assert rig.app.top is opened
    opened.field.text = " Mia "
    push_button(opened, "Rename")
    assert known.asked == [("rename", NAMES[4], "Mia")]
    assert rig.app.top is page
    push_button(chosen(rig, page, 4), "Rename")
    assert len(known.asked) == 1, "the same name is no change"


def test_a_name_is_freed_or_its_player_removed(rig: Rig, known: Known, page: RoomPage) -> None:
    push_button(chosen(rig, page, 0), "Cancel")
    assert known.asked == []
    push_button(chosen(rig, page, 1), "New phone")
    push_button(chosen(rig, page, 2), "Remove")
    assert known.asked == [("free", NAMES[1]), ("remove", NAMES[2])]


def test_by_keyboard_to_the_last_name_and_out(rig: Rig, known: Known, page: RoomPage) -> None:
    rig.key("up")
    assert page.form.focused is page.grid
    for _ in range(40):
        rig.key("down")
        if page.form.focused is not page.grid:
            break
    assert page.form.focused is not page.grid, "the focus goes on below the last row"
    rig.key("up")
    assert page.form.focused is page.grid
    while page.grid.cursor < len(NAMES) - 1:
        before = page.grid.cursor
        rig.key("right")
        if page.grid.cursor == before:
            break
    assert page.grid.top > 0, "the list has scrolled there"
    place = page.grid.cursor
    rig.key("return")
    assert card(rig).named == NAMES[place]
    rig.key("return")
    assert (known.asked, rig.app.top) == ([], page), "Enter pressed twice changes nobody"
    rig.key("return", "down", "down", "down", "return")
    assert known.asked == [("remove", NAMES[place])]


def test_by_pad(rig: Rig, known: Known, page: RoomPage) -> None:
    rig.hat("up")
    assert page.form.focused is page.grid
    place = page.grid.cursor
    rig.pad(0)
    assert card(rig).named == NAMES[place]
    rig.hat("down")
    rig.hat("down")
    rig.pad(0)
    assert known.asked == [("free", NAMES[place])]


def test_the_wheel_scrolls_to_both_ends(rig: Rig, page: RoomPage) -> None:
    grid = page.grid
    assert grid.wheel(-3)
    assert grid.top == 3
    assert grid.wheel(-300)
    assert grid.top * grid.columns < len(NAMES) <= (grid.top + grid.rows) * grid.columns
    assert not grid.wheel(-1)
    assert grid.wheel(300)
    assert (grid.top, grid.wheel(1)) == (0, False)


def test_the_cursor_stays_on_a_name_while_others_come_and_go(
    rig: Rig, known: Known, page: RoomPage
) -> None:
    page.grid.cursor = 7
    known.now = known.now._replace(names=(*NAMES[1:], Named(91, "New")))
    rig.frames()
    assert page.grid.cursor == 6
    known.now = known.now._replace(names=NAMES[:2])
    rig.frames()
    assert page.grid.cursor == 1
    known.now = known.now._replace(names=())
    rig.frames(2)
    assert page.grid not in page.form.widgets
    known.notices.put("Name 1 was removed.")
    rig.frames()
    assert rig.app.toasts.texts[-1] == "Name 1 was removed."


def test_a_full_room_is_drawn(rig: Rig, known: Known, page: RoomPage) -> None:
    names = tuple(Named(number, "W" * 32) for number in range(1, 1001))
    known.now = known.now._replace(names=names, trouble="Gone.")
    rig.frames(2)
    page.draw(rig.app.canvas)
    page.grid.wheel(-1000)
    page.draw(rig.app.canvas)
