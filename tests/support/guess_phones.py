"""Phones of a class without a browser: they do what `page.js` does, from an address of their own.

On this machine every address that begins with 127 can be the one that a request comes from.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

_NUMBERS = itertools.count()
FILES = ("/page.css", "/page.js", "/icon.svg")
HELD = 30
"""Seconds after which a test gives up on a reply."""


class Told(NamedTuple):
    """A reply: status, headers in lower case, the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def plain(self) -> Any:
        """The JSON of the body."""
        return json.loads(self.body)


class Line:
    """A connection from `address`, made anew where it was closed."""

    def __init__(self, url: str, address: str) -> None:
        host, port = urlsplit(url).netloc.split(":")
        self._place = (host, int(port), address)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(
        self, method: str, path: str, token: str = "", body: bytes = b"", key: str = ""
    ) -> asyncio.StreamReader:
        """Send a request; returns where its reply will come."""
        if self._streams is None:
            host, port, address = self._place
            self._streams = await asyncio.open_connection(host, port, local_addr=(address, 0))
        lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Content-Length: {len(body)}"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += ["Content-Type: application/json"] if body else []
        lines += [f"Idempotency-Key: {key}"] if key else []
        reader, writer = self._streams
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        return reader

    async def ask(
        self, method: str, path: str, token: str = "", body: bytes = b"", key: str = ""
    ) -> Told:
        """A request and its reply; once more where the kept connection was closed meanwhile."""
        for last in (False, True):
            try:
                async with asyncio.timeout(HELD):
                    return await self._reply(await self.send(method, path, token, body, key))
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if last:
                    raise
        raise AssertionError

    async def _reply(self, reader: asyncio.StreamReader) -> Told:
        status, headers = await head(reader)
        found = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            self.close()
        return Told(status, headers, found)

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


async def head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and the headers of a reply."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.lower().partition(": ") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name: value for name, _, value in pairs}


class Phone:
    """A phone of a room; `room` is what it knows of it, and what it was told is in `kept`."""

    def __init__(self, url: str, code: str, name: str, address: str, seed: int = 0) -> None:
        self.url, self.code, self.name, self.address = url, code, name, address
        self.rng = random.Random(f"{seed} {name}")
        self.line = Line(url, address)
        self.token, self.number = "", 0
        self.room: dict[str, Any] = {}
        self.kept: dict[int, int] = {}
        """The last guess that was acknowledged, by round."""
        self.polls = self.heard = self.refused = 0
        self.out = ""
        self._news = asyncio.Event()

    @property
    def api(self) -> str:
        """Where its room is."""
        return f"/api/v1/rooms/{self.code}"

    async def load(self) -> list[int]:
        """Open the page and all its files at once, each over its own connection; the statuses."""
        lines = [Line(self.url, self.address) for _ in range(1 + len(FILES))]
        paths = (f"/r/{self.code}", *FILES)
        told = await asyncio.gather(
            *(line.ask("GET", path) for line, path in zip(lines, paths, strict=True))
        )
        for line in lines:
            line.close()
        return [one.status for one in told]

    async def insist(self, method: str, path: str, fields: Any = None, key: str = "") -> Told:
        """Ask until there is an answer, as the page does: later where it is told to wait."""
        body = b"" if fields is None else json.dumps(fields).encode()
        pause = 0.4
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                told = await self.line.ask(method, self.api + path, self.token, body, key)
                wait = float(told.headers.get("retry-after", 0))
                if told.status < 500 and (told.status != 429 or wait >= 30):
                    return told
                pause = max(pause, wait)
                self.refused += 1
            await asyncio.sleep(pause * (0.7 + 0.6 * self.rng.random()))
            pause = min(8.0, pause * 2)

    async def join(self) -> None:
        """Join the room."""
        key = f"joining-{next(_NUMBERS):016d}"
        told = await self.insist("POST", "/players", {"name": self.name}, key)
        assert told.status == 201, told
        self.token, self.number = told.plain["token"], told.plain["player"]

    async def guess(self, number: int, value: int, lost: bool = False) -> bool:
        """Guess in a round; False where it is closed. A reply that is `lost` is asked for again."""
        key = f"guess-{next(_NUMBERS)}"
        path, fields = f"/rounds/{number}/guesses", {"guess": value}
        if lost:
            line = Line(self.url, self.address)
            body = json.dumps(fields).encode()
            with contextlib.suppress(OSError):
                await line.send("POST", self.api + path, self.token, body, key)
                await asyncio.sleep(self.rng.random() * 0.02)
            line.close()
        told = await self.insist("POST", path, fields, key)
        assert told.status in (200, 201, 401, 409), told
        if told.status < 300:
            assert told.plain["guess"] == value
            self.kept[number] = value
        elif told.status == 401:
            self.end(told)
        return told.status < 300

    def end(self, told: Told) -> None:
        """It is out of the room, and was told why."""
        self.out = told.plain["error"]["message"]
        self._news.set()

    def hear(self, room: dict[str, Any]) -> None:
        """Take what the room is now."""
        self.room = room
        self._news.set()

    async def listen(self) -> None:
        """Follow the room by events, and where they are refused by asking now and then."""
        pause = 0.5
        while not self.out:
            line = Line(self.url, self.address)
            try:
                reader = await line.send("GET", f"{self.api}/events", self.token)
                status, _ = await head(reader)
                if status == 200:
                    pause = 0.5
                    while text := await reader.readline():
                        if text.startswith(b"data: "):
                            self.heard += 1
                            self.hear(json.loads(text[6:]))
                else:
                    self.polls += 1
                    told = await self.insist("GET", "")
                    if told.status == 401:
                        self.end(told)
                    else:
                        self.hear(told.plain)
            except (OSError, asyncio.IncompleteReadError):
                pass
            finally:
                line.close()
            await asyncio.sleep(pause * (0.7 + 0.6 * self.rng.random()))
            pause = min(5.0, pause * 1.6)

    async def until(self, number: int, phase: str) -> None:
        """Wait until it knows that a round is open or closed, or over for long."""
        while not self.out:
            last = self.room.get("round")
            here = last and last["number"] == number and last["phase"] in (phase, "closed")
            if here or (last and last["number"] > number):
                return
            self._news.clear()
            await self._news.wait()

    async def result(self, number: int) -> dict[str, Any]:
        """The result of a round, and its own part in it."""
        told = await self.insist("GET", f"/rounds/{number}")
        assert told.status == 200, told
        return dict(told.plain)
