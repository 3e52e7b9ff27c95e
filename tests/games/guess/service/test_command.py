"""Starting, ending and killing the service: nothing that it acknowledged is ever lost."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from games.paths import ROOT
from tests.support.guess_service import (
    NEEDED,
    Client,
    Cluster,
    Reply,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]


def refused(*words: str, **environment: str) -> str:
    """The sentence with which the service does not start."""
    found = subprocess.run(
        [sys.executable, "main.py", "serve", "guess", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, **environment},
    )
    assert found.returncode == 2, found
    assert found.stdout == ""
    lines = found.stderr.strip().splitlines()
    assert len(lines) == 1, found.stderr
    return lines[0]


def test_it_says_where_it_is_and_ends_in_good_order(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    for number in (signal.SIGTERM, signal.SIGINT):
        service = RunningService(folder)
        assert service.url.startswith("http://127.0.0.1:")
        assert service.database == "sqlite"
        begun = time.monotonic()
        assert service.end(number) == 0
        assert time.monotonic() - begun < 5
        assert service.admin not in service.errors.read_text()
    assert (folder / "guess.sqlite3").is_file()


def test_what_it_does_not_start_with(tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    (tmp_path / "bad.sqlite3").write_text("no database " * 100)
    cases = {
        ("--port", "70000"): "--port",
        ("--rate", "-1"): "--rate",
        ("--nothing",): "unrecognized",
        ("--database", "mysql://x"): "sqlite:///FILE",
        ("--database", f"sqlite:///{tmp_path}/bad.sqlite3"): "cannot be opened",
        ("--database", f"sqlite:///{tmp_path}/no/such/x.sqlite3"): "cannot be opened",
        ("--database", "postgresql://u:secret@127.0.0.1:1/x"): "cannot be reached",
        ("--host", "203.0.113.7"): "cannot be listened at",
    }
    with ThreadPoolExecutor(4) as beside:
        sentences = beside.map(lambda words: refused(*words, "--data-dir", folder), cases)
    for sentence, told in zip(sentences, cases.values(), strict=True):
        assert told in sentence
        assert "secret" not in sentence
    with running(tmp_path / "data") as service:
        assert "Another service uses" in refused("--port", "0", "--data-dir", folder)
        port = service.url.rsplit(":", 1)[1]
        other = refused("--port", port, "--data-dir", str(tmp_path / "other"))
        assert "cannot be listened at" in other


def test_two_services_on_one_database(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.empty()
    with running(tmp_path / "one", url):
        told = refused("--port", "0", "--data-dir", str(tmp_path / "two"), "--database", url)
        assert "Another service uses" in told


def test_tokens_stay_over_a_restart_and_what_waited_is_closed(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        client = service.client()
        room = open_room(service, client)
        token = join(client, room, "Ada")
        open_round(client, room, seconds=5)
        client.post(f"{room.path}/rounds/1/guesses", {"guess": 40}, token)
        admin = service.admin
        service.end()
    time.sleep(5.1)
    with running(tmp_path / "data") as service:
        assert service.admin == admin
        told = service.client().get(f"{room.path}/rounds/1", token).plain
        assert (told["phase"], told["you"]["rank"]) == ("closed", 1)


class Guesser(threading.Thread):
    """Guesses until the service is gone; remembers what was acknowledged."""

    def __init__(self, service: RunningService, room: Room, token: str, start: int) -> None:
        super().__init__()
        self.client, self.room, self.token = service.client(), room, token
        self.number = start
        self.known: list[tuple[str, int, Reply]] = []

    def run(self) -> None:
        while True:
            guess = self.number * 37 % 101
            key = f"k{self.number}"
            try:
                made = self.client.post(
                    f"{self.room.path}/rounds/1/guesses", {"guess": guess}, self.token, key
                )
            except OSError:
                return
            except Exception:  # half a reply is none
                return
            if made.status not in (200, 201):
                return
            self.known.append((key, guess, made))
            self.number += 1


def kills(folder: Path, url: str, times: int) -> int:
    """Kill a service under load so often; returns how many acknowledged guesses were kept."""
    rng, kept = random.Random(times), 0
    service = RunningService(folder, url)
    client = service.client()
    room = open_room(service, client)
    tokens = [join(client, room, f"P{n}") for n in range(6)]
    open_round(client, room)
    started = [0] * len(tokens)
    for _ in range(times):
        guessers = [
            Guesser(service, room, token, start)
            for token, start in zip(tokens, started, strict=True)
        ]
        for guesser in guessers:
            guesser.start()
        time.sleep(rng.uniform(0.05, 0.25))
        service.end(signal.SIGKILL)
        for guesser in guessers:
            guesser.join()
        service = RunningService(folder, url)
        client = service.client()
        for guesser, token in zip(guessers, tokens, strict=True):
            check_kept(client, room, token, guesser)
        kept += sum(len(guesser.known) for guesser in guessers)
        started = [guesser.number + 1 for guesser in guessers]
    count = client.get(room.path).plain["round"]["count"]
    assert count == len(tokens)
    assert service.end() == 0
    return kept


def check_kept(client: Client, room: Room, token: str, guesser: Guesser) -> None:
    """Every acknowledged guess is answered byte for byte again, and the last one counts."""
    for key, guess, made in guesser.known[-10:]:
        again = client.post(f"{room.path}/rounds/1/guesses", {"guess": guess}, token, key)
        assert (again.status, again.body) == (200, made.body)
    if guesser.known:
        own = client.get(f"{room.path}/rounds/1", token).plain["you"]
        last = guesser.known[-1][2].plain
        assert own["revision"] in (last["revision"], last["revision"] + 1)


def test_killed_ten_times_on_sqlite(tmp_path: Path) -> None:
    assert kills(tmp_path / "data", "", 10) > 100
    with sqlite3.connect(tmp_path / "data" / "guess.sqlite3") as connection:
        rows = connection.execute("SELECT count(*), sum(guess) FROM guess_guesses").fetchone()
    connection.close()
    with running(tmp_path / "data") as service:
        client = service.client()
        (code,) = sqlite_codes(tmp_path / "data")
        assert client.get(f"/rooms/{code}").plain["round"]["count"] == rows[0]


class Submitter(threading.Thread):
    """Submits to a pool until the service is gone, beginning with what is still in doubt."""

    def __init__(self, service: RunningService, room: Room, name: str, known: list[str]) -> None:
        super().__init__()
        self.client, self.path, self.name = service.client(), f"{room.path}/classic", name
        self.known = known

    def run(self) -> None:
        while True:
            named = f"{self.name}-{len(self.known)}"
            sent = {"name": named, "guess": len(self.known)}
            try:
                made = self.client.post(self.path, sent, key=f"key-{named}")
            except Exception:  # half a reply is none
                return
            if made.status not in (200, 201):
                return
            self.known.append(named)


def test_what_a_kill_left_in_doubt_is_there_once_when_it_is_sent_again(tmp_path: Path) -> None:
    rng, folder = random.Random(5), tmp_path / "data"
    service = RunningService(folder)
    room = open_room(service, service.client(), mode="classic")
    known: dict[str, list[str]] = {name: [] for name in "ABCD"}
    for _ in range(6):
        threads = [Submitter(service, room, name, known[name]) for name in known]
        for thread in threads:
            thread.start()
        time.sleep(rng.uniform(0.05, 0.3))
        service.end(signal.SIGKILL)
        for thread in threads:
            thread.join()
        service = RunningService(folder)
    client = service.client()
    for name, sure in known.items():  # what was in doubt at the last kill
        named = f"{name}-{len(sure)}"
        sent = {"name": named, "guess": len(sure)}
        assert client.post(f"{room.path}/classic", sent, key=f"key-{named}").status in (200, 201)
        sure.append(named)
    assert service.end() == 0
    connection = sqlite3.connect(folder / "guess.sqlite3")
    there = [row[0] for row in connection.execute("SELECT name FROM guess_pool ORDER BY name")]
    connection.close()
    assert len(there) > 40
    assert there == sorted(name for sure in known.values() for name in sure)


def sqlite_codes(folder: Path) -> list[str]:
    connection = sqlite3.connect(folder / "guess.sqlite3")
    found = [row[0] for row in connection.execute("SELECT code FROM guess_rooms")]
    connection.close()
    return found


def test_killed_five_times_on_postgres(postgres: Cluster, tmp_path: Path) -> None:
    assert kills(tmp_path / "data", postgres.empty(), 5) > 50


def test_the_log_names_no_token_no_name_and_no_guess(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        client = service.client()
        room = open_room(service, client, title="Secretclass")
        token = join(client, room, "Secretname")
        open_round(client, room)
        client.post(f"{room.path}/rounds/1/guesses", {"guess": 87}, token)
        client.ask("POST", f"/r/{room.code}", b"name=Secretname&key=1", {})
        client.ask("GET", "/%zz/Secretname?Secretname=%ff", None, {"X-Secretname": "Secretname"})
        service.end()
        told = service.errors.read_text()
    for secret in (token, room.host, service.admin, "Secret", "87"):
        assert secret not in told
    assert json.dumps(told)


def test_it_serves_as_long_as_a_file_is_there(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    told = refused("--data-dir", str(tmp_path), "--while", str(mark))
    assert "make that file first" in told
    mark.touch()
    service = RunningService(tmp_path / "data", "", 0, "--while", str(mark))
    assert service.client().get("/health").status == 200
    mark.unlink()
    assert service.process.wait(5) == 0
    service.end()


def test_what_it_writes_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder) as service:
        open_room(service, service.client())
        found = {path.name: path.stat().st_mode & 0o077 for path in folder.iterdir()}
    assert "guess.sqlite3" in found
    assert set(found.values()) == {0}


def test_it_has_room_for_a_class_where_the_usual_limit_has_not(tmp_path: Path) -> None:
    words = [sys.executable, "main.py", "serve", "guess", "--port", "0", "--rate", "0"]
    words += ["--data-dir", str(tmp_path / "data")]
    command = f"ulimit -Sn 256; exec {shlex.join(words)}"
    process = subprocess.Popen(["bash", "-c", command], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        place = urlsplit(told["url"])
        address = (str(place.hostname), int(str(place.port)))
        with contextlib.ExitStack() as kept:
            for _ in range(400):
                kept.enter_context(socket.create_connection(address, 5))
            last = kept.enter_context(socket.create_connection(address, 5))
            last.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert last.recv(64).startswith(b"HTTP/1.1 200")
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.communicate()
