"""The server: requests that are not HTTP are answered with 400, and are not logged."""

from __future__ import annotations

import logging
from typing import Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from games.guess.service.calls import SAFE
from games.guess.service.refusals import Refusal
from games.guess.service.web import Service

_LIBRARY: Final = logging.getLogger("guess.library")
_LIBRARY.propagate = False
_LIBRARY.addHandler(logging.NullHandler())
"""What the library says of bad requests could hold anything that was sent; nobody is told."""


IDLE_SECONDS: Final = 20.0
"""Chosen: a phone that guesses again later connects anew in milliseconds."""


class _Connection(RequestHandler):
    """One connection."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Return the reply to what could not be read, without a word of it."""
        refusal = Refusal("bad_request", "This is no request that can be read; send HTTP/1.1.")
        reply = web.Response(
            body=refusal.body(), status=400, headers=SAFE, content_type="application/json"
        )
        reply.headers["Cache-Control"] = "no-store"
        reply.force_close()
        return reply


class Server(web.Server):
    """The connections of a service.

    One that has not sent the whole head of a request within `idle` seconds, since it began or since
    its last request, is closed: whoever sends a byte now and then holds no place for long.
    """

    def __init__(self, service: Service, idle: float = IDLE_SECONDS) -> None:
        super().__init__(
            service.handle,
            access_log=None,
            logger=_LIBRARY,
            keepalive_timeout=idle,
            lingering_time=1.0,
        )

    def __call__(self) -> RequestHandler:
        """Return a new connection."""
        return _Connection(self, loop=self._loop, **self._kwargs)
