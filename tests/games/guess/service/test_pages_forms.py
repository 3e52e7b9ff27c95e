"""The forms of a room without a service: each is for the players of its own room."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from games.guess.service.book import Book, Room
from games.guess.service.tokens import Bearer
from tests.support.guess_service import NEEDED

pytestmark = NEEDED


class Rooms:
    """Two rooms with a player each, whose tokens are taken at their word."""

    most_names = None

    def __init__(self) -> None:
        self.book = Book()
        for number, code in enumerate(("K7PQM", "A2BCD"), 1):
            room = Room(number, code, "Class", "rounds", (2, 3), 0, 100)
            room.join("Ada")
            self.book.rooms[code] = room
        self.writer = self

    async def settled(self) -> Book:
        return self.book

    def room_at(self, code: str) -> Room:
        return self.book.rooms[code]

    def reader(self, token: str) -> Bearer:
        role, room, number = token.split(".")
        return Bearer(role, room, int(number))

    def spend(self, *asked: object) -> None: ...

    def check_present(self, bearer: Bearer) -> None: ...

    def on_wall(self, room: Room) -> bool:
        return False


def sent(code: str, token: str) -> Any:
    """The reply to the page of a room that was sent with a token."""
    from games.guess.service.calls import Call
    from games.guess.service.pages import resource

    parts = iter((f"token={token}".encode(), b""))

    async def readany() -> bytes:
        return next(parts)

    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    content = SimpleNamespace(readany=readany)
    request: Any = SimpleNamespace(content_length=9, content=content, headers=kind, remote="")
    rooms: Any = Rooms()
    call = Call(request)
    return asyncio.run(resource(rooms, call, f"/r/{code}")["POST"](call))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("token", "status"),
    [("player.K7PQM.1", 200), ("player.A2BCD.1", 403), ("host.K7PQM.0", 403)],
)
def test_a_page_is_taken_from_a_player_of_its_room_alone(token: str, status: int) -> None:
    reply = sent("K7PQM", token)
    assert reply.status == status
    assert ("You are in, Ada." in reply.text) == (status == 200)
    assert ("of this room; join the room." in reply.text) == (status == 403)
