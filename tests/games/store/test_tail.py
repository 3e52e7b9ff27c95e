"""The tail of a match: what was appended is read back, and nothing else ever is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.store.disk import Disk
from games.store.files import Store
from games.store.library import Library
from games.store.tail import Tail, Written, read_tail

DIGEST = "0123456789abcdef"
LINES = ("*:3", "0:move 2", "*:0", "1:move 4 1!1f-00112233445566778899aabbccddeeff")


def written(path: Path, lines: tuple[str, ...] = LINES) -> None:
    tail = Tail(Disk(), path, DIGEST)
    assert all(tail.add(line) for line in lines)


def test_each_turn_is_there_once_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "a.tail"
    tail = Tail(Disk(), path, DIGEST)
    assert read_tail(Disk(), path, DIGEST) == Written()
    for number, line in enumerate(LINES, start=1):
        assert tail.add(line)
        assert read_tail(Disk(), path, DIGEST) == Written(LINES[:number])
    assert Written(LINES).text == "".join(f"{line}\n" for line in LINES)
    assert read_tail(Disk(), path, "f" * 16) == Written(), "it follows another text"


def test_one_that_begins_replaces_what_followed_an_older_text(tmp_path: Path) -> None:
    path = tmp_path / "a.tail"
    written(path)
    assert Tail(Disk(), path, "f" * 16).add("*:1")
    assert read_tail(Disk(), path, "f" * 16) == Written(("*:1",))
    assert read_tail(Disk(), path, DIGEST) == Written()


def test_whatever_happens_to_it_only_turns_that_were_written_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tail"
    written(path)
    blob, rng, seen = path.read_bytes(), Random(7), set()
    for cut in range(len(blob)):  # a kill in the middle of writing
        path.write_bytes(blob[:cut])
        found = read_tail(Disk(), path, DIGEST)
        assert found.lines == LINES[: len(found.lines)]
        assert found.whole
        seen.add(len(found.lines))
    assert seen == {0, 1, 2, 3}
    damaged = 0
    for _ in range(2_000):
        changed = bytearray(blob)
        changed[rng.randrange(len(blob))] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        found = read_tail(Disk(), path, DIGEST)
        assert found.lines == LINES[: len(found.lines)]
        damaged += not found.whole
    assert damaged > 1_000
    lines = blob.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))  # one taken out
    assert read_tail(Disk(), path, DIGEST) == Written(LINES[:1], whole=False)


HEADS = (
    b"open-mind-arcade/tail 2 0123456789abcdef",
    b"open-mind-arcade/tail 1 0123456789abcdeg",
    b'{"theme": "dark"}',
    b"PK\x03\x04",
    b"Open-mind-arcade/tail 1 0123456789abcdef",
)


@pytest.mark.parametrize("head", HEADS)
def test_a_tail_of_another_kind_is_no_older_one(head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.tail"
    written(path)
    _, rest = path.read_bytes().split(b"\n", 1)
    for blob in (head, head + b"\n" + rest):
        path.write_bytes(blob)
        assert read_tail(Disk(), path, DIGEST) == Written(whole=False)


def test_it_takes_no_more_than_can_be_read_with_the_match(tmp_path: Path) -> None:
    path = tmp_path / "a.tail"
    tail = Tail(Disk(), path, DIGEST, room=sum(len(line) + 1 for line in LINES))
    assert all(tail.add(line) for line in LINES)
    assert not tail.add("*:1")
    assert read_tail(Disk(), path, DIGEST) == Written(LINES)


def test_what_the_disk_refuses_is_said_and_raises_nothing(tmp_path: Path) -> None:
    assert not Tail(Disk(), tmp_path / "gone" / "a.tail", DIGEST).add("*:1")
    (tmp_path / "a.tail").mkdir()
    assert not Tail(Disk(), tmp_path / "a.tail", DIGEST).add("*:1")
    assert read_tail(Disk(), tmp_path / "a.tail", DIGEST) == Written(whole=False)


# -- behind a match ------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library(Store(tmp_path))
    made.switch(made.create("Ada").id)
    return made


def kept_with_tail(library: Library) -> tuple[str, str]:
    """A match with a tail: whose, and its key."""
    player = library.current
    assert player is not None
    matches, key = library.matches, library.matches.new_key()
    assert matches.keep(player.id, "ur", "head\n", "m1", (), key, "5" * 32)
    found = matches.read(player.id, "ur", key)
    assert found is not None
    tail = matches.tail(player.id, "ur", found.kept, found.text)
    assert tail.add("*:3")
    assert tail.add("0:move 2")
    return player.id, key


def test_a_match_is_read_with_its_tail_and_taken_up_with_it(library: Library) -> None:
    own, key = kept_with_tail(library)
    matches = library.matches
    found = matches.read(own, "ur", key)
    assert found is not None
    assert (found.text, found.secret) == ("head\n*:3\n0:move 2\n", "5" * 32)
    new = matches.take_up(own, "ur", found.kept)
    again = matches.read(own, "ur", new)
    assert again is not None
    assert (again.text, again.secret) == (found.text, found.secret)
    assert matches.keys(own, "ur") == (new,)
    folder = library.store.place.folder(f"profiles/{own}")
    assert [path.name for path in folder.glob("*.tail")] == [f"match-ur-{new}.tail"]
    matches.forget(own, "ur", new)
    assert not list(folder.glob("match-*"))


def test_a_save_makes_the_tail_before_it_nothing(library: Library) -> None:
    own, key = kept_with_tail(library)
    assert library.matches.keep(own, "ur", "head\n*:3\n0:move 2\n*:1\n", "m1", (), key)
    found = library.matches.read(own, "ur", key)
    assert found is not None
    assert found.text == "head\n*:3\n0:move 2\n*:1\n"


def test_a_tail_that_cannot_be_played_goes_before_its_match_does(library: Library) -> None:
    own, key = kept_with_tail(library)
    matches = library.matches
    assert matches.refuse(own, "ur", key)
    found = matches.read(own, "ur", key)
    assert found is not None
    assert found.text == "head\n"
    assert not matches.refuse(own, "ur", key)
    assert matches.read(own, "ur", key) is None
    names = library.store.place.entries(f"profiles/{own}")
    assert sum(".bad-1" in name for name in names) == 2, "nothing is lost"


def test_a_damaged_tail_is_put_aside_when_its_match_is_taken_up(library: Library) -> None:
    own, key = kept_with_tail(library)
    folder = library.store.place.folder(f"profiles/{own}")
    path = folder / f"match-ur-{key}.tail"
    path.write_bytes(path.read_bytes().replace(b"move 2", b"move 3"))
    found = library.matches.read(own, "ur", key)
    assert found is not None
    assert found.text == "head\n*:3\n"
    library.matches.take_up(own, "ur", found.kept)
    assert (folder / f"match-ur-{key}.tail.bad-1").exists()


def test_a_tail_whose_first_line_is_damaged_is_put_aside_and_not_removed(library: Library) -> None:
    own, key = kept_with_tail(library)
    matches = library.matches
    found = matches.read(own, "ur", key)
    assert found is not None
    root = library.store.root
    assert root is not None
    (path,) = root.rglob("*.tail")
    blob = b"x" + path.read_bytes()[1:]
    path.write_bytes(blob)
    damaged = matches.read(own, "ur", key)
    assert damaged is not None
    matches.take_up(own, "ur", damaged.kept)
    assert blob in [other.read_bytes() for other in root.rglob("*.bad*")]
