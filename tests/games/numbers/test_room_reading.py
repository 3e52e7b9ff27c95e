"""Being read over 2 to 10 keys in the reading room, by each kind of reader."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalog
from games.core import Limit
from games.match import Match
from games.numbers.rules import GAME
from games.shell.app import App
from tests.support import hands
from tests.support.reading_room import asked, entered, texts, type_keys
from tests.support.reading_room import near as near

pytestmark = pytest.mark.usefixtures("near")


@pytest.mark.parametrize("k", [2, 5, 10])
def test_every_alphabet_is_read_by_keyboard_and_mouse(
    app: App, k: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = entered(app)
    pane: Any = scene.pane
    hands.touch(app, pane.alphabet)
    while pane.k != k:
        pane.alphabet.direction("right")
    app.frame(0.1)
    assert len(pane.tiles) == k
    type_keys(app, "1" + str(k % 10))
    hands.touch(app, pane.tiles[-1])
    app.frame(0.1)
    pressed = [message["symbol"] for message in asked(scene) if message["op"] == "press"]
    assert pressed == [0, k - 1, k - 1]
    assert pane.last["pressed"] == 3
    type_keys(app, "9" if k < 9 else "1")
    assert pane.last["pressed"] == (3 if k < 9 else 4)
    assert f"I knew {pane.last['hits']} of {pane.last['pressed']}" in " ".join(
        texts(app, monkeypatch)
    )


def test_keys_that_come_at_once_are_all_read_in_their_order(app: App) -> None:
    scene = entered(app)
    pane: Any = scene.pane
    type_keys(app, "1234432112")
    for _ in range(12):
        app.frame(0.05)
    assert [m["symbol"] for m in asked(scene)[1:]] == [0, 1, 2, 3, 3, 2, 1, 0, 0, 1]
    assert pane.last["pressed"] == 10
    assert not pane.waiting


def test_a_row_of_twenty_ends_in_a_finding_here_too(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered(app)
    type_keys(app, "12421321423141241231")
    app.frame(0.1)
    told = texts(app, monkeypatch)
    assert {"You never repeat.", "Beat me by repeating."} <= set(told)


def test_the_veteran_begins_with_what_games_have_taught(app: App) -> None:
    scene = entered(app)
    pane: Any = scene.pane
    pane.reader.direction("right")
    app.frame(0.1)
    assert asked(scene)[-1] == {"op": "read", "k": 4, "kind": "veteran", "start": None}
    assert app.profile is not None
    keeper = catalog.agent("numbers", "mind").make({}, None)
    match = Match(GAME, {"keys": 60}, 1, {1: keeper, 0: catalog.demo_player("numbers")})
    while not match.over:
        match.step(Limit())
    text = keeper.learned()
    assert text is not None
    assert app.library.save_learned(app.profile.id, "numbers", text)
    pane.begin()
    app.frame(0.1)
    assert asked(scene)[-1]["start"] == text
    assert pane.known == 60
