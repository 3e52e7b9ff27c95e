"""A request on its way: its path, its sender, and the service for its page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from aiohttp import web

from games.guess.service.book import Room
from games.guess.service.refusals import Refusal
from games.guess.service.tokens import Bearer
from games.guess.service.views import Plain
from games.guess.service.writer import Plan, Writer

SAFE: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Server": "guess",  # the library would name itself, Python and the versions of both
}
"""Headers of every reply."""


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

    async def read_body(self, request: web.BaseRequest) -> bytes:
        """Return the whole body; raises `Refusal`."""

    async def do(
        self, call: Call, scope: str, key: str, body: bytes, plan: Plan
    ) -> tuple[Plain, bool]:
        """Have a plan done under a key; the body, and whether it is a replay."""

    def player_token(self, code: str, joined: Plain) -> str:
        """Return the token of one who joined a room."""

    def reader(self, token: str) -> Bearer | None:
        """Return the bearer of a token that did not come in the header."""

    def check_present(self, bearer: Bearer | None) -> None:
        """Raises `Refusal` for a player whom the host removed."""


def check_media_type(request: web.BaseRequest, wanted: str) -> None:
    """Raises `Refusal` for a body of another media type."""
    found, _, rest = request.headers.get("Content-Type", "").partition(";")
    charset = rest.strip().lower().replace('"', "")
    if found.strip().lower() != wanted or charset not in ("", "charset=utf-8"):
        raise Refusal("unsupported_media_type", f"Send the body as {wanted} in UTF-8.")
