"""One arcade at a time: who comes second waits, and what a crash left holds nobody up for long."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from games.store import alone as module
from games.store.alone import Taken, alone, in_turn
from games.store.files import Store, open_store
from games.store.library import Library
from games.store.place import Place
from games.store.profiles import SETTINGS, Settings
from games.store.statistics import MatchResult
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import samples

START = """
import sys, time
from tests.support.hands import Rig
from pathlib import Path
from games.shell.opening import ensure_profile
from games.store.library import Library
from games.store.place import Place
slow = Library.create
Library.create = lambda self, name, avatar=0: (time.sleep(0.3), slow(self, name, avatar))[1]
rig = Rig(Path(sys.argv[1]))
while not Path(sys.argv[2]).exists():
    time.sleep(0.01)
print(ensure_profile(rig.app).name)
"""


def test_who_comes_second_waits_until_the_first_is_done(tmp_path: Path) -> None:
    told: list[str] = []

    def second() -> None:
        with alone(Place(tmp_path), "a"):
            told.append("second")

    with alone(Place(tmp_path), "a"):
        other = threading.Thread(target=second)
        other.start()
        time.sleep(0.05)
        told.append("first")
    other.join()
    assert told == ["first", "second"]
    assert list(tmp_path.iterdir()) == []


def test_what_a_crash_left_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    (tmp_path / "a.busy").mkdir()
    with alone(Place(tmp_path), "a"):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("made", [True, False])
def test_without_a_folder_one_goes_on_at_once(tmp_path: Path, made: bool) -> None:
    (tmp_path / "file").write_text("no folder")
    reached = 0
    with alone(Place(tmp_path / "file" if made else None), "a"):
        reached += 1
    assert reached == 1


@pytest.mark.sweep
def test_two_windows_that_start_at_the_same_instant_make_one_player(tmp_path: Path) -> None:
    go = tmp_path / "go"
    args = [sys.executable, "-c", START, str(tmp_path / "data"), str(go)]
    starts = [subprocess.Popen(args, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    time.sleep(5.0)
    go.touch()
    names = [start.communicate(timeout=60)[0].split()[-2:] for start in starts]
    assert names == [["Player", "1"]] * 2
    players = Library(open_store(str(tmp_path / "data"))).profiles()
    assert [player.name for player in players] == ["Player 1"]


def results(library: Library) -> int:
    player = library.current
    assert player is not None
    return sum(record.matches for record in library.statistics(player.id).records)


def between(library: Library, name: str, act: Callable[[], None]) -> None:
    """Let something be done just before the file `name` gets a new content."""
    replace = library.store.disk.files.replace

    def hold(source: Path, target: Path) -> None:
        if target.name == name:
            library.store.disk.files.replace = replace  # type: ignore[method-assign]
            act()
        replace(source, target)

    library.store.disk.files.replace = hold  # type: ignore[method-assign]


@pytest.mark.skipif(sys.platform == "win32", reason="the system cannot tell whose turn it is")
def test_two_windows_that_record_at_the_same_instant_both_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TURN", 30.0)  # so long that no busy machine makes it give up
    first = Library(Store(tmp_path, QuickFiles()))
    ada = first.create("Ada")
    second = Library(Store(tmp_path, QuickFiles()))
    assert first.record(ada.id, MatchResult("karate", "nash", "won"), "zero")
    other = threading.Thread(
        target=lambda: second.record(ada.id, MatchResult("karate", "nash", "lost"), "two")
    )

    def meanwhile() -> None:
        other.start()
        other.join(0.05)
        assert other.is_alive(), "it waits for its turn"

    between(first, "statistics.json", meanwhile)
    assert first.record(ada.id, MatchResult("karate", "nash", "won"), "one")
    other.join()
    assert results(Library(Store(tmp_path))) == 3


def test_who_holds_a_folder_for_ever_holds_nobody_up(tmp_path: Path) -> None:
    with in_turn(tmp_path):
        begun = time.monotonic()
        with pytest.raises(Taken), in_turn(tmp_path, 0.02):
            pytest.fail("two have a turn")
        assert time.monotonic() - begun < 0.5
    with in_turn(tmp_path, 0.0):
        pass
    with pytest.raises(FileNotFoundError), in_turn(tmp_path / "none"):
        pytest.fail("a turn at nothing")


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that cannot lock."""

    def fail(folder: Path) -> None:
        raise OSError(errno.ENOTSUP, "no locks here")

    monkeypatch.setattr(module, "by_system", fail)


@pytest.mark.usefixtures("no_locks")
def test_on_a_disk_without_locks_a_file_is_the_lock(tmp_path: Path) -> None:
    with in_turn(tmp_path):
        assert [path.name for path in tmp_path.iterdir()] == [module.LOCK_FILE]
        with pytest.raises(Taken), in_turn(tmp_path, 0.02):
            pytest.fail("two have a turn")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_locks")
def test_a_lock_file_that_a_crash_left_counts_for_a_minute(tmp_path: Path) -> None:
    left = tmp_path / module.LOCK_FILE
    left.touch()
    with pytest.raises(Taken), in_turn(tmp_path, 0.0):
        pytest.fail("it may be at work")
    os.utime(left, (time.time() - 2 * module.LEFT,) * 2)
    with in_turn(tmp_path, 0.0):
        assert time.time() - left.stat().st_mtime < module.LEFT
    assert list(tmp_path.iterdir()) == []


def test_a_lock_file_taken_anew_meanwhile_is_not_removed(tmp_path: Path) -> None:
    lock, spare = tmp_path / module.LOCK_FILE, tmp_path / "spare"
    lock.touch()
    left = lock.stat()
    (tmp_path / "newer").touch()  # another inode
    (tmp_path / "newer").replace(lock)
    module.remove_left(lock, left, spare)
    assert [path.name for path in tmp_path.iterdir()] == [module.LOCK_FILE]


@pytest.mark.usefixtures("no_locks")
@pytest.mark.parametrize("moment", ["before the copy", "after the copy"])
def test_who_was_stopped_until_another_took_the_turn_writes_nothing(
    tmp_path: Path, moment: str
) -> None:
    lock, path = tmp_path / module.LOCK_FILE, tmp_path / "settings.json"
    blob = SETTINGS.encode(Settings(mute=True))

    class Stopped(QuickFiles):
        armed = False
        turn = contextlib.ExitStack()

        def stop(self, name: str) -> None:
            """Stand still for two minutes, while another arcade takes the turn and writes."""
            if self.armed and name == moment:
                self.armed = False
                os.utime(lock, (time.time() - 2 * module.LEFT,) * 2)
                self.turn.enter_context(in_turn(tmp_path))
                path.write_bytes(blob)

        def fsync(self, file: IO[bytes]) -> None:
            self.stop("before the copy")

        def link(self, source: Path, target: Path) -> None:
            super().link(source, target)
            self.stop("after the copy")

    files = Stopped()
    store = Store(tmp_path, files)
    assert store.save("settings", SETTINGS, Settings())
    files.armed = True

    def change(settings: Settings) -> Settings:
        return dataclasses.replace(settings, larger_text=True)

    assert not store.update("settings", SETTINGS, Settings(), change)
    assert path.read_bytes() == blob, "the other one's change is undone"
    assert lock.exists(), "the other one's turn is ended"
    assert store.waiting == ("the settings",)
    files.turn.close()
    assert store.flush()
    found = Store(tmp_path).load("settings", SETTINGS, None)
    assert found == Settings(mute=True, larger_text=True)


def test_a_file_that_had_its_turn_does_not_end_the_wait_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path, QuickFiles())
    answers = iter([False, False, True])  # both wait, then the second has its turn
    turn = in_turn

    def shared(folder: Path, patience: float) -> contextlib.AbstractContextManager[module.Check]:
        if not next(answers, True):
            raise Taken
        return turn(folder, patience)

    monkeypatch.setattr(module, "in_turn", shared)
    for sample in (samples()[0], samples()[-1]):
        with store.together():
            store.update(sample.name, sample.form, sample.older, lambda kept: kept)
    assert len(store.waiting) == 1
    assert store.turns.refused
    assert store.flush()
    assert not store.turns.refused
