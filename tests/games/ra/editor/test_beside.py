"""The ways into the position editor: from a table by key, mouse and pad, and from a replay."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.mind import Bars, Note
from games.ra.editor.beside import FROM_HERE, IS_HIDDEN, IS_OVER, SET_UP, set_up
from games.ra.editor.pads import SeatChoice
from games.ra.editor.page import AUCTION, RaEditor
from games.ra.editor.setting import Setting
from games.ra.rules.state import OVER
from games.ra.scene import Scene
from games.session.setup import Shown
from games.shell.counsel import WARNING
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.pause import MORE
from games.shell.widgets.basic import Button
from tests.games.ra.test_scene import until_due
from tests.support.hands import Rig, at_table, click_box, open_for_record, push_button
from tests.support.ra_scene import RA
from tests.support.ra_tables import steps

pytestmark = pytest.mark.rig(size=(800, 600), **RA)


def opened(
    rig: Rig, seats: Sequence[str] = ("human", "random", "random"), **params: object
) -> Scene:
    """A table at which something lies on the block."""
    table = at_table(rig.app, "ra", seats, {"players": 3, **params}, practice=True)
    assert isinstance(table, Scene)
    until_due(rig, table)
    for _ in range(6):
        rig.key("d" if table.seen.phase == "turn" else "n")
        until_due(rig, table)
    return table


def entry(rig: Rig, label: str = FROM_HERE) -> Button:
    """The button `label` of the pause page."""
    return next(
        widget
        for widget in rig.app.top.form.widgets  # type: ignore[attr-defined]
        if isinstance(widget, Button) and widget.label == label
    )


@pytest.mark.parametrize("device", ["keyboard", "mouse", "pad"])
def test_the_table_is_set_up_as_it_lies_and_one_comes_back_to_it(rig: Rig, device: str) -> None:
    table = opened(rig)
    if device == "keyboard":
        rig.key("e")
    elif device == "mouse":
        click_box(rig.app, next(c.box for c in table.corner_buttons() if c.action == "pause"))
        rig.frames(2)
        click_box(rig.app, entry(rig, MORE).box)
        rig.frames(2)
        click_box(rig.app, entry(rig).box)
    else:
        rig.pad(7)
        for label in (MORE, FROM_HERE):
            for _ in range(20):
                if entry(rig, label) is rig.app.top.form.focused:  # type: ignore[attr-defined]
                    break
                rig.hat("down")
            rig.pad(0)
    editor = rig.app.top
    assert isinstance(editor, RaEditor)
    state, seen = editor.setting.state(), table.seen
    for name in ("epoch", "ra", "center", "block", "left", "scores", "up", "down", "tiles"):
        assert getattr(state, name) == getattr(seen, name), name
    assert any(seen.block), "something was to be set up"
    turn = next(choice for choice in editor.choices if choice.label == "Turn")
    assert isinstance(turn, SeatChoice)
    assert turn.lines == ("Turn: Sky", "You"), "who sits there is told beside the colour"
    editor.wait()
    rig.key("escape")
    if device != "keyboard":
        rig.key("escape")
    assert rig.app.top is table


@pytest.mark.parametrize(
    "params", [{"hide": "suns"}, {"hide": "scores"}, {"show_bag": False}], ids=str
)
def test_what_is_hidden_is_not_set_up(rig: Rig, params: dict[str, object]) -> None:
    table = opened(rig, **params)
    rig.key("e")
    assert rig.app.top is table
    assert IS_HIDDEN in rig.app.toasts.texts


def test_in_a_game_for_the_record_the_editor_is_a_hint(rig: Rig) -> None:
    table = open_for_record(rig.app, "ra", "random", 3, {"players": "3"})
    assert isinstance(table, Scene)
    rig.app.push(table)
    until_due(rig, table)
    rig.key("e")
    assert (rig.app.top, table.session.for_record) == (table, True)
    assert WARNING in rig.app.toasts.texts
    rig.key("e")
    assert isinstance(rig.app.top, RaEditor)
    assert not table.session.for_record


def test_a_game_that_is_looked_at_again_is_set_up_at_its_moment(rig: Rig) -> None:
    table = opened(rig, ["human", "heuristic", "heuristic"])
    log = table.session.log()
    page = ReplayPage(rig.app, Shown(log, ()))
    rig.app.push(page)
    page.playing = False
    page.go_to(len(log.turns) - 2)
    page.wait_for_minds()
    bars = [item for item in page.table.mind_view.mind if isinstance(item, Bars)]
    assert bars
    assert {"you", "me"} < set(bars[0].labels), "as at the table"
    push_button(page, SET_UP)
    editor = rig.app.top
    assert isinstance(editor, RaEditor)
    assert editor.setting.state().tiles == page.table.match.state.tiles
    rig.key("escape")
    assert rig.app.top is page


def test_at_the_turn_of_somebody_else_the_answer_is_not_said_to_you(rig: Rig) -> None:
    """Beside "Turn: Orange, Old oracle" stands nobody's chance but its own."""
    table = opened(rig, ["human", "seed-net", "heuristic"])
    told = (("you then win", "Your"), ("Old oracle then wins", "Old oracle's"))
    for seat, (who, whose) in enumerate((*told, ("Scribe then wins", "Scribe's"))):
        setting = Setting.of(table.seen)
        assert setting is not None
        setting.turn = seat
        editor = RaEditor(rig.app, setting, ("You", "Old oracle", "Scribe"))
        editor.wait()
        why, bars = editor.mind[0], editor.mind[-1]
        assert isinstance(why, Note)
        assert isinstance(bars, Bars)
        assert who in why.text
        assert bars.title == f"{whose} chance to win, and points ahead"
        assert bars.seat == seat, "in the colour of the seat"
        editor.show.changed(AUCTION)
        titles = [item.title for item in editor.mind if isinstance(item, Bars)]
        assert [title.split(" chance")[0] for title in titles] == [whose]


def test_every_moment_before_the_end_can_be_set_up(rig: Rig) -> None:
    tried = 0
    for seed in range(4):
        for state, _, after in steps(3, seed):
            setting = Setting.of(state)
            assert setting is not None
            assert setting.state().left[1:] == state.left[1:]
            tried += 1
            if after.phase == OVER:
                set_up(rig.app, after, ())
                assert rig.app.top is rig.floor
                assert IS_OVER in rig.app.toasts.texts
    assert tried > 200
