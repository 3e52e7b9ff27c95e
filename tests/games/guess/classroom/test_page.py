"""The page "For a class": what is missing, what can be opened, what was there before."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from games.guess.classroom import page as module
from games.guess.classroom.page import ClassPage
from games.guess.classroom.room_keys import NAME, KeptRoom, KeptRooms, read_kept, write_kept
from games.guess.classroom.room_page import RoomPage
from games.guess.classroom.starting import CannotStart
from games.guess.service.tokens import tokens_in
from games.store.files import Store
from games.store.library import Library
from tests.games.guess.classroom.test_follower import Room
from tests.support.guess_stub import stub
from tests.support.hands import Rig, push_button, until

ROOM = KeptRoom("K7PQM", "host", "7b")


@pytest.fixture(autouse=True)
def _nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "install_words", lambda: "")


@pytest.fixture
def here(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


class Coming:
    """Packages on their way, as a test says how far."""

    def __init__(self) -> None:
        self.share, self.doing, self.problem, self.done = 0.0, "", "", False
        self.stopped = False

    def end(self) -> None:
        self.stopped = True


@pytest.fixture
def lacking(here: Rig, monkeypatch: pytest.MonkeyPatch) -> ClassPage:
    """The page on a computer without the packages."""
    monkeypatch.setattr(module, "install_words", lambda: "pip install -r requirements-service.txt")
    return here.show(ClassPage(here.app))


def test_packages_come_by_one_button(
    here: Rig, lacking: ClassPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming: list[Coming] = []

    def fetch(root: Path) -> Coming:
        coming.append(Coming())
        return coming[-1]

    monkeypatch.setattr(module, "fetch_packages", fetch)
    page = lacking
    assert not page.able
    assert page.name not in page.body.widgets
    here.key("return")
    assert len(coming) == 1, "the button has the focus"
    coming[0].share, coming[0].doing = 0.4, "Fetching yarl …"
    here.frames(2)
    assert page.bar.share == 0.4
    assert page.bar in page.body.widgets
    page.draw(here.app.canvas)
    coming[0].problem, coming[0].done = "The packages did not come.", True
    here.frames(2)
    assert page.problem == "The packages did not come."
    page.draw(here.app.canvas)
    push_button(page, "Get packages")
    assert (len(coming), page.problem) == (2, "")
    monkeypatch.setattr(module, "install_words", lambda: "")
    coming[1].done = True
    here.frames(2)
    assert page.able
    assert page.name in page.body.widgets
    assert here.app.toasts.texts == ("The packages are there.",)


def test_whoever_leaves_fetches_no_longer(
    here: Rig, lacking: ClassPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming = Coming()
    monkeypatch.setattr(module, "fetch_packages", lambda root: coming)
    push_button(lacking, "Get packages")
    here.key("escape")
    assert here.app.top is here.floor
    assert coming.stopped


def test_packages_that_came_by_the_command_are_seen(
    here: Rig, lacking: ClassPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "install_words", lambda: "")
    until(here.app, lambda: lacking.able, step=0.5)
    assert lacking.name in lacking.body.widgets


def test_a_program_with_python_inside_says_what_to_do(
    here: Rig, lacking: ClassPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FROZEN", True)
    page = here.show(ClassPage(here.app))
    assert "Get packages" not in [getattr(one, "label", "") for one in page.foot.widgets]
    page.draw(here.app.canvas)


def test_damaged_keys_are_told_and_put_aside(here: Rig, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"rooms": [], "port": 1e400}')
    page = here.show(ClassPage(here.app))
    assert page.able
    assert "kept as .bad" in here.app.toasts.texts[-1]
    assert not (tmp_path / NAME).exists()


def test_without_a_folder_there_is_no_class(rig: Rig) -> None:
    page = rig.show(ClassPage(Rig(None).app))
    assert not page.able
    page.draw(rig.app.canvas)


def test_why_the_service_does_not_start(here: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> KeptRooms:
        raise CannotStart("Another service uses it already.")

    monkeypatch.setattr(module, "start_service", fails)
    page = here.show(ClassPage(here.app))
    page.name.text = "\u202e"
    push_button(page, "Open a room")
    assert "cannot be taken" in here.app.toasts.texts[-1]
    page.name.text = "7b"
    push_button(page, "Open a room")
    until(here.app, lambda: not page.told, step=0.001)
    assert here.app.toasts.texts[-1] == "Another service uses it already."
    assert here.app.top is page


def test_a_slow_look_for_the_service_gives_way_to_a_new_room(
    here: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = Event()
    monkeypatch.setattr(module, "service_in", lambda *given: going.wait(60.0) and None)
    page = here.show(ClassPage(here.app))
    assert page.told.startswith("Looking")
    push_button(page, "Open a room")
    assert page.told.startswith("Starting")
    going.set()


def test_an_earlier_room_is_gone_on_with_or_forgotten(here: Rig, tmp_path: Path) -> None:
    room = Room()
    tokens_in(tmp_path)
    with stub(room.answer, tmp_path) as service:
        kept = KeptRooms(service.url, service.port, "admin").with_room(ROOM)
        write_kept(Library(Store(tmp_path)), tmp_path, kept)
        page = here.show(ClassPage(here.app))
        until(here.app, lambda: page.running, step=0.001)
        push_button(page, "Go on: K7PQM · 7b")
        until(here.app, lambda: isinstance(here.app.top, RoomPage), step=0.001)
        here.key("escape")
        assert here.app.top is page
        until(here.app, lambda: not page.told, step=0.001)
        room.gone = True
        push_button(page, "Go on: K7PQM · 7b")
        until(here.app, lambda: not page.kept.rooms, step=0.001)
        assert "does not have the room" in here.app.toasts.texts[-1]
        assert read_kept(tmp_path).rooms == ()
