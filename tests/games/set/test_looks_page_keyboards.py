"""Keys on keyboards of other lands."""

from __future__ import annotations

import pytest

from games.set import KEYS, SPEC
from games.set.looks_page import KEYBOARDS, OWN, bindings_for, keyboard_of
from games.shell.input import ACTIONS, conflicts


@pytest.mark.parametrize("name", KEYBOARDS)
def test_every_keyboard_gives_each_card_a_key_of_its_own(name: str) -> None:
    bindings = bindings_for(name, {"undo": ("key:u",)})
    assert bindings["undo"] == ("key:u",)
    own = {a.id: bindings.get(a.id, a.bindings) for a in SPEC.actions}
    for kind in ("card", "left", "right"):
        keys = [own[f"{kind}_{place}"] for place in range(21)]
        assert len(set(keys)) == 21
    assert keyboard_of(bindings) == name
    shared = conflicts(bindings, (*ACTIONS, *SPEC.actions))
    assert not [one for one in shared if one.partition("_")[0] in ("card", "left", "right")]


def test_the_keys_lie_in_the_same_places() -> None:
    german = bindings_for("QWERTZ", {})
    assert german["card_15"] == ("key:z",)
    assert KEYS[0][5] == "y"
    assert bindings_for("AZERTY", german)["card_0"] == ("key:a",)
    assert bindings_for("QWERTY", german) == {}


def test_other_keys_are_own() -> None:
    assert keyboard_of({"card_3": ("key:k",)}) == OWN
