"""A table that stands still: what is hidden stays hidden there, and buttons find their room."""

from __future__ import annotations

from pathlib import Path

from games.ra.bar import Words
from games.ra.rules.lines import from_line
from games.ra.stills import SET_UP, StillTable, still_look
from games.ra.visibility import Veil
from games.shell.widgets.basic import Button
from tests.support.hands import Rig

LINE = "epoch 2 ra 3 centre 1 turn 0: nile | 12 2-5-8-13 - | 15 3-6-9 12 | 9 4-7-10 11 | gone 3 ra"
NAMES = ("You", "Farmer", "Scribe")


def test_a_veil_hides_scores_and_dark_suns_and_no_veil_nothing() -> None:
    state = from_line(LINE)
    words = Words("Then.")
    plain = still_look(state, NAMES, words)
    assert (plain.scores, plain.dark, plain.counting) == ((12, 15, 9), frozenset(), True)
    veil = Veil(frozenset({1, 2}), frozenset({2}))
    veiled = still_look(state, NAMES, words, veil=veil, counting=False)
    assert (veiled.scores, veiled.dark, veiled.counting) == ((12, None, None), {2}, False)


def test_buttons_leave_room_for_words_and_keep_the_focus(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (800, 600))
    edited: list[bool] = []
    page = StillTable(rig.app, 3, 0, lambda: edited.append(True))
    rig.app.push(page)
    more = [Button(name, lambda: None) for name in ("One", "Two")]
    page.place_foot([*more, page.edit, page.back], 800, 600, 96)
    assert page.form.focused is page.back
    assert min(button.box[0] for button in page.form.widgets) >= 48 + 96
    assert page.back.box[0] + page.back.box[2] == 800 - 48
    page.form.focus_on(page.edit)
    page.place_foot([page.edit, page.back], 800, 600, 0)
    assert page.form.focused is page.edit
    assert page.edit.label == SET_UP
    rig.key("e")
    assert edited == [True]
    rig.key("escape")
    assert rig.app.top is rig.floor
    rig.app.close()
