"""Asking the service: replies, refusals, nobody there, and somebody else there."""

from __future__ import annotations

import pytest

from games.guess.classroom.calls import Caller, Refused, Unreachable, fresh_key
from games.guess.classroom.replies import BadReply
from tests.support.guess_stub import stub

REPLIES = {
    "/api/v1/good": (200, {"ok": True}),
    "/api/v1/refused": (409, {"error": {"type": "round_open", "message": "A round is open."}}),
    "/api/v1/down": (503, {"error": {"type": "store_unavailable", "message": "x"}}),
    "/api/v1/other": (404, b"<html>no</html>"),
    "/api/v1/list": (200, [1]),
    "/api/v1/deep": (200, b"[" * 100_000),
    "/api/v1/text": (200, "größer".encode()),
}


def test_replies_refusals_and_somebody_else() -> None:
    with stub(lambda method, path: REPLIES[path]) as service:
        caller = Caller(service.url, "token", "192.0.2.7:8023")
        assert caller.get("/good") == {"ok": True}
        assert caller.post("/good", {"a": 1}, "key-1") == {"ok": True}
        assert caller.text("/text") == "größer"
        with pytest.raises(Refused, match="A round is open") as refused:
            caller.post("/refused", {}, "key-2")
        assert refused.value.kind == "round_open"
        with pytest.raises(Unreachable, match="database"):
            caller.get("/down")
        for path in ("/other", "/list", "/deep"):
            with pytest.raises(BadReply):
                caller.get(path)
        caller.close()
    _, _, headers = service.asked[1]
    assert headers["Authorization"] == "Bearer token"
    assert headers["Host"] == "192.0.2.7:8023"
    assert headers["Idempotency-Key"] == "key-1"
    with pytest.raises(Unreachable):
        caller.get("/good")


def test_what_is_no_address() -> None:
    for url in ("http://a:b", "http://[", "http://x:99999999"):
        with pytest.raises(Unreachable):
            Caller(url).get("/health")


def test_keys_are_fresh_and_fit() -> None:
    keys = {fresh_key() for _ in range(20)}
    assert len(keys) == 20
    assert all(16 <= len(key) <= 64 for key in keys)
