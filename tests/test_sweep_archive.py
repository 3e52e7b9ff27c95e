"""Files of matches, damaged and of strangers; and kill -9 while a match is archived.

Half of the damaged files have a checksum that fits: what is wrong lies deeper, in the row, in the
text of the match, in what was learned. None stops the arcade, none writes or changes a file, and
what is shown of one that opens is what the rules make of its moves.
"""

from __future__ import annotations

import dataclasses
import json
import os
import select
import signal
import time
from pathlib import Path
from random import Random
from typing import Final

import pytest

from games import catalog
from games.core import Log
from games.match import Match
from games.session.archiving import past_log
from games.session.replaying import Replay
from games.shell.pages.past import exchange
from games.shell.pages.past.replay import ReplayPage
from games.store.files import Store
from games.store.library import Library
from games.store.past import MATCH_FILE, PastLog, PastMatch, past_format
from games.store.statistics import MatchResult
from tests.games.store.test_archive import past
from tests.support.hands import Rig, filmed_whole
from tests.support.homes import other_match
from tests.support.killed import FIRST_TOLD, Slow
from tests.support.quick_files import QuickFiles
from tests.support.replays import played
from tests.support.store_samples import envelope, mutated_bytes, mutated_data, raw_data
from tests.support.sweep import Sweep, Try, row

pytestmark = pytest.mark.rig(here=True, player="Ada")

GAMES: Final = catalog.GAMES
DRAWN: Final = 25
"""One match in so many that open is drawn, which takes most of the time."""


def whole(found: Log) -> PastLog:
    """A match as it is taken elsewhere, with something that an agent had learned."""
    scores = tuple(float(number) for number in range(len(found.seats)))
    agent = found.seats[-1].agent
    result = MatchResult(found.game, agent, "played", "", 3, 1.0, 2.0)
    row = PastMatch("abc", "2026-01-31T12:00:00+00:00", result, 0, 0)
    kept = past_log(found, result, ["Ada", "B", "C", "D"][: len(found.seats)], scores, 0, row)
    return dataclasses.replace(kept, starts={len(found.seats) - 1: "learned"})


@pytest.fixture(scope="module")
def blobs() -> dict[str, bytes]:
    return {game: MATCH_FILE.encode(whole(played(game, 20))) for game in GAMES}


def damaged(blob: bytes, rng: Random) -> bytes:
    """A `.match` file with accidents of its bytes, or with other data under a fitting checksum."""
    if rng.random() < 0.4:
        return mutated_bytes(blob, rng)
    data = json.loads(blob)["data"]
    if rng.random() < 0.5:
        data = {**data, "text": other_match(data["text"], rng)}
        if rng.random() < 0.3:  # the text alone, as it may be pasted
            return str(data["text"]).encode("utf-8", "replace")
    else:
        data = mutated_data(data, rng)
    return envelope("match-file", data)


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check_open(rig: Rig, one: Try) -> None:
    """What is shown is what the rules make of the moves, by agents of the catalogue."""
    page = rig.app.top
    assert isinstance(page, ReplayPage)
    found, replay = page.shown.log, page.table.session
    assert isinstance(replay, Replay)
    known = {agent.id for agent in catalog.agents(found.game)} | {"human"}
    assert {seating.agent for seating in replay.setup.seats} <= known
    match: Match[object] = Match(catalog.rules(found.game), replay.setup.params, found.seed)
    match.replay(found.turns)
    assert replay.film.moments[-1].state == match.state
    assert all(len(name) <= 80 and name.isprintable() for name in page.shown.names)
    page.go_to(one.rng.randint(0, page.again.moments))
    if one.number % DRAWN == 0:
        rig.app.draw()
    else:
        page.update(0.1)


def open_damaged(rig: Rig, blobs: dict[str, bytes], folder: Path, one: Try) -> str:
    """Damage a file and open it; what became of it."""
    game = GAMES[one.number % len(GAMES)]
    blob, before = damaged(blobs[game], one.rng), files_in(folder)
    faults = rig.app.failed
    opened = exchange.open_text(rig.app, blob)
    there = isinstance(filmed_whole(rig.app), ReplayPage)
    assert opened or not there
    if there:
        check_open(rig, one)
        rig.app.pop()
    else:
        assert rig.app.toasts.texts, "nothing was said"
    rig.app.toasts.leave_scene()
    assert rig.app.top is rig.floor
    assert rig.app.failed == faults
    assert files_in(folder) == before
    return "opened" if opened else "refused"


@row("mutated match files, opened", everyday=40, full=5_000, between=400)
def test_no_damaged_match_is_believed(
    rig: Rig, blobs: dict[str, bytes], tmp_path: Path, sweep: Sweep
) -> None:
    fates = sweep.run(lambda one: open_damaged(rig, blobs, tmp_path, one), seconds=30)
    if sweep.whole:
        assert fates["refused"] > fates["opened"]


def test_accidents_of_bytes_are_never_believed(blobs: dict[str, bytes]) -> None:
    """With a checksum that does not fit no other match is read than the one that was written."""
    form, original, rng = MATCH_FILE, MATCH_FILE.decode(blobs["karate"]), Random(1)
    refused = 0
    for _ in range(300):
        blob = mutated_bytes(blobs["karate"], rng)
        try:
            assert form.decode(blob) == original
        except ValueError:
            refused += 1
    assert refused > 250


def read_damaged(folder: Path, one: Try) -> str:
    """Damage a file of the archive and list, open and close what is there."""
    root = folder / str(one.number)
    library = Library(Store(root, QuickFiles()), new_id=lambda: "id1")
    library.create("Ada")
    for number in range(3):
        library.archive.keep("id1", past(number, starts=True))
    names = ("m1", "m1-start", "index")
    path = root / "profiles" / "id1" / "past-karate" / f"{one.rng.choice(names)}.json"
    blob, kind = path.read_bytes(), json.loads(path.read_bytes())["format"].partition("/")[2]
    if one.rng.random() < 0.5:
        path.write_bytes(mutated_bytes(blob, one.rng))
    else:
        path.write_bytes(envelope(kind, mutated_data(json.loads(blob)["data"], one.rng)))
    changed = path.read_bytes()
    library = Library(Store(root, QuickFiles()))
    rows = library.archive.finished("id1", "karate")
    found = [library.archive.read("id1", "karate", row.key) for row in rows]
    keys = [row.key for row in rows]
    assert set(keys) >= {"m0", "m2"}
    assert found[keys.index("m2")] == past(2, starts=True)  # the file counts, not its row
    if path.name == "m1.json" and None in found:  # it was put aside, and is not listed any more
        library.refresh()
        assert len(library.archive.finished("id1", "karate")) == 2
        assert any(left.read_bytes() == changed for left in path.parent.glob("m1.json*"))
        return "put aside"
    if path.name == "index.json":
        again = Library(Store(root, QuickFiles())).archive.finished("id1", "karate")
        assert {row.key for row in again} == {"m0", "m1", "m2"}
        return "made anew"
    return "read"


@row("mutated files of the archive", everyday=16, full=5_000, between=500)
def test_a_damaged_file_of_the_archive_costs_no_other_match(tmp_path: Path, sweep: Sweep) -> None:
    fates = sweep.run(lambda one: read_damaged(tmp_path, one), seconds=20)
    if sweep.whole:
        assert min(fates["put aside"], fates["made anew"], fates["read"]) > 0, fates


# -- kill -9 -------------------------------------------------------------------------------


def keep_on(folder: Path, writing: int) -> None:
    """Keep one match after another, and say so of each."""
    library = Library(Store(folder))
    store = library.store.disk.files
    slow = type("SlowFiles", (type(store),), {"write": Slow.write, "replace": Slow.replace})
    library = Library(Store(folder, slow()))
    with os.fdopen(writing, "w", buffering=1) as say:
        for number in range(10_000):
            assert library.archive.keep("id1", past(number, starts=number % 2 == 0))
            if number % 5 == 4:
                assert library.archive.star("id1", "karate", f"m{number}", True)
            say.write(f"{number}\n")


def kill_while_it_keeps(folder: Path, one: Try) -> str:
    """Kill a process that keeps matches; what it has said is there, and whole."""
    root = folder / str(one.number)
    Library(Store(root), new_id=lambda: "id1").create("Ada")
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            keep_on(root, writing)
        finally:
            os._exit(1)
    os.close(writing)
    told: list[str] = []
    with os.fdopen(reading) as heard:
        for _ in range(one.rng.randint(1, 12)):
            assert select.select([heard], [], [], FIRST_TOLD)[0], "it says nothing"
            told.append(heard.readline())
        time.sleep(one.rng.uniform(0, 0.01))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        told += heard.readlines()
    assert os.WIFSIGNALED(status)
    count = sum(line.endswith("\n") for line in told)
    library = Library(Store(root))
    rows = library.archive.finished("id1", "karate")
    assert count <= len(rows) <= count + 1
    for number in range(count):
        found = library.archive.read("id1", "karate", f"m{number}")
        assert found is not None
        assert found.text == past(number).text
        assert found.starts == past(number, starts=number % 2 == 0).starts
        assert found.row.starred == (number % 5 == 4)
    assert {row.key for row in rows if row.starred} >= {f"m{n}" for n in range(4, count, 5)}
    for path in root.rglob("*.json*"):
        if not path.name.endswith(".tmp"):
            raw_data(path)
    assert library.store.take_notices() == ()
    return "one more" if len(rows) > count else "as told"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="has no fork, and no kill -9")
@row("kills while matches are archived", everyday=3, full=1_000, between=100)
def test_kill_while_a_match_is_archived_loses_nothing(
    tmp_path: Path, sweep: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    sweep.run(lambda one: kill_while_it_keeps(tmp_path, one), seconds=60)


def test_a_row_that_comes_before_its_match_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check finds what it is for: an archive whose match files are not written."""
    if not hasattr(os, "fork"):
        pytest.skip("has no fork")
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    save = Store.save

    def lost(store: Store, name: str, *words: object) -> bool:
        return name.endswith("/m0") or bool(save(store, name, *words))  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "save", lost)
    with pytest.raises(AssertionError):
        kill_while_it_keeps(tmp_path, Try(0, Random(1), 1))
    assert past_format("karate").kind == "past-match"
