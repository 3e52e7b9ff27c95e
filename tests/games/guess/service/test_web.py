"""Every request and every status of the service, on both databases and reply by reply alike.

Replies are written by `calls`.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.guess_service import (
    NEEDED,
    Client,
    Cluster,
    Reply,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]
JSON = {"Content-Type": "application/json"}


# -- the same replies on both databases -----------------------------------------------------------


def scenario(service: RunningService) -> list[tuple[int, str]]:
    """A whole lesson; the status and the body of every reply, without what is drawn at random."""
    client, found = service.client(), []

    def note(reply: Reply) -> Reply:
        text = re.sub(r'"(token|host)": "[^"]+"', r'"\1": "T"', reply.body.decode())
        text = re.sub(r"\d{10}\.\d+", "TIME", text)
        found.append((reply.status, text.replace(room.code, "CODE")))
        return reply

    room = open_room(service, client, title="Klasse Ä")
    names = ["Ada", "Bob", "=1+1", "<b>x</b>", "אבג", "'; DROP TABLE guess_rooms; --"]
    tokens = [
        note(client.post(f"{room.path}/players", {"name": name})).plain["token"] for name in names
    ]
    note(client.post(f"{room.path}/players", {"name": "  ADA "}))
    note(client.get(f"{room.path}/leaderboard"))
    for number, terms in enumerate(({}, {"closes_after": 6}, {"seconds": 600}), start=1):
        note(client.post(f"{room.path}/rounds", terms, room.host))
        note(client.post(f"{room.path}/rounds", {}, room.host))
        where = f"{room.path}/rounds/{number}"
        for seat, token in enumerate(tokens):
            for guess in (90 - seat, 7 * seat * number % 101):
                note(client.post(f"{where}/guesses", {"guess": guess}, token))
                note(client.get(where, token))
        note(client.get(f"{where}/ranking"))
        note(client.post(f"{where}/close", {}, room.host))
        note(client.post(f"{where}/close", {}, room.host))
        note(client.post(f"{where}/guesses", {"guess": 1}, tokens[0]))
        note(client.get(f"{where}/ranking?offset=1&limit=2"))
        note(client.get(where, tokens[1]))
        note(client.get(room.path))
    note(client.post(f"{room.path}/rounds", {}, room.host))
    note(client.post(f"{room.path}/rounds/4/guesses", {"guess": 7}, tokens[1]))
    note(client.get(f"{room.path}/players?limit=2", room.host))
    for _ in range(2):
        note(client.delete(f"{room.path}/players/2", room.host))
    note(client.post(f"{room.path}/rounds/4/close", {}, room.host))
    note(client.get(f"{room.path}/rounds/1/ranking"))
    note(client.get(f"{room.path}/players", room.host))
    note(client.post(f"{room.path}/players", {"name": "bob"}))
    note(client.get(f"{room.path}/leaderboard?limit=3"))
    note(client.get(f"{room.path}/export.csv", room.host))
    room = open_room(service, client, mode="classic")
    for number in range(6):
        fields = {"name": f"N{number % 3}", "guess": number * number * 9, "ntop": 3}
        note(client.post(f"{room.path}/classic", fields))
    note(client.post(f"{room.path}/rounds", {}, room.host))
    note(client.get(room.path))
    client.close()
    return found


def test_both_databases_give_the_same_replies(
    on_sqlite: RunningService, on_postgres: RunningService
) -> None:
    one, other = scenario(on_sqlite), scenario(on_postgres)
    assert one == other
    assert len(one) > 100
    assert {status for status, _ in one} == {200, 201, 409}


# -- a room and its rounds ------------------------------------------------------------------------


@pytest.fixture
def room(service: RunningService, client: Client) -> Room:
    return open_room(service, client)


def test_a_round_by_number_is_closed_by_the_guess_that_makes_it_full(
    client: Client, room: Room
) -> None:
    tokens = [join(client, room, name) for name in ("Ada", "Bob")]
    number = open_round(client, room, closes_after=2)
    where = f"{room.path}/rounds/{number}"
    first = client.post(f"{where}/guesses", {"guess": 33}, tokens[0])
    assert (first.status, first.plain) == (201, {"round": 1, "guess": 33, "revision": 1})
    seen = client.get(where, tokens[0]).plain
    assert seen["you"] == {"guess": 33, "revision": 1}
    assert (seen["phase"], seen["count"]) == ("open", 1)
    assert set(client.get(where).plain) == {
        "round", "phase", "count", "closes_after", "closes_at",
    }  # fmt: skip
    assert client.get(f"{where}/ranking").kind == "round_open"
    client.post(f"{where}/guesses", {"guess": 22}, tokens[1])
    told = client.get(where, tokens[0]).plain
    assert told["target"] == [55, 3]
    assert told["histogram"] == [[22, 1], [33, 1]]
    assert told["winners"] == [{"name": "Bob", "guess": 22}]
    assert told["you"] == {"guess": 33, "score": 14.666666666666666, "rank": 2}
    assert client.get(where, room.host).plain == client.get(where).plain


def test_a_round_by_time_closes_itself(client: Client, room: Room) -> None:
    token = join(client, room, "Ada")
    open_round(client, room, seconds=5)
    where = f"{room.path}/rounds/1"
    closes_at = client.get(where).plain["closes_at"]
    assert 4 < closes_at - time.time() < 5.5
    client.post(f"{where}/guesses", {"guess": 10}, token)
    deadline = time.monotonic() + 7
    while client.get(where).plain["phase"] == "open":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert time.time() >= closes_at - 0.2


def test_a_key_gives_the_very_same_reply_again(client: Client, service: RunningService) -> None:
    made = client.post("/rooms", {"title": "A"}, service.admin, "room-1-" + service.database)
    again = client.post("/rooms", {"title": "A"}, service.admin, "room-1-" + service.database)
    assert (made.status, again.status) == (201, 200)
    assert made.body == again.body
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in made.headers
    room, key = Room(made.plain["room"], made.plain["host"]), "joining-as-ada-0"
    joined = [client.post(f"{room.path}/players", {"name": "Ada"}, "", key) for _ in range(2)]
    lower = f"/rooms/{room.code.lower()}/players"
    joined.append(client.post(lower, {"name": "Ada"}, "", key))
    assert {reply.body for reply in joined} == {joined[0].body}
    assert client.post(f"{room.path}/players", {"name": "Eve"}, "", key).kind == "key_reused"
    assert client.get(room.path).plain["players"] == 1


def test_an_old_guess_that_is_tried_again_changes_nothing(client: Client, room: Room) -> None:
    token = join(client, room, "Ada")
    open_round(client, room)
    where = f"{room.path}/rounds/1/guesses"
    old = client.post(where, {"guess": 50}, token, "old")
    client.post(where, {"guess": 20}, token, "new")
    assert client.post(where, {"guess": 50}, token, "old").body == old.body
    assert client.get(f"{room.path}/rounds/1", token).plain["you"]["guess"] == 20
    client.post(f"{room.path}/rounds/1/close", {}, room.host)
    after = client.post(where, {"guess": 50}, token, "old")
    assert (after.status, after.body) == (200, old.body)
    assert client.post(where, {"guess": 51}, token, "old").kind == "key_reused"
    assert client.post(where, {"guess": 50}, token, "other").kind == "round_closed"


def test_the_same_key_of_another_is_another(client: Client, room: Room) -> None:
    tokens = [join(client, room, name) for name in ("Ada", "Bob")]
    open_round(client, room)
    for token in tokens:
        made = client.post(f"{room.path}/rounds/1/guesses", {"guess": 5}, token, "mine")
        assert made.status == 201
    assert client.get(room.path).plain["round"]["count"] == 2


# -- a player who is removed --------------------------------------------------------------------


def test_the_host_removes_a_player(client: Client, room: Room) -> None:
    tokens = [join(client, room, name) for name in ("Ada", "Rude", "Cy")]
    for number in (1, 2):
        open_round(client, room)
        for guess, token in zip((30, 20, 60), tokens, strict=True):
            client.post(
                f"{room.path}/rounds/{number}/guesses", {"guess": guess}, token, f"g{number}"
            )
        if number == 1:
            before = client.post(f"{room.path}/rounds/1/close", {}, room.host).plain
    where = f"{room.path}/players/2"
    made = client.delete(where, room.host)
    assert (made.status, made.plain) == (200, {"player": 2, "removed": True})
    assert client.delete(where, room.host).body == made.body
    told = client.get(room.path).plain
    assert (told["players"], told["round"]["count"]) == (2, 2)
    for refused in (
        client.post(f"{room.path}/rounds/2/guesses", {"guess": 1}, tokens[1]),
        client.post(f"{room.path}/rounds/2/guesses", {"guess": 20}, tokens[1], "g2"),
        client.get(f"{room.path}/rounds/2", tokens[1]),
        client.get(room.path, tokens[1]),
        client.get(f"{room.path}/events", tokens[1]),
    ):
        assert (refused.status, refused.kind) == (401, "unauthorized")
        assert "removed" in refused.plain["error"]["message"]
    closed = client.post(f"{room.path}/rounds/2/close", {}, room.host).plain
    assert closed["histogram"] == [[30, 1], [60, 1]]
    assert client.get(f"{room.path}/rounds/1").plain == {
        **before, "winners": [{"name": "(removed)", "guess": 20}],
    }  # fmt: skip
    assert before["winners"] == [{"name": "Rude", "guess": 20}]
    again = client.post(f"{room.path}/players", {"name": "rude"})
    assert (again.status, again.plain["player"]) == (201, 4)


def test_who_cannot_be_removed_and_by_whom(
    client: Client, service: RunningService, room: Room
) -> None:
    token, other = join(client, room, "Ada"), open_room(service, client)
    where = f"{room.path}/players/1"
    for bearer, status in (("", 401), (token, 403), (service.admin, 403), (other.host, 403)):
        assert client.delete(where, bearer).status == status
        assert client.get(f"{room.path}/players", bearer).status == status
    for number in ("0", "2", "x", "99999999999", "-1"):
        assert client.delete(f"{room.path}/players/{number}", room.host).kind == "not_found"
    allowed = client.ask("PUT", f"/api/v1{where}")
    assert (allowed.status, allowed.headers["allow"]) == (405, "DELETE")
    assert client.delete(where, room.host, b'{"name": "Ada"}').kind == "unknown_field"
    assert client.get(room.path).plain["players"] == 1


def test_whoever_is_removed_hears_no_more(client: Client, service: RunningService) -> None:
    room = open_room(service, client)
    tokens = [join(client, room, name) for name in ("Ada", "Rude")]
    listening = [
        http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=5) for _ in tokens
    ]
    heard = [events(*each) for each in zip(listening, (room, room), tokens, strict=True)]
    assert [next(one)["players"] for one in heard] == [2, 2]
    client.delete(f"{room.path}/players/2", room.host)
    assert next(heard[0])["players"] == 1
    assert next(heard[1], None) is None, "the stream ends"
    for one in listening:
        one.close()


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_removal_is_the_same_after_a_restart(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").empty() if database == "postgres" else ""
    shown: list[list[bytes]] = []
    for number in range(2):
        with running(tmp_path / "data", url) as service:
            client = service.client()
            if number == 0:
                room = open_room(service, client)
                tokens = [join(client, room, name) for name in ("Ada", "Rude", "Cy")]
                for _ in range(2):
                    played = open_round(client, room)
                    for guess, token in zip((30, 20, 60), tokens, strict=True):
                        where = f"{room.path}/rounds/{played}/guesses"
                        assert client.post(where, {"guess": guess}, token).status == 201
                    if played == 1:
                        client.post(f"{room.path}/rounds/1/close", {}, room.host)
                assert client.delete(f"{room.path}/players/2", room.host).status == 200
            assert client.get(f"{room.path}/rounds/2", tokens[1]).status == 401
            parts = ("", "/rounds/1", "/rounds/1/ranking", "/rounds/2", "/leaderboard", "/players",
                     "/export.csv")  # fmt: skip
            replies = [client.get(room.path + part, room.host) for part in parts]
            assert {reply.status for reply in replies} == {200}
            shown.append([reply.body for reply in replies])
            assert b"Rude" not in b"".join(shown[-1])
            service.end(signal.SIGKILL)
    assert shown[0] == shown[1]
    assert b"(removed)" in shown[0][2]


# -- every refusal --------------------------------------------------------------------------------


def test_who_may_not(client: Client, service: RunningService, room: Room) -> None:
    token, other = join(client, room, "Ada"), open_room(service, client)
    stranger = join(client, other, "Ada")
    open_round(client, room)
    where = f"{room.path}/rounds/1"
    cases = [
        (client.post("/rooms", {"title": "A"}), 401),
        (client.post("/rooms", {"title": "A"}, "admin..0.x"), 401),
        (client.post("/rooms", {"title": "A"}, room.host), 403),
        (client.post(f"{room.path}/rounds", {}, service.admin), 403),
        (client.post(f"{room.path}/rounds", {}, other.host), 403),
        (client.post(f"{where}/guesses", {"guess": 1}), 401),
        (client.post(f"{where}/guesses", {"guess": 1}, stranger), 403),
        (client.post(f"{where}/guesses", {"guess": 1}, room.host), 403),
        (client.post(f"{where}/close", {}, token), 403),
        (client.get(f"{room.path}/export.csv"), 401),
        (client.get(f"{room.path}/export.csv", token), 403),
        (client.get(where, "player.X.1.y"), 401),
        (client.get(where, stranger), 403),
    ]
    assert [reply.status for reply, _ in cases] == [status for _, status in cases]
    for reply, status in cases:
        assert reply.kind == {401: "unauthorized", 403: "forbidden"}[status]


def test_what_is_not_there(client: Client, room: Room) -> None:
    for path in ("/", "/rooms/ZZZZZ", "/rooms/K7", f"{room.path}/x", f"{room.path}/rounds/1",
                 f"{room.path}/rounds/0", f"{room.path}/rounds/x", f"{room.path}/rounds/N",
                 f"{room.path}/rounds/99999999999", f"{room.path}/players/1"):  # fmt: skip
        assert client.get(path).kind == "not_found", path
    for path in ("/x", "/r/ZZZZZ", "/r/", "/page/../page.js", "/api/v2", "/favicon.ico"):
        assert client.ask("GET", path).status == 404, path
    assert client.get("/rooms").kind == "method_not_allowed"
    refused = client.ask("DELETE", f"/api/v1{room.path}")
    assert (refused.status, refused.headers["allow"]) == (405, "GET")
    assert client.ask("PUT", f"/r/{room.code}").headers["allow"] == "GET, POST"


def test_bodies_that_cannot_be(client: Client, room: Room) -> None:
    where = f"/api/v1{room.path}/players"

    def send(body: bytes, **headers: str) -> Reply:
        sent = {**JSON, "Idempotency-Key": "k" * 16, **headers}
        return client.ask("POST", where, body, sent)

    assert send(b"x" * 4097).kind == "too_large"
    assert send(b" " * 4096).kind == "bad_request"
    assert send(b"{}", **{"Content-Type": "text/plain"}).kind == "unsupported_media_type"
    kind = {"Content-Type": "application/json; charset=latin-1"}
    assert send(b"{}", **kind).kind == "unsupported_media_type"
    for body in (b"", b"[]", b"\xff\xfe", b"{" * 2000, b'{"name": NaN}'):
        assert send(body).kind == "bad_request"
    for key in ("", "short", "x" * 65, "with space 000000"):
        assert send(b'{"name": "Ada"}', **{"Idempotency-Key": key}).kind == "bad_request"
    assert client.post(f"{room.path}/players", {"name": "Ada"}, key="").kind == "bad_request"
    for name in ("", " ", "x" * 33, 5, None, "a\u202eb", "a\nb", "a\ud800"):
        assert client.post(f"{room.path}/players", {"name": name}).kind == "bad_field"
    assert client.post(f"{room.path}/players", {}).kind == "bad_field"
    more = client.post(f"{room.path}/players", {"name": "Ada", "age": 9})
    assert more.kind == "unknown_field"
    assert client.get(room.path).plain["players"] == 0


def test_guesses_and_rounds_that_cannot_be(client: Client, service: RunningService) -> None:
    room = open_room(service, client, low=5, high=9)
    token = join(client, room, "Ada")
    for terms in ({"seconds": 4}, {"seconds": 3601}, {"closes_after": 0}, {"seconds": None}):
        assert client.post(f"{room.path}/rounds", terms, room.host).kind == "bad_field"
    open_round(client, room)
    for guess in (4, 10, 7.0, True, "7", None, [7]):
        made = client.post(f"{room.path}/rounds/1/guesses", {"guess": guess}, token)
        assert made.kind == "bad_field"
    assert client.get(room.path).plain["round"]["count"] == 0
    again = client.post(f"{room.path}/rounds", {}, room.host)
    assert (again.status, again.kind) == (409, "round_open")
    assert client.post(f"{room.path}/classic", {"name": "A", "guess": 1}).kind == "wrong_mode"
    classic = open_room(service, client, mode="classic")
    assert client.post(f"{classic.path}/rounds", {}, classic.host).kind == "wrong_mode"
    assert client.post(f"{classic.path}/players", {"name": "Ada"}).kind == "wrong_mode"
    for fields in ({"name": "A", "guess": 2**32}, {"name": "A", "guess": 1, "ntop": 101}):
        assert client.post(f"{classic.path}/classic", fields).kind == "bad_field"


@pytest.mark.parametrize("query", ["offset=-1", "limit=201", "limit=x", "offset=", "page=2"])
def test_queries_that_cannot_be(client: Client, room: Room, query: str) -> None:
    assert client.get(f"{room.path}/leaderboard?{query}").kind == "bad_request"


def test_health_and_the_proof_that_it_is_the_service(
    client: Client, service: RunningService
) -> None:
    plain = b'{"ok": true, "database": "%s", "version": 1}' % service.database.encode()
    for path in ("/health", "/health?x=1"):
        assert client.get(path).body == plain
    first, again, other = (client.get(f"/health?challenge={c * 32}").plain for c in "aab")
    assert first == again == {**json.loads(plain), "proof": first["proof"]}
    assert re.fullmatch("[0-9a-f]{64}", first["proof"])
    assert first["proof"] != other["proof"]
    for challenge in ("", "x" * 32, "a" * 31, "a" * 65, "admin..0"):
        assert client.get(f"/health?challenge={challenge}").kind == "bad_request"


def test_every_reply_has_its_headers(client: Client, room: Room) -> None:
    for path in (
        *("/api/v1/health", "/api/v1/nothing", f"/r/{room.code}", "/page.js", "/"),
        *(f"/r?room={room.code}", f"/r/{room.code}/qr.svg", f"/api/v1{room.path}/qr"),
    ):
        headers = client.ask("GET", path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert not {"set-cookie", "access-control-allow-origin"} & set(headers)
        assert headers["server"] == "guess"
    assert client.get("/health").headers["cache-control"] == "no-store"


# -- connections ----------------------------------------------------------------------------------


@contextlib.contextmanager
def raw(service: RunningService) -> Iterator[socket.socket]:
    host, port = urlsplit(service.url).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=5) as made:
        yield made


@pytest.mark.parametrize(
    "sent",
    [
        b"secret-rubbish\r\n\r\n",
        b"GET /secret HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nsecret\x00: 1\r\n\r\n",
        b"POST /api/v1/rooms HTTP/1.1\r\nContent-Length: secret\r\n\r\n",
        b"\x16\x03\x01secret",
        b"GET /" + b"secret" * 3000 + b" HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_not_http_is_answered_with_400_or_closed(
    on_sqlite: RunningService, sent: bytes
) -> None:
    with raw(on_sqlite) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(4096):
                found += part
    assert not found or re.match(rb"HTTP/1.[01] 400 ", found)
    assert not found or b"\r\nServer: guess\r\n" in found
    assert b"secret" not in found
    assert "secret" not in on_sqlite.errors.read_text()


def test_a_length_that_lies_and_a_broken_chunk(on_sqlite: RunningService) -> None:
    room = open_room(on_sqlite, on_sqlite.client())
    head = f"POST /api/v1{room.path}/players HTTP/1.1\r\nHost: x\r\nIdempotency-Key: {'k' * 16}\r\n"
    head += "Content-Type: application/json\r\n"
    ends = (
        "Content-Length: 40\r\n\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
        "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
        "Content-Length: 99999999\r\n\r\n",
    )
    statuses = []
    for end in ends:
        with raw(on_sqlite) as connection:
            connection.sendall((head + end).encode())
            if "40\r" in end:
                connection.shutdown(socket.SHUT_WR)
            told = connection.recv(4096)
            statuses.append(told[9:12].decode())
            assert b"aiohttp" not in told
    assert statuses[0] in ("400", "")
    assert statuses[1:] == ["400", "400", "413"]
    assert on_sqlite.client().get(room.path).plain["players"] == 0


def events(
    client: http.client.HTTPConnection, room: Room, token: str = ""
) -> Iterator[dict[str, Any]]:
    """What one who listens to a room is told."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    client.request("GET", f"/api/v1{room.path}/events", headers=headers)
    reply = client.getresponse()
    assert reply.getheader("Content-Type", "").startswith("text/event-stream")
    assert reply.getheader("Server") == "guess"
    while line := reply.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def test_listeners_see_every_change_and_never_a_guess(
    client: Client, service: RunningService
) -> None:
    room = open_room(service, client)
    token = join(client, room, "Ada")
    listening = http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=5)
    heard = events(listening, room)
    assert next(heard)["round"] is None
    open_round(client, room)
    assert next(heard)["round"]["phase"] == "open"
    client.post(f"{room.path}/rounds/1/guesses", {"guess": 71}, token)
    told = next(heard)
    assert told["round"]["count"] == 1
    assert "71" not in json.dumps(told["round"])
    client.post(f"{room.path}/rounds/1/close", {}, room.host)
    assert next(heard)["round"]["phase"] == "closed"
    listening.close()


def test_too_many_requests(tmp_path: Path) -> None:
    with running(tmp_path / "rate", rate=2) as service:
        client = service.client()
        statuses = [client.get("/health").status for _ in range(6)]
        assert statuses.count(429) >= 1
        refused = client.get("/health")
        assert refused.kind == "rate_limited"
        assert int(refused.headers["retry-after"]) >= 1
        made = client.post("/rooms", {"title": "A"}, service.admin)
        assert made.status == 201


def test_a_database_that_is_gone_and_back(postgres: Cluster, tmp_path: Path) -> None:
    with running(tmp_path / "gone", postgres.empty()) as service:
        client = service.client()
        room = open_room(service, client)
        postgres.stop()
        try:
            refused = client.post(f"{room.path}/players", {"name": "Ada"}, key="a" * 16)
            assert (refused.status, refused.kind) == (503, "store_unavailable")
            assert "retry-after" in refused.headers
            assert client.get(room.path).status == 503
        finally:
            postgres.start()
        deadline = time.monotonic() + 10
        while client.get(room.path).status == 503:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        made = client.post(f"{room.path}/players", {"name": "Ada"}, key="a" * 16)
        assert (made.status, made.plain["player"]) == (201, 1)
