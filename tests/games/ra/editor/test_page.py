"""The page of the editor: a press changes the table, and the oracle's answer follows."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from games.mind import Bars, Note
from games.ra.editor.beside import workshops
from games.ra.editor.page import LOT, ODDS, RaEditor
from games.ra.editor.setting import BLOCK
from games.ra.rules.lines import to_line
from games.ra.scene import Scene
from games.ra.tiles import GOLD, PHARAOH
from games.shell.pages import editor as editor_page
from games.shell.pages.overlays import Dialog
from tests.support.hands import FRAME, Rig, click_box, give, push_button


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_table_is_set_up_and_told_of(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    ((label, _, make),) = workshops(rig.app)
    assert label == "Editor"
    editor = make({"players": 4})
    assert isinstance(editor, RaEditor)
    rig.app.push(editor)
    rig.key("return")
    assert editor.setting.tiles[BLOCK][PHARAOH] == 1, "confirm puts a tile where the arrows stand"
    click_box(rig.app, editor.grid.cell(1, GOLD))
    assert editor.setting.tiles[0][GOLD] == 1
    x, y, w, h = editor.grid.cell(1, GOLD)
    pixel = (rig.app.canvas.x(x + w / 2), rig.app.canvas.y(y + h / 2))
    give(rig.app, pygame.MOUSEBUTTONDOWN, pos=pixel, button=3)
    assert editor.setting.tiles[0][GOLD] == 0, "the other button takes it back"
    editor.wait()
    assert any(isinstance(item, Bars) and item.title.startswith("Sky's") for item in editor.mind)
    editor.show.changed(LOT)
    assert [item.title for item in editor.mind if isinstance(item, Bars)] == [
        "What the lot is worth"
    ]
    editor.show.changed(ODDS)
    assert any(isinstance(item, Bars) and "of 179 tiles" in item.title for item in editor.mind)
    click_box(rig.app, editor.strip.coin(1))
    editor.wait()
    assert isinstance(editor.mind[0], Note), "without a sun in the centre it says what is wrong"
    rig.app.frame(FRAME)
    rig.key("escape")
    assert rig.app.top is not editor
    rig.app.close()


def test_a_position_is_copied_pasted_and_played_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard = [""]
    monkeypatch.setattr(
        editor_page, "to_clipboard", lambda text: clipboard.__setitem__(0, text) or True
    )
    monkeypatch.setattr(editor_page, "from_clipboard", lambda most: clipboard[0][:most])
    rig = Rig(tmp_path, (800, 600))
    rig.app.change_settings(guided="ra")
    editor = RaEditor.of(rig.app, {"players": 4})
    rig.app.push(editor)
    rig.key("return", "return")
    push_button(editor, "Copy")
    assert "turn 0: 2 pharaoh |" in clipboard[0]
    state = editor.setting.state()
    rig.key("return")
    assert editor.setting.state() != state
    push_button(editor, "Paste")
    assert editor.setting.state() == state
    clipboard[0] = "a shopping list"
    push_button(editor, "Paste")
    assert editor.setting.state() == state, "what is no position changes nothing"
    push_button(editor, "Play")
    assert isinstance(rig.app.top, Dialog)
    push_button(rig.app.top, "You play Green")
    table = rig.app.top
    assert isinstance(table, Scene)
    assert (table.human, table.setup.practice, to_line(table.seen)) == (2, True, to_line(state))
    assert not any("seed" in text for text in rig.app.toasts.texts)
    rig.app.close()
