"""What could not be kept is tried again by the clock, and what waits for it is done then."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from games.store.files import Store
from games.store.later import TRY_EVERY, Later
from games.store.profiles import SETTINGS, Settings
from tests.support.disk_use import disk_use
from tests.support.store_samples import FaultyFiles


@pytest.fixture
def files() -> FaultyFiles:
    """A disk that is full."""
    return FaultyFiles(lambda operation, number: errno.ENOSPC * (operation == "write"))


def test_a_full_disk_is_tried_again_by_the_clock(tmp_path: Path, files: FaultyFiles) -> None:
    store = Store(tmp_path, files)
    later = Later(store)
    assert not store.save("settings", SETTINGS, Settings(mute=True))
    for _ in range(3):
        later.pass_time(TRY_EVERY)
    assert files.calls["write"] == 4
    files.decide = lambda operation, number: 0
    with disk_use() as uses:
        later.pass_time(TRY_EVERY - 0.1)
    assert uses == []
    later.pass_time(0.2)
    assert store.waiting == ()
    assert Store(tmp_path).load("settings", SETTINGS, Settings()).mute
    assert store.take_notices()[-1] == "Saving works again."


def test_with_nothing_to_do_the_disk_is_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    later = Later(store)
    assert store.save("settings", SETTINGS, Settings())
    with disk_use() as uses:
        for _ in range(10):
            later.pass_time(TRY_EVERY)
    assert uses == []


def test_what_waits_for_a_file_is_done_once_when_it_is_there(
    tmp_path: Path, files: FaultyFiles
) -> None:
    store, done = Store(tmp_path, files), []
    later = Later(store)
    later.when_kept((), lambda: done.append("at once"))
    assert not store.save("settings", SETTINGS, Settings())
    later.when_kept(("settings",), lambda: done.append("settings"))
    later.when_kept(("scores",), lambda: done.append("scores"))
    assert done == ["at once", "scores"]
    later.pass_time(TRY_EVERY)
    assert done == ["at once", "scores"]
    files.decide = lambda operation, number: 0
    later.try_now()
    later.try_now()
    assert done == ["at once", "scores", "settings"]


def test_what_waits_is_done_when_the_folder_is_back(tmp_path: Path) -> None:
    store, done = Store(tmp_path / "data"), []
    later = Later(store)
    assert store.save("settings", SETTINGS, Settings())
    (tmp_path / "data").rename(tmp_path / "stick")
    later.when_kept((), lambda: done.append(1))
    later.pass_time(TRY_EVERY)
    assert done == []
    (tmp_path / "stick").rename(tmp_path / "data")
    later.pass_time(TRY_EVERY)
    assert done == [1]


def test_where_nothing_is_kept_on_a_disk_nothing_waits() -> None:
    store, done = Store(None), []
    later = Later(store)
    store.save("settings", SETTINGS, Settings())
    later.when_kept(("settings",), lambda: done.append(1))
    assert done == [1]
    assert store.waiting == ()
