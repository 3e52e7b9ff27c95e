"""The store: what it writes, what it reads, and odd things that it finds in its folder."""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from games.fields import BadSave
from games.store.disk import BAD_FILES_KEPT, backup
from games.store.files import Store, open_store
from games.store.formats import NewerSave
from games.store.not_saved import NotSaved
from games.store.place import BadDataDirectory, data_directory
from games.store.profiles import SETTINGS, Settings, match_format
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import (
    FaultyFiles,
    Sample,
    as_data,
    envelope,
    failing_once,
    path_of,
    raw_data,
    samples,
    temporary_files,
)

each_sample = pytest.mark.parametrize("sample", samples(), ids=lambda s: s.form.kind)


def saved_twice(root: Path, sample: Sample) -> Path:
    """A folder with the newer value in place and the older one as its last good copy."""
    store = Store(root, QuickFiles())
    assert store.save(sample.name, sample.form, sample.older)
    assert store.save(sample.name, sample.form, sample.newer)
    assert store.take_notices() == ()
    return path_of(root, sample.name)


@each_sample
def test_what_was_saved_is_loaded_by_another_store(tmp_path: Path, sample: Sample) -> None:
    path = saved_twice(tmp_path, sample)
    assert Store(tmp_path).load(sample.name, sample.form, None) == sample.newer
    assert raw_data(path) == as_data(sample, sample.newer)
    assert raw_data(backup(path)) == as_data(sample, sample.older)
    assert not temporary_files(tmp_path)


@each_sample
def test_a_file_says_what_it_is(tmp_path: Path, sample: Sample) -> None:
    plain = json.loads(saved_twice(tmp_path, sample).read_text(encoding="utf-8"))
    assert set(plain) == {"format", "version", "sha256", "data"}
    assert plain["format"] == f"open-mind-arcade/{sample.form.kind}"
    assert plain["version"] == sample.form.version
    again = envelope(sample.form.kind, plain["data"], sample.form.version)
    assert sample.form.decode(again) == sample.newer


def test_a_match_that_an_older_arcade_kept_is_read() -> None:
    old = {"game": "ur", "text": "ur 1\n0:2\n", "saved": "2025-01-31T10:00:00+00:00"}
    found = match_format("ur").decode(envelope("match", old))
    assert (found.text, found.secret) == ("ur 1\n0:2\n", "")
    for wrong in ("0" * 31, "z" * 32, 5):
        with pytest.raises(BadSave):
            match_format("ur").decode(envelope("match", {**old, "secret": wrong}, 2))
    with pytest.raises(BadSave, match="ever was"):
        match_format("ur").decode(envelope("match", old, 0))


def test_nothing_is_created_before_the_first_save(tmp_path: Path) -> None:
    store = Store(tmp_path / "a" / "b")
    assert store.load("settings", SETTINGS, None) is None
    assert store.take_notices() == ()
    assert list(tmp_path.iterdir()) == []
    assert store.save("settings", SETTINGS, Settings())
    assert (tmp_path / "a" / "b" / "settings.json").is_file()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_only_the_owner_may_look_at_what_is_saved(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(tmp_path / "a" / "b")
        for wanted in (Settings(), Settings(mute=True)):
            assert store.save("profiles/0/settings", SETTINGS, wanted)
    finally:
        os.umask(before)
    modes = {path: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert len(modes) == 6
    assert all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes.items()), modes


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def _directory(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "kept.txt").write_text("not ours")


def _link_to(target: str) -> Callable[[Path], object]:
    def plant(path: Path) -> None:
        path.unlink()
        path.symlink_to(target)

    return plant


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _bytes(blob: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(blob)


def _settings(**changes: Any) -> Callable[[Path], object]:
    return _bytes(envelope("settings", {"mute": True, **changes}))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "huge": _huge,
    "directory": _directory,
    "loop": _link_to("settings.json"),
    "device": _link_to("/dev/zero"),
    "fifo": _fifo,
    "not UTF-8": _bytes(b"\xff\xfe{}"),
    "UTF-16": lambda path: path.write_bytes(path.read_text().encode("utf-16")),
    "deep": _bytes(b"[" * 100_000),
    "deep inside": _bytes(
        b'{"format":"open-mind-arcade/settings","version":1,"sha256":"","data":'
        + b'{"a":' * 50_000
        + b"1"
        + b"}" * 50_001
    ),
    "not an object": _bytes(b"[1, 2]"),
    "another kind": _bytes(envelope("scores", {})),
    "version 0": _bytes(envelope("settings", {}, 0)),
    "version true": _bytes(envelope("settings", {}).replace(b'"version": 1', b'"version": true')),
    "version text": _bytes(envelope("settings", {}).replace(b'"version": 1', b'"version": "1"')),
    "checksum": lambda path: path.write_bytes(path.read_bytes().replace(b"0.25", b"0.75")),
    "part more": _bytes(envelope("settings", {})[:-1] + b', "more": 1}'),
    "same key twice": _bytes(
        envelope("settings", {"mute": True}).replace(b'{"mute"', b'{"mute": true, "mute"')
    ),
    "data are a list": _bytes(envelope("settings", [])),
    "unknown setting": _settings(colour="red"),
    "volume text": _settings(effects_volume="0.5"),
    "volume true": _settings(effects_volume=True),
    "volume over 1": _settings(effects_volume=1.01),
    "volume below 0": _settings(effects_volume=-0.1),
    "volume NaN": _settings(effects_volume=float("nan")),
    "volume infinite": _settings(effects_volume=float("inf")),
    "volume too large for a float": _settings(effects_volume=10**400),
    "window 0": _settings(window_width=0),
    "window 1.5": _settings(window_width=1.5),
    "mute 1": _settings(mute=1),
    "mute null": _settings(mute=None),
    "profile is a path": _settings(last_profile="../../etc"),
    "bindings a list": _settings(bindings=["a"]),
    "binding a text": _settings(bindings={"left": "key:a"}),
    "binding with control characters": _settings(bindings={"left": ["a\n"]}),
    "too many bindings": _settings(bindings={f"a{n}": [] for n in range(301)}),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_damage_is_set_aside_and_the_last_good_one_used(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path, settings)
    damage(path)
    store = Store(tmp_path)
    assert store.load("settings", SETTINGS, None) == settings.older
    assert os.path.lexists(path.with_name("settings.json.bad-1"))
    (notice,) = store.take_notices()
    assert "last good copy" in notice
    assert raw_data(path) == as_data(settings, settings.older)
    again = Store(tmp_path)
    assert again.load("settings", SETTINGS, None) == settings.older
    assert again.take_notices() == ()


@each_sample
def test_damage_without_a_good_copy_starts_anew(tmp_path: Path, sample: Sample) -> None:
    path = saved_twice(tmp_path, sample)
    path.write_bytes(b"{")
    backup(path).write_bytes(b"")
    store = Store(tmp_path)
    assert store.load(sample.name, sample.form, "default") == "default"
    (notice,) = store.take_notices()
    assert "starts anew" in notice
    assert path.with_name(f"{path.name}.bad-1").read_bytes() == b"{"
    assert path.with_name(f"{path.name}.bak.bad-1").exists()
    assert Store(tmp_path).load(sample.name, sample.form, None) is None
    assert store.save(sample.name, sample.form, sample.newer)
    assert Store(tmp_path).load(sample.name, sample.form, None) == sample.newer


@each_sample
def test_a_missing_file_is_taken_from_its_copy(tmp_path: Path, sample: Sample) -> None:
    path = saved_twice(tmp_path, sample)
    path.unlink()
    store = Store(tmp_path)
    assert store.load(sample.name, sample.form, None) == sample.older
    assert len(store.take_notices()) == 1
    assert raw_data(path) == as_data(sample, sample.older)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path, settings)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    store = Store(tmp_path)
    assert store.load("settings", SETTINGS, None) == settings.newer
    assert store.take_notices() == ()


def test_missing_parts_take_their_defaults(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(envelope("settings", {"mute": True}))
    assert Store(tmp_path).load("settings", SETTINGS, None) == Settings(mute=True)


def test_bad_files_are_numbered_never_overwritten_and_few(tmp_path: Path) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path, settings)
    for number in range(1, 13):
        path.write_bytes(b"bad %d" % number)
        assert Store(tmp_path).load("settings", SETTINGS, None) == settings.older
    bad = {entry.name: entry.read_bytes() for entry in tmp_path.glob("settings.json.bad-*")}
    expected = range(13 - BAD_FILES_KEPT, 13)
    assert bad == {f"settings.json.bad-{n}": b"bad %d" % n for n in expected}


def test_a_bad_file_never_becomes_the_last_good_one(tmp_path: Path) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path, settings)
    path.write_bytes(b"damaged by another program")
    assert Store(tmp_path).save("settings", SETTINGS, Settings(mute=True))
    assert raw_data(backup(path)) == as_data(settings, settings.older)
    assert path.with_name("settings.json.bad-1").read_bytes() == b"damaged by another program"


@pytest.mark.parametrize("where", ["file", "copy"])
@each_sample
def test_a_newer_file_is_left_alone(tmp_path: Path, sample: Sample, where: str) -> None:
    path = saved_twice(tmp_path, sample)
    wrong = dict.fromkeys(json.loads(path.read_bytes())["data"], "another thing since")
    newer = envelope(sample.form.kind, wrong, sample.form.version + 1)
    if where == "copy":
        path.unlink()
        backup(path).write_bytes(newer)
    else:
        path.write_bytes(newer)
    before = {entry: entry.read_bytes() for entry in path.parent.iterdir() if entry.is_file()}
    store = Store(tmp_path)
    assert store.load(sample.name, sample.form, "default") == "default"
    assert not store.save(sample.name, sample.form, sample.older)
    assert not store.save(sample.name, sample.form, sample.newer)
    assert store.load(sample.name, sample.form, "default") == sample.newer
    (notice,) = store.take_notices()
    assert "newer arcade" in notice
    after = {entry: entry.read_bytes() for entry in path.parent.iterdir() if entry.is_file()}
    assert after == before
    with pytest.raises(NotSaved, match="newer arcade"):
        store.write(sample.name, sample.form, sample.older)
    if where == "file":
        with pytest.raises(NewerSave):
            Store(tmp_path).read(sample.name, sample.form)


def test_a_newer_file_does_not_stop_others(tmp_path: Path) -> None:
    newer = envelope("settings", {"mute": "at night"}, SETTINGS.version + 1)
    (tmp_path / "settings.json").write_bytes(newer)
    store = Store(tmp_path)
    scores = samples()[-1]
    assert not store.save("settings", SETTINGS, Settings())
    assert store.save(scores.name, scores.form, scores.newer)
    assert len(store.take_notices()) == 1
    assert not store.flush()


def test_what_no_file_can_hold_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.save("settings", SETTINGS, Settings(mute=True))
    surrogate = Settings(bindings={"up": ("\ud800",)})
    bad = Settings(music_volume=float("nan")), Settings(window_width=0), surrogate
    for settings in bad:
        assert not store.save("settings", SETTINGS, settings)
    assert len(store.take_notices()) == len(bad)
    assert store.load("settings", SETTINGS, None) == Settings(mute=True)
    learned = samples()[4]
    assert learned.form.kind == "learned"
    assert store.save(learned.name, learned.form, "é" * 100_000)
    assert not store.save(learned.name, learned.form, "é" * 100_001)
    assert store.load(learned.name, learned.form, None) == "é" * 100_000


@pytest.mark.parametrize(
    "name", ["", "A", "a.b", "../a", "a/../b", "/a", "a/", "a//b", "a\0", "é", "a" * 65, "-a"]
)
def test_names_that_could_leave_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path)
    for call in (store.exists, store.delete, store.delete_folder):
        with pytest.raises(BadSave):
            call(name)
    with pytest.raises(BadSave):
        store.save(name, SETTINGS, Settings())
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_read_and_replaced_but_its_target_kept(tmp_path: Path) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path / "data", settings)
    elsewhere = tmp_path / "elsewhere.json"
    path.rename(elsewhere)
    before = elsewhere.read_bytes()
    path.symlink_to(elsewhere)
    store = Store(tmp_path / "data")
    assert store.load("settings", SETTINGS, None) == settings.newer
    assert store.save("settings", SETTINGS, Settings())
    assert not path.is_symlink()
    assert elsewhere.read_bytes() == before
    assert Store(tmp_path / "data").load("settings", SETTINGS, None) == Settings()


def test_a_linked_folder_is_used_and_only_its_link_deleted(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    root = tmp_path / "root"
    (root / "profiles").mkdir(parents=True)
    (root / "profiles" / "3f2a").symlink_to(real)
    sample = samples()[1]
    store = Store(root)
    assert store.save(sample.name, sample.form, sample.newer)
    assert (real / "profile.json").is_file()
    assert store.folders("profiles") == ("3f2a",)
    assert store.delete_folder("profiles/3f2a")
    assert store.folders("profiles") == ()
    assert (real / "profile.json").is_file()


def test_a_folder_in_place_of_the_copy(tmp_path: Path) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path, settings)
    backup(path).unlink()
    backup(path).mkdir()
    store = Store(tmp_path)
    assert store.save("settings", SETTINGS, Settings())
    assert raw_data(backup(path)) == as_data(settings, settings.newer)


def test_a_file_in_place_of_a_folder_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "profiles").write_text("what is this")
    sample = samples()[1]
    store = Store(tmp_path)
    assert store.load(sample.name, sample.form, None) is None
    assert store.folders("profiles") == ()
    assert store.save(sample.name, sample.form, sample.newer)
    assert (tmp_path / "profiles.bad-1").read_text() == "what is this"
    assert len(store.take_notices()) == 1


@pytest.mark.parametrize("below", ["", "deeper/still"])
def test_a_file_in_place_of_the_root(tmp_path: Path, below: str) -> None:
    (tmp_path / "root").write_text("a file")
    check_play_goes_on(tmp_path / "root" / below)
    assert (tmp_path / "root").read_text() == "a file"


def check_play_goes_on(root: Path) -> None:
    """Nothing can be saved, the player is told once, and everything is there in memory."""
    store = Store(root)
    assert len(store.take_notices()) == 1
    for sample in samples():
        assert store.load(sample.name, sample.form, None) is None
        assert not store.save(sample.name, sample.form, sample.older)
        assert not store.save(sample.name, sample.form, sample.newer)
        assert store.load(sample.name, sample.form, None) == sample.newer
    assert store.folders("profiles") == ("3f2a",)
    assert not store.flush()
    assert store.take_notices() == ()
    store.delete("scores")
    assert not store.exists("scores")
    assert store.take_notices() == ()


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Without the rights of root, which no permission stops."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def let_in(folder: Path) -> None:
    """Anybody may look into a folder, and go there."""
    for each in (folder, *folder.parents):
        mode = each.stat().st_mode
        if mode & 0o055 != 0o055:
            each.chmod(mode & 0o777 | 0o055)


@pytest.mark.skipif(os.name == "nt", reason="permissions are other there")
@pytest.mark.parametrize("mode", [0o555, 0o000])
@pytest.mark.parametrize("below", ["", "home/.local/share/open-mind-arcade"])
def test_a_root_that_may_not_be_written(tmp_path: Path, mode: int, below: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    let_in(tmp_path)
    root.chmod(mode)
    try:
        with ordinary_user():
            check_play_goes_on(root / below)
    finally:
        root.chmod(0o755)
    assert list(root.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="permissions are other there")
def test_a_file_that_may_not_be_read_is_kept(tmp_path: Path) -> None:
    settings = samples()[0]
    path = saved_twice(tmp_path, settings)
    let_in(tmp_path)
    tmp_path.chmod(0o777)
    backup(path).chmod(0o644)
    path.chmod(0)
    try:
        with ordinary_user():
            store = Store(tmp_path)
            assert store.load("settings", SETTINGS, None) == settings.older
            assert not store.save("settings", SETTINGS, Settings())
            (notice,) = store.take_notices()
    finally:
        path.chmod(0o644)
    assert "could not be read (Permission denied) and is left alone" in notice
    assert raw_data(path) == as_data(settings, settings.newer)
    assert Store(tmp_path).load("settings", SETTINGS, None) == settings.newer


def test_in_memory_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(None)
    for sample in samples():
        assert not store.save(sample.name, sample.form, sample.newer)
        assert store.load(sample.name, sample.form, None) == sample.newer
        assert store.exists(sample.name)
    assert store.take_notices() == ()
    assert store.delete_folder("profiles/3f2a")
    assert store.folders("profiles") == ()
    with pytest.raises(NotSaved):
        store.write("settings", SETTINGS, Settings())
    assert list(tmp_path.iterdir()) == []


def test_deleting_leaves_nothing_of_a_file(tmp_path: Path) -> None:
    learned = samples()[4]
    path = saved_twice(tmp_path, learned)
    for name in ("{}.bad-1", "{}.bak.bad-2", ".{}.0123456789ab.tmp", ".{}.bak.01.tmp"):
        (path.parent / name.format(path.name)).write_bytes(b"learned")
    other = path.with_name(path.name.replace("karate", "karate2"))
    other.write_bytes(b"stays")
    store = Store(tmp_path)
    assert store.delete(learned.name)
    assert [entry.name for entry in path.parent.iterdir()] == [other.name]
    assert store.delete(learned.name)
    assert store.take_notices() == ()


def test_deleting_a_folder_removes_what_an_earlier_removal_left(tmp_path: Path) -> None:
    saved_twice(tmp_path, samples()[1])
    (tmp_path / "profiles" / ".deleted-0123").mkdir()
    (tmp_path / "profiles" / "3f2a" / "sub").mkdir()
    store = Store(tmp_path)
    assert store.delete_folder("profiles/3f2a")
    assert list((tmp_path / "profiles").iterdir()) == []


def test_what_cannot_be_deleted_is_told(tmp_path: Path) -> None:
    settings = samples()[0]
    saved_twice(tmp_path, settings)
    store = Store(tmp_path, FaultyFiles(lambda op, number: errno.EROFS * (op == "unlink")))
    assert not store.delete("settings")
    (notice,) = store.take_notices()
    assert "by hand" in notice
    assert store.load("settings", SETTINGS, None) == settings.newer


def test_old_temporary_files_are_swept_and_fresh_ones_left(tmp_path: Path) -> None:
    old, fresh, other = (tmp_path / name for name in (".a.json.1.tmp", ".a.json.2.tmp", "b.tmp"))
    for path in (old, fresh, other):
        path.write_bytes(b"half")
    now = time.time()
    os.utime(old, (now - 120, now - 120))
    os.utime(other, (now - 120, now - 120))
    assert Store(tmp_path).save("settings", SETTINGS, Settings())
    assert not old.exists()
    assert fresh.exists()
    assert other.exists()


def test_notices_are_sentences_that_can_be_shown(tmp_path: Path) -> None:
    root = tmp_path / os.fsdecode(b"odd-\xff-\n-folder")
    root.write_text("in the way")
    store = Store(root)
    (notice,) = store.take_notices()
    assert notice.isprintable()
    assert notice.endswith(".")
    notice.encode("utf-8")


def test_notices_stay_few() -> None:
    store = Store(None)
    for number in range(1000):
        store.tell(f"Sentence {number}.")
    assert store.take_notices() == tuple(f"Sentence {n}." for n in range(950, 1000))


HOME = {"HOME": "/home/ada"}


@pytest.mark.parametrize(
    ("given", "environment", "platform", "expected"),
    [
        ("/data", HOME, "linux", "/data"),
        (None, HOME, "linux", "/home/ada/.local/share/open-mind-arcade"),
        (None, HOME | {"XDG_DATA_HOME": "/xdg"}, "linux", "/xdg/open-mind-arcade"),
        (None, HOME | {"XDG_DATA_HOME": "xdg"}, "linux", "/home/ada/.local/share/open-mind-arcade"),
        (None, HOME | {"XDG_DATA_HOME": ""}, "linux", "/home/ada/.local/share/open-mind-arcade"),
        (None, HOME, "darwin", "/home/ada/Library/Application Support/open-mind-arcade"),
        (None, {"LOCALAPPDATA": "/l"}, "win32", "/l/open-mind-arcade"),
        (None, {"USERPROFILE": "/u"}, "win32", "/u/AppData/Local/open-mind-arcade"),
        (None, {}, "linux", None),
        (None, {"HOME": "not/absolute"}, "linux", None),
        (None, {}, "win32", None),
    ],
)
def test_where_data_are_kept(
    given: str | None, environment: dict[str, str], platform: str, expected: str | None
) -> None:
    found = data_directory(given, environment, platform)
    assert found == (None if expected is None else Path(expected))


def test_a_relative_folder_stays_where_it_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_directory("here", {}) == tmp_path / "here"


@pytest.mark.parametrize("given", ["", "  ", "a\0b"])
def test_a_name_that_no_folder_has(given: str) -> None:
    with pytest.raises(BadDataDirectory):
        data_directory(given, HOME)


def test_without_a_home_the_player_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    store = open_store()
    assert store.root is None
    assert len(store.take_notices()) == 1
    assert not store.save("settings", SETTINGS, Settings())
    assert store.take_notices() == ()


def test_a_file_that_cannot_be_moved_keeps_its_name_and_its_copy(tmp_path: Path) -> None:
    learned = samples()[1]
    files = FaultyFiles()
    path = saved_twice(tmp_path, learned)
    names = sorted(entry.name for entry in path.parent.iterdir())
    store = Store(tmp_path, files)
    for number in (1, 2):
        with failing_once(files, "replace", number, errno.EIO):
            assert not store.move(learned.name, f"{learned.name}-2")
        assert sorted(entry.name for entry in path.parent.iterdir()) == names
    path.unlink()
    assert store.move(learned.name, f"{learned.name}-2"), "of which only the copy is left"
    assert [entry.name for entry in path.parent.iterdir()] == [f"{path.stem}-2.json.bak"]
