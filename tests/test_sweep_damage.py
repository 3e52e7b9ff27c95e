"""Homes with a damaged file of every kind, met where a player meets them: start, open, continue,
play, end.

Half of the files have a checksum that fits, and what is wrong lies deeper: in the text of a match,
in arrays that were learned, in values that nobody would have chosen. Nothing may stop a game from
opening, and what a person played is put aside, never deleted.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from games import catalog, weights
from games.jaipur.playing.reading import ReadAlong
from games.ra.playing.course import ChanceCourse
from games.shell.draw.sprites import SpriteCache
from games.store.disk import Disk
from games.store.files import Store
from games.store.library import Library
from games.store.profiles import profile_format
from games.store.statistics import SCORES, STATISTICS
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
    monkeypatch.setattr(weights, "REPLACING_SECONDS", 0.0)
    for beside in (ChanceCourse, ReadAlong):  # their threads would be awaited, or take the time
        monkeypatch.setattr(beside, "follow", lambda beside, played: None)


class Damage(NamedTuple):
    """A file of a home that was damaged, by its name; `copy` is the good one beside it, if any."""

    kind: str
    name: str
    blob: bytes
    copy: bytes | None


def drawn_name(home: Home, kind: str, rng: Random) -> str:
    """A file of a kind: mostly of who plays, but the other's profile, so that who plays stays."""
    names = homes.names_of(home, kind)
    own = [name for name in names if name.split("/")[:2] == names[0].split("/")[:2]]
    others = [name for name in names if name not in own]
    if kind == "profile":
        own, others = others, own
    return rng.choice(own if rng.random() < 0.9 or not others else others)


def damage(folder: Path, home: Home, kind: str, name: str, rng: Random) -> Damage:
    """Damage a file of a home, and take its copy away now and then."""
    blob = homes.damaged(kind, home[name], rng)
    (folder / name).write_bytes(blob)
    beside = folder / f"{name}.bak"
    if rng.random() < 0.3:
        beside.unlink(missing_ok=True)
    return Damage(kind, name, blob, home.get(f"{name}.bak") if beside.exists() else None)


def visit_damaged(folder: Path, home: Home, one: Try, kinds: Sequence[str] = KINDS) -> str:
    """Damage a file of each of some kinds and visit the home; what became of them."""
    rng, player = one.rng, homes.names_of(home, "profile")[0].split("/")[1]
    homes.lay(folder, home)
    names = {kind: drawn_name(home, kind, rng) for kind in kinds}
    game = homes.game_in(names.get("match", "")) or rng.choice(("ur", "tracker", "numbers"))
    then = homes.game_in(names.get("learned", "")) or game
    if "setup" in names:  # the page before the game that is opened
        names["setup"] = f"profiles/{player}/setup-{game}.json"
    if one.number % 12 == 11:
        for name in names.values():
            homes.put_thing(folder / name, rng.choice(THINGS))
        return "things, " + homes.visit(folder, game, rng, then=then, player=player)
    found = [damage(folder, home, kind, name, rng) for kind, name in names.items()]
    drawn = one.number % DRAWN == DRAWN - 1
    fate = homes.visit(folder, game, rng, drawn, then, player)
    left = set(homes.files_in(folder).values())
    aside = sum(check_kept(folder, player, each, fate, left) for each in found)
    return f"{fate}, {'some' if aside else 'none'} put aside"


def check_kept(folder: Path, player: str, damage: Damage, fate: str, left: set[bytes]) -> bool:
    """Nothing of a damaged file is lost but what is `left` nowhere; whether it was put aside."""
    kind, name, blob, copy = damage
    if kind == "card" or homes.is_sound(kind, name, blob):
        return False
    assert blob in left, f"what was damaged is gone: {name}"
    met = kind == "match" and player in name and fate == "played"
    assert not (met and copy) or copy in left, "the good copy of what was damaged is gone"
    if (folder / name).is_file() and (folder / name).read_bytes() == blob:
        assert not copy or copy in left, "the copy of what stays for a newer arcade is gone"
        return False
    assert not copy or is_known(Library(Store(folder)), name, copy), f"lost of a good copy: {name}"
    return True


def is_known(library: Library, name: str, copy: bytes) -> bool:
    """Whether what a good copy of a file holds is known to a library."""
    identity = name.split("/")[1] if "/" in name else ""
    if name.endswith("/profile.json"):
        profile = library.profile(identity)
        return profile is not None and profile == profile_format(identity).decode(copy)
    if name.endswith("/statistics.json"):
        counted = library.statistics(identity).finished
        return set(STATISTICS.decode(copy).finished) <= set(counted)
    if name == "scores.json":
        tables = SCORES.decode(copy)
        return all({*t.rows} <= {*library.scores(t.game, t.key).rows} for t in tables)
    return True


@row("damaged files, met", everyday=160, full=800_000, between=8_000, each=8)
def test_homes_with_damaged_files_are_visited(memory: Path, home: Home, sweep: Sweep) -> None:
    """A visit takes a twentieth of a second: so one meets a damaged file of each kind."""
    folder = memory / "home"
    fates = sweep.run(lambda one: visit_damaged(folder, home, one), seconds=30)
    if sweep.whole and sweep.row.deep:
        assert min(fates["continued, some put aside"], fates["played, some put aside"]) > 0, fates


def test_a_good_home_is_visited_and_its_matches_are_continued(memory: Path, home: Home) -> None:
    for game in catalog.GAMES:
        homes.lay(memory / "home", home)
        assert homes.visit(memory / "home", game, Random(1)) == "continued"


def test_what_is_deleted_is_missed(
    memory: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(number: int) -> bool:
        try:
            visit_damaged(memory / "home", home, Try(number, Random(number), 1), ["match"])
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
