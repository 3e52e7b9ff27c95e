"""The memory of this machine about its classes: the service it started, and the keys to its rooms.

It is a small file that its owner alone can read, beside the database of the service. A reader of it
could open and close rounds, so it is never shown.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from games.fields import LARGEST, Fields, json_object, read_whole
from games.guess.proof import PLACE_FILE
from games.paths import read_plain
from games.store.library import Library, export_text

NAME: Final = "guess-class.json"
MARK: Final = "guess-class.running"
"""The file beside it that the service goes on for; it ends once that is gone."""
LOG: Final = "guess-class.log"
_LARGEST: Final = 100_000
_MOST_ROOMS: Final = 30
"""Of so many rooms the keys are kept, the newest first; chosen."""

DAMAGE: Final = (OSError, ValueError)
"""What reading a file of JSON may end with."""


class KeptRoom(NamedTuple):
    """A room of this machine: its code, the token of its host, its title."""

    code: str
    host: str
    title: str


class KeptRooms(NamedTuple):
    """The address of the service that was started, its admin's token, and the rooms, the newest
    first.

    `url` is the address for others, `port` for this machine; "" and 0 without a started service.
    """

    url: str = ""
    port: int = 0
    admin: str = ""
    rooms: tuple[KeptRoom, ...] = ()

    @property
    def here(self) -> str:
        """The address by which this machine reaches the service."""
        return f"http://127.0.0.1:{self.port}"

    def with_room(self, room: KeptRoom) -> KeptRooms:
        """Return the same with one more room."""
        others = (other for other in self.rooms if other.code != room.code)
        return self._replace(rooms=(room, *others)[:_MOST_ROOMS])


def read_kept(root: Path) -> KeptRooms:
    """Return the memory in this folder; an empty one where the file is missing or damaged."""
    try:
        return _read(root)
    except DAMAGE:
        return KeptRooms()


def _read(root: Path) -> KeptRooms:
    """Return the memory; raises one of `DAMAGE`."""
    text = read_plain(root / NAME, _LARGEST).decode("utf-8")
    return read_whole(json_object(text), _rooms, newer=True)


def _rooms(fields: Fields) -> KeptRooms:
    rooms = fields.objects("rooms", _room, _MOST_ROOMS)
    url, admin = fields.text("url", length=200), fields.text("admin", length=200)
    port = fields.integer("port", low=-LARGEST)
    return KeptRooms(url, port, admin, rooms) if 0 <= port <= 65535 else KeptRooms(rooms=rooms)


def _room(fields: Fields) -> KeptRoom:
    code, host = fields.text("code", length=8), fields.text("host", length=200)
    return KeptRoom(code, host, fields.text("title"))


def with_service_of(root: Path, kept: KeptRooms) -> KeptRooms:
    """Return the memory with the service that a person started in this folder, if there is one."""
    try:
        text = read_plain(root / PLACE_FILE, _LARGEST).decode("utf-8")
        url, port, admin = read_whole(json_object(text), _place, newer=True)
    except DAMAGE:
        return kept
    return kept._replace(url=url, port=port, admin=admin)


def _place(fields: Fields) -> tuple[str, int, str]:
    url, admin = fields.text("url", length=200), fields.text("admin", length=200)
    return url, fields.integer("port", low=1, high=65535), admin


def put_damaged_aside(library: Library, root: Path) -> str:
    """Put a file aside that cannot be read, so that it is not overwritten.

    Returns a sentence about it, or "" where the file is sound.
    """
    try:
        _read(root)
    except FileNotFoundError:
        return ""
    except DAMAGE:
        aside = library.store.disk.set_aside(root / NAME)
        kept = " (the damaged file is kept as .bad)" if aside else ""
        return f"The keys to earlier classes were damaged; they start anew{kept}."
    return ""


def write_kept(
    library: Library, root: Path, kept: KeptRooms, before: KeptRooms | None = None
) -> str:
    """Remember what is `kept` and was `before` in this window; returns what went wrong, or "".

    Rooms that another window has opened meanwhile stay: nobody else has their keys.
    """
    known = {room.code for room in (*kept.rooms, *(before or kept).rooms)}
    others = [room for room in read_kept(root).rooms if before and room.code not in known]
    rooms = [room._asdict() for room in (*kept.rooms[:1], *others, *kept.rooms[1:])]
    plain = {"url": kept.url, "port": kept.port, "admin": kept.admin, "rooms": rooms[:_MOST_ROOMS]}
    return export_text(library, root / NAME, json.dumps(plain, indent=1) + "\n", "the class")
