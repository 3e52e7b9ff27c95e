"""A table with a million rows: a submission costs as much as before, and a restart is quick.

Costs are processor time of the service's process, which other work on the machine does not change.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from games.guess.service.store import WRITES
from tests.support.guess_service import (
    NEEDED,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, pytest.mark.sweep, NEEDED]
MILLION = 1_000_000
PLAYERS = 1000
ASKED, BATCHES = 400, 4
"""So many submissions a batch; the cheapest batch counts: a busy machine makes others dearer."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def seconds(service: RunningService) -> float:
    """Processor time that the service has used."""
    fields = Path(f"/proc/{service.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def add_rows(folder: Path, mode: str, many: int) -> None:
    """Put so many guesses into the one room of a database, as closed rounds or as a pool."""
    with sqlite3.connect(folder / "guess.sqlite3") as database:
        room = database.execute("SELECT id FROM guess_rooms").fetchone()[0]
        if mode == "classic":
            rows = ((room, at, f"P{at}", at * 7919 % 101, 0.0) for at in range(many))
            database.executemany(WRITES["pool"], rows)
            return
        names = range(2, PLAYERS + 1)
        rows = ((room, n, f"P{n}", f"p{n}", 0.0) for n in names)
        database.executemany(WRITES["player"], rows)
        rounds = range(1, many // PLAYERS + 1)
        closed = ((room, number, None, 0.0, None) for number in rounds)
        database.executemany(WRITES["round"].replace("?, 0)", "?, 1)"), closed)
        guesses = (
            (room, number, player, number * player * 31 % 101, 1, 0.0)
            for number in rounds
            for player in range(1, PLAYERS + 1)
        )
        database.executemany(WRITES["guess"], guesses)


def cost(folder: Path, mode: str, many: int) -> float:
    """Seconds of processor time of a submission where so many rows are there, at the least."""
    with running(folder) as service:
        client = service.client()
        room = open_room(service, client, mode=mode)
        token = join(client, room, "Ada") if mode == "rounds" else ""
    add_rows(folder, mode, many)
    with running(folder) as service:
        client = service.client()
        path = f"{room.path}/classic"
        if mode == "rounds":
            path = f"{room.path}/rounds/{open_round(client, Room(room.code, room.host))}/guesses"
        fields = {"name": "Ada"} if mode == "classic" else {}
        costs = []
        for _ in range(BATCHES):
            before = seconds(service)
            for number in range(ASKED):
                reply = client.post(path, {**fields, "guess": number % 101}, token)
                assert reply.status == 201
            costs.append((seconds(service) - before) / ASKED)
        return min(costs)


@pytest.mark.parametrize("mode", ["classic", "rounds"])
def test_a_submission_costs_no_more_with_a_million_rows(tmp_path: Path, mode: str) -> None:
    none = cost(tmp_path / "none", mode, 0)
    million = cost(tmp_path / "million", mode, MILLION)
    print(f"{mode}: {1e3 * none:.2f} ms with none, {1e3 * million:.2f} ms with {MILLION:,} rows")
    assert million <= 1.5 * none


def test_a_restart_with_a_hundred_thousand_rows(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder) as service:
        client = service.client()
        join(client, open_room(service, client), "Ada")
    add_rows(folder, "rounds", 100_000)
    with running(folder) as service:
        took = seconds(service)
        print(f"{took:.2f} s of processor time until it listens")
        assert took < 2
        assert service.client().get("/health").status == 200
