"""Several arcades on one folder: what was acknowledged is on the disk, however slow that is."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from games.paths import ROOT
from games.store import alone as module
from games.store.alone import in_turn
from games.store.days import DAYS, DayBook, DayMatch, DayTries
from games.store.disk import Files
from games.store.files import Store
from games.store.later import TRY_TURN, Later
from games.store.library import Library
from games.store.past import PastLog, PastMatch
from games.store.profiles import SETTINGS, Settings
from games.store.statistics import SCORES, MatchResult, SeatResult
from tests.support.quick_files import QuickFiles

WRITERS = 3
KINDS = ("result", "score", "day", "judged", "setting", "past")
WRITER = """
import sys
from pathlib import Path
from tests.games.store.test_files_turns import write
root, identity, who, count, burst, seconds = sys.argv[1:]
write(Path(root), identity, who, int(count), int(burst), float(seconds))
"""


class SlowFiles(Files):
    """A disk that takes some `seconds` for each file."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def fsync(self, file: IO[bytes]) -> None:
        """Wait instead of the disk."""
        time.sleep(self.seconds)

    def fsync_folder(self, path: Path) -> None:
        """Nothing."""


def change(library: Library, identity: str, mark: str, kind: str) -> None:
    """Make one change of a `kind` that can be told by its `mark`."""
    if kind == "result":
        library.record(identity, MatchResult("karate", "nash", "won", mark), mark)
    elif kind == "score":
        player = library.profile(identity)
        assert player is not None
        library.add_score(player, "numbers", mark, 1.0)
    elif kind == "day":
        DayBook(library.store, identity).keep(DayMatch(mark, "2025-01-31", mark, mark))
    elif kind == "judged":
        library.judged(identity, "jaipur").keep(mark, 1, 0.5, [])
    elif kind == "setting":
        bindings = {**library.settings.bindings, mark: ("key:a",)}
        library.save_settings(dataclasses.replace(library.settings, bindings=bindings))
    else:
        result = MatchResult("ur", "greedy", "won", seats=(SeatResult("A", "human", 1.0, 1),))
        found = PastMatch(mark, "2025-01-31T10:00:00+00:00", result, 7, 90)
        library.archive.keep(identity, PastLog(found, "ur 1"))


def write(root: Path, identity: str, who: str, count: int, burst: int, seconds: float) -> None:
    """Make `count` changes, so many a `burst`; print those that were acknowledged at once or later.

    It is what a window does: what waits is tried again while time passes, and at the end.
    """
    library = Library(Store(root, SlowFiles(seconds)))
    later = Later(library.store)
    done: list[str] = []
    for first in range(0, count, burst):
        marks = [f"{who}{n}" for n in range(first, min(count, first + burst))]
        with library.store.together():
            for number, mark in enumerate(marks, start=first):
                change(library, identity, mark, KINDS[number % len(KINDS)])
        later.when_kept((), lambda: None)
        later.pass_time(1.0)
        done += marks
        if not library.store.waiting:
            print(*done, flush=True)
            done.clear()
    later.try_last(600.0)
    if not library.store.waiting:
        print(*done, flush=True)


def found(root: Path, identity: str) -> set[str]:
    """The marks of all changes that are on the disk."""
    library = Library(Store(root))
    days = DayBook(library.store, identity).read()
    return {
        *(record.options for record in library.statistics(identity).records),
        *(table.key for table in library.store.load("scores", SCORES, ())),
        *(match.match_id for match in days.matches),
        *(match.key for match in library.judged(identity, "jaipur").read()),
        *library.settings.bindings,
        *(row.key for row in library.archive.finished(identity, "ur")),
    }


def check_writers(root: Path, each: int, burst: int, seconds: float) -> None:
    library = Library(Store(root, QuickFiles()))
    ada = library.create("Ada")
    words = [str(each), str(burst), str(seconds)]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(root), ada.id, who, *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for who in "abc"[:WRITERS]
    ]
    told = [writer.communicate(timeout=1500)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * WRITERS
    there = found(root, ada.id)
    lost = {mark for marks in told for mark in marks} - there
    assert not lost, f"{len(lost)} of {sum(map(len, told))} acknowledged changes are lost"
    assert [len(marks) for marks in told] == [each] * WRITERS, "all are written in the end"
    record = Library(Store(root)).statistics(ada.id).total("karate")
    assert record.matches == WRITERS * len(range(0, each, len(KINDS)))
    assert not list(root.rglob("*.bad-*"))


@pytest.mark.parametrize("seconds", [0.0, pytest.param(0.2, marks=pytest.mark.sweep)])
def test_what_three_arcades_acknowledge_is_on_the_disk(tmp_path: Path, seconds: float) -> None:
    check_writers(tmp_path, 12, 6, seconds)


@pytest.mark.sweep
@pytest.mark.parametrize(("seconds", "burst"), [(0.0, 10), (0.3, 60), (0.7, 100), (2.0, 250)])
def test_of_1500_changes_none_is_lost(tmp_path: Path, seconds: float, burst: int) -> None:
    check_writers(tmp_path, 500, burst, seconds)


def changed(store: Store, mute: bool = True) -> bool:
    return store.update(
        "settings", SETTINGS, Settings(), lambda kept: dataclasses.replace(kept, mute=mute)
    )


def test_without_its_turn_nothing_is_written_and_it_is_told_after_two_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path, QuickFiles())
    later = Later(store)
    with in_turn(tmp_path):
        begun = time.monotonic()
        assert not changed(store)
        assert not changed(store)
        assert time.monotonic() - begun < 1.0, "a window stands still"
        assert store.waiting == ("the settings",)
        assert store.load("settings", SETTINGS, Settings()).mute
        assert store.take_notices() == ()
        assert not list(tmp_path.glob("*.json"))
        monkeypatch.setattr(module, "TOLD", 0.0)
        later.pass_time(TRY_TURN)
        later.pass_time(TRY_TURN)
        (told,) = store.take_notices()
        assert "another arcade is writing there" in told
        monkeypatch.undo()
    later.pass_time(TRY_TURN)
    assert store.waiting == ()
    assert store.take_notices() == ("Saving works again.",)
    assert Store(tmp_path).load("settings", SETTINGS, Settings()).mute


def test_at_the_end_the_turn_is_waited_for_as_long_as_is_said(tmp_path: Path) -> None:
    store = Store(tmp_path, QuickFiles())
    with in_turn(tmp_path):
        assert not changed(store)
        begun = time.monotonic()
        Later(store).try_last(0.3)
        assert 0.3 <= time.monotonic() - begun < 2.0
        assert store.waiting == ("the settings",)
        assert "another arcade" in store.trouble
    Later(store).try_last(0.3)
    assert store.waiting == ()


def test_what_waits_is_written_together(tmp_path: Path) -> None:
    written: list[str] = []

    class Counting(QuickFiles):
        def replace(self, source: Path, target: Path) -> None:
            written.append(target.name)
            super().replace(source, target)

    store = Store(tmp_path, Counting())
    with store.together():
        for number in range(5):
            match = DayMatch("ur", f"2025-01-{10 + number}", "m")
            assert not store.update("days", DAYS, DayTries(), lambda days, m=match: days.having(m))
        assert written == []
    assert written == ["days.json"]
    assert len(Store(tmp_path).load("days", DAYS, DayTries()).matches) == 5
    assert store.waiting == ()


def test_a_player_deleted_while_a_change_waits_is_not_made_anew(tmp_path: Path) -> None:
    one, two = (Library(Store(tmp_path, QuickFiles())) for _ in range(2))
    ada = one.create("Ada")
    with in_turn(tmp_path / "profiles" / ada.id):
        assert not one.record(ada.id, MatchResult("karate", "nash", "won"), "m")
        assert two.delete(ada.id)
    assert one.store.flush()
    assert Library(Store(tmp_path)).profiles() == ()


def test_new_folders_are_synced_in_those_above(tmp_path: Path) -> None:
    synced: list[Path] = []

    class Recording(QuickFiles):
        def fsync_folder(self, path: Path) -> None:
            synced.append(path)

    root = tmp_path / "one" / "data"
    ada = Library(Store(root, Recording())).create("Ada")
    own = root / "profiles" / ada.id
    assert synced == [tmp_path, tmp_path / "one", root, root / "profiles", own]


def test_a_folder_whose_name_cannot_be_synced_is_made_again(tmp_path: Path) -> None:
    class Failing(QuickFiles):
        def fsync_folder(self, path: Path) -> None:
            raise OSError(5, "injected")

    with pytest.raises(OSError, match="injected"):
        Failing().mkdir(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_that_another_mends_meanwhile_is_not_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    mended = SETTINGS.encode(Settings(mute=True))

    class Mended(QuickFiles):
        def read(self, file: IO[bytes], size: int) -> bytes:
            """The damaged file, which another arcade mends as soon as it was read."""
            blob = super().read(file, size)
            if blob == b"damaged":
                path.write_bytes(mended)
            return blob

    path.write_bytes(b"damaged")
    assert Store(tmp_path, Mended()).load("settings", SETTINGS, None) == Settings(mute=True)
    assert path.read_bytes() == mended
    assert [entry.name for entry in tmp_path.iterdir()] == ["settings.json"]


def test_a_damaged_file_is_left_alone_while_another_has_its_turn(tmp_path: Path) -> None:
    store = Store(tmp_path, QuickFiles())
    for size in (1.0, 2.0):
        assert store.save("settings", SETTINGS, Settings(ra_speed=size))
    path = tmp_path / "settings.json"
    path.write_bytes(b"damaged")
    with in_turn(tmp_path):
        assert store.load("settings", SETTINGS, None) == Settings(ra_speed=1.0)
        assert path.read_bytes() == b"damaged"
    assert store.flush()
    assert Store(tmp_path).load("settings", SETTINGS, None) == Settings(ra_speed=1.0)
    assert path.with_name("settings.json.bad-1").read_bytes() == b"damaged"
