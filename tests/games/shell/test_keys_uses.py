"""Key lines fade once the player has used their keys three times, by game, device and player."""

from __future__ import annotations

import pytest

from games.ctf.scene import Scene as CtfScene
from games.ctf.stage import foot_words
from games.jaipur.scene import Scene as JaipurScene
from games.ra.scene import Scene as RaScene
from games.shell.opening import create_player
from tests.games.ra.test_scene import until_due
from tests.support.disk_use import disk_use
from tests.support.hands import Rig, at_table
from tests.support.ra_scene import RA

pytestmark = pytest.mark.rig(size=(800, 600), player="Ada", **RA | {"guided": "ra ctf jaipur"})


def ra_table(rig: Rig) -> RaScene:
    table = at_table(rig.app, "ra", ["human", "random", "random"], {"players": 3}, practice=True)
    assert isinstance(table, RaScene)
    until_due(rig, table)
    rig.frames()
    return table


def keys(table: RaScene) -> str:
    return table.said().words.keys


def test_a_key_of_ra_is_named_until_it_was_used_three_times(rig: Rig) -> None:
    table = ra_table(rig)
    assert keys(table) == "H hint, B bag, E editor   Speed 1 (- =)"
    for _ in range(2):
        rig.key("b")
    assert "B bag" in keys(table)
    rig.key("b")
    assert keys(table).startswith("H hint, E editor")
    rig.key("=", "-")
    assert "Speed" in keys(table)
    rig.key("=")
    assert keys(table) == "H hint, E editor", "both keys count together"


def test_it_is_kept_with_the_player_and_each_has_their_own(rig: Rig) -> None:
    ra_table(rig)
    ada = rig.app.profile
    assert ada is not None
    with disk_use() as uses:
        rig.key("b", "b", "b")
    home = str(rig.app.library.store.root)
    assert not [use for use in uses if home in use], "no frame waits for it"
    rig.app.pop()
    assert rig.app.library.profile(ada.id).uses == ("ra.bag",) * 3  # type: ignore[union-attr]
    assert "bag" not in keys(ra_table(rig))
    create_player(rig.app, "Ben", 3)
    assert "B bag" in keys(ra_table(rig))
    rig.app.library.switch(ada.id)
    assert "bag" not in keys(ra_table(rig))


def test_a_key_held_down_or_pressed_where_it_is_not_named_counts_for_nothing(rig: Rig) -> None:
    table = ra_table(rig)
    uses = table.key_uses
    assert uses.new("bag", "mute")
    for _ in range(3):
        rig.key("m")
    assert uses.new("mind")
    ada = rig.app.profile
    assert ada is not None
    assert ada.uses == ()


def test_buttons_of_a_gamepad_are_learned_by_themselves(rig: Rig) -> None:
    table = at_table(rig.app, "ctf", ["human", "random", "random", "random"], {})
    assert isinstance(table, CtfScene)
    rig.frames()
    for _ in range(3):
        rig.key("b")
    rig.frames()
    assert not any("belief" in words for words in foot_words(table.look()))
    rig.app.input.state.device = "gamepad"
    assert "belief" in foot_words(table.look())[0]


def test_the_flag_names_no_key_to_who_knows_them_all(rig: Rig) -> None:
    table = at_table(rig.app, "ctf", ["human", "random", "random", "random"], {})
    assert isinstance(table, CtfScene)
    rig.frames()
    assert foot_words(table.look())[0].startswith("Arrow keys or WASD steer, Enter stops, a click")
    rig.key("up", "left", "down")
    assert foot_words(table.look()) == ("Enter stops. B: belief", "Enter stops.", "")
    for _ in range(3):
        rig.key("return", "b")
    assert foot_words(table.look()) == ("",)


def test_jaipur_names_fewer_keys_from_use_to_use(rig: Rig) -> None:
    table = at_table(rig.app, "jaipur", ["human", "random"], {}, practice=True)
    assert isinstance(table, JaipurScene)
    for _ in range(100):
        if table.waiting_for_person is not None:
            break
        rig.frames(1, 0.3)
    rig.app.input.state.device = "keyboard"
    rig.frames()
    assert table.said().line.text.startswith("Mark 1 to 5 (market), letters (hand), + (camels)")
    rig.key("1", "1", "2", "2")
    assert table.said().line.text.startswith("Mark letters (hand), + (camels), or click; Enter")
    assert table.said().line.text.endswith("The richest wins. F1: the rules.")
