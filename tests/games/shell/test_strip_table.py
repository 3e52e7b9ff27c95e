"""A mind below the board: the board is larger, numbers bring the panel beside it, toasts hide
no words.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.shell.mind.strip import TALL
from games.shell.strip_table import StripTable
from tests.support.hands import FRAME, Rig, at_table

SIZES = ((640, 480), (800, 600), (1280, 720), (2560, 1440))


def table_of(rig: Rig) -> StripTable:
    rig.app.change_settings(guided="ctf")
    table = at_table(rig.app, "ctf", ("human", "hunter", "hunter", "hunter"), {})
    assert isinstance(table, StripTable)
    return table


@pytest.mark.parametrize("size", SIZES)
def test_the_strip_takes_less_of_the_board_than_a_panel_beside_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    rig = Rig(tmp_path, size)
    table = table_of(rig)
    width, height = rig.app.size
    assert table.panel == (0, height - TALL, width, TALL)
    assert table.stage == (0, 0, width, height - TALL)
    low = table.board.cell  # type: ignore[attr-defined]
    rig.app.show_numbers(True)
    table.update(FRAME)
    assert table.panel is not None
    assert table.panel[0] > 0, "with its numbers it stands beside the board"
    assert low > 1.15 * table.board.cell  # type: ignore[attr-defined]
    rig.app.show_numbers(False)
    table.update(FRAME)
    assert table.panel[0] == 0
    rig.app.close()


def test_without_a_mind_there_is_no_strip_and_toasts_stand_above_the_foot(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    table = table_of(rig)
    place = table.toast_place(1280)
    assert place.upward
    assert place.top > table.stage[3]
    rig.key("m")
    assert table.panel is None
    assert table.stage[3] == rig.app.size[1]
    place = table.toast_place(1280)
    assert place.top < min(button.box[1] for button in table.corner_buttons()[3:])
    rig.app.close()
