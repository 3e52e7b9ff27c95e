"""A service of Guess 2/3 in its own process, who talks to it, and a scratch PostgreSQL."""

from __future__ import annotations

import contextlib
import http.client
import importlib.util
import itertools
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from games.paths import ROOT

MISSING = [name for name in ("aiohttp", "segno", "psycopg") if not importlib.util.find_spec(name)]
NEEDED = pytest.mark.skipif(
    bool(MISSING), reason=f"requirements-service.txt is not installed ({', '.join(MISSING)})"
)
_NUMBERS = itertools.count()


class Reply(NamedTuple):
    """What came back: status, headers in lower case, the bytes."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def plain(self) -> Any:
        """The JSON of the body."""
        return json.loads(self.body)

    @property
    def kind(self) -> str:
        """The type of an error."""
        return str(self.plain["error"]["type"])


class Client:
    """Talks to a service over one connection that is kept."""

    def __init__(self, url: str) -> None:
        self._place = urlsplit(url).netloc
        self._connection = http.client.HTTPConnection(self._place, timeout=20)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """One request and its reply, as they are."""
        for last in (False, True):
            try:
                self._connection.request(method, path, body, dict(headers or {}))
                found = self._connection.getresponse()
                told = {name.lower(): value for name, value in found.getheaders()}
                return Reply(found.status, told, found.read())
            except (http.client.HTTPException, ConnectionError):
                self._connection.close()
                self._connection = http.client.HTTPConnection(self._place, timeout=20)
                if last:
                    raise
        raise AssertionError

    def get(self, path: str, token: str = "") -> Reply:
        """A GET below /api/v1."""
        return self.ask("GET", f"/api/v1{path}", headers=_bearer(token))

    def post(
        self, path: str, fields: object, token: str = "", key: str | None = None, **more: str
    ) -> Reply:
        """A POST of JSON below /api/v1, under a fresh key if none is given ("": none)."""
        key = f"key-{os.getpid()}-{next(_NUMBERS):016d}" if key is None else key
        headers = {"Content-Type": "application/json", **_bearer(token), **more}
        if key:
            headers["Idempotency-Key"] = key
        return self.ask("POST", f"/api/v1{path}", json.dumps(fields).encode(), headers)

    def delete(self, path: str, token: str = "", body: bytes | None = None) -> Reply:
        """A DELETE below /api/v1."""
        headers = {"Content-Type": "application/json"} if body else {}
        return self.ask("DELETE", f"/api/v1{path}", body, {**headers, **_bearer(token)})

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class RunningService:
    """A service that runs in a process of its own, on a free port of this machine."""

    def __init__(self, folder: Path, database: str = "", rate: float = 0, *more: str) -> None:
        words = [sys.executable, "main.py", "serve", "guess", "--port", "0", "--rate", str(rate)]
        words += ["--data-dir", str(folder), *more]
        environment = {**os.environ, "OPEN_MIND_ARCADE_DATABASE": database}
        self.errors = folder.with_name(f"{folder.name}.errors")
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.errors.read_text()
        told = json.loads(line)
        self.url: str = told["url"]
        self.admin: str = told["admin"]
        self.database: str = told["database"]

    def client(self) -> Client:
        """Somebody new who talks to it."""
        return Client(self.url)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send it a signal and wait; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextlib.contextmanager
def running(
    folder: Path, database: str = "", rate: float = 0, *more: str
) -> Iterator[RunningService]:
    """A service that is ended afterwards."""
    service = RunningService(folder, database, rate, *more)
    try:
        yield service
    finally:
        service.end(signal.SIGKILL)


class Room(NamedTuple):
    """A room with the token of its host."""

    code: str
    host: str

    @property
    def path(self) -> str:
        """Where it is below /api/v1."""
        return f"/rooms/{self.code}"


def open_room(service: RunningService, client: Client, **terms: object) -> Room:
    """A new room."""
    made = client.post("/rooms", {"title": "Class 7b", **terms}, service.admin)
    assert made.status == 201, made
    return Room(made.plain["room"], made.plain["host"])


def join(client: Client, room: Room, name: str) -> str:
    """The token of a new player."""
    made = client.post(f"{room.path}/players", {"name": name})
    assert made.status == 201, made
    return str(made.plain["token"])


def open_round(client: Client, room: Room, **terms: object) -> int:
    """The number of a new round."""
    made = client.post(f"{room.path}/rounds", terms, room.host)
    assert made.status == 201, made
    return int(made.plain["round"])


# -- PostgreSQL -------------------------------------------------------------------------------


def postgres_programs() -> Path | None:
    """The folder of Debian's programs of PostgreSQL, or of those on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent
    named = shutil.which("postgres")
    return Path(named).parent if named else None


class Cluster:
    """A scratch cluster in a temporary folder, listening at a socket there and nowhere else.

    It does not wait for the disk: its processes are killed, but no test cuts the power.
    """

    def __init__(self) -> None:
        programs = postgres_programs()
        assert programs is not None
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="guess-pg-"))
        self._data = self.folder / "data"
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._as = {"user": "postgres", "group": owner.pw_gid, "extra_groups": []}
        words = [str(programs / "initdb"), "-A", "trust", "-U", "arcade", "-N", "-D"]
        words.append(str(self._data))
        subprocess.run(words, check=True, capture_output=True, cwd="/", **self._as)
        self.url = f"postgresql://arcade@/postgres?host={self.folder}"
        self.start()

    def start(self) -> None:
        """Start the server."""
        words = [str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self.folder)]
        log = (self.folder / "log").open("ab")
        with log:
            self._server = subprocess.Popen(
                [*words, "-c", "listen_addresses=", "-c", "fsync=off"],
                stdout=log,
                stderr=log,
                cwd="/",
                **self._as,
            )
        deadline = time.monotonic() + 20
        while not (self.folder / ".s.PGSQL.5432").exists() or not self._answers():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True

    def kill(self) -> None:
        """SIGKILL to the server and to all processes that it has started."""
        own = str(self._server.pid)
        stats = {path.parent.name: path for path in Path("/proc").glob("[0-9]*/stat")}
        found = []
        for number, path in stats.items():
            with contextlib.suppress(OSError):
                if path.read_text().rpartition(")")[2].split()[1] == own:
                    found.append(int(number))
        for number in (self._server.pid, *found):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self._server.wait(20)
        (self.folder / ".s.PGSQL.5432").unlink(missing_ok=True)

    def stop(self, number: int = signal.SIGINT) -> None:
        """End the server."""
        self._server.send_signal(number)
        self._server.wait(20)

    def empty(self) -> str:
        """The address of a new database."""
        import psycopg

        name = f"scratch{next(_NUMBERS)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type,unused-ignore]
        return f"postgresql://arcade@/{name}?host={self.folder}"

    def remove(self) -> None:
        """End it, and leave nothing."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """A scratch cluster, or a skip that says what is missing."""
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql)")
    made = Cluster()
    try:
        yield made
    finally:
        made.remove()
