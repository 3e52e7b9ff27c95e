"""Another program at the port of the service: it is never sent a token."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.guess.classroom import page as module
from games.guess.classroom.calls import Caller, Unreachable
from games.guess.classroom.follower import LOST, RoomFollower
from games.guess.classroom.page import ClassPage
from games.guess.classroom.room_keys import KeptRoom, KeptRooms, write_kept
from games.guess.classroom.starting import CannotStart, answers
from games.guess.service.tokens import tokens_in
from games.store.files import Store
from games.store.library import Library
from tests.games.guess.classroom.test_follower import Room, soon
from tests.support.guess_service import NEEDED, open_room, running
from tests.support.guess_stub import stub
from tests.support.hands import Rig, push_button, until

ROOM = KeptRoom("K7PQM", "host.K7PQM.0.secret", "7b")
ADMIN = "admin..0.secret"


class Listener:
    """Whoever took the port: answers everything with `told`, and keeps what it was sent."""

    def __init__(self, told: Callable[[bytes], bytes]) -> None:
        self.heard = b""
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._told = told
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _ = self._socket.accept()
                threading.Thread(target=self._serve, args=(caller,), daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        with contextlib.suppress(OSError), caller:
            while sent := caller.recv(65536):
                self.heard += sent
                body = self._told(sent)
                caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def end(self) -> None:
        self._socket.close()


@contextlib.contextmanager
def stranger(told: Callable[[bytes], bytes]) -> Iterator[Listener]:
    made = Listener(told)
    try:
        yield made
    finally:
        made.end()


def healthy(sent: bytes) -> bytes:
    return b'{"ok": true, "database": "sqlite", "version": 1, "room": "K7PQM", "host": "x"}'


def with_a_wrong_proof(sent: bytes) -> bytes:
    return json.dumps({"ok": True, "proof": "0" * 64}).encode()


def no_reply(sent: bytes) -> bytes:
    return b"[" * 3000


@pytest.mark.parametrize("told", [healthy, with_a_wrong_proof, no_reply])
def test_who_listens_at_the_port_never_sees_a_token(
    told: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens_in(tmp_path)
    started: list[object] = []

    def start_service(*given: object) -> KeptRooms:
        started.append(given)
        raise CannotStart("This is only a test.")

    monkeypatch.setattr(module, "install_words", lambda: "")
    monkeypatch.setattr(module, "start_service", start_service)
    with stranger(told) as listener:
        kept = KeptRooms(f"http://127.0.0.1:{listener.port}", listener.port, ADMIN).with_room(ROOM)
        assert not answers(kept, tmp_path)
        follower = RoomFollower(kept.here, "", ROOM, tmp_path)
        follower.start()
        soon(lambda: follower.now.trouble)
        assert follower.now.trouble == LOST
        follower.close_round(1)
        soon(lambda: not follower.notices.empty())
        with pytest.raises(Unreachable):
            follower.export()
        follower.stop()
        with pytest.raises(Unreachable, match="another program"):
            Caller(kept.here, ADMIN, folder=tmp_path).post("/rooms", {"title": "A"}, "k")
        write_kept(Library(Store(tmp_path)), tmp_path, kept)
        rig = Rig(tmp_path)
        page = rig.show(ClassPage(rig.app))
        until(rig.app, lambda: not page.told, step=0.001)
        for label in ("Open a room", "Go on: K7PQM · 7b"):
            before = len(started)
            push_button(page, label)
            until(rig.app, lambda before=before: len(started) > before, step=0.001)  # type: ignore[misc]
            until(rig.app, lambda: not page.told, step=0.001)
        assert not page.running
        assert listener.heard.count(b"challenge=") > 5
        assert b"earer" not in listener.heard
        assert b"secret" not in listener.heard


def test_one_that_takes_the_port_later_does_not_see_it_either(tmp_path: Path) -> None:
    """Each connection is proven anew: what answers in the middle of a class may be another."""
    tokens_in(tmp_path)
    with stub(Room().answer, tmp_path) as service:
        caller = Caller(service.url, "token", folder=tmp_path)
        for _ in range(3):
            caller.get("/rooms/K7PQM")
        asked = [path for _, path, _ in service.asked]
        assert [("challenge" in path) for path in asked] == [True, False, False, False]
        assert "Authorization" not in service.asked[0][2]
        assert service.asked[1][2]["Authorization"] == "Bearer token"
        caller.close()
        before, service.folder = len(service.asked), tmp_path / "other"
        tokens_in(service.folder)
        with pytest.raises(Unreachable, match="another program"):
            caller.get("/rooms/K7PQM")
        assert not any("Authorization" in headers for _, _, headers in service.asked[before:])


@pytest.mark.service
@NEEDED
def test_the_real_service_proves_itself_and_nobody_can_relay_that(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder) as service:
        client = service.client()
        room = open_room(service, client)
        port = int(service.url.rpartition(":")[2])
        kept = KeptRooms(service.url, port, service.admin)
        assert answers(kept, folder)
        path = f"/rooms/{room.code}/export.csv"
        caller = Caller(kept.here, room.host, folder=folder)
        assert caller.text(path).startswith('"round"')
        caller.close()
        tokens_in(tmp_path / "other")
        assert not answers(kept, tmp_path / "other")
        assert not answers(kept, tmp_path / "none")

        def relayed(sent: bytes) -> bytes:
            asked = sent.split(b" ")[1].decode()
            return client.ask("GET", asked).body

        with stranger(relayed) as listener:
            assert not answers(kept._replace(port=listener.port), folder)
            assert b"earer" not in listener.heard
            assert listener.heard
