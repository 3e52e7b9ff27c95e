"""The refusals of requests: a status, a type, and a sentence a person can act on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

STATUSES: Final = {
    "bad_request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "name_taken": 409,
    "room_full": 409,
    "round_open": 409,
    "round_closed": 409,
    "wrong_mode": 409,
    "too_large": 413,
    "unsupported_media_type": 415,
    "bad_field": 422,
    "unknown_field": 422,
    "key_reused": 422,
    "rate_limited": 429,
    "failure": 500,
    "store_unavailable": 503,
}


class Refusal(Exception):
    """A request that is not served; `kind` is one of `STATUSES`."""

    def __init__(self, kind: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUSES[self.kind]

    def body(self) -> bytes:
        """Return the body of the reply."""
        return encode({"error": {"type": self.kind, "message": self.message}})


def encode(value: object) -> bytes:
    """Return a reply as JSON in UTF-8; equal values have equal bytes."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def unavailable() -> Refusal:
    """Return the store cannot be written or read now."""
    told = "The database cannot be reached now; nothing was kept. Try again in a moment."
    return Refusal("store_unavailable", told, {"Retry-After": "1"})
