"""What a person reads on a terminal, and what a program reads; a service that a person started."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.guess.classroom.page import ClassPage
from games.guess.classroom.room_page import RoomPage
from games.guess.classroom.starting import running as service_in
from games.guess.proof import PLACE_FILE
from games.guess.service.tokens import Bearer, tokens_in
from games.paths import ROOT
from tests.games.guess.classroom.test_starting import soon
from tests.support.guess_service import NEEDED, running
from tests.support.hands import Rig, push_button

pytestmark = [pytest.mark.service, NEEDED, pytest.mark.skipif(os.name != "posix", reason="no pty")]


@contextlib.contextmanager
def on_a_terminal(*more: str) -> Iterator[str]:
    """A service whose standard output is a terminal; what it prints there."""
    own, its = os.openpty()
    words = [sys.executable, "main.py", "serve", "guess", "--port", "0", *more]
    process = subprocess.Popen(words, cwd=ROOT, stdout=its, stderr=subprocess.DEVNULL)
    os.close(its)
    told, until = b"", time.monotonic() + 20
    while time.monotonic() < until and not (told and not select.select([own], [], [], 0.3)[0]):
        if select.select([own], [], [], 0.1)[0]:
            told += os.read(own, 4000)
    try:
        yield told.decode().replace("\r\n", "\n")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        os.close(own)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_person_reads_what_to_do_and_no_token(host: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    with on_a_terminal("--data-dir", folder, "--host", host) as told:
        admin = tokens_in(tmp_path / "data").make(Bearer("admin"))
        assert admin not in told
        assert admin.rpartition(".")[2][:10] not in told
        assert "{" not in told
        assert "--host 0.0.0.0" in told or host == "0.0.0.0"
        assert ("Phones cannot reach it" in told) == (host == "127.0.0.1")
        assert ("Phones in this network reach it at\n    http://" in told) == (host == "0.0.0.0")
        assert "the sign For a class" in told
        assert f"main.py --data-dir {folder}" in told
    assert not (tmp_path / "data" / PLACE_FILE).exists()


def test_a_program_reads_json_on_a_terminal_too(tmp_path: Path) -> None:
    with on_a_terminal("--data-dir", str(tmp_path / "data"), "--json") as told:
        assert json.loads(told).keys() == {"url", "admin", "database"}


def test_the_arcade_opens_a_room_in_a_service_that_a_person_started(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    os.mkfifo(folder / PLACE_FILE)  # what a hand left there is not waited for
    with running(folder) as service:
        assert (folder / PLACE_FILE).stat().st_mode & 0o077 == 0
        rig = Rig(folder)
        page = rig.show(ClassPage(rig.app))
        soon(rig, lambda: page.running)
        assert "End service" not in [getattr(one, "label", "") for one in page.foot.widgets]
        push_button(page, "Open a room")
        soon(rig, lambda: isinstance(rig.app.top, RoomPage))
        assert page.kept.url == service.url
        room = rig.app.top
        assert isinstance(room, RoomPage)
        soon(rig, lambda: room.now.code is not None)
        rig.app.pop()


def test_a_service_that_ends_leaves_the_place_of_another(tmp_path: Path) -> None:
    """Two services of one folder, each with a database of its own."""
    folder = tmp_path / "data"
    with running(folder):
        with running(folder, f"sqlite:///{tmp_path / 'other.sqlite3'}") as second:
            ours = (folder / PLACE_FILE).read_text()
            assert json.loads(ours)["url"] == second.url
            (folder / PLACE_FILE).write_text(ours.replace("http", "https"))  # a third one's
        assert (folder / PLACE_FILE).exists()
        (folder / PLACE_FILE).write_text(ours)
    assert (folder / PLACE_FILE).read_text() == ours


def test_a_place_that_is_not_true_is_not_believed(tmp_path: Path) -> None:
    """Another program at the port, or a file that another wrote, gets no token."""
    folder, other = tmp_path / "data", tmp_path / "other"
    with running(other) as service:
        tokens_in(folder)
        port = int(service.url.rsplit(":", 1)[1])
        for text in (
            json.dumps({"url": service.url, "admin": "x", "port": port}),
            json.dumps({"url": service.url, "admin": "x", "port": 0}),
            json.dumps({"url": "x" * 999, "admin": "x", "port": port}),
            "{", "[1]", "",
        ):  # fmt: skip
            (folder / PLACE_FILE).write_text(text)
            page = ClassPage(Rig(folder).app)
            assert service_in(page.kept, folder) is None
