"""Requests and replies: checked in the order path, method, token, size, media type, JSON, key,
fields, state. What stands here knows HTTP; what a request changes is in `changes`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import parse_qsl

from aiohttp import web

from games.guess.proof import is_challenge
from games.guess.service import changes, pages
from games.guess.service.book import Room, RoomRound
from games.guess.service.calls import (
    API_HEADERS,
    Call,
    Handler,
    check_media_type,
    made,
    read_body,
    refused,
    replied,
)
from games.guess.service.clock import Clocks
from games.guess.service.events import LEAST_PAUSE, Hub
from games.guess.service.fields import JOINING, Fields, check_key, parse_object, part_of
from games.guess.service.limits import Limits
from games.guess.service.refusals import Refusal, encode
from games.guess.service.tokens import Bearer, Tokens
from games.guess.service.views import (
    Plain,
    export,
    leaderboard_view,
    own_view,
    phone_view,
    players_view,
    ranking_view,
    room_view,
    round_view,
)
from games.guess.service.writer import Job, Plan, Writer

_LOG: Final = logging.getLogger("guess.web")
_QUIET_SECONDS: Final = 15.0
_TICK: Final = 0.1
_API: Final = 1
"""The version of the requests and replies, as in their path; the database has its own."""


class Service:
    """The service that answers requests; `writer` makes the changes, `tokens` knows senders."""

    def __init__(
        self, writer: Writer, tokens: Tokens, limits: Limits, hub: Hub, clock: Clocks, name: str
    ) -> None:
        self.writer = writer
        self._tokens = tokens
        self._limits = limits
        self.most_names = changes.MOST_NAMES if limits.on else None
        self._hub = hub
        self._clock = clock
        self._database = name
        self._timed: set[str] = set()
        self._held: set[str] = set()

    # -- from the connection to the handler ---------------------------------------------------

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Return the reply to any request; no input ends in a failure of ours."""
        call = Call(request)
        try:
            return await self._served(call)
        except Refusal as refusal:
            return refused(refusal, request)
        except (ConnectionError, asyncio.CancelledError):
            raise
        except (ValueError, web.RequestPayloadError):
            told = "The request could not be read; send it again."
            return refused(Refusal("bad_request", told), request)
        except Exception as error:
            _LOG.error("A request failed (%s).", type(error).__name__)
            return refused(Refusal("failure", "A failure of ours; try again."), request)

    async def _served(self, call: Call) -> web.StreamResponse:
        path = call.request.path
        header = call.request.headers.get("Authorization", "")
        call.token_sent = bool(header)
        call.bearer = self._bearer(header)
        if path == "/api/v1" or path.startswith("/api/v1/"):
            self.spend(call, call.bearer)
            methods = self._resource(call, path.split("/")[3:])
        else:
            methods = pages.resource(self, call, path)
        handler = methods.get(call.request.method)
        if handler is None:
            allowed = ", ".join(methods)
            told = f"This is not answered here; the method can be {allowed}."
            raise Refusal("method_not_allowed", told, {"Allow": allowed})
        self.check_present(call.bearer)
        return await handler(call)

    def spend(self, call: Call, bearer: Bearer | None = None) -> None:
        """Count a request of a bearer, or of its address; raises `Refusal` for one too many."""
        self._limits.spend(bearer.name if bearer else f"at {call.address}")

    def _bearer(self, header: str) -> Bearer | None:
        """Return the sender of a request; a player must have joined."""
        scheme, _, token = header.partition(" ")
        bearer = self._tokens.read(token.strip()) if scheme.lower() == "bearer" else None
        if bearer is None or bearer.role == "admin":
            return bearer
        room = self.writer.book.rooms.get(bearer.room)
        if room is None or bearer.number > len(room.players):
            return None
        return bearer

    def check_present(self, bearer: Bearer | None) -> None:
        """Raise `Refusal` for a player whom the host removed."""
        if bearer is not None and bearer.role == "player":
            room = changes.room_in(self.writer.book, bearer.room)
            changes.check_present(room, bearer.number)

    def _resource(self, call: Call, parts: list[str]) -> Mapping[str, Handler]:
        """Return the methods of a path, each with who serves it; raises `Refusal`."""
        if parts == ["health"]:
            return {"GET": self._health}
        if parts == ["rooms"]:
            return {"POST": self._new_room}
        if len(parts) < 2 or parts[0] != "rooms":
            raise Refusal("not_found", "There is nothing at this address.")
        call.code = self.room_at(parts[1]).code
        if len(parts) == 4 or (len(parts) == 5 and parts[2] in ("rounds", "players")):
            call.number = self._number(call, parts[2], parts[3])
        found: dict[tuple[str, ...], Mapping[str, Handler]] = {
            (): {"GET": self._room},
            ("players",): {"GET": self._players, "POST": self._join},
            ("players", "N"): {"DELETE": self._remove},
            ("players", "N", "name"): {"POST": self._rename},
            ("players", "N", "free"): {"POST": self._free},
            ("players", "N", "room"): {"GET": self._own_room},
            ("players", "N", "events"): {"GET": self._own_events},
            ("rounds",): {"POST": self._open},
            ("rounds", "N"): {"GET": self._round},
            ("rounds", "N", "guesses"): {"POST": self._guess},
            ("rounds", "N", "close"): {"POST": self._close},
            ("rounds", "N", "shown"): {"POST": self._shown},
            ("rounds", "N", "ranking"): {"GET": self._ranking},
            ("leaderboard",): {"GET": self._leaderboard},
            ("events",): {"GET": self._events},
            ("export.csv",): {"GET": self._export},
            ("classic",): {"POST": self._classic},
            ("qr",): {"GET": self._qr},
        }
        shape = (*parts[2:3], *(["N"] if call.number else []), *parts[4:])
        if not call.number:
            shape = tuple(parts[2:])
        if shape not in found or "N" in parts:
            raise Refusal("not_found", "There is nothing at this address.")
        return found[shape]

    def room_at(self, code: str) -> Room:
        """Return the room of a code in any case; raises `Refusal`."""
        return changes.room_in(self.writer.book, code.upper() if len(code) < 9 else "")

    def _number(self, call: Call, kind: str, text: str) -> int:
        """Return the number of a round or a player that is there; raises `Refusal`."""
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        find = changes.player_in if kind == "players" else changes.round_in
        find(self.writer.book.rooms[call.code], number)
        return number

    # -- what several requests need -----------------------------------------------------------

    def _must_be(self, call: Call, role: str) -> Bearer:
        """Return whoever sent it, if that is this role of this room; raises `Refusal`."""
        if call.bearer is None:
            raise Refusal(
                "unauthorized", "Send a token that is known, as Authorization: Bearer TOKEN."
            )
        if call.bearer.role != role or call.bearer.room != call.code:
            raise Refusal("forbidden", f"This takes the token of the {role} of this room.")
        return call.bearer

    async def _committed(self, call: Call) -> Room:
        """Return the room of a call as committed; raises `Refusal`."""
        return changes.room_in(await self.writer.settled(), call.code)

    async def _state(self, call: Call) -> tuple[Room, RoomRound | None]:
        """Return the room of a call, and its round if the path names one, as committed."""
        room = await self._committed(call)
        return room, changes.round_in(room, call.number) if call.number else None

    async def _fields(self, call: Call) -> tuple[bytes, Fields]:
        """Return the body of a call and the JSON object in it; raises `Refusal`."""
        body = await read_body(call.request)
        check_media_type(call.request, "application/json")
        return body, parse_object(body)

    async def change(
        self, call: Call, scope: str, make: Callable[[Fields], Plan], shortest: int = 1
    ) -> tuple[Plain, bool]:
        """Have a change made under its key: the body without tokens, and whether it is a replay."""
        body, fields = await self._fields(call)
        key = check_key(call.request.headers.get("Idempotency-Key"), shortest)
        return await self.do(call, scope, key, body, make(fields))

    async def do(
        self, call: Call, scope: str, key: str, body: bytes, plan: Plan
    ) -> tuple[Plain, bool]:
        """Have a plan done under a key; see `change`."""
        path = call.request.path.replace(f"/{call.code.lower()}", f"/{call.code}")
        told = f"{call.request.method}\n{path.upper()}\n".encode() + body
        digest = hashlib.sha256(told).hexdigest()
        reply = await self.writer.do(Job(plan, scope, key, digest))
        found: Plain = json.loads(reply.body)
        return found, reply.replayed

    def reader(self, token: str) -> Bearer | None:
        """Return the bearer of a token that did not come in the header."""
        return self._bearer(f"Bearer {token}")

    # -- changes ------------------------------------------------------------------------------

    async def _new_room(self, call: Call) -> web.StreamResponse:
        self._must_be(call, "admin")
        found, replayed = await self.change(call, "admin", changes.new_room)
        host = Bearer("host", str(found["room"]))
        return made({**found, "host": self._tokens.make(host)}, replayed)

    async def _join(self, call: Call) -> web.StreamResponse:
        found, replayed = await self.change(
            call,
            f"join.{call.code}",
            lambda fields: changes.join(call.code, fields, call.address, self.most_names),
            JOINING,
        )
        return made({**found, "token": self.player_token(call.code, found)}, replayed)

    def player_token(self, code: str, joined: Plain) -> str:
        """Return the token of one who joined a room."""
        number = joined["player"]
        assert isinstance(number, int)
        return self._tokens.make(Bearer("player", code, number))

    async def _open(self, call: Call) -> web.StreamResponse:
        scope = self._must_be(call, "host").name
        return made(
            *await self.change(call, scope, lambda fields: changes.open_round(call.code, fields))
        )

    async def _guess(self, call: Call) -> web.StreamResponse:
        player = self._must_be(call, "player")

        def make(fields: Fields) -> Plan:
            return changes.guess(call.code, call.number, player.number, fields)

        return made(*await self.change(call, player.name, make))

    async def _classic(self, call: Call) -> web.StreamResponse:
        return made(
            *await self.change(
                call, f"pool.{call.code}", lambda fields: changes.submit(call.code, fields)
            )
        )

    async def _close(self, call: Call) -> web.StreamResponse:
        return await self._without_fields(call, changes.close_round(call.code, call.number))

    async def _remove(self, call: Call) -> web.StreamResponse:
        return await self._without_fields(call, changes.remove(call.code, call.number))

    async def _free(self, call: Call) -> web.StreamResponse:
        return await self._without_fields(call, changes.free(call.code, call.number))

    async def _shown(self, call: Call) -> web.StreamResponse:
        return await self._without_fields(call, changes.shown(call.code, call.number))

    async def _rename(self, call: Call) -> web.StreamResponse:
        self._must_be(call, "host")
        _, fields = await self._fields(call)
        plan = changes.rename(call.code, call.number, fields)
        return replied((await self.writer.do(Job(plan, alone=True))).body.encode())

    async def _without_fields(self, call: Call, plan: Plan) -> web.StreamResponse:
        """Have a plan of the host done that has no fields, and needs no key to be repeated."""
        self._must_be(call, "host")
        body = await read_body(call.request)
        if body:
            check_media_type(call.request, "application/json")
            if parse_object(body):
                raise Refusal("unknown_field", "This has no fields; send {} or nothing.")
        reply = await self.writer.do(Job(plan, alone=True))
        return replied(reply.body.encode())

    # -- reading ------------------------------------------------------------------------------

    async def _health(self, call: Call) -> web.StreamResponse:
        """That the service is well and, for a `challenge`, the proof that it has its key."""
        await self.writer.settled()
        told: Plain = {"ok": True, "database": self._database, "version": _API}
        asked = dict(parse_qsl(call.request.query_string, keep_blank_values=True))
        if "challenge" in asked:
            if not is_challenge(asked["challenge"]):
                raise Refusal("bad_request", "A challenge is 32 to 64 digits of 0-9 and a-f.")
            if call.request.transport is None:
                raise ConnectionResetError
            port = call.request.transport.get_extra_info("sockname")[1]
            told["proof"] = self._tokens.prove(asked["challenge"], port)
        return replied(encode(told))

    async def _room(self, call: Call) -> web.StreamResponse:
        room, _ = await self._state(call)
        return replied(encode(room_view(room)))

    async def _round(self, call: Call) -> web.StreamResponse:
        if call.token_sent and call.bearer is None:
            raise Refusal("unauthorized", "This token is not known; join the room again.")
        if call.bearer and call.bearer.role == "player" and call.bearer.room != call.code:
            raise Refusal("forbidden", "This is the token of another room.")
        _, found = await self._state(call)
        assert found is not None
        view = round_view(found)
        if call.bearer is not None and call.bearer.role == "player":
            view["you"] = own_view(found, call.bearer.number)
        return replied(encode(view))

    async def _ranking(self, call: Call) -> web.StreamResponse:
        offset, limit = part_of(call.request.query_string)
        room, found = await self._state(call)
        assert found is not None
        if not found.closed:
            raise Refusal("round_open", "The ranking is told when the round is closed; wait.")
        return replied(encode(ranking_view(room, found, offset, limit)))

    async def _leaderboard(self, call: Call) -> web.StreamResponse:
        offset, limit = part_of(call.request.query_string)
        room, _ = await self._state(call)
        return replied(encode(leaderboard_view(room, offset, limit)))

    async def _players(self, call: Call) -> web.StreamResponse:
        self._must_be(call, "host")
        offset, limit = part_of(call.request.query_string)
        room, _ = await self._state(call)
        return replied(encode(players_view(room, offset, limit)))

    async def _export(self, call: Call) -> web.StreamResponse:
        self._must_be(call, "host")
        room, _ = await self._state(call)
        return replied(export(room).encode(), "text/csv")

    async def _qr(self, call: Call) -> web.StreamResponse:
        return replied(encode(pages.qr_of(pages.room_url(call))))

    def _own(self, call: Call) -> Callable[[Room], Plain]:
        """Return the view of a room that a player has; raises `Refusal` for another one."""
        if self._must_be(call, "player").number != call.number:
            raise Refusal("forbidden", "This takes the token of that player.")

        def view(room: Room) -> Plain:
            now = self._clock.wall()
            return phone_view(room, call.number, now, self.on_wall(room))

        return view

    def on_wall(self, room: Room) -> bool:
        """Return whether phones look at a wall for the result of the last round."""
        held = room.rounds[-1].held if room.rounds else 0.0
        return held > self._clock.steady() and self._hub.watched(room.code)

    async def _own_room(self, call: Call) -> web.StreamResponse:
        view = self._own(call)
        return replied(encode(view(await self._committed(call))))

    async def _own_events(self, call: Call) -> web.StreamResponse:
        return await self._streamed(call, self._own(call))

    async def _events(self, call: Call) -> web.StreamResponse:
        return await self._streamed(call, room_view)

    async def _streamed(self, call: Call, view: Callable[[Room], Plain]) -> web.StreamResponse:
        """Send the view of a room now and at each change."""
        wall = call.bearer == Bearer("host", call.code)
        here = (lambda: call.request.transport is not None) if wall else None
        listener = self._hub.enter(call.code, call.address, here)
        try:
            headers = {**API_HEADERS, "Content-Type": "text/event-stream; charset=utf-8"}
            stream = web.StreamResponse(headers=headers)
            stream.headers["Connection"] = "close"
            await stream.prepare(call.request)
            while not self._hub.closing:
                try:
                    async with asyncio.timeout(_QUIET_SECONDS):
                        await listener.news.wait()
                except TimeoutError:
                    await stream.write(b": still there\n\n")
                    continue
                listener.news.clear()
                try:
                    room = await self._committed(call)
                    self.check_present(call.bearer)
                except Refusal as refusal:
                    if refusal.kind == "unauthorized":
                        break
                    await asyncio.sleep(LEAST_PAUSE)
                    continue
                await stream.write(b"event: room\ndata: " + encode(view(room)) + b"\n\n")
            return stream
        finally:
            self._hub.leave(call.code, listener)

    # -- rounds whose time is over ------------------------------------------------------------

    def changed(self, codes: set[str]) -> None:
        """Wake the listeners of changed rooms, and watch rounds with a time."""
        self._hub.changed(codes)
        for code in codes:
            room = self.writer.book.rooms.get(code)
            last = room.open_round if room is not None else None
            timed = last is not None and last.deadline is not None
            (self._timed.add if timed else self._timed.discard)(code)
            if room is not None and self.on_wall(room):
                self._held.add(code)

    async def tick(self) -> None:
        """Close rounds, and end the wait for a wall, when their time is over, for ever."""
        while True:
            await asyncio.sleep(_TICK)
            now = self._clock.steady()
            rooms = self.writer.book.rooms
            over = {c for c in self._held if c not in rooms or not self.on_wall(rooms[c])}
            self._held -= over
            self._hub.changed(over)
            for code in tuple(self._timed):
                room = self.writer.book.rooms.get(code)
                last = room.open_round if room is not None else None
                if last is not None and last.deadline is not None and last.deadline <= now:
                    try:
                        await self.writer.do(Job(changes.close_overdue(code)))
                    except Refusal:
                        await asyncio.sleep(LEAST_PAUSE)
