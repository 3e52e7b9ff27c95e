"""A disk that is really full: a small file system in memory, filled up under a service."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.guess_service import NEEDED, join, open_room, open_round, running

pytestmark = [pytest.mark.service, NEEDED]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB; a skip where none may be mounted."""
    folder = tmp_path / "small"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(words, capture_output=True, text=True)
    except OSError as problem:
        pytest.skip(f"nothing can be mounted here ({problem})")
    if mounted.returncode:
        pytest.skip(f"nothing can be mounted here ({mounted.stderr.strip()})")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def fill(path: Path) -> None:
    """Take all the room that is left."""
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def test_what_a_full_disk_could_not_keep_was_not_acknowledged(small: Path) -> None:
    with running(small / "data") as service:
        client = service.client()
        room = open_room(service, client)
        open_round(client, room)
        tokens = [join(client, room, f"P{number}") for number in range(40)]
        path = f"{room.path}/rounds/1/guesses"
        given = {}

        def guess(number: int) -> int:
            sent = {"guess": number}
            reply = client.post(path, sent, tokens[number], f"guess-{number:010d}")
            if reply.status in (200, 201):
                given[number] = reply.body
            else:
                assert reply.status == 503
                assert reply.kind == "store_unavailable"
                assert int(reply.headers["retry-after"]) >= 1
            return reply.status

        assert {guess(number) for number in range(10)} == {201}
        fill(small / "ballast")
        refused = [guess(number) for number in range(10, 40)]
        assert 503 in refused
        count = len(given)
        told = client.get(f"{room.path}/rounds/1")
        if told.status == 200:  # reading may go on
            assert told.plain["count"] == count
        (small / "ballast").unlink()
        again = [number for number in range(10, 40) if number not in given]
        assert {guess(number) for number in again} == {201}
        assert client.get(f"{room.path}/rounds/1").plain["count"] == 40
        for number, body in given.items():
            sent = {"guess": number}
            reply = client.post(path, sent, tokens[number], f"guess-{number:010d}")
            assert (reply.status, reply.body) == (200, body)
        assert "Traceback" not in service.errors.read_text()
        assert service.end() == 0
    with running(small / "data") as service:
        assert service.client().get(f"{room.path}/rounds/1").plain["count"] == 40
