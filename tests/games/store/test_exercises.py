"""Exercises over time: spaced, resting once solved twice, kept, and never believed where wrong."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from games.fields import BadSave, Fields
from games.store import exercises
from games.store.exercises import EXERCISES, Practised
from games.store.files import Store
from games.store.library import Library
from tests.support.quick_files import QuickFiles

TODAY = date(2026, 1, 31)
NAME = ("ra", "m1", 12)


def opened_library(folder: Path) -> Library:
    return Library(Store(folder, QuickFiles()))


def test_it_comes_again_after_one_three_seven_and_twenty_one_days() -> None:
    row, day, waits = Practised(*NAME), TODAY, []
    assert row.is_due(day), "what was never asked is new"
    for _ in range(5):
        row = row.after(False, day)
        assert not row.is_due(day)
        due = date.fromisoformat(row.due)
        assert not row.is_due(due - timedelta(days=1))
        assert row.is_due(due)
        waits.append((due - day).days)
        day = due
    assert waits == [1, 3, 7, 21, 21]
    assert (row.asked, row.solved) == (5, 0)


def test_what_was_solved_twice_rests() -> None:
    row = Practised(*NAME).after(True, TODAY).after(False, TODAY)
    assert not row.rests
    row = row.after(True, TODAY)
    assert row.rests
    assert not row.is_due(date(2400, 1, 1))


def test_it_is_there_in_the_next_window_and_goes_with_its_player(tmp_path: Path) -> None:
    lib = opened_library(tmp_path)
    ada, bea = lib.create("Ada").id, lib.create("Bea").id
    book = lib.exercises(ada)
    assert book.read() == ()
    book.note(NAME, True, TODAY)
    other = book.note(("ur", "m2", 3), False, TODAY)
    first = book.note(NAME, False, TODAY + timedelta(days=1))
    assert opened_library(tmp_path).exercises(ada).read() == (other, first)
    assert (first.asked, first.solved, first.due) == (2, 1, "2026-02-04")
    assert lib.exercises(bea).read() == ()
    lib.delete(bea)
    lib.exercises(bea).note(NAME, True, TODAY)
    assert lib.exercises(bea).read() == ()


def test_what_two_windows_ask_on_one_day_counts_once(tmp_path: Path) -> None:
    first = opened_library(tmp_path)
    ada = first.create("Ada").id
    second = opened_library(tmp_path)
    solved = first.exercises(ada).note(NAME, True, TODAY)
    assert second.exercises(ada).note(NAME, True, TODAY) == solved
    assert second.exercises(ada).read() == first.exercises(ada).read() == (solved,)
    assert not solved.rests


def test_only_the_last_ones_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "MOST", 3)
    lib = opened_library(tmp_path)
    book = lib.exercises(lib.create("Ada").id)
    for turn in range(5):
        book.note(("ra", "m1", turn), True, TODAY)
    assert [each.turn for each in book.read()] == [2, 3, 4]


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "../m1"},
        {"turn": -1},
        {"asked": 1, "solved": 2},
        {"solved": -1},
        {"due": "2026-02-30"},
        {"due": ""},
        {"game": 7},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    row = Practised(*NAME, 2, 1, "2026-02-01")._asdict()
    assert EXERCISES.parse(Fields({"exercises": [row]})) == (Practised(**row),)
    for plain in ([{**row, **wrong}], [row, row]):
        with pytest.raises(BadSave):
            EXERCISES.parse(Fields({"exercises": plain}))
