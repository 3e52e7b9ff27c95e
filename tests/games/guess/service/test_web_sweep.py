"""50,000 malformed requests: no status of 500 or more, no traceback, and nothing else changes."""

from __future__ import annotations

import contextlib
import json
import random
import socket
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

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
REQUESTS = 50_000
VALUES: tuple[object, ...] = (
    None, True, -1, 0, 33.0, 1e308, 2**63, 10**40, "", "33", "\u202e", "\x00", "a" * 5000, [], [[]],
    {}, {"a": {"a": {}}}, [2, 3], [0, 0], "<script>", "'; DROP TABLE guess_rooms; --", "=1+1",
)  # fmt: skip
FIELDS = ("guess", "name", "title", "mode", "multiplier", "low", "high", "seconds", "ntop", "x", "")


class Sender:
    """Makes malformed requests of many kinds about a room that must not change."""

    def __init__(self, room: Room, token: str, admin: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.room, self.tokens = room, (token, room.host, admin, "x.y.z.w", "")
        base = f"/api/v1/rooms/{room.code}"
        self.paths = (
            "/api/v1/rooms", base, f"{base}/players", f"{base}/rounds", f"{base}/rounds/1",
            f"{base}/rounds/1/guesses", f"{base}/rounds/1/ranking", f"{base}/classic",
            f"{base}/export.csv", f"/r/{room.code}", "/", "/r?room=x",
            f"{base}/leaderboard?limit=x",
        )  # fmt: skip
        self.kinds: tuple[Callable[[], bytes], ...] = (
            self.wrong_fields, self.wrong_fields, self.mutated, self.deep, self.lying, self.chunked,
            self.encoded, self.strange_path, self.rubbish,
        )  # fmt: skip

    def head(self, body: bytes, *more: str, path: str = "") -> bytes:
        """The lines before a body."""
        rng = self.rng
        lines = [f"{rng.choice(('POST', 'POST', 'GET', 'PUT'))} {path or rng.choice(self.paths)}"]
        lines[0] += " HTTP/1.1"
        lines += ["Host: x", f"Authorization: Bearer {rng.choice(self.tokens)}"]
        lines += [f"Content-Type: {rng.choice(('application/json', 'application/json', 'text/x'))}"]
        lines += [f"Idempotency-Key: {rng.choice(('', 'k', 'k k', 'k' * 70))}", *more]
        if not any(line.startswith(("Content-Length", "Transfer")) for line in more):
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    def wrong_fields(self) -> bytes:
        some = self.rng.sample(FIELDS, self.rng.randrange(4))
        body = json.dumps({name: self.rng.choice(VALUES) for name in some}).encode()
        return self.head(body)

    def mutated(self) -> bytes:
        found = bytearray(self.wrong_fields())
        for _ in range(self.rng.randrange(1, 8)):
            found[self.rng.randrange(len(found))] = self.rng.randrange(256)
        return bytes(found)

    def deep(self) -> bytes:
        sign = self.rng.choice((b"[", b'{"a":'))
        return self.head(sign * self.rng.randrange(1, 5000 // len(sign)))

    def lying(self) -> bytes:
        length = self.rng.choice(("0", "1", "-1", "99999999999", "abc", "1e3", "\u00b2"))
        return self.head(b'{"guess": 3}', f"Content-Length: {length}")

    def chunked(self) -> bytes:
        size = self.rng.choice((b"zz", b"-1", b"ffffffffffffffff", b"3", b""))
        return self.head(size + b"\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked")

    def encoded(self) -> bytes:
        how = self.rng.choice(("gzip", "deflate", "br", "x"))
        return self.head(b"\x1f\x8b{}", f"Content-Encoding: {how}")

    def strange_path(self) -> bytes:
        strange = ("/%00", "/%ff%fe", "/../..", "//x", "/r/%zz", "/api/v1/rooms/%2e%2e", "*", "x:1")
        return self.head(b"", path=self.rng.choice((*strange, "/" + "a" * 9000)))

    def rubbish(self) -> bytes:
        return self.rng.randbytes(self.rng.randrange(1, 300)) + b"\r\n\r\n"


def ask(service: RunningService, sent: bytes, half: bool) -> list[int]:
    """The statuses with which it is answered."""
    host, port = urlsplit(service.url).netloc.split(":")
    found = b""
    connection = socket.create_connection((host, int(port)), timeout=0.2)
    with connection, contextlib.suppress(OSError):
        connection.sendall(sent)
        if half:
            connection.shutdown(socket.SHUT_WR)
        found = connection.recv(2048)
    return [int(found[9:12])] if found.startswith(b"HTTP/1.") else []


def resident(service: RunningService) -> int:
    """The memory of the process, in kB."""
    text = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0])


def test_fifty_thousand_malformed_requests(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        client = service.client()
        room = open_room(service, client)
        token = join(client, room, "Ada")
        open_round(client, room)
        client.post(f"{room.path}/rounds/1/guesses", {"guess": 41}, token)
        sender, statuses = Sender(room, token, service.admin, 5), Counter[int]()
        after_warming = 0
        for number in range(REQUESTS):
            sent = sender.rng.choice(sender.kinds)()
            statuses.update(ask(service, sent, half=number % 7 == 0))
            if number == REQUESTS // 5:
                after_warming = resident(service)
        print(sorted(statuses.items()))
        assert max(statuses) < 500
        assert {400, 401, 403, 404, 405, 413, 415} <= set(statuses)
        assert resident(service) < after_warming + 30_000
        own = client.get(f"{room.path}/rounds/1", token).plain
        assert (own["you"], own["count"]) == ({"guess": 41, "revision": 1}, 1)
        assert client.get(room.path).plain["players"] == 1
        assert "Traceback" not in service.errors.read_text()
        assert service.end() == 0
