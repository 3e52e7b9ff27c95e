"""The reading room with hands: the way there, pairs, words in every pane, the process."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.numbers import room_class
from games.numbers.room import ReadingRoom
from games.shell.app import App
from tests.support import hands
from tests.support.reading_room import CLASS, entered, texts, type_keys
from tests.support.reading_room import near as near
from tests.support.words import IN_EVERY_SIZE


def test_the_page_before_a_game_leads_there(app: App) -> None:
    found = catalog.scene("numbers").Scene.workshop(app)
    assert [label for label, _, _ in found] == ["Reading room", "Rigged die"]
    assert isinstance(found[0][2]({}), ReadingRoom)


@IN_EVERY_SIZE
@pytest.mark.usefixtures("near")
def test_words_have_room_in_every_pane(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = hands.Rig(tmp_path, size).app
    app.change_settings(larger_text=larger, reduced_motion=True)
    scene = entered(app)
    pane: Any = scene.pane
    while pane.k != 10:
        pane.alphabet.direction("right")
    type_keys(app, "1234567890" * 3)
    assert texts(app, monkeypatch)
    scene.tabs.turn(1)
    assert texts(app, monkeypatch)
    monkeypatch.setattr(room_class, "from_clipboard", lambda most: CLASS)
    hands.touch(app, scene.panes[1].widgets()[0])
    app.frame(0.1)
    assert texts(app, monkeypatch)
    scene.tabs.turn(1)
    app.frame(0.1)
    assert texts(app, monkeypatch)
    pairs: Any = scene.pane
    pairs.choose(0)
    assert texts(app, monkeypatch)
    app.close()


@pytest.mark.usefixtures("near")
def test_a_process_that_ends_is_told_of_and_started_anew(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = entered(app)
    first: Any = scene.child
    said: list[str] = []
    monkeypatch.setattr(app, "toast", said.append)
    first.ended = True
    app.frame(0.1)
    app.frame(0.1)
    assert said == ["The reader stopped and was started again; begin anew."]
    assert first.closed
    assert scene.child is not first
    type_keys(app, "1")
    pane: Any = scene.pane
    assert pane.last["pressed"] == 1


def test_the_process_itself_reads_and_ends_with_the_room(app: App) -> None:
    scene = entered(app)
    pane: Any = scene.pane
    child = scene.child
    assert child is not None
    type_keys(app, "12")
    latest = time.monotonic() + 30.0
    while (pane.last is None or pane.last["pressed"] < 2) and time.monotonic() < latest:
        time.sleep(0.01)  # it is another process, on a machine that may be busy
        app.frame(0.02)
    assert pane.last["pressed"] == 2
    app.pop()
    assert child.process.poll() is not None
