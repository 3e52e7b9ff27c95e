"""Guessing on while service, database and connection are killed: nothing acknowledged is lost.

What the long ones print (`-s`) are the figures.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.games.guess.service.test_command import refused
from tests.games.guess.service.test_store_locked import held_postgres, held_sqlite
from tests.support.guess_service import (
    NEEDED,
    Client,
    Cluster,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]


class Phone(threading.Thread):
    """Guesses again and again, each guess under its key until it is acknowledged.

    `told` has the body of each acknowledged guess, in order.
    """

    def __init__(self, class_: Class, number: int) -> None:
        super().__init__(daemon=True)
        self.class_, self.number = class_, number
        self.token = join(class_.client, class_.room, f"P{number}")
        self.told: list[bytes] = []
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        client = Client(self.class_.url)
        while not self.class_.over.is_set():
            try:
                reply = self.guess(client, len(self.told))
            except Exception:  # half a reply is none, and nobody may be there at all
                self.statuses[0] += 1
                time.sleep(0.2)
                client = Client(self.class_.url)
                continue
            self.statuses[reply.status] += 1
            if reply.status in (200, 201):
                self.told.append(reply.body)
            else:
                assert reply.status == 503, reply
                assert int(reply.headers["retry-after"]) >= 1
                time.sleep(0.05)

    def guess(self, client: Client, number: int):  # type: ignore[no-untyped-def]
        """Send guess `number`, once."""
        path = f"{self.class_.room.path}/rounds/1/guesses"
        sent = {"guess": (self.number + number) % 101}
        return client.post(path, sent, self.token, f"guess-{self.number}-{number}")


class Class:
    """A room whose players guess all the time, at a service that may be another one by now."""

    def __init__(self, folder: Path, url: str, phones: int) -> None:
        self._folder, self._database = folder, url
        self.service = RunningService(folder, url)
        place = urlsplit(self.service.url)
        self.url, self._port = self.service.url, str(place.port)
        self.client = self.service.client()
        self.room: Room = open_room(self.service, self.client)
        self.over = threading.Event()
        self.phones = [Phone(self, number) for number in range(phones)]
        open_round(self.client, self.room)
        for phone in self.phones:
            phone.start()

    @property
    def known(self) -> int:
        """How many guesses were acknowledged so far."""
        return sum(len(phone.told) for phone in self.phones)

    def goes_on(self, more: int = 1, most: float = 30) -> None:
        """Wait until each phone has had `more` guesses acknowledged."""
        wanted, until = [len(phone.told) + more for phone in self.phones], time.monotonic() + most
        while any(len(p.told) < w for p, w in zip(self.phones, wanted, strict=True)):
            assert time.monotonic() < until, [dict(phone.statuses) for phone in self.phones]
            time.sleep(0.02)

    def kill(self) -> None:
        """SIGKILL to the service, and start it again at its port."""
        self.service.end(signal.SIGKILL)
        self.service = RunningService(self._folder, self._database, 0, "--port", self._port)

    def check(self) -> None:
        """Each guess counted once: by its revision, by its key, in the round and at the close."""
        self.over.set()
        for phone in self.phones:
            phone.join(30)
            assert not phone.is_alive()
        client = Client(self.url)
        for phone in self.phones:
            for number, body in enumerate(phone.told):
                assert f'"revision": {number + 1}}}'.encode() in body, (number, body)
            for number in range(max(0, len(phone.told) - 20), len(phone.told)):
                again = phone.guess(client, number)
                assert (again.status, again.body) == (200, phone.told[number])
            own = client.get(f"{self.room.path}/rounds/1", phone.token).plain["you"]
            assert own["revision"] - len(phone.told) in (0, 1)  # the last may be in without a word
        assert client.get(self.room.path).plain["round"]["count"] == len(self.phones)
        told = client.post(f"{self.room.path}/rounds/1/close", {}, self.room.host).plain
        assert told["count"] == len(self.phones)
        assert "Traceback" not in self.service.errors.read_text()

    def end(self) -> None:
        """End it all."""
        self.over.set()
        self.service.end(signal.SIGKILL)


@contextlib.contextmanager
def guessing(folder: Path, url: str, phones: int) -> Iterator[Class]:
    """A class that guesses, and is ended afterwards."""
    made = Class(folder, url, phones)
    try:
        made.goes_on()
        yield made
    finally:
        made.end()


def test_postgres_is_killed_while_a_class_guesses(postgres: Cluster, tmp_path: Path) -> None:
    with guessing(tmp_path / "data", postgres.empty(), 6) as class_:
        postgres.kill()
        try:
            refusals = [phone.statuses[503] for phone in class_.phones]
            until = time.monotonic() + 20
            while any(p.statuses[503] <= r for p, r in zip(class_.phones, refusals, strict=True)):
                assert time.monotonic() < until
                time.sleep(0.02)
            known = class_.known
            time.sleep(0.3)
            assert class_.known == known, "nothing is acknowledged while it is gone"
        finally:
            postgres.start()
        class_.goes_on(3)
        class_.check()


class Cutting:
    """Stands between the service and PostgreSQL at a socket of its own.

    Armed with "before" it hangs up when a COMMIT comes, with "after" it lets the database do it and
    hangs up instead of the answer.
    """

    def __init__(self, postgres: Cluster, folder: Path) -> None:
        folder.mkdir()
        folder.chmod(0o755)
        self.folder, self.armed, self.cuts = folder, "", 0
        self._real = str(postgres.folder / ".s.PGSQL.5432")
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(folder / ".s.PGSQL.5432"))
        self._server.listen()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._real)
                for job in (self._forth, self._back):
                    threading.Thread(target=job, args=(near, far), daemon=True).start()

    def _forth(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while sent := near.recv(65536):
                if self.armed and b"COMMIT" in sent:
                    how, self.armed, self.cuts = self.armed, "", self.cuts + 1
                    near.shutdown(socket.SHUT_RDWR)
                    if how == "after":
                        far.sendall(sent)
                        time.sleep(0.1)
                    break
                far.sendall(sent)
        for end in (far, near):  # a mere close would not be seen while the other thread listens
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _back(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while sent := far.recv(65536):
                near.sendall(sent)

    def end(self) -> None:
        """Take nobody new."""
        self._server.close()


@pytest.fixture
def cutting(postgres: Cluster, tmp_path: Path) -> Iterator[Cutting]:
    made = Cutting(postgres, tmp_path / "cut")
    yield made
    made.end()


def test_a_connection_that_is_cut_at_the_commit_counts_everything_once(
    postgres: Cluster, cutting: Cutting, tmp_path: Path
) -> None:
    url = postgres.empty().replace(str(postgres.folder), str(cutting.folder))
    with running(tmp_path / "data", url) as service:
        client = service.client()
        room, pool = open_room(service, client), open_room(service, client, mode="classic")
        token = join(client, room, "Ada")
        open_round(client, room)
        answers: Counter[int] = Counter()
        for number in range(12):
            requests: tuple[tuple[str, dict[str, object], str], ...] = (
                (f"{room.path}/rounds/1/guesses", {"guess": number}, token),
                (f"{pool.path}/classic", {"name": f"N{number}", "guess": number}, ""),
            )
            for path, fields, sender in requests:
                cutting.armed = ("before", "after")[number % 2]
                key = f"key-{number:02d}-{'x' * 16}"
                reply = client.post(path, fields, sender, key)
                until = time.monotonic() + 20
                while reply.status == 503 and time.monotonic() < until:
                    answers[503] += 1
                    time.sleep(0.05)
                    reply = client.post(path, fields, sender, key)
                answers[reply.status] += 1
                assert reply.status in (200, 201)
                again = client.post(path, fields, sender, key)
                assert (again.status, again.body) == (200, reply.body)
            own = client.get(f"{room.path}/rounds/1", token).plain["you"]
            assert own == {"guess": number, "revision": number + 1}
        assert cutting.cuts == 24
        assert answers[200] == 12, "what was committed without a word is found again by its key"
        assert answers[201] == 12
        last = client.post(f"{pool.path}/classic", {"name": "Eve", "guess": 6, "ntop": 100})
        assert len(last.plain["top"]) == 13


def terminated(url: str, own: str) -> None:
    """End every other session of a database."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert own


def test_a_service_that_lost_its_place_to_another_writes_nothing(
    postgres: Cluster, tmp_path: Path
) -> None:
    """Of two on a database the second does not start; if the first was cut off, it waits."""
    url = postgres.empty()
    with running(tmp_path / "one", url) as first:
        told = refused("--port", "0", "--data-dir", str(tmp_path / "two"), "--database", url)
        assert "Another service uses this database already" in told
        client = first.client()
        room = open_room(first, client)
        os.kill(first.process.pid, signal.SIGSTOP)
        terminated(url, "first")
        with running(tmp_path / "two", url) as second:
            os.kill(first.process.pid, signal.SIGCONT)
            other = second.client()
            for name in ("Ada", "Bob"):
                join(other, room, name)
            late = client.post(f"{room.path}/players", {"name": "Cleo"}, key="c" * 16)
            assert (late.status, late.kind) == (503, "store_unavailable")
            assert client.get(room.path).status == 503
            assert other.get(room.path).plain["players"] == 2
            assert second.end() == 0
        until = time.monotonic() + 15
        while client.get(room.path).status == 503:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert client.get(room.path).plain["players"] == 2
        made = client.post(f"{room.path}/players", {"name": "Cleo"}, key="c" * 16)
        assert (made.status, made.plain["player"]) == (201, 3)


# -- for long ---------------------------------------------------------------------------------

Blow = Callable[[Class], None]
PHONES, BLOWS, MORE = 40, 5, 20
"""After each blow every phone has so many more guesses acknowledged."""


def _blows(database: str, url: str, folder: Path, postgres: Cluster | None) -> dict[str, Blow]:
    """What is done to a service on this database."""

    def hold(class_: Class) -> None:
        path = folder / "guess.sqlite3"
        with held_postgres(url) if postgres else held_sqlite(path):
            time.sleep(4)

    def kill_postgres(class_: Class) -> None:
        assert postgres is not None
        postgres.kill()
        time.sleep(1)
        postgres.start()

    blows: dict[str, Blow] = {"service killed": Class.kill, "database locked 4 s": hold}
    if postgres is not None:
        blows["PostgreSQL killed"] = kill_postgres
        blows["sessions ended"] = lambda class_: terminated(url, class_.url)
    return blows


@pytest.mark.sweep
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_forty_phones_guess_on_whatever_happens(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    postgres: Cluster | None = None
    if database == "postgres":
        postgres = request.getfixturevalue("postgres")
    url = postgres.empty() if postgres is not None else ""
    for name, blow in _blows(database, url, tmp_path / "data", postgres).items():
        with guessing(tmp_path / "data", url, PHONES) as class_:
            for _ in range(BLOWS):
                blow(class_)
                class_.goes_on(MORE, 60)
            class_.check()
            statuses = sum((phone.statuses for phone in class_.phones), Counter[int]())
            print(
                f"{database}, {name}, {BLOWS} times: {class_.known} acknowledged, 0 lost; "
                f"503 {statuses[503]} times, no answer {statuses[0]} times"
            )
            assert class_.known > PHONES * BLOWS * MORE
            assert class_.service.end() == 0


def test_the_programs_of_the_cluster_are_gone_after_a_kill(postgres: Cluster) -> None:
    """The kill that these tests go by leaves no process behind."""
    postgres.kill()
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    postgres.start()
    assert str(postgres.folder) not in found.stdout
