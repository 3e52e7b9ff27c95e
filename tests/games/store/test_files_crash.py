"""The store in processes that are killed at any moment, and in two that write at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.paths import ROOT
from games.store.disk import backup
from games.store.files import Store
from games.store.profiles import SETTINGS, Settings, learned_format
from tests.support.forked import forked as forked
from tests.support.store_samples import path_of, raw_data
from tests.support.sweep import Sweep, Try, row

HERE = Path(__file__).resolve()
LEARNED = learned_format("karate")

WRITER = """
import sys, time
from pathlib import Path
from games.store.disk import Files
from games.store.profiles import SETTINGS, Settings, learned_format
from games.store.files import Store

class SlowFiles(Files):
    def write(self, file, blob):
        file.write(blob[: len(blob) // 2])
        file.flush()
        time.sleep(0.002)
        file.write(blob[len(blob) // 2 :])

    def replace(self, source, target):
        time.sleep(0.002)
        super().replace(source, target)


root, number, last = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
store = Store(root, SlowFiles())
learned = learned_format("karate")
print("ready", flush=True)
while number <= last:
    assert store.save("learned-karate", learned, f"{number} " + chr(97 + number % 26) * 150_000)
    assert store.save("settings", SETTINGS, Settings(window_width=number % 16384 + 1))
    print(number, flush=True)
    number += 1
assert store.take_notices() == ()
"""


def writer(root: Path, first: int, last: int) -> subprocess.Popen[str]:
    """A process that saves two files over and over and prints each number it has saved.

    It dwells in the middle of each write and before each renaming, where a kill would hurt most.
    """
    arguments = [sys.executable, "-c", WRITER, str(root), str(first), str(last)]
    return subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def check_whole(root: Path) -> int:
    """Both files and both copies are whole, read without the store; the number in the first."""
    numbers = [0]
    for path in (path_of(root, "learned-karate"), backup(path_of(root, "learned-karate"))):
        if path.exists():
            head, letters = raw_data(path)["arrays"].split()
            assert letters == chr(97 + int(head) % 26) * 150_000
            numbers.append(int(head))
    for path in (path_of(root, "settings"), backup(path_of(root, "settings"))):
        assert not path.exists() or raw_data(path)["window_width"] > 1
    return numbers[min(1, len(numbers) - 1)]


def kill_writers(root: Path, one: Try) -> str:
    """Kill -9 writers at random moments, each after the other; whether a write was cut short."""
    saved, cut_short = 0, 0
    for _ in range(one.each):
        process = writer(root, saved + 1, 10**6)
        assert process.stdout is not None
        with process.stdout:
            assert process.stdout.readline() == "ready\n"
            told = [int(process.stdout.readline()) for _ in range(one.rng.randint(1, 3))]
            time.sleep(one.rng.uniform(0, 0.02))
            process.kill()
            process.wait()
            told += [int(line) for line in process.stdout if line.endswith("\n")]
        assert process.returncode == -9
        saved = check_whole(root)
        assert saved >= told[-1]  # what was told as saved is there
        cut_short += len(list(root.glob(".*.tmp")))
        for path in root.glob(".*.tmp"):
            path.unlink()
    store = Store(root)
    assert store.load("learned-karate", LEARNED, None) is not None
    assert store.load("settings", SETTINGS, Settings()) != Settings()
    assert store.take_notices() == ()
    assert not list(root.glob("*.bad-*"))
    return "cut short" if cut_short else "between writes"


@pytest.mark.skipif(sys.platform == "win32", reason="has no kill -9")
@row("kills of a store that writes", everyday=6, full=300, between=48, each=6)
def test_killed_while_writing(forked: None, tmp_path: Path, sweep: Sweep) -> None:
    fates = sweep.run(lambda one: kill_writers(tmp_path / str(one.number), one))
    assert fates["cut short"] >= fates.total() / 2


def test_two_at_once_never_tear_a_file(forked: None, tmp_path: Path) -> None:
    processes = [writer(tmp_path, first, first + 9) for first in (1, 1001)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    readings = 0
    while any(process.poll() is None for process in processes):
        check_whole(tmp_path)
        readings += 1
        time.sleep(0.005)  # neither writer has to wait for the one that reads
    for process in processes:
        assert process.stdout is not None
        with process.stdout:
            assert len(process.stdout.readlines()) == 10
        assert process.returncode == 0
    assert readings >= 5
    assert check_whole(tmp_path) in (10, 1010)
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.json{end}" for name in ("settings", "learned-karate") for end in ("", ".bak")
    }
