"""Pages of Ra in every size of window and text: no line is cut or lies over another.

Five hands hold every kind of tile there is.
"""

from __future__ import annotations

import pytest

from games.ra.editor.page import RaEditor
from games.ra.editor.setting import Setting
from games.ra.playing.history_page import HistoryPage
from games.ra.playing.reckoning import Reckoning
from games.ra.playing.turn_paragraphs import SeenTurns
from games.ra.rules import GAME
from games.ra.rules.lines import from_line
from games.ra.rules.state import BID
from games.ra.scene import Scene
from games.shell.input import Press
from games.shell.shell import Scene as Shown
from tests.support.hands import Rig, at_table
from tests.support.ruler import Ruler, check

EVERYTHING = (
    "4 pharaoh 4 nile 2 flood god gold agriculture art astronomy religion writing fortress obelisk "
    "palace pyramid sphinx statue step_pyramid temple"
)
SUNS = ("2-7-16 -", "3-8-15 -", "4-9 14", "5 10-13", "6-11 12")
FULL = " | ".join(
    (
        "epoch 3 ra 9 centre 1 turn 0: unrest funeral drought earthquake 2 nile flood god",
        *(f"{20 + seat} {suns} {EVERYTHING}" for seat, suns in enumerate(SUNS)),
        "gone 9 ra",
    )
)
SIZES = ((800, 600), (1280, 720), (2560, 1440))


pytestmark = [
    pytest.mark.rig(reduced_motion=True, mind_open=False, guided="ra"),
    pytest.mark.parametrize("rig", SIZES, ids=str, indirect=True),
]


def opened(rig: Rig) -> Scene:
    seats = ["human", *["heuristic"] * 4]
    table = at_table(rig.app, "ra", seats, {"players": 5, "position": FULL}, practice=True)
    assert isinstance(table, Scene)
    rig.frames(2)
    return table


def looked_at(rig: Rig, ruler: Ruler, scene: Shown, case: str) -> None:
    """Draw a scene, and look at its lines; those that a panel shows in part are left out."""
    rig.frames(2, 0.5)
    lines = ruler.draw(scene, rig.app.canvas)
    assert [line.text for line in lines if not line.whole] == [], case
    seen = [line for line in lines if line.bottom < rig.app.canvas.height - 2]
    assert check(seen, rig.app.canvas, case)


@pytest.mark.sweep
@pytest.mark.parametrize("larger", [False, True])
def test_no_line_is_cut_or_lies_over_another(
    rig: Rig, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.app.change_settings(larger_text=larger)
    table, ruler = opened(rig), Ruler(monkeypatch)
    assert table.seen == from_line(FULL)
    looked_at(rig, ruler, table, "turn")
    rig.key("c")
    for _ in range(200):
        if table.waiting_for_person is not None:
            break
        table.update(1.0)
    assert table.seen.phase == BID
    looked_at(rig, ruler, table, "bid")
    rig.app.change_settings(mind_open=True)
    table.lay_out_again()
    looked_at(rig, ruler, table, "bid beside the mind")
    rig.app.change_settings(mind_open=False)
    table.lay_out_again()
    table.handle(Press("history"))
    history = rig.app.top
    assert isinstance(history, HistoryPage)
    looked_at(rig, ruler, history, "history")
    rig.app.pop()
    setting = Setting(table.seen._replace(phase="turn", auction=None, actor=0))
    for called in ((), ["Two networks"] * 5):
        editor = RaEditor(rig.app, setting, called)
        rig.app.push(editor)
        looked_at(rig, ruler, editor, "editor")


@pytest.mark.sweep
@pytest.mark.parametrize("larger", [False, True])
def test_the_sum_of_an_epoch_and_its_table_are_whole(
    rig: Rig, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.app.change_settings(larger_text=larger)
    ruler, canvas = Ruler(monkeypatch), rig.app.canvas
    state = from_line(FULL)._replace(phase="draw", actor=-1)
    ended = GAME.apply(state, {-1: "ra"})[1]
    data = next(event.data for event in ended if event.kind == "epoch")
    names = ["You", *["Stargazer"] * 4]
    ruler.canvas = canvas
    Reckoning(data, names, False).draw(canvas, (0, 0, canvas.width, canvas.height), "Space goes on")
    assert [line.text for line in ruler.lines if not line.whole] == []
    assert check(ruler.lines, canvas, "sum")
    page = HistoryPage(rig.app, SeenTurns((ended,)), names, lambda turns: None)
    rig.app.push(page)
    assert page.tabs is not None
    page.tabs.turn(1)
    looked_at(rig, ruler, page, "points")
