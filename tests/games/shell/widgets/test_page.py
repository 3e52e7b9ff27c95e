"""A page's heading leaves room beside it, and what leaves a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.shell.draw.theme import EDGE
from games.shell.input import InputEvent, Pointer, Press
from games.shell.widgets.page import draw_heading, leaves
from tests.support.hands import Rig


def test_words_beside_a_heading_begin_behind_it(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (800, 600))
    canvas = rig.app.canvas
    short, long = (draw_heading(canvas, "stats", title) for title in ("Review", "Position editor"))
    assert EDGE + 52 < short < long < canvas.width
    rig.app.close()


@pytest.mark.parametrize(
    ("event", "out"),
    [
        (Press("back"), True),
        (Press("pause"), True),
        (Press("confirm"), False),
        (Pointer("down", 5, 5, 1), False),
    ],
)
def test_back_leaves_and_so_does_what_pauses(event: InputEvent, out: bool) -> None:
    assert leaves(event) is out
