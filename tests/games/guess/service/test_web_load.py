"""Load, bounded in time and on this machine alone: 32 who guess at once, and 300 who listen.

What it prints (`-s`) are the figures: acknowledged guesses a second, and how long one took.
"""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.guess_service import (
    NEEDED,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, pytest.mark.sweep, NEEDED]
CLIENTS, SECONDS, PHONES = 32, 4.0, 300


async def connect(service: RunningService) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = urlsplit(service.url).netloc.split(":")
    return await asyncio.open_connection(host, int(port))


async def guesser(service: RunningService, path: str, token: str, times: list[float]) -> int:
    """Guess again and again over one connection; the last guess that was acknowledged."""
    reader, writer = await connect(service)
    last, end = -1, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        last = random.randrange(101)
        body = b'{"guess": %d}' % last
        head = (
            f"POST /api/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: k{len(times)}-{last}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        begun = time.perf_counter()
        writer.write(head.encode() + body)
        told = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert told.startswith((b"http/1.1 201", b"http/1.1 200")), told
        await reader.readexactly(int(told.split(b"content-length: ")[1].split(b"\r\n")[0]))
        times.append(time.perf_counter() - begun)
    writer.close()
    return last


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_thirty_two_guess_at_once(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").empty() if database == "postgres" else ""
    with running(tmp_path / "data", url) as service:
        client = service.client()
        room = open_room(service, client)
        tokens = [join(client, room, f"P{number}") for number in range(CLIENTS)]
        open_round(client, room)
        times: list[float] = []

        async def together() -> list[int]:
            path = f"{room.path}/rounds/1/guesses"
            return await asyncio.gather(*[guesser(service, path, t, times) for t in tokens])

        last = asyncio.run(together())
        times.sort()
        p99 = 1000 * times[int(0.99 * len(times))]
        print(f"{database}: {len(times) / SECONDS:.0f} a second, 99th percentile {p99:.0f} ms")
        told = client.post(f"{room.path}/rounds/1/close", {}, room.host).plain
        assert told["count"] == CLIENTS
        assert told["sum"] == sum(last)
        assert len(times) > 100 * SECONDS


async def phone(service: RunningService, code: str, closes: list[float]) -> None:
    """Listen until the round is closed."""
    reader, writer = await connect(service)
    writer.write(f"GET /api/v1/rooms/{code}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    while True:
        line = await asyncio.wait_for(reader.readline(), 30)
        assert line, "the stream ended before the close"
        if b'"phase": "closed"' in line:
            closes.append(time.perf_counter())
            break
    writer.close()


def test_three_hundred_phones_hear_the_close(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        client = service.client()
        room = open_room(service, client)
        token = join(client, room, "Ada")
        open_round(client, room)
        closes: list[float] = []

        async def lesson() -> float:
            phones = [asyncio.create_task(phone(service, room.code, closes)) for _ in range(PHONES)]
            await asyncio.sleep(2.0)
            for guess in range(20):
                client.post(f"{room.path}/rounds/1/guesses", {"guess": guess}, token)
                await asyncio.sleep(0.02)
            client.post(f"{room.path}/rounds/1/close", {}, room.host)
            begun = time.perf_counter()
            await asyncio.gather(*phones)
            return begun

        begun = asyncio.run(lesson())
        assert len(closes) == PHONES
        print(f"the last of {PHONES} phones heard it after {max(closes) - begun:.2f} s")
