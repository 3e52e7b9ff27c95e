"""The store under write faults: nothing raises, the old file stays, the player is told, it retries.

Each of the operations of a save fails at each of its calls with each error in turn.
"""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path
from typing import Any

import pytest

from games.store.disk import backup
from games.store.files import Store
from games.store.not_saved import NotSaved
from games.store.profiles import SETTINGS, Settings
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import (
    OPERATIONS,
    FaultyFiles,
    Sample,
    as_data,
    failing_once,
    path_of,
    raw_data,
    samples,
    temporary_files,
)
from tests.support.sweep import Sweep, Try, row

ERRORS = (errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS, errno.EDQUOT)
SETTINGS_SAMPLE, SCORES_SAMPLE = samples()[0], samples()[-1]


def store_with_one_save(root: Path, sample: Sample = SETTINGS_SAMPLE) -> tuple[Store, FaultyFiles]:
    files = FaultyFiles()
    store = Store(root, files)
    assert store.save(sample.name, sample.form, sample.newer)
    assert store.save(sample.name, sample.form, sample.older)
    return store, files


def calls_of_a_save(root: Path, sample: Sample) -> dict[str, int]:
    """How often a save over an existing file uses each operation."""
    store, files = store_with_one_save(root, sample)
    files.calls.clear()
    assert store.save(sample.name, sample.form, sample.newer)
    return dict(files.calls)


def test_a_file_is_on_the_disk_before_it_takes_its_place(tmp_path: Path) -> None:
    store, files = store_with_one_save(tmp_path)
    order: list[str] = []
    files.decide = lambda operation, number: order.append(operation) or 0  # type: ignore[func-returns-value]
    assert store.save("settings", SETTINGS, SETTINGS_SAMPLE.newer)
    reading = ["open", "read", "close"]
    writing = ["mkdir", "open", "write", "flush", "fsync", "close"]
    placing = ["link", "replace", "unlink", "replace", "fsync_folder"]
    assert order == reading + writing + placing


EACH_FAULT = [
    (sample, operation, error)
    for sample in samples()
    for operation in OPERATIONS
    for error in ERRORS
]
"""Every kind of file, every operation of a save, every error; the settings first, everyday."""


@row("faults of each call", everyday=len(EACH_FAULT) // len(samples()), full=len(EACH_FAULT))
def test_one_fault_at_each_call(tmp_path: Path, sweep: Sweep) -> None:
    def check(one: Try) -> str:
        sample, operation, error = EACH_FAULT[one.number]
        root = tmp_path / str(one.number)
        calls = calls_of_a_save(root / "count", sample)[operation]
        assert calls >= 1
        for number in range(1, calls + 1):
            check_one_fault(root / str(number), sample, operation, number, error)
        return operation

    sweep.run(check)


def check_one_fault(root: Path, sample: Sample, operation: str, number: int, error: int) -> None:
    store, files = store_with_one_save(root, sample)
    path, label = path_of(root, sample.name), sample.form.label
    older, newer = (as_data(sample, value) for value in sample[2:])
    with failing_once(files, operation, number, error):
        saved = store.save(sample.name, sample.form, sample.newer)
    assert files.failed == 1
    assert not temporary_files(root)
    on_disk = [raw_data(file) for file in (path, backup(path)) if file.exists()]
    assert on_disk[0] in (older, newer)
    assert older in on_disk
    assert store.load(sample.name, sample.form, None) == sample.newer
    notices = store.take_notices()
    if saved:
        assert on_disk[0] == newer
        assert notices == ()
    else:
        assert len(notices) == 1
        assert notices[0].startswith(f"Could not save {label} in ")
    other = SETTINGS_SAMPLE if sample.form.kind == SCORES_SAMPLE.form.kind else SCORES_SAMPLE
    assert store.save(other.name, other.form, other.newer)
    assert raw_data(path) == newer
    assert store.take_notices() == (() if saved else ("Saving works again.",))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errno.ENOSPC, "the disk is full; free some space, the arcade keeps trying"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "--data-dir"),
        (errno.EPERM, "--data-dir"),
        (errno.EIO, "check the disk"),
        (errno.ENAMETOOLONG, "the arcade keeps trying"),
    ],
)
def test_the_sentence_says_what_to_do(tmp_path: Path, error: int, words: str) -> None:
    files = FaultyFiles(lambda operation, number: error * (operation == "write"))
    store = Store(tmp_path, files)
    assert not store.save("settings", SETTINGS, Settings())
    (notice,) = store.take_notices()
    assert words in notice
    assert str(tmp_path) in notice
    with pytest.raises(NotSaved, match=r"Could not save the settings") as caught:
        store.write("settings", SETTINGS, Settings())
    assert caught.value.number in (error, errno.EACCES)


def test_a_full_disk_is_told_once_and_everything_saved_when_there_is_space(tmp_path: Path) -> None:
    full = FaultyFiles(lambda operation, number: errno.ENOSPC * (operation == "write"))
    store = Store(tmp_path, full)
    for _ in range(3):
        for sample in samples():
            assert not store.save(sample.name, sample.form, sample.newer)
    assert len(store.take_notices()) == 1
    assert not store.flush()
    assert temporary_files(tmp_path) == []
    full.decide = lambda operation, number: 0
    assert store.flush()
    assert store.take_notices() == ("Saving works again.",)
    other = Store(tmp_path)
    for sample in samples():
        assert other.load(sample.name, sample.form, None) == sample.newer
    full.decide = lambda operation, number: errno.ENOSPC * (operation == "write")
    assert not store.save("settings", SETTINGS, Settings())
    assert len(store.take_notices()) == 1


@pytest.mark.parametrize("sample", samples(), ids=lambda s: s.form.kind)
def test_without_second_names_the_last_good_one_is_copied(tmp_path: Path, sample: Sample) -> None:
    files = FaultyFiles(lambda operation, number: errno.EPERM * (operation == "link"))
    store = Store(tmp_path, files)
    for value in (sample.newer, sample.older, sample.newer):
        assert store.save(sample.name, sample.form, value)
    assert files.failed == 2
    path = path_of(tmp_path, sample.name)
    assert raw_data(path) == as_data(sample, sample.newer)
    assert raw_data(backup(path)) == as_data(sample, sample.older)
    assert not temporary_files(tmp_path)


@pytest.mark.parametrize("operation", ["open", "read"])
@pytest.mark.parametrize("error", [errno.EIO, errno.EACCES, errno.EMFILE])
def test_a_fault_in_reading_loses_nothing(tmp_path: Path, operation: str, error: int) -> None:
    store, files = store_with_one_save(tmp_path)
    assert store.save("settings", SETTINGS, SETTINGS_SAMPLE.newer)
    with failing_once(files, operation, 1, error):
        assert store.load("settings", SETTINGS, None) == SETTINGS_SAMPLE.older
    (notice,) = store.take_notices()
    assert "could not be read" in notice
    assert "is left alone" in notice
    assert store.load("settings", SETTINGS, None) == SETTINGS_SAMPLE.newer
    assert store.save("settings", SETTINGS, SETTINGS_SAMPLE.older)
    assert not list(tmp_path.glob("*.bad-*"))


def test_nothing_is_saved_over_a_file_that_could_not_be_read(tmp_path: Path) -> None:
    store, files = store_with_one_save(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    files.decide = lambda operation, number: errno.EIO * (operation == "read")
    assert store.load("settings", SETTINGS, Settings()) == Settings()
    assert not store.save("settings", SETTINGS, Settings(mute=True))
    files.decide = lambda operation, number: 0
    assert not store.save("settings", SETTINGS, Settings(mute=True))  # it began from nothing
    assert not store.flush()
    assert store.load("settings", SETTINGS, Settings()) == Settings(mute=True)
    assert len(store.take_notices()) == 1
    assert store.save(SCORES_SAMPLE.name, SCORES_SAMPLE.form, SCORES_SAMPLE.newer)
    assert {path: path.read_bytes() for path in before} == before
    assert Store(tmp_path).load("settings", SETTINGS, None) == SETTINGS_SAMPLE.older


def test_faults_while_recovering_leave_the_value_in_memory(tmp_path: Path) -> None:
    for number, operation in enumerate((*OPERATIONS, "read", "unlink")):
        root = tmp_path / str(number)
        store, files = store_with_one_save(root)
        assert store.save("settings", SETTINGS, SETTINGS_SAMPLE.newer)
        path_of(root, "settings").write_bytes(b"{")
        broken = {operation: errno.EIO}
        files.decide = lambda op, number, broken=broken: broken.get(op, 0)  # type: ignore[misc]
        value = store.load("settings", SETTINGS, "default")
        assert value in (SETTINGS_SAMPLE.older, "default")
        assert operation in ("open", "read") or value != "default"
        assert store.take_notices()
        files.decide = lambda op, number: 0
        assert Store(root).load("settings", SETTINGS, None) == SETTINGS_SAMPLE.older
    assert number == len(OPERATIONS) + 1


def storm(root: Path, rng: random.Random, steps: int) -> int:
    """Saves, loads and deletions while a fifth of all write operations fail; returns the faults.

    A model in memory says what each name holds; nothing may ever differ from it.
    """
    files = FaultyFiles()
    store = Store(root, files)
    model: dict[str, Any] = {}
    calm = ("open", "read", "unlink")  # a deletion or a reading that fails is another test

    def decide(operation: str, number: int) -> int:
        stormy = operation not in calm and rng.random() < 0.2
        return rng.choice(ERRORS) if stormy else 0

    for _ in range(steps):
        files.decide = decide
        sample = rng.choice(samples())
        if rng.random() < 0.1:
            assert store.delete(sample.name) or store.take_notices()
            model.pop(sample.name, None)
            continue
        value = rng.choice((sample.older, sample.newer))
        model[sample.name] = value
        if store.save(sample.name, sample.form, value):
            assert raw_data(path_of(root, sample.name)) == as_data(sample, value)
        for other in samples():
            assert store.load(other.name, other.form, None) == model.get(other.name)
    files.decide = lambda operation, number: 0
    assert store.flush()
    again = Store(root, QuickFiles())
    for sample in samples():
        assert again.load(sample.name, sample.form, None) == model.get(sample.name)
    assert again.take_notices() == ()
    assert not list(root.rglob("*.bad-*"))
    assert not temporary_files(root)
    return files.failed


@row("random sequences with faults", everyday=60, full=200 * 500, between=10 * 500, each=500)
def test_storms_of_faults(tmp_path: Path, sweep: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by steps: one of 60 everyday, 200 of 500 in the full tier."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # waiting is another test

    def check(one: Try) -> str:
        failed = storm(tmp_path / str(one.number), one.rng, one.each)
        assert failed > one.each / 2
        return "stood"

    sweep.run(check, seconds=600)  # 10 s on a quiet disk; others who write at once take it long
