"""Unfinished matches, each in a file of its own: none takes another's place."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from games import log
from games.core import Log, Seating
from games.store import matches as module
from games.store.files import Store
from games.store.library import Library
from games.store.matches import Matches
from games.store.profiles import SavedMatch
from tests.support.quick_files import QuickFiles
from tests.support.store_samples import DyingFiles, Killed


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """One player, Ada."""
    numbers = itertools.count(1)
    made = Library(Store(tmp_path, QuickFiles()), new_id=lambda: f"id{next(numbers)}")
    made.create("Ada")
    return made


ADA = "id1"


def folder(library: Library) -> Path:
    assert library.store.root is not None
    return library.store.root / "profiles" / ADA


def age(library: Library, key: str, seconds: int) -> None:
    """Let a file have been written so long ago."""
    name = f"match-ur-{key}.json" if key else "match-ur.json"
    os.utime(folder(library) / name, (1e9 - seconds, 1e9 - seconds))


def found(library: Library, key: str = "") -> SavedMatch:
    match = library.matches.read(ADA, "ur", key)
    assert match is not None
    return match


def test_each_match_has_a_file_of_its_own(library: Library) -> None:
    matches = library.matches
    assert matches.keys(ADA, "ur") == ()
    assert matches.newest(ADA, "ur") is None
    for number, key in enumerate(("", "a", "b")):
        assert matches.keep(ADA, "ur", f"text {key}", key=key)
        age(library, key, 100 - number)
    assert matches.keep(ADA, "urn", "another game", key="c")
    assert matches.keys(ADA, "ur") == ("b", "a", "")
    newest = matches.newest(ADA, "ur")
    assert newest is not None
    assert (newest.key, newest.text) == ("b", "text b")
    age(library, "", 0)
    assert matches.keys(ADA, "ur") == ("", "b", "a")
    assert matches.forget(ADA, "ur", "b")
    assert [found(library, key).text for key in matches.keys(ADA, "ur")] == ["text ", "text a"]


def test_a_match_of_which_only_the_copy_is_left_is_found(library: Library) -> None:
    for text in ("first", "second"):
        assert library.matches.keep(ADA, "ur", text, key="a")
    (folder(library) / "match-ur-a.json").unlink()
    assert library.matches.keys(ADA, "ur") == ("a",)
    assert found(library, "a").text == "first"


def test_a_match_that_is_taken_up_gets_a_new_file_with_its_copy(library: Library) -> None:
    for text in ("first", "second"):
        assert library.matches.keep(ADA, "ur", text)
    key = library.matches.take_up(ADA, "ur", found(library).kept)
    assert library.matches.keys(ADA, "ur") == (key,)
    assert found(library, key).text == "second"
    assert (folder(library) / f"match-ur-{key}.json.bak").exists()
    assert not (folder(library) / "match-ur.json.bak").exists()


def test_a_match_that_was_played_on_meanwhile_stays_where_it_is(library: Library) -> None:
    assert library.matches.keep(ADA, "ur", "first", key="a")
    before = found(library, "a").kept
    assert library.matches.keep(ADA, "ur", "first and more", key="a")
    key = library.matches.take_up(ADA, "ur", before)
    assert key != "a"
    assert library.matches.keys(ADA, "ur") == ("a",)
    library.matches.forget_kept(ADA, "ur", before)
    assert found(library, "a").text == "first and more"
    library.matches.forget_kept(ADA, "ur", found(library, "a").kept)
    assert library.matches.keys(ADA, "ur") == ()


def life(library: Library, acknowledged: list[str]) -> None:
    """A match is played, left, taken up, played on and over; what was kept is noted then."""
    matches = library.matches
    for text in ("1", "12"):
        assert matches.keep(ADA, "ur", text, "which", key="first")
        acknowledged.append(text)
    key = matches.take_up(ADA, "ur", found(library, "first").kept)
    for text in ("123", "1234"):
        assert matches.keep(ADA, "ur", text, "which", key=key)
        acknowledged.append(text)
    acknowledged.clear()
    assert matches.forget(ADA, "ur", key)


def test_a_kill_at_any_step_of_the_disk_leaves_one_match_and_no_copy_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on from what was kept last, or from what was just being kept; nothing is told."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    steps, killed = 0, True
    while killed:
        root, acknowledged, dying = tmp_path / str(steps), list[str](), DyingFiles()
        numbers = itertools.count(1)
        own = Library(Store(root, dying), new_id=lambda n=numbers: f"id{next(n)}")  # type: ignore[misc]
        own.create("Ada")
        dying.left = steps
        try:
            life(own, acknowledged)
            killed = False
        except Killed:
            steps += 1
        after = Library(Store(root))
        keys = after.matches.keys(ADA, "ur")
        texts = [match.text for key in keys if (match := after.matches.read(ADA, "ur", key))]
        assert after.store.take_notices() == (), steps
        assert len(keys) == len(texts) <= 1, (steps, keys)
        assert not acknowledged or texts >= acknowledged[-1:], (steps, texts, acknowledged)
    assert steps > 30


def test_the_copy_takes_the_place_of_a_match_that_is_refused(library: Library) -> None:
    for text in ("first", "second"):
        assert library.matches.keep(ADA, "ur", text, key="a")
    assert library.matches.refuse(ADA, "ur", "a")
    assert found(library, "a").text == "first"
    assert not library.matches.refuse(ADA, "ur", "a")
    assert library.matches.keys(ADA, "ur") == ()
    names = sorted(path.name for path in folder(library).glob("match*"))
    assert names == ["match-ur-a.json.bad-1", "match-ur-a.json.bad-2"]
    assert not library.matches.refuse(ADA, "ur", "a")


def test_what_was_put_aside_outlives_the_match_that_was_played_on_from_its_copy(
    library: Library,
) -> None:
    for text in ("first", "second"):
        assert library.matches.keep(ADA, "ur", text, key="a")
    assert library.matches.refuse(ADA, "ur", "a")
    assert library.matches.forget(ADA, "ur", "a")
    assert library.matches.keys(ADA, "ur") == ()
    (aside,) = folder(library).glob("match*")
    assert "second" in aside.read_text()


def test_the_match_that_was_not_played_for_the_longest_time_goes_at_the_limit(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    for number, key in enumerate(("a", "b", "c")):
        assert library.matches.keep(ADA, "ur", "text", key=key)
        age(library, key, 100 - number)
    age(library, "a", 1)
    assert library.matches.keep(ADA, "ur", "text", key="d")
    assert library.matches.keys(ADA, "ur") == ("d", "a", "c")


def test_every_match_forgets_what_was_learned_before_it(library: Library) -> None:
    seats = (Seating("human"), Seating("sensei", {}, "learned"))
    text = log.encode(Log("karate", {}, 1, seats))
    assert library.save_learned(ADA, "karate", "learned")
    for key in ("", "a"):
        for _ in range(2):
            assert library.matches.keep(ADA, "karate", text, key=key)
    assert library.matches.keep(ADA, "karate", "no match", key="b")
    assert library.matches.keep(ADA, "karate", text, key="c")
    assert not library.matches.refuse(ADA, "karate", "c")
    assert library.forget_learned(ADA, "karate")
    assert set(library.matches.keys(ADA, "karate")) == {"", "a"}
    assert "learned" not in "".join(path.read_text() for path in folder(library).glob("match*"))


def test_matches_in_memory_are_found(tmp_path: Path) -> None:
    library = Library(Store(None))
    ada = library.create("Ada")
    assert isinstance(library.matches, Matches)
    library.matches.keep(ada.id, "ur", "text", key="a")
    kept = library.matches.newest(ada.id, "ur")
    assert kept is not None
    key = library.matches.take_up(ada.id, "ur", kept.kept)
    assert library.matches.keys(ada.id, "ur") == (key,)
