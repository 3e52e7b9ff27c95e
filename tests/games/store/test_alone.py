"""One arcade at a time: who comes second waits, and what a crash left holds nobody up for long."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from games.store import alone as module
from games.store.alone import alone
from games.store.files import open_store
from games.store.library import Library
from games.store.place import Place

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
