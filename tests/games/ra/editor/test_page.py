"""The page of the editor: a press changes the table, and the oracle's answer follows."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from games.mind import Bars, Note
from games.ra.editor.beside import workshops
from games.ra.editor.page import LOT, ODDS, TITLE, Editor
from games.ra.editor.setting import BLOCK
from games.ra.tiles import GOLD, PHARAOH
from tests.support.hands import FRAME, Rig, click_box, give


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_table_is_set_up_and_told_of(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    ((label, _, make),) = workshops(rig.app)
    assert label == TITLE
    editor = make({"players": 4})
    assert isinstance(editor, Editor)
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
    assert any(isinstance(item, Bars) and item.title.startswith("Your") for item in editor.mind)
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
