"""Asks the service: one connection that is kept, keys that make a repeated POST harmless."""

from __future__ import annotations

import contextlib
import hmac
import http.client
import json
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from games.guess.classroom.replies import BadReply, Plain
from games.guess.proof import fresh_challenge, proof_of, read_key

PATIENCE: Final = 4.0
"""Seconds that a reply is waited for; the service answers in milliseconds."""
QUIET: Final = 30.0
"""Seconds without a line after which a stream is lost: the service sends one every 15 at least."""
_LARGEST_PROOF: Final = 4_000
LARGEST: Final = 4_000_000
"""Bytes of a reply that are read; the export of a full room with twenty rounds has 1.2 million."""


class Unreachable(Exception):
    """Raised where no service answers, or its answer is unreadable."""


class Refused(Exception):
    """Raised where the service refused a request: `kind` is the type, the message is for people."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def fresh_key() -> str:
    """Return a key for one change; sent again with the same body it has no further effect."""
    return secrets.token_urlsafe(18)


class Caller:
    """A client of the service at `url`, with a `token` where one is needed.

    `host` is sent as the header Host: the address by which others reach the service. With a
    `folder`, the service has to prove on each new connection that it has the key in there, before
    any request is sent to it.
    """

    def __init__(
        self, url: str, token: str = "", host: str = "", folder: Path | None = None
    ) -> None:
        self._own = (url, token, host, folder)
        try:
            self._place = urlsplit(url).netloc
            self._connection = http.client.HTTPConnection(self._place, timeout=PATIENCE)
        except (ValueError, http.client.HTTPException):
            raise Unreachable(f"{url[:60]} is no address.") from None
        self._connection.auto_open = 0  # each new connection goes through `_connect`
        self._folder = folder
        self._named = {"Host": host} if host else {}
        self._bearer = {"Authorization": f"Bearer {token}"} if token else {}
        self._stream: socket.socket | None = None

    def sibling(self) -> Caller:
        """Return another one with a connection of its own, for another thread."""
        return Caller(*self._own)

    def get(self, path: str) -> Plain:
        """Return the reply to a GET below /api/v1; raises `Unreachable` and `Refused`."""
        return _plain(self._ask("GET", path))

    def text(self, path: str) -> str:
        """Return a text below /api/v1; raises `Unreachable` and `Refused`."""
        return self._ask("GET", path).decode("utf-8", "replace")

    def post(self, path: str, fields: Plain, key: str) -> Plain:
        """Return the reply to a POST below /api/v1; raises `Unreachable` and `Refused`."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        return _plain(self._ask("POST", path, json.dumps(fields).encode(), headers))

    def delete(self, path: str) -> Plain:
        """Return the reply to a DELETE below /api/v1; raises `Unreachable` and `Refused`."""
        return _plain(self._ask("DELETE", path))

    def events(self, path: str) -> Iterator[None]:
        """Yield at each event of a stream below /api/v1, until it ends or `hang_up` ends it.

        Raises `Unreachable` and `Refused`.
        """
        try:
            self._connect()
            self._stream = self._connection.sock
            self._stream.settimeout(QUIET)
            headers = {**self._named, **self._bearer}
            self._connection.request("GET", f"/api/v1{path}", headers=headers)
            with self._connection.getresponse() as reply:
                if reply.status >= 400:
                    raise _refusal(reply.status, reply.read(LARGEST))
                while line := reply.readline(LARGEST):
                    if line.startswith(b"data:"):
                        yield
        except (http.client.HTTPException, OSError, ValueError):
            raise Unreachable("The service does not answer.") from None
        finally:
            self.close()

    def hang_up(self) -> None:
        """End the stream of `events` that another thread reads."""
        if self._stream is not None:
            with contextlib.suppress(OSError):
                self._stream.shutdown(socket.SHUT_RDWR)

    def _ask(
        self, method: str, path: str, body: bytes | None = None, more: dict[str, str] | None = None
    ) -> bytes:
        headers = {**self._named, **self._bearer, **(more or {})}
        for again in (True, False):  # a connection that was kept may have been closed meanwhile
            try:
                if self._connection.sock is None:
                    self._connect()
                self._connection.request(method, f"/api/v1{path}", body, headers)
                reply = self._connection.getresponse()
                found = reply.read(LARGEST)
                break
            except (http.client.HTTPException, OSError, ValueError) as problem:
                self.close()
                if not again or isinstance(problem, TimeoutError):
                    raise Unreachable("The service does not answer.") from None
        if reply.status >= 400:
            raise _refusal(reply.status, found)
        return found

    def _connect(self) -> None:
        """Connect, and have the other side prove itself where there is a folder.

        Raises what `http.client` raises, and `Unreachable` for a stranger.
        """
        self._connection.connect()
        if self._folder is None:
            return
        try:
            key, challenge = read_key(self._folder), fresh_challenge()
            path = f"/api/v1/health?challenge={challenge}"
            self._connection.request("GET", path, headers=self._named)
            found = self._connection.getresponse().read(_LARGEST_PROOF)
            proof, wanted = _plain(found).get("proof"), proof_of(key, challenge, self._port)
            proven = isinstance(proof, str) and hmac.compare_digest(proof.encode(), wanted.encode())
        except (ValueError, OSError, http.client.HTTPException):
            proven = False
        if not proven:
            self.close()
            raise Unreachable("What answers at the address of the service is another program.")

    @property
    def _port(self) -> int:
        """The port at the other side."""
        return int(self._connection.sock.getpeername()[1])

    def close(self) -> None:
        """Hang up; the next request begins anew."""
        with contextlib.suppress(OSError):
            self._connection.close()


def _plain(found: bytes) -> Plain:
    try:
        told: Any = json.loads(found)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise BadReply("What answers there is no service of Guess 2/3.")
    return told


def _refusal(status: int, found: bytes) -> Exception:
    if status == 503:
        return Unreachable("The database of the service cannot be reached now.")
    try:
        error = _plain(found)["error"]
        return Refused(str(error["type"]), str(error["message"])[:200])
    except (BadReply, KeyError, TypeError):
        return BadReply("What answers there is no service of Guess 2/3.")
