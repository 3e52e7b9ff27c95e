"""Damaged files of every kind met where a player meets them: start, open, continue, play, end.

Half of them have a checksum that fits, and what is wrong lies deeper: in the text of a match, in
arrays that were learned, in values that nobody would have chosen. Nothing may stop a game from
opening, and what a person played is put aside, never deleted.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.shell.draw.sprites import SpriteCache
from games.store.disk import Disk
from games.store.files import Store
from tests.support import homes
from tests.support.homes import KINDS, THINGS, Home
from tests.support.sweep import Sweep, Try, drawn_from, row

DRAWN = 50
"""One visit in so many is drawn, which takes most of its time."""


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory where the system has one: thousands of homes need no disk."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path_factory.mktemp("homes")
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def home(memory: Path, drawings: SpriteCache) -> Home:
    """A home with something of everything in it."""
    with pytest.MonkeyPatch.context() as monkeypatch, drawn_from(5):
        monkeypatch.setattr(os, "fsync", lambda descriptor: None)
        made = homes.make_home(memory / "made")
    assert all(homes.names_of(made, kind) for kind in KINDS)
    return made


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch, brief_miniatures: None) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def game_of(name: str, rng: Random) -> str:
    """The game whose file this is, or any."""
    if name.startswith("scores"):
        return "tracker"
    found = homes.game_in(name)
    return found if found in homes.SHORT else rng.choice(("ur", "tracker", "numbers"))


def visit_damaged(folder: Path, home: Home, kind: str, one: Try) -> str:
    """Damage one file of a kind and visit the home; what became of it."""
    rng = one.rng
    names = homes.names_of(home, kind)
    own = [name for name in names if name.split("/")[:2] == names[0].split("/")[:2]]
    name = rng.choice(own if rng.random() < 0.8 else names)
    game = game_of(name, rng)
    homes.lay(folder, home)
    if one.number % 12 == 11:
        homes.put_thing(folder / name, rng.choice(THINGS))
        return "a thing, " + homes.visit(folder, game, rng)
    blob = homes.damaged(kind, home[name], rng)
    (folder / name).write_bytes(blob)
    if rng.random() < 0.3:
        (folder / f"{name}.bak").unlink(missing_ok=True)
    copy = home.get(f"{name}.bak") if (folder / f"{name}.bak").exists() else None
    fate = homes.visit(folder, game, rng, drawn=one.number % DRAWN == DRAWN - 1)
    if kind == "card" or homes.is_sound(kind, name, blob):
        return f"sound, {fate}"
    read = kind != "learned" or name in own  # of another player it is left alone, or left out
    assert homes.kept(folder, blob), "what was damaged is gone"
    assert not (read and copy and fate == "played") or homes.kept(folder, copy), (
        "the good copy of what was damaged is gone"
    )
    there = (folder / name).read_bytes() if (folder / name).is_file() else b""
    return f"left, {fate}" if there == blob else f"put aside, {fate}"


@pytest.mark.parametrize("kind", KINDS)
@row("damaged files, visited", everyday=8, full=100_000, between=500)
def test_a_home_with_a_damaged_file_is_visited(
    memory: Path, home: Home, kind: str, sweep: Sweep
) -> None:
    """Everyday 8 a kind: a visit takes a thirtieth of a second, so that 500 would take 100."""
    folder = memory / "home"
    fates = sweep.run(lambda one: visit_damaged(folder, home, kind, one), seconds=30)
    if sweep.whole and sweep.row.deep and kind != "card":
        assert sum(count for fate, count in fates.items() if "put aside" in fate) > 0, fates


def test_a_good_home_is_visited_and_its_matches_are_continued(memory: Path, home: Home) -> None:
    for game in homes.SHORT:
        homes.lay(memory / "home", home)
        assert homes.visit(memory / "home", game, Random(1)) == "continued"


def test_what_is_deleted_is_missed(
    memory: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(number: int) -> bool:
        try:
            visit_damaged(memory / "home", home, "match", Try(number, Random(number), 1))
        except AssertionError as problem:
            return "is gone" in str(problem)
        return False

    assert not any(map(gone, range(1, 5)))
    monkeypatch.setattr(Disk, "set_aside", lambda disk, path: path.unlink() or True)
    assert any(map(gone, range(1, 5)))


def test_a_game_that_does_not_open_is_seen(
    memory: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Store.read

    def trusting(store: Store, name: str, form: Any) -> Any:
        if "match-" in name:
            raise KeyError(name)
        return read(store, name, form)

    monkeypatch.setattr(Store, "read", trusting)
    homes.lay(memory / "home", home)
    with pytest.raises((AssertionError, KeyError)):
        homes.visit(memory / "home", "ur", Random(1))
