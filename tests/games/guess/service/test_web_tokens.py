"""Every right token in every wrong place, by header, form and JSON: an answer, and never a 5xx."""

from __future__ import annotations

import http.client
import json
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from tests.support.guess_service import (
    NEEDED,
    Client,
    Reply,
    Room,
    RunningService,
    join,
    open_room,
    open_round,
)

pytestmark = [pytest.mark.service, NEEDED]
FORM = "application/x-www-form-urlencoded"
EVERYBODY = ["none", "admin", "host", "other_host", "player", "other_player", "garbage"]
ONE = {"name": "Ada", "guess": 33, "title": "A", "seconds": 5}


class Route(NamedTuple):
    """A request, and to which tokens in its header it gives something else than 401 or 403."""

    method: str
    path: str
    allowed: tuple[str, ...] = tuple(EVERYBODY)


ROUTES = (
    Route("GET", "/api/v1/health"),
    Route("POST", "/api/v1/rooms", ("admin",)),
    Route("GET", "/api/v1/rooms/R"),
    Route("POST", "/api/v1/rooms/R/players"),
    Route("POST", "/api/v1/rooms/R/players/1/name", ("host",)),
    Route("POST", "/api/v1/rooms/R/players/1/free", ("host",)),
    Route("GET", "/api/v1/rooms/R/players/1/room", ("player",)),
    Route("GET", "/api/v1/rooms/R/players/1/events", ("player",)),
    Route("POST", "/api/v1/rooms/R/rounds", ("host",)),
    Route("GET", "/api/v1/rooms/R/rounds/1", ("none", "admin", "host", "other_host", "player")),
    Route("POST", "/api/v1/rooms/R/rounds/1/guesses", ("player",)),
    Route("POST", "/api/v1/rooms/R/rounds/1/close", ("host",)),
    Route("POST", "/api/v1/rooms/R/rounds/1/shown", ("host",)),
    Route("GET", "/api/v1/rooms/R/rounds/1/ranking"),
    Route("GET", "/api/v1/rooms/R/leaderboard"),
    Route("GET", "/api/v1/rooms/R/events"),
    Route("GET", "/api/v1/rooms/R/export.csv", ("host",)),
    Route("GET", "/api/v1/rooms/R/qr"),
    Route("POST", "/api/v1/rooms/R/classic"),
    Route("GET", "/"),
    Route("GET", "/r?room=R"),
    Route("GET", "/r/R"),
    Route("POST", "/r/R"),
    Route("GET", "/r/R/qr.svg"),
    Route("GET", "/page.css"),
    Route("GET", "/page.js"),
    Route("GET", "/icon.svg"),
)


def send(
    service: RunningService, route: Route, room: Room, token: str, body: bytes = b"", kind: str = ""
) -> int:
    """The status of a request over a connection of its own: what listens is not waited for."""
    connection = http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=20)
    headers = {"Idempotency-Key": f"key-of-a-test-{id(connection)}"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Content-Type": kind} if kind else {}
    try:
        connection.request(route.method, route.path.replace("R", room.code), body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


class House:
    """A room with a player and one without, and the tokens of everybody."""

    def __init__(self, service: RunningService, client: Client) -> None:
        self.service, self.client = service, client
        self.room, self.other = (open_room(service, client) for _ in range(2))
        self.empty = open_room(service, client)
        self.tokens = {
            "none": "",
            "admin": service.admin,
            "host": self.room.host,
            "other_host": self.empty.host,
            "player": join(client, self.room, "Bob"),
            "other_player": join(client, self.other, "Cleo"),
            "garbage": f"player.{self.room.code}.1.{'x' * 32}",
        }
        for room in (self.room, self.empty):
            open_round(client, room)

    def sent(self, room: Room, **fields: str) -> Reply:
        """The page that a form gets."""
        headers = {"Content-Type": FORM}
        return self.client.ask("POST", f"/r/{room.code}", urlencode(fields).encode(), headers)


@pytest.fixture
def house(service: RunningService, client: Client) -> House:
    return House(service, client)


def test_a_token_in_the_header_of_every_request(house: House) -> None:
    tried = 0
    for route in ROUTES:
        for who, token in house.tokens.items():
            status = send(house.service, route, house.room, token, b"{}", "application/json")
            known = status not in (401, 403)
            assert status < 500, (route, who)
            assert known == (who in route.allowed), (route, who, status)
            assert send(house.service, route, house.empty, token) < 500, (route, who)
            tried += 1
    assert tried == len(ROUTES) * len(EVERYBODY)


def test_a_token_in_the_body_of_every_request(house: House) -> None:
    """A token in JSON opens nothing anywhere, one in a form nothing but the page of its player."""
    routes = [route for route in ROUTES if route.method == "POST"]
    for route in routes:
        for who, token in house.tokens.items():
            for more in ({}, ONE):
                fields = {"token": token, "host": token, **more}
                for room in (house.room, house.empty):
                    bodies = (json.dumps(fields).encode(), urlencode(fields).encode())
                    for body, kind in zip(bodies, ("application/json", FORM), strict=True):
                        status = send(house.service, route, room, "", body, kind)
                        assert 400 <= status < 500 or route.path == "/r/R", (route, who)
                        assert status < 500, (route, who)
    assert len(routes) == 10


@pytest.mark.parametrize("who", EVERYBODY[1:])
def test_a_form_takes_the_token_of_a_player_of_its_room_alone(house: House, who: str) -> None:
    token = house.tokens[who]
    statuses = {"player": 200, "garbage": 401}
    for fields in ({}, {"guess": "33", "round": "1", "key": "k" * 16}):
        found = house.sent(house.room, token=token, **fields)
        assert found.status == statuses.get(who, 403), (who, fields)
        assert (b'id="join"' in found.body) == (who != "player")
        in_empty = house.sent(house.empty, token=token, **fields)
        assert in_empty.status == {"garbage": 401}.get(who, 403)
        assert b'id="join"' in in_empty.body
        assert token.encode() not in in_empty.body
    told = house.client.get(house.room.path).plain
    assert told["round"]["count"] == (who == "player")
    assert told["players"] == 1
