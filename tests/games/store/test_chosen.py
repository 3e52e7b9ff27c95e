"""What was chosen last is kept whole or not at all, for players alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core import Person
from games.fields import read_whole
from games.store.chosen import CHOSEN, Chosen, load_chosen, save_chosen
from games.store.files import Store
from games.store.library import Library


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    library = Library(Store(tmp_path))
    ada = library.create("Ada")
    chosen = Chosen("a match", (Person("Bea", "abc"), Person("Zoë")))
    assert load_chosen(library.store, ada.id, "ur") is None
    assert save_chosen(library.store, ada.id, "ur", chosen)
    assert load_chosen(library.store, ada.id, "ur") == chosen
    assert load_chosen(library.store, ada.id, "karate") is None
    library.delete(ada.id)
    assert not save_chosen(library.store, ada.id, "ur", chosen)
    assert not (tmp_path / "profiles" / ada.id).exists()


def test_a_player_whose_choices_alone_are_left_is_still_there(tmp_path: Path) -> None:
    library = Library(Store(tmp_path))
    ada = library.create("Ada")
    save_chosen(library.store, ada.id, "ur", Chosen("a match"))
    for path in (tmp_path / "profiles" / ada.id).glob("profile.json*"):
        path.unlink()
    found = Library(Store(tmp_path)).profile(ada.id)
    assert found is not None
    assert found.name == "Player"


@pytest.mark.parametrize(
    "plain",
    [
        {"text": 5},
        {"text": "x", "people": [{"name": ""}]},
        {"text": "x", "more": 1},
        {"people": []},
    ],
)
def test_other_data_are_refused(plain: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_whole(plain, CHOSEN.parse)
