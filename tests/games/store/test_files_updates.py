"""Changes rather than values: of two windows none undoes the other's, however late it is written.

And what happens while the folder is away.
"""

from __future__ import annotations

import dataclasses
import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from games.store.files import Store
from games.store.profiles import SETTINGS, Settings
from tests.support.store_samples import FaultyFiles, raw_data

Change = Callable[[Settings], Settings]


def muting(settings: Settings) -> Settings:
    return dataclasses.replace(settings, mute=True)


def widening(settings: Settings) -> Settings:
    return dataclasses.replace(settings, window_width=settings.window_width + 1)


def update(store: Store, change: Change, name: str = "settings", beside: str = "") -> bool:
    return store.update(name, SETTINGS, store.load(name, SETTINGS, Settings()), change, beside)


def on_disk(root: Path, name: str = "settings") -> tuple[bool, int]:
    data = raw_data(root / f"{name}.json")
    return data["mute"], data["window_width"]


def test_two_windows_change_two_things(tmp_path: Path) -> None:
    one, two = Store(tmp_path), Store(tmp_path)
    known = one.load("settings", SETTINGS, Settings())
    assert two.update("settings", SETTINGS, known, widening)
    assert one.update("settings", SETTINGS, known, muting)
    assert on_disk(tmp_path) == (True, 1281)


def test_a_change_that_waits_is_made_to_what_is_there_then(tmp_path: Path) -> None:
    files = FaultyFiles()
    store, other = Store(tmp_path, files), Store(tmp_path)
    assert update(store, widening)
    files.decide = lambda operation, number: errno.ENOSPC * (operation == "write")
    assert not update(store, widening)
    assert not update(store, widening)
    assert store.read("settings", SETTINGS).window_width == 1283
    assert store.waiting == ("the settings",)
    assert store.is_waiting("settings")
    assert update(other, muting)
    assert update(other, widening)
    files.decide = lambda operation, number: 0
    assert store.flush()
    assert on_disk(tmp_path) == (True, 1284)
    assert store.waiting == ()


def test_a_value_that_waits_is_changed_too(tmp_path: Path) -> None:
    files = FaultyFiles(lambda operation, number: errno.ENOSPC * (operation == "write"))
    store = Store(tmp_path, files)
    assert not store.save("settings", SETTINGS, Settings(window_width=700))
    assert not update(store, widening)
    files.decide = lambda operation, number: 0
    assert store.flush()
    assert on_disk(tmp_path) == (False, 701)


def test_a_damaged_file_is_put_aside_and_its_copy_changed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for _ in range(3):
        assert update(store, widening)
    known = store.read("settings", SETTINGS)
    (tmp_path / "settings.json").write_bytes(b"{")
    assert store.update("settings", SETTINGS, known, muting)
    assert on_disk(tmp_path) == (True, 1282)
    assert (tmp_path / "settings.json.bad-1").read_bytes() == b"{"
    for name in ("settings.json", "settings.json.bak"):
        (tmp_path / name).unlink()
    assert store.update("settings", SETTINGS, known, muting)
    assert on_disk(tmp_path) == (True, 1283)  # what this window knows is better than nothing


def test_a_file_that_could_not_be_read_for_a_time_loses_nothing(tmp_path: Path) -> None:
    files = FaultyFiles()
    store = Store(tmp_path, files)
    assert update(store, widening)
    files.decide = lambda operation, number: errno.EIO * (operation == "read")
    assert store.load("settings", SETTINGS, None) is None
    assert not store.update("settings", SETTINGS, Settings(), muting)
    files.decide = lambda operation, number: 0
    assert store.flush()
    assert on_disk(tmp_path) == (True, 1281)


def test_a_change_that_no_file_can_hold_is_refused_and_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert not update(store, lambda s: dataclasses.replace(s, window_width=-5))
    assert store.waiting == ()
    assert update(store, muting)
    assert on_disk(tmp_path) == (True, 1280)


def test_what_belongs_to_a_deleted_player_is_not_written_later(tmp_path: Path) -> None:
    files = FaultyFiles()
    store, other = Store(tmp_path, files), Store(tmp_path)
    assert store.save("profiles/a/profile", SETTINGS, Settings())
    files.decide = lambda operation, number: errno.ENOSPC * (operation == "write")
    assert not update(store, muting, "profiles/a/statistics", "profiles/a/profile")
    assert not store.save("profiles/a/learned", SETTINGS, Settings(), "profiles/a/profile")
    assert other.delete_folder("profiles/a")
    files.decide = lambda operation, number: 0
    store.take_notices()
    assert store.flush()
    assert list(tmp_path.rglob("*.json")) == []
    assert any("was deleted" in notice for notice in store.take_notices())


# -- the folder is away --------------------------------------------------------------------


@pytest.mark.parametrize("part", ["", "profiles"])
def test_nothing_is_made_anew_where_the_folder_was(tmp_path: Path, part: str) -> None:
    """As with a stick: all of it, or an empty place where it was."""
    root, stick = tmp_path / "data", tmp_path / "stick"
    store = Store(root)
    name = "profiles/a/settings"
    assert update(store, widening, name)
    assert not store.place.gone
    (root / part).rename(stick)
    assert store.place.gone
    assert not update(store, muting, name)
    assert not store.save("scores", SETTINGS, Settings())
    assert not (root / part).exists()
    assert store.load(name, SETTINGS, Settings()).mute
    told = store.take_notices()
    assert len(told) == 1
    assert "the folder is gone; bring it back" in told[0]
    stick.rename(root / part)
    assert store.flush()
    assert on_disk(root, name) == (True, 1281)
    assert store.take_notices() == ("Saving works again.",)


def test_a_folder_that_never_was_is_made(tmp_path: Path) -> None:
    store = Store(tmp_path / "one" / "two")
    assert not store.place.gone
    assert update(store, muting, "profiles/a/settings")
    assert not store.place.gone
