"""What choices were worth is kept by match, replaced, and never believed where it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.fields import BadSave, Fields
from games.store.files import Store
from games.store.judged import JUDGED, TURNS_KEPT, JudgedTurn
from games.store.library import Library
from tests.support.quick_files import QuickFiles


def library(folder: Path) -> Library:
    return Library(Store(folder, QuickFiles()))


def test_it_is_there_in_the_next_window_and_replaced(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada = lib.create("Ada").id
    book = lib.judged(ada, "jaipur")
    assert book.read() == ()
    book.keep("m1", 12, 0.5, [JudgedTurn(40, "take-D", 0.1, 0.02)])
    book.keep("m2", 9, 0.1, [])
    book.keep("m1", 12, 0.25, [JudgedTurn(41, "camels", 0.08, 0.01, "Turn 9", "8%")])
    again = library(tmp_path).judged(ada, "jaipur").read()
    assert [match.key for match in again] == ["m2", "m1"]
    assert again[1].lost == 0.25
    assert again[1].turns == (JudgedTurn(41, "camels", 0.08, 0.01, "Turn 9", "8%"),)
    assert lib.judged(ada, "ur").read() == ()


def test_the_costliest_few_are_kept_and_nothing_of_who_was_deleted(tmp_path: Path) -> None:
    lib = library(tmp_path)
    ada, bea = lib.create("Ada").id, lib.create("Bea").id
    many = [JudgedTurn(turn, "camels", 0.1, 0.01) for turn in range(TURNS_KEPT + 5)]
    assert len(lib.judged(ada, "jaipur").keep("m1", 60, 3.0, many).turns) == TURNS_KEPT
    lib.delete(bea)
    lib.judged(bea, "jaipur").keep("m1", 1, 0.0, [])
    assert lib.judged(bea, "jaipur").read() == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "../m1"},
        {"key": "index"},
        {"choices": -1},
        {"lost": "much"},
        {"turns": [{"turn": -1, "best": "camels", "lost": 0.1, "error": 0.1}]},
        {"turns": [{"turn": 1, "best": "x" * 200, "lost": 0.1, "error": 0.1}]},
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    match = {"key": "m1", "choices": 3, "lost": 0.1, "turns": []}
    assert JUDGED.parse(Fields({"matches": [match]}))
    for plain in ([{**match, **wrong}], [match, match]):
        with pytest.raises(BadSave):
            JUDGED.parse(Fields({"matches": plain}))
