"""A database that somebody else holds for a while: reading goes on, nothing is lost, it ends."""

from __future__ import annotations

import contextlib
import http.client
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.guess_service import (
    NEEDED,
    Reply,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]
Held = Callable[[], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def held_sqlite(path: Path) -> Iterator[None]:
    """Another program that holds the file."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.close()


@contextlib.contextmanager
def held_postgres(url: str) -> Iterator[None]:
    """Another session that holds all tables, for reading too."""
    import psycopg

    with psycopg.connect(url) as other:
        for (name,) in other.execute("SELECT tablename FROM pg_tables WHERE schemaname='public'"):
            other.execute(f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE")
        yield
        other.rollback()


@pytest.fixture(params=["sqlite", "postgres"])
def locked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[RunningService, Held]]:
    """A service, and what holds its database."""
    url = ""
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").empty()
    with running(tmp_path / "data", url) as service:
        path = tmp_path / "data" / "guess.sqlite3"
        yield service, lambda: held_postgres(url) if url else held_sqlite(path)


class Insists(threading.Thread):
    """Sends one guess again and again under one key until it is acknowledged."""

    def __init__(self, service: RunningService, room: Room, token: str, guess: int) -> None:
        super().__init__()
        self.client, self.token, self.guess = service.client(), token, guess
        self.path, self.refused = f"{room.path}/rounds/2/guesses", 0
        self.waited: list[float] = []
        self.reply: Reply | None = None

    def run(self) -> None:
        while self.reply is None:
            sent, begun = {"guess": self.guess}, time.monotonic()
            reply = self.client.post(self.path, sent, self.token, f"key-{self.guess:013d}")
            if reply.status == 503:
                self.refused += 1
                self.waited.append(time.monotonic() - begun)
                assert int(reply.headers["retry-after"]) >= 1
            else:
                self.reply = reply


def heard(service: RunningService, room: Room) -> bytes:
    """The first thing that a new listener is told."""
    connection = http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=20)
    connection.request("GET", f"/api/v1{room.path}/events")
    reply = connection.getresponse()
    lines = reply.readline() + reply.readline()
    connection.close()
    return lines


def test_reading_goes_on_from_memory(locked: tuple[RunningService, Held]) -> None:
    """Every GET is answered although guesses wait for the database, most refused by and by."""
    service, held = locked
    client = service.client()
    room = open_room(service, client)
    tokens = [join(client, room, name) for name in ("Ada", "Bob")]
    for number in (1, 2):
        open_round(client, room)
        client.post(f"{room.path}/rounds/{number}/guesses", {"guess": 7 + number}, tokens[0])
        if number == 1:
            client.post(f"{room.path}/rounds/1/close", {}, room.host)
    reads = (
        *("/health", room.path, f"{room.path}/rounds/1", f"{room.path}/rounds/2"),
        *(f"{room.path}/rounds/1/ranking", f"{room.path}/leaderboard", f"{room.path}/export.csv"),
    )
    before = {path: client.get(path, room.host).body for path in reads}
    insisting = [Insists(service, room, token, 30 + i) for i, token in enumerate(tokens)]
    with held():
        for thread in insisting:
            thread.start()
        time.sleep(0.2)
        for _ in range(3):
            for path in reads:
                reply = client.get(path, room.host)
                assert (reply.status, reply.body) == (200, before[path])
            assert client.ask("GET", f"/r/{room.code}").status == 200
            assert b"event: room" in heard(service, room)
        # A GET that waited for the database would have seen the guesses refused once a read.
        assert max(thread.refused for thread in insisting) < len(reads)
        assert not any(thread.reply for thread in insisting)
        while not all(thread.refused for thread in insisting):
            time.sleep(0.05)
        assert client.get(room.path).plain["round"]["count"] == 1
    for thread in insisting:
        thread.join(20)
        assert thread.reply is not None
        assert thread.reply.status == 201
    assert client.get(room.path).plain["round"]["count"] == 2
    waits = [seconds for thread in insisting for seconds in thread.waited]
    assert all(1.5 < seconds < 10 for seconds in waits), "two seconds, and what a busy machine adds"


def test_it_ends_in_time_while_the_database_is_held(locked: tuple[RunningService, Held]) -> None:
    service, held = locked
    client = service.client()
    room = open_room(service, client)
    with held():
        asking = threading.Thread(
            target=lambda: client.post(f"{room.path}/players", {"name": "Ada"}), daemon=True
        )
        asking.start()
        time.sleep(0.2)
        begun = time.monotonic()
        assert service.end() == 0
        assert time.monotonic() - begun < 5
    asking.join(20)
