"""The changes of requests, as plans for the writer: each checks all, then changes and writes.

A plan runs in the writer's thread on the running state. It raises `Refusal` before any change, and
returns the body of the reply, without tokens.
"""

from __future__ import annotations

import secrets
from typing import Final

from games.guess.rules.names import name_key
from games.guess.rules.scoring import MOST
from games.guess.service.book import (
    MOST_PLAYERS,
    MOVED,
    REMOVED,
    Book,
    Given,
    Room,
    RoomPlayer,
    RoomRound,
    nobodys,
    standing,
)
from games.guess.service.fields import (
    Fields,
    RoomTerms,
    check_known,
    integer,
    name_of,
    optional_integer,
)
from games.guess.service.refusals import Refusal, encode
from games.guess.service.views import result_of
from games.guess.service.writer import Batch, Plan

CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH: Final = 5
MOST_NAMES: Final = 300
"""Names that one address may give in a room: several classes behind one proxy, no full room."""
_LONGEST_TOP: Final = 100
_LATER: Final = 60
"""Seconds after which an address that gave all its names may ask again."""


def _text(value: object) -> str:
    return encode(value).decode()


def room_in(book: Book, code: str) -> Room:
    """Return the room with this code; raises `Refusal`."""
    room = book.rooms.get(code)
    if room is None:
        raise Refusal("not_found", "There is no such room; look at its code again.")
    return room


def round_in(room: Room, number: int) -> RoomRound:
    """Return a round of a room by its number; raises `Refusal`."""
    if not 1 <= number <= len(room.rounds):
        raise Refusal("not_found", "There is no such round in this room.")
    return room.rounds[number - 1]


def player_in(room: Room, number: int) -> RoomPlayer:
    """Return a player of a room by number, removed or not; raises `Refusal`."""
    if not 1 <= number <= len(room.players):
        raise Refusal("not_found", "There is no such player in this room.")
    return room.players[number - 1]


def check_present(room: Room, number: int) -> None:
    """Raise `Refusal` for a player whom the host removed, or who goes on with another phone."""
    player = player_in(room, number)
    if player.removed and player.name == MOVED:
        raise Refusal("unauthorized", "Your name plays on another phone now. Join by another name.")
    if player.removed:
        raise Refusal("unauthorized", "You were removed from this room. You can join it again.")


def check_free(room: Room, name: str) -> None:
    """Raise `Refusal` for a name that a player of a room has."""
    if name_key(name) in room.names:
        raise Refusal("name_taken", "Somebody here has this name already; choose another.")


def check_mode(room: Room, mode: str) -> None:
    """Raise `Refusal` where a room is of the other mode."""
    if room.mode != mode:
        there = "submissions to its pool" if room.mode == "classic" else "rounds"
        raise Refusal("wrong_mode", f"This room has {there}; ask another room.")


def new_room(fields: Fields) -> Plan:
    """Open a room."""

    def plan(batch: Batch) -> str:
        terms = RoomTerms(fields)
        rooms = batch.book.rooms
        code = ""
        while not code or code in rooms:
            code = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
        number = max(batch.book.by_id, default=0) + 1
        room = Room(number, code, terms.title, terms.mode, terms.multiplier, terms.low, terms.high)
        batch.book.add(room)
        row = (number, code, terms.title, terms.mode, *terms.multiplier, terms.low, terms.high)
        batch.write("room", *row, batch.now)
        batch.changed.add(code)
        return _text({"room": code})

    return plan


def join(code: str, fields: Fields, address: str = "", most: int | None = None) -> Plan:
    """Join a room from an address, which may give `most` names there (None: any number).

    A name that the host has freed goes on where it was, in a place with a number of its own.
    """

    def plan(batch: Batch) -> str:
        check_known(fields, ("name",))
        name = name_of(fields)
        room = room_in(batch.book, code)
        check_mode(room, "rounds")
        old = room.freed(name)
        if old is None:
            check_free(room, name)
        if room.count >= MOST_PLAYERS and old is None:
            raise Refusal("room_full", f"The room is full with {MOST_PLAYERS} players.")
        if most is not None and room.joined[address] >= most:
            told = f"{most} names came from this address already; join from another network."
            raise Refusal("rate_limited", told, {"Retry-After": str(_LATER)})
        if old is None:
            player = room.join(name, address, joined=batch.now)
        else:
            player = room.move(old, address)
            batch.write("move", player.number, room.id, old.number)
            batch.write("remove", MOVED, nobodys(old.number), batch.now, room.id, old.number)
        row = (room.id, player.number, player.name, name_key(player.name), player.joined)
        batch.write("player", *row)
        batch.changed.add(code)
        return _text({"player": player.number, "name": player.name})

    return plan


def remove(code: str, number: int) -> Plan:
    """Remove a player, if he is not removed; his name can be taken again.

    One who goes on with another phone has another number by now, and is not removed by the old one.
    """

    def plan(batch: Batch) -> str:
        room = room_in(batch.book, code)
        player = player_in(room, number)
        if player.removed and player.name == MOVED:
            raise Refusal("not_found", "This player has a new phone; choose the name once more.")
        if not player.removed:
            batch.close_overdue(room)
            last = room.open_round
            if last is not None and number in last.guesses:
                batch.write("drop", room.id, last.number, number)
            room.remove(number)
            batch.write("remove", REMOVED, nobodys(number), batch.now, room.id, number)
            batch.changed.add(code)
        return _text({"player": number, "removed": True})

    return plan


def _here(room: Room, number: int) -> RoomPlayer:
    """Return a player who is in a room; raises `Refusal`."""
    player = player_in(room, number)
    if player.removed:
        raise Refusal("not_found", "This player is not in the room any more.")
    return player


def rename(code: str, number: int, fields: Fields) -> Plan:
    """Give a player another name, in closed rounds too."""

    def plan(batch: Batch) -> str:
        check_known(fields, ("name",))
        name, room = name_of(fields), room_in(batch.book, code)
        player = _here(room, number)
        if name_key(name) != name_key(player.name):
            check_free(room, name)
        if name != player.name or player.freed:
            player.freed = False
            room.rename(number, name)
            batch.write("name", name, name_key(name), room.id, number)
            batch.changed.add(code)
        return _text({"player": number, "name": name})

    return plan


def free(code: str, number: int) -> Plan:
    """Let the next phone that joins by the name of a player go on in this player's place."""

    def plan(batch: Batch) -> str:
        player = _here(room_in(batch.book, code), number)
        if not player.freed:
            player.freed = True
            room = room_in(batch.book, code)
            batch.write("name", player.name, nobodys(number), room.id, number)
        return _text({"player": number, "name": player.name, "free": True})

    return plan


def shown(code: str, number: int) -> Plan:
    """Let phones show the result of a closed round: it stands on the wall."""

    def plan(batch: Batch) -> str:
        found = round_in(room_in(batch.book, code), number)
        if not found.closed:
            raise Refusal("round_open", "This round is open; close it first.")
        if found.held:
            found.held = 0.0
            batch.changed.add(code)
        return _text({"round": number, "shown": True})

    return plan


def open_round(code: str, fields: Fields) -> Plan:
    """Open a round."""

    def plan(batch: Batch) -> str:
        check_known(fields, ("closes_after", "seconds"))
        after = optional_integer(fields, "closes_after", 1, 1000)
        seconds = optional_integer(fields, "seconds", 5, 3600)
        room = room_in(batch.book, code)
        check_mode(room, "rounds")
        batch.close_overdue(room)
        if room.open_round is not None:
            raise Refusal("round_open", "A round is open in this room; close it first.")
        closes_at = None if seconds is None else batch.now + seconds
        made = RoomRound(len(room.rounds) + 1, after, batch.now, closes_at)
        made.deadline = None if seconds is None else batch.steady + seconds
        room.rounds.append(made)
        batch.write("round", room.id, made.number, after, batch.now, closes_at)
        batch.changed.add(code)
        return _text({"round": made.number})

    return plan


def guess(code: str, number: int, player: int, fields: Fields) -> Plan:
    """Guess in a round, or change the guess."""

    def plan(batch: Batch) -> str:
        check_known(fields, ("guess",))
        room = room_in(batch.book, code)
        value = integer(fields, "guess", room.low, room.high)
        found = round_in(room, number)
        check_present(room, player)
        batch.close_overdue(room)
        if found.closed:
            raise Refusal("round_closed", "This round is closed; wait for the next one.")
        own = room.players[player - 1]
        if own.freed:  # its phone is there after all
            own.freed = False
            batch.write("name", own.name, name_key(own.name), room.id, player)
        before = found.guesses.get(player)
        revision = before.revision + 1 if before else 1
        found.take(player, Given(value, revision, batch.now))
        batch.write("guess", room.id, number, player, value, revision, batch.now)
        batch.changed.add(code)
        if found.closes_after is not None and len(found.guesses) >= found.closes_after:
            batch.close(room)
        return _text({"round": number, "guess": value, "revision": revision})

    return plan


def close_round(code: str, number: int) -> Plan:
    """Close a round, if it is open; the body is its result."""

    def plan(batch: Batch) -> str:
        room = room_in(batch.book, code)
        found = round_in(room, number)
        if not found.closed:
            batch.close(room)
        return _text(result_of(found))

    return plan


def close_overdue(code: str) -> Plan:
    """Close the open round of a room if its time is over."""

    def plan(batch: Batch) -> str:
        batch.close_overdue(room_in(batch.book, code))
        return ""

    return plan


def submit(code: str, fields: Fields) -> Plan:
    """Submit to the pool of a classic room."""

    def plan(batch: Batch) -> str:
        check_known(fields, ("name", "guess", "ntop"))
        name, value = name_of(fields), integer(fields, "guess", 0, MOST)
        ntop = integer({"ntop": 5, **fields}, "ntop", 0, _LONGEST_TOP)
        room = room_in(batch.book, code)
        check_mode(room, "classic")
        place = room.submit(name, value)
        batch.write("pool", room.id, place, name, value, batch.now)
        batch.changed.add(code)
        found = standing(room, value, ntop)
        own = {
            "rank": found.rank,
            "rank_competition": found.rank_competition,
            "name": name,
            "score": found.score,
        }
        top = [
            {"rank": rank, "name": other, "score": score}
            for rank, (other, score) in enumerate(found.top, start=1)
        ]
        return _text({"top": top, "current": own})

    return plan
