"""Connections that send nothing, half a head, or a byte now and then are closed in time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import pytest

from tests.support.guess_service import MISSING, NEEDED

pytestmark = [pytest.mark.service, NEEDED]
if not MISSING:
    from aiohttp import web

    from games.guess.service.command import IDLE_SECONDS, Server

IDLE = 0.3
HEAD = b"GET /api/v1/health HTTP/1.1\r\nHost: x\r\n"


class Answers:
    """A service that answers everything."""

    async def handle(self, request: web.BaseRequest) -> web.Response:
        return web.Response(text="ok")


@contextlib.asynccontextmanager
async def listening() -> AsyncIterator[int]:
    runner = web.ServerRunner(Server(Answers(), IDLE))  # type: ignore[arg-type,unused-ignore]
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def closed_after(port: int, first: bytes, trickle: bytes = b"") -> float:
    """Seconds until a connection that sends this is closed by the other side."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.monotonic()
    writer.write(first)

    async def drip() -> None:
        while True:
            await asyncio.sleep(0.02)
            writer.write(trickle)

    dripping = asyncio.create_task(drip()) if trickle else None
    async with asyncio.timeout(5):
        with contextlib.suppress(ConnectionError):
            while await reader.read(4096):
                pass
    if dripping is not None:
        dripping.cancel()
    writer.close()
    return time.monotonic() - begun


@pytest.mark.parametrize(
    ("first", "trickle"),
    [(b"", b""), (HEAD, b""), (HEAD, b"X-A: b\r\n"), (HEAD + b"\r\n" + HEAD, b"a")],
    ids=["nothing", "half a head", "a line now and then", "half a head after a request"],
)
def test_who_sends_no_whole_head_is_let_go(first: bytes, trickle: bytes) -> None:
    async def tried() -> float:
        async with listening() as port:
            return await closed_after(port, first, trickle)

    assert asyncio.run(tried()) < IDLE + 1.5


def test_a_connection_of_the_service_is_given_more_time_than_a_phone_needs() -> None:
    assert 5 <= IDLE_SECONDS <= 60
