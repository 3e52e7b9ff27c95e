"""Tabs over the open mind: one for each of several heads, in live play, watching, and replays."""

from __future__ import annotations

import pytest

from games import catalog
from games.core import Seating
from games.mind import Mind, Note
from games.session.setup import Setup
from games.shell.app import App
from games.shell.input import Pointer, Press
from games.shell.mind.panel import MindView
from games.shell.opening import start_table
from games.shell.table import Table
from games.ur.scene import Scene as UrScene

FIRST: Mind = (Note("Of the first."),)
SECOND: Mind = (Note("Of the second."),)
BOX = (0.0, 0.0, 400.0, 700.0)


@pytest.fixture
def view(app: App) -> MindView:
    """A panel that notes whose mind it names."""
    named: list[int] = []
    made = MindView(app, named.append)
    made.place(BOX)
    made.named = named  # type: ignore[attr-defined]
    return made


def press_tab(view: MindView, seat: int) -> None:
    (x, y, w, h) = next(box for box, owner in view.tabs if owner == seat)
    assert view.handle(Pointer("down", x + w / 2, y + h / 2, 1))


def test_minds_of_one_turn_have_a_tab_each(view: MindView) -> None:
    view.show(view.pick({0: FIRST, 1: SECOND}))
    assert (view.mind, view.showing) == (SECOND, 1)
    assert [seat for _, seat in view.tabs] == [0, 1]
    press_tab(view, 0)
    assert (view.mind, view.showing) == (FIRST, 0)
    press_tab(view, 0)
    assert view.pick({0: SECOND, 1: FIRST}) == SECOND
    assert view.handle(Press("next_tab"))
    assert view.showing == 1


def test_minds_of_turns_follow_each_other_until_a_tab_is_opened(view: MindView) -> None:
    view.follows = True
    view.add(0, FIRST)
    assert view.tabs == []
    view.add(1, SECOND)
    assert (view.mind, view.showing) == (SECOND, 1)
    press_tab(view, 0)
    newer: Mind = (Note("Later."),)
    view.add(1, newer)
    assert (view.mind, view.showing) == (FIRST, 0)
    press_tab(view, 0)  # let go
    view.add(1, newer)
    assert (view.mind, view.showing) == (newer, 1)
    assert view.named == [0, 1, 0, 0, 1]  # type: ignore[attr-defined]


def test_keys_go_through_the_tabs_and_past_them(view: MindView) -> None:
    view.follows = True
    view.add(0, FIRST)
    view.add(1, SECOND)
    chosen = []
    for action in ("next_tab",) * 4 + ("previous_tab",) * 3:
        assert view.handle(Press(action))
        chosen.append(view.chosen)
    assert chosen == [0, 1, None, 0, None, 1, 0]


def test_another_match_begins_without_heads(view: MindView) -> None:
    view.show(view.pick({0: FIRST, 1: SECOND}))
    press_tab(view, 0)
    view.forget()
    assert (view.tabs, view.chosen, view.showing, view.mind) == ([], None, None, ())


# -- at tables -----------------------------------------------------------------------------


def watched(app: App, game: str, agents: tuple[str, str], **params: object) -> Table:
    seats = tuple(Seating(agent) for agent in agents)
    table = start_table(app, Setup(game, seats, catalog.spec(game).params(params), 5))
    app.push(table)
    return table


def until_turn(app: App, table: Table, turns: int) -> None:
    for _ in range(2000):
        if len(table.match.turns) >= turns or app.top is not table:
            return
        app.frame(0.1)
    raise AssertionError("the match went on and on")


def test_a_rematch_of_two_agents_at_karate_begins_without_the_old_heads(app: App) -> None:
    table = watched(app, "karate", ("seed-argmax", "seed-softmax"), rounds=10)
    until_turn(app, table, 4)
    assert [seat for _, seat in table.mind_view.tabs] == [0, 1]
    table.mind_view.choose(0)
    assert table.mind_view.caption == "First student"
    table.restart()
    assert table.mind_view.tabs == []
    assert table.mind_view.showing is None
    assert "Second student" in table.mind_view.caption
    assert not app.failed


def test_two_agents_at_ur_have_tabs_while_they_play(app: App) -> None:
    table = watched(app, "ur", ("greedy", "lookahead"), pieces=2)
    assert isinstance(table, UrScene)
    table.pacing.set_level(6)
    until_turn(app, table, 12)
    view = table.mind_view
    assert [seat for _, seat in view.tabs] == [0, 1]
    view.choose(0)
    shown = set()
    for turn in range(13, 24):
        until_turn(app, table, turn)
        shown.add((view.showing, view.caption))
    assert shown == {(0, "Greedy")}
    assert not app.failed
