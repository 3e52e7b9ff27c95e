"""What a machine remembers of its classes: read again, for its owner alone, and never trusted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.guess.classroom.room_keys import (
    NAME,
    KeptRoom,
    KeptRooms,
    put_damaged_aside,
    read_kept,
    write_kept,
)
from games.store.files import Store
from games.store.library import Library
from tests.support.quick_files import QuickFiles

ROOM = KeptRoom("K7PQM", "host.K7PQM.0.x", "7b")


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    kept = KeptRooms("http://192.0.2.7:8023", 8023, "admin..0.x").with_room(ROOM)
    assert write_kept(Library(Store(tmp_path, QuickFiles())), tmp_path, kept) == ""
    assert read_kept(tmp_path) == kept
    assert kept.here == "http://127.0.0.1:8023"
    assert (tmp_path / NAME).stat().st_mode & 0o077 == 0


def test_two_windows_keep_the_keys_to_both_rooms(tmp_path: Path) -> None:
    """Each has read the file before the other one opened a room."""
    library = Library(Store(tmp_path, QuickFiles()))
    begun = KeptRooms("http://192.0.2.7:8023", 8023, "admin..0.x").with_room(ROOM)
    assert write_kept(library, tmp_path, begun, KeptRooms()) == ""
    one, two = ROOM._replace(code="AAAAA"), ROOM._replace(code="BBBBB")
    assert write_kept(library, tmp_path, begun.with_room(one), begun) == ""
    assert write_kept(library, tmp_path, begun.with_room(two), begun) == ""
    assert read_kept(tmp_path).rooms == (two, one, ROOM)
    gone = begun._replace(rooms=())
    assert write_kept(library, tmp_path, gone, begun) == ""
    assert read_kept(tmp_path).rooms == (two, one), "a room that is forgotten here is forgotten"


def test_the_newest_room_is_first_and_once() -> None:
    other = ROOM._replace(code="AAAAA")
    kept = KeptRooms().with_room(ROOM).with_room(other).with_room(ROOM)
    assert kept.rooms == (ROOM, other)
    for number in range(40):
        kept = kept.with_room(ROOM._replace(code=f"B{number}"))
    assert len(kept.rooms) == 30


DAMAGED = (
    *("", "[]", "{}", "null", '{"rooms": 3}', '{"rooms": [{}]}', "[" * 5000, "\0"),
    *(f'{{"rooms": [], "port": {port}}}' for port in ("1e400", "NaN", "[]")),
)


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    assert read_kept(tmp_path) == KeptRooms()


def test_a_damaged_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    assert put_damaged_aside(library, tmp_path) == ""
    (tmp_path / NAME).write_text('{"rooms": [], "port": 1e400}')
    assert "kept as .bad" in put_damaged_aside(library, tmp_path)
    assert write_kept(library, tmp_path, KeptRooms().with_room(ROOM)) == ""
    assert put_damaged_aside(library, tmp_path) == ""
    assert read_kept(tmp_path).rooms == (ROOM,)
    assert (tmp_path / f"{NAME}.bad-1").read_text() == '{"rooms": [], "port": 1e400}'


def test_a_port_that_cannot_be_leaves_the_rooms(tmp_path: Path) -> None:
    told = {"url": "u", "port": 99999, "admin": "a", "rooms": [ROOM._asdict()]}
    (tmp_path / NAME).write_text(json.dumps(told))
    assert read_kept(tmp_path) == KeptRooms(rooms=(ROOM,))


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = write_kept(Library(Store(tmp_path, QuickFiles())), tmp_path / "file", KeptRooms())
    assert "cannot be written" in told
