"""A line of the history opens the table as it was then, by every hand, and leads back to it."""

from __future__ import annotations

import pytest

from games.ra.editor.beside import IS_HIDDEN, IS_OVER
from games.ra.editor.page import RaEditor
from games.ra.playing.chronicle import Paragraph
from games.ra.playing.history_page import HistoryPage
from games.ra.playing.past_page import PastPage
from games.ra.rules import GAME
from games.ra.rules.state import view_of
from games.ra.scene import Scene
from games.ra.tiles import KINDS
from games.ra.words import word
from tests.games.ra.test_scene import until_due
from tests.support.hands import Rig, at_table, push_button
from tests.support.ra_scene import RA

pytestmark = pytest.mark.rig(size=(800, 600), **RA)


def played(rig: Rig, turns: int = 40, **params: object) -> Scene:
    """A table at which so many turns were played, a choice being due."""
    seats = ["human", "random", "random"]
    table = at_table(rig.app, "ra", seats, {"players": 3, **params}, practice=True)
    assert isinstance(table, Scene)
    for _ in range(400):
        until_due(rig, table)
        if len(table.match.turns) >= turns or table.match.over:
            break
        table.choose(list(table.match.legal(0))[-1])
        table.update(1.0)
    assert len(table.match.turns) >= turns
    return table


def history(rig: Rig) -> HistoryPage:
    rig.key("l")
    page = rig.app.top
    assert isinstance(page, HistoryPage)
    rig.frames(2)
    return page


def line(page: HistoryPage) -> Paragraph:
    """The line that has the focus."""
    assert page.active is page.body
    found = page.body.focused
    assert isinstance(found, Paragraph)
    return found


def drawn(page: HistoryPage) -> list[Paragraph]:
    """The lines that tell of a tile drawn, the latest first."""
    return [each for each in page.told if " drew a" in each.told.text]


def past(rig: Rig) -> PastPage:
    page = rig.app.top
    assert isinstance(page, PastPage)
    return page


def agrees(page: PastPage, table: Scene) -> None:
    """What stands there is a table of the match, the newest deed the one that is told."""
    state = GAME.new(table.setup.params)
    states = [view_of(state)]
    for turn in table.match.turns:
        state, _ = GAME.apply(state, dict(turn))
        states.append(view_of(state))
    assert page.state in states
    told = page.told[page.number].text
    assert page.look.words.prompt == told
    newest = page.look.said[page.look.newest].split()[-1]
    assert newest.rstrip(".") in told


def test_keys_open_a_line_step_on_from_it_and_come_back_to_where_they_stepped(rig: Rig) -> None:
    table = played(rig)
    page = history(rig)
    rig.key("down", "down")
    stood = line(page)
    assert stood is page.told[2]
    rig.key("return")
    moment = past(rig)
    agrees(moment, table)
    rig.key("escape")
    assert rig.app.top is page
    assert line(page) is stood
    rig.key("return", "down", ",", "up")
    assert past(rig).told[past(rig).number] == page.told[3].told
    rig.key("escape")
    assert line(page) is page.told[3]
    _, y, _, h = page.body_box
    assert y <= line(page).box[1] - page.body.offset < y + h


def test_a_click_opens_the_line_under_it_and_the_buttons_step(rig: Rig) -> None:
    table = played(rig)
    page = history(rig)
    wanted = drawn(page)[1]
    rig.wheel(*wanted.box[:2], -1)
    rig.click_on(wanted, page.body.offset)
    moment = past(rig)
    assert moment.told[moment.number] == wanted.told
    agrees(moment, table)
    rig.click_on(moment.earlier)
    rig.click_on(moment.earlier)
    rig.click_on(moment.later)
    assert moment.told[moment.number] == page.told[page.told.index(wanted) + 1].told
    rig.click_on(moment.back)
    assert rig.app.top is page
    assert line(page) is page.told[page.told.index(wanted) + 1]


def test_a_pad_opens_a_line_sets_it_up_and_comes_back(rig: Rig) -> None:
    table = played(rig)
    page = history(rig)
    rig.hat("down")
    rig.pad(0)
    moment = past(rig)
    agrees(moment, table)
    before = table.hinting.counsel.asked
    rig.hat("left")
    rig.pad(0)
    editor = rig.app.top
    assert isinstance(editor, RaEditor)
    assert editor.setting.state().tiles == moment.state.tiles
    assert table.hinting.counsel.asked == before + 1, "it tells as much as a hint"
    rig.pad(1)
    rig.pad(1)
    assert rig.app.top is page
    assert line(page) is page.told[1]


def test_what_lies_there_is_told_where_the_mouse_points(rig: Rig) -> None:
    played(rig)
    history(rig)
    rig.key("return")
    moment = past(rig)
    while not moment.look.block:
        rig.key("down")
    x, y, w, h = moment.board.places.block[0]
    rig.move(x + w / 2, y + h / 2)
    name = word(KINDS[moment.look.block[0].kind]).capitalize()
    assert moment.pointed.words.line.startswith(f"{name}: ")
    assert moment.pointed.hover == "block:0"
    rig.move(5.0, 5.0)
    assert moment.pointed == moment.look


def test_the_first_line_and_the_last_have_nothing_beyond(rig: Rig) -> None:
    table = played(rig)
    page = history(rig)
    rig.key("return")
    moment = past(rig)
    assert not moment.later.enabled
    assert moment.state.left == table.seen.left
    rig.key("up")
    assert moment.number == len(moment.told) - 1
    rig.key(*["down"] * len(moment.told))
    assert (moment.number, moment.earlier.enabled) == (0, False)
    assert sum(moment.state.left) == 180
    rig.key("escape")
    assert line(page) is page.told[-1]


def test_a_line_of_an_epochs_end_shows_what_lay_there_before_it_was_cleared(rig: Rig) -> None:
    played(rig, 130)
    page = history(rig)
    number = next(n for n, told in enumerate(page.told[::-1]) if " ends, " in told.told.text)
    page.open_line(number)
    moment = past(rig)
    data = next(event.data for event in page.past.events if event.kind == "epoch")
    assert moment.state.epoch == data["epoch"] == 1
    kept = [sum(tiles) for tiles in moment.state.tiles]
    assert sum(kept) >= sum(len(own) for own in data["tiles"]) - sum(moment.state.block) > 0
    rig.key("up")
    assert moment.state.epoch == 2
    assert sum(map(sum, moment.state.tiles)) < sum(kept), "the next begins with what was kept"


def test_what_is_hidden_stays_hidden_until_the_game_is_over(rig: Rig) -> None:
    table = played(rig, hide="both", show_bag=False)
    history(rig)
    rig.key("return", "down")
    look = past(rig).look
    assert look.scores == (10, None, None)
    assert (look.dark, look.counting) == ({1, 2}, False)
    before = table.hinting.counsel.asked
    rig.key("e")
    assert isinstance(rig.app.top, PastPage)
    assert list(rig.app.toasts.texts) == [IS_HIDDEN]
    assert table.hinting.counsel.asked == before
    rig.key("escape", "escape")
    while not table.match.over:
        moves = {s: list(table.match.legal(s))[-1] for s in table.match.to_act if s >= 0}
        table.session.step(moves)
    table.changed()
    assert table.match.over
    table.open_history()
    rig.key("return")
    rig.key("e")
    assert isinstance(rig.app.top, PastPage), "nothing can be set up once the game is over"
    assert IS_OVER in rig.app.toasts.texts
    assert table.hinting.counsel.asked == before
    while past(rig).look.state.phase != "turn":
        rig.key("down")
    look = past(rig).look
    assert None not in look.scores
    assert (look.dark, look.counting) == (frozenset(), True)
    rig.key("e")
    assert isinstance(rig.app.top, RaEditor)
    rig.key("escape", "escape")
    push_button(rig.app.top, "Back")
