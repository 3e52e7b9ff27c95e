"""Answers after matches: counted, kept with their player, written as JSON, never believed wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.fields import BadSave, Fields
from games.store.answers import ANSWERS, AnswerBook
from games.store.files import Store
from games.store.library import Library
from tests.support.quick_files import QuickFiles


def test_an_answer_is_counted_and_there_again(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    ada, bob = library.create("Ada"), library.create("Bob")
    for name in ("yes", "no", "yes"):
        AnswerBook(library.store, ada.id).note(name)
    again = Library(Store(tmp_path, QuickFiles()))
    assert AnswerBook(again.store, ada.id).read() == {"yes": 2, "no": 1}
    assert AnswerBook(again.store, bob.id).text() == ""
    assert json.loads(AnswerBook(again.store, ada.id).text()) == {"answers": {"yes": 2, "no": 1}}


def test_a_player_who_was_deleted_has_no_answers(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    ada = library.create("Ada")
    AnswerBook(library.store, ada.id).note("yes")
    library.delete(ada.id)
    AnswerBook(library.store, ada.id).note("yes")
    assert AnswerBook(library.store, ada.id).read() == {}


@pytest.mark.parametrize(
    "plain",
    [
        {"answers": [{"name": "a b", "count": 1}]},
        {"answers": [{"name": "yes", "count": -1}]},
        {"answers": [{"name": "yes", "count": "2"}]},
        {"answers": 2 * [{"name": "yes", "count": 2}]},
    ],
)
def test_wrong_answers_are_refused(plain: dict[str, object]) -> None:
    with pytest.raises(BadSave):
        ANSWERS.parse(Fields(plain))
