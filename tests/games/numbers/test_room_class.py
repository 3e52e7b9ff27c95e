"""A class in the reading room: pasted, opened, told in a table, exported, refused."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pygame
import pytest

from games.numbers import room_class
from games.numbers.room_class import table_text
from games.shell.app import App
from tests.support import hands
from tests.support.reading_room import CLASS, asked, entered, texts
from tests.support.reading_room import near as near

pytestmark = pytest.mark.usefixtures("near")


def test_a_class_is_pasted_told_in_a_table_and_exported(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = entered(app, 1)
    pane: Any = scene.pane
    monkeypatch.setattr(room_class, "from_clipboard", lambda most: CLASS)
    hands.touch(app, pane.paste)
    app.frame(0.1)
    assert [row["name"] for row in pane.rows][-1] == "Ben"
    told = texts(app, monkeypatch)
    assert {"Ada", "Ben", "Cleo", "You always go up one choice."} <= set(told)
    hands.touch(app, pane.save)
    root = app.library.store.root
    assert root is not None
    with (root / "exports" / "reading-room.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == [row["name"] for row in pane.rows]
    assert [int(row["foreseen"]) for row in rows] == [row["hits"] for row in pane.rows]
    assert {row["chance"] for row in rows} == {"0.2500"}


def test_an_export_replaces_none_and_takes_any_name(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane: Any = entered(app, 1).pane
    root = app.library.store.root
    assert root is not None
    for name in ("Ada \ud800", "Eve"):
        text = CLASS.replace("Ada", name)
        monkeypatch.setattr(room_class, "from_clipboard", lambda most, text=text: text)
        hands.touch(app, pane.paste)
        app.frame(0.1)
        hands.touch(app, pane.save)
    assert "Ada ?," in (root / "exports" / "reading-room.csv").read_text("utf-8")
    assert "Eve," in (root / "exports" / "reading-room-2.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no text to paste"),
        ("1" * 10_000_000, "That is more than 100,000 characters"),
        ("the quick brown fox", "There are 15 different symbols"),
        ("PK\x03\x04\x00", "That is no text"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence_and_keeps_the_table(
    app: App, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    scene = entered(app, 1)
    pane: Any = scene.pane
    monkeypatch.setattr(room_class, "from_clipboard", lambda most: CLASS)
    hands.touch(app, pane.paste)
    app.frame(0.1)
    said: list[str] = []
    monkeypatch.setattr(app, "toast", said.append)
    monkeypatch.setattr(room_class, "from_clipboard", lambda most: text[:most])
    hands.touch(app, pane.paste)
    app.frame(0.1)
    assert len(said) == 1
    assert said[0].startswith(sentence)
    assert len(pane.rows) == 3
    assert not pane.waiting
    assert max(len(message.get("text", "")) for message in asked(scene)) < 200_000


def test_a_file_is_opened_by_its_name(app: App, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("Ada,Ben\n1,2\n2,1\n1,1\n1,2\n2,1\n", encoding="utf-8")
    scene = entered(app, 1)
    pane: Any = scene.pane
    pane.path.text = str(path)
    hands.touch(app, pane.open)
    app.frame(0.1)
    assert sorted(row["name"] for row in pane.rows) == ["Ada", "Ben"]


def test_a_long_table_is_scrolled_to_its_end(app: App) -> None:
    scene = entered(app, 1)
    pane: Any = scene.pane
    pane.take({"op": "class", "rows": [_row(n) for n in range(40)], "k": 4, "left_out": 0})
    for _ in range(20):
        hands.key(app, pygame.K_PAGEDOWN)
    assert pane.first == 40 - pane.room_for
    for _ in range(20):
        hands.key(app, pygame.K_PAGEUP)
    assert pane.first == 0


def _row(number: int) -> dict[str, Any]:
    name = f"=SUM({number})"
    return {"name": name, "choices": 50, "hits": 20, "share": 0.9, "harder": 0.5, "why": "No."}


def test_no_cell_of_the_export_is_a_formula() -> None:
    rows = list(csv.DictReader(table_text([_row(1)], 4).splitlines()))
    assert rows[0]["name"] == "'=SUM(1)"
    assert rows[0]["readable"] == "0.1000"


def test_a_file_that_is_dropped_is_read_here_and_nowhere_else(app: App, tmp_path: Path) -> None:
    path = tmp_path / "class.txt"
    path.write_text(CLASS, encoding="utf-8")
    scene = entered(app, 1)
    hands.give(app, pygame.DROPFILE, file=str(path))
    app.frame(0.1)
    pane: Any = scene.pane
    assert len(pane.rows) == 3
    assert pane.path.text == str(path)
    scene.tabs.turn(1)
    assert not scene.take_file(str(path))


def test_reading_can_be_stopped_and_begun_anew(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = entered(app, 1)
    pane: Any = scene.pane
    child: Any = scene.child
    monkeypatch.setattr(room_class, "from_clipboard", lambda most: CLASS)
    monkeypatch.setattr(child, "take", lambda: None)  # it is still at it
    hands.touch(app, pane.paste)
    app.frame(0.1)
    assert pane.waiting
    assert pane.paste not in pane.widgets()
    hands.touch(app, pane.halt)
    app.frame(0.1)
    assert not pane.waiting
    assert child.closed
    assert pane.rows == []
    hands.touch(app, pane.paste)
    app.frame(0.1)
    assert len(pane.rows) == 3
    assert scene.child is not child
