"""A class from end to end: the window starts the service, goes, comes back, and ends it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.guess.classroom import starting
from games.guess.classroom.calls import Caller, fresh_key
from games.guess.classroom.page import ClassPage
from games.guess.classroom.room_keys import LOG, MARK, KeptRooms, read_kept
from games.guess.classroom.room_page import RoomPage
from games.guess.classroom.starting import (
    THIS_MACHINE,
    CannotStart,
    answers,
    end_service,
    start_service,
)
from tests.support.guess_service import NEEDED, running
from tests.support.hands import Rig, push_button

GUESSES = (33, 22, 50, 20, 15)


def soon(rig: Rig, holds: Callable[[], object], most: float = 15) -> None:
    until = time.monotonic() + most
    while not holds():
        assert time.monotonic() < until, rig.app.toasts.texts
        rig.frames()
        time.sleep(0.01)


@contextlib.contextmanager
def ending(folder: Path) -> Iterator[None]:
    try:
        yield
    finally:
        end_service(folder)
        kept, until = read_kept(folder), time.monotonic() + 8
        while answers(kept, folder):
            assert time.monotonic() < until
            time.sleep(0.05)


def round_opened(rig: Rig) -> RoomPage:
    """A room that was opened from the wall, its first round open."""
    page = rig.show(ClassPage(rig.app))
    page.who.index = 1
    push_button(page, "Open a room")
    soon(rig, lambda: isinstance(rig.app.top, RoomPage))
    room = rig.app.top
    assert isinstance(room, RoomPage)
    soon(rig, lambda: room.now.room is not None)
    push_button(room, "Open round 1")
    soon(rig, lambda: room.now.open)
    return room


@pytest.mark.service
@NEEDED
def test_a_class_goes_on_without_the_window(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    with ending(tmp_path):
        room = round_opened(rig)
        sealed = room.now.forecasts
        rig.app.pop()
        rig.app.pop()  # the window is gone; phones join and guess
        kept = read_kept(tmp_path)
        caller, path = Caller(kept.here), f"/rooms/{kept.rooms[0].code}"
        for number, guess in enumerate(GUESSES):
            joined = caller.post(f"{path}/players", {"name": f"P{number}"}, fresh_key())
            phone = Caller(kept.here, joined["token"])
            phone.post(f"{path}/rounds/1/guesses", {"guess": guess}, fresh_key())
        back = Rig(tmp_path)
        page = back.show(ClassPage(back.app))
        soon(back, lambda: page.running)
        push_button(page, f"Go on: {kept.rooms[0].code} · Guess 2/3")
        soon(back, lambda: isinstance(back.app.top, RoomPage))
        again = back.app.top
        assert isinstance(again, RoomPage)
        soon(back, lambda: again.main.label == "Close round")
        assert again.now.forecasts == sealed, "the seal on the wall is the same one"
        push_button(again, "Close round")
        soon(back, lambda: again.now.outcomes)
        assert sorted(again.now.outcomes[0].guesses) == sorted(GUESSES)
        assert sum(again.now.readings[0]) == len(GUESSES)
        back.app.pop()
        assert "token" not in (tmp_path / LOG).read_text()


def kill_service(folder: Path) -> None:
    """SIGKILL to the service of this folder, and wait until it is gone."""
    found = [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if f"--data-dir\0{folder}\0".encode() in path.read_bytes()
    ]
    assert len(found) == 1
    os.kill(found[0], signal.SIGKILL)
    kept, until = read_kept(folder), time.monotonic() + 8
    while answers(kept, folder):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.service
@NEEDED
def test_a_service_that_was_killed_goes_on_from_the_wall(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    with ending(tmp_path):
        room = round_opened(rig)
        kept = read_kept(tmp_path)
        caller, path = Caller(kept.here), f"/rooms/{kept.rooms[0].code}"
        joined = caller.post(f"{path}/players", {"name": "Ada"}, fresh_key())
        phone = Caller(kept.here, joined["token"])
        phone.post(f"{path}/rounds/1/guesses", {"guess": 33}, fresh_key())
        sealed = room.now.forecasts
        kill_service(tmp_path)
        soon(rig, lambda: room.main.label == "Start service")
        room.main.activate()
        soon(rig, lambda: isinstance(rig.app.top, RoomPage) and rig.app.top is not room)
        again = rig.app.top
        assert isinstance(again, RoomPage)
        soon(rig, lambda: again.main.label == "Close round")
        assert read_kept(tmp_path).port == kept.port, "phones find it where it was"
        assert again.now.room is not None
        assert again.now.room.round is not None
        assert again.now.room.round.guessed == 1
        assert again.now.forecasts == sealed
        phone.post(f"{path}/rounds/1/guesses", {"guess": 30}, fresh_key())
        rig.app.pop()


@pytest.mark.service
@NEEDED
def test_a_second_service_on_the_folder_is_refused_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder), pytest.raises(CannotStart, match="Another service uses"):
        start_service(folder, THIS_MACHINE, KeptRooms())
    assert not (folder / MARK).exists()


@pytest.mark.service
@NEEDED
def test_a_port_that_is_taken_is_no_hindrance(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with ending(first), ending(second):
        kept = [start_service(folder, THIS_MACHINE, KeptRooms()) for folder in (first, second)]
        assert len({one.port for one in kept}) == 2
        assert all(map(answers, kept, (first, second)))
        end_service(first)
        end_service(second)


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="cannot be written"):
        start_service(tmp_path / "file", THIS_MACHINE, KeptRooms())


def test_what_is_missing_has_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "NEEDED", ("json", "no_such_module_anywhere"))
    assert starting.install_words().endswith("install -r requirements-service.txt")
    monkeypatch.setattr(starting, "NEEDED", ("json",))
    assert starting.install_words() == ""


def test_nobody_answers_where_nothing_was_started(tmp_path: Path) -> None:
    assert not answers(KeptRooms(), tmp_path)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("Python has no aiohttp.", "Python has no aiohttp."),
        ("", "The service ended at once; its log is in the folder of saved data."),
    ],
)
def test_why_a_service_did_not_start_is_told_in_its_own_words_or_in_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, shown: str
) -> None:
    code = f"import sys; sys.exit({f'main.py: {told}' if told else 1!r})"

    class Ending(subprocess.Popen[bytes]):
        """A service that ends at once."""

        def __init__(self, words: object, **more: Any) -> None:
            super().__init__([sys.executable, "-c", code], **more)

    monkeypatch.setattr(subprocess, "Popen", Ending)
    with pytest.raises(CannotStart) as problem:
        start_service(tmp_path, THIS_MACHINE, read_kept(tmp_path))
    assert str(problem.value) == shown
    assert not (tmp_path / MARK).exists()
