"""A request on its way: its path, its sender, the service for its page, and its reply."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from aiohttp import web

from games.guess.service.book import Room
from games.guess.service.refusals import Refusal, encode
from games.guess.service.tokens import Bearer
from games.guess.service.views import Plain
from games.guess.service.writer import Plan, Writer

SAFE: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Server": "guess",  # the library would name itself, Python and the versions of both
}
"""Headers of every reply."""
LARGEST_BODY: Final = 4096
_BODY_SECONDS: Final = 10.0
API_HEADERS: Final = {**SAFE, "Cache-Control": "no-store"}


class Call:
    """A request with the parts of its path, and its sender (None without a token)."""

    def __init__(self, request: web.BaseRequest) -> None:
        self.request = request
        self.code = ""
        self.number = 0
        self.bearer: Bearer | None = None
        self.token_sent = False

    @property
    def address(self) -> str:
        """The address from which the request came."""
        return self.request.remote or ""


Handler = Callable[[Call], Awaitable[web.StreamResponse]]


class PageCalls(Protocol):
    """The part of the service that pages need."""

    writer: Writer
    most_names: int | None
    """Names that one address may give in a room; None for any number."""

    def spend(self, call: Call, bearer: Bearer | None = None) -> None:
        """Count a request of a bearer, or of its address; raises `Refusal` for one too many."""

    def room_at(self, code: str) -> Room:
        """Return the room of a code in any case; raises `Refusal`."""

    async def do(
        self, call: Call, scope: str, key: str, body: bytes, plan: Plan
    ) -> tuple[Plain, bool]:
        """Have a plan done under a key; the body, and whether it is a replay."""

    def player_token(self, code: str, joined: Plain) -> str:
        """Return the token of one who joined a room."""

    def reader(self, token: str) -> Bearer | None:
        """Return the bearer of a token that did not come in the header."""

    def check_present(self, bearer: Bearer | None) -> None:
        """Raise `Refusal` for a player whom the host removed."""

    def on_wall(self, room: Room) -> bool:
        """Return whether phones look at a wall for the result of the last round."""


async def read_body(request: web.BaseRequest) -> bytes:
    """Return the whole body; raises `Refusal` for one that is too large, too slow or broken."""
    too_large = Refusal("too_large", f"The body has more than {LARGEST_BODY} bytes; send less.")
    if (request.content_length or 0) > LARGEST_BODY:
        raise too_large
    body = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while part := await request.content.readany():
                body += part
                if len(body) > LARGEST_BODY:
                    raise too_large
    except (TimeoutError, web.RequestPayloadError, ValueError, OSError):
        raise Refusal("bad_request", "The body did not come whole; send it again.") from None
    return body


def check_media_type(request: web.BaseRequest, wanted: str) -> None:
    """Raise `Refusal` for a body of another media type."""
    found, _, rest = request.headers.get("Content-Type", "").partition(";")
    charset = rest.strip().lower().replace('"', "")
    if found.strip().lower() != wanted or charset not in ("", "charset=utf-8"):
        raise Refusal("unsupported_media_type", f"Send the body as {wanted} in UTF-8.")


def replied(body: bytes, kind: str = "application/json", status: int = 200) -> web.Response:
    """Return a reply of the API."""
    return web.Response(
        body=body, status=status, headers=API_HEADERS, content_type=kind, charset="utf-8"
    )


def made(found: Plain, replayed: bool) -> web.Response:
    """Return the reply to a change: 201, or 200 for one that was made before."""
    reply = replied(encode(found), status=200 if replayed else 201)
    if replayed:
        reply.headers["Idempotency-Replayed"] = "true"
    return reply


def refused(refusal: Refusal, request: web.BaseRequest) -> web.Response:
    """Return the reply to a request that is not served."""
    reply = replied(refusal.body(), status=refusal.status)
    reply.headers.update(refusal.headers)
    if request.can_read_body and not request.content.at_eof():
        reply.force_close()  # what is left of the body is not read
    return reply
