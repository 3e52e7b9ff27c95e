from __future__ import annotations

import pytest

from games.core import Event
from games.shell.access.node import PRESS, Node
from games.shell.access.reader import tree_of
from games.shell.access.speech import TableSight, TableSpeech, speech_of
from games.shell.table import Table
from games.shell.widgets.picker import Picker
from tests.support.hands import Rig, at_table, until


def tree(rig: Rig) -> Node:
    return tree_of(rig.app, rig.app.canvas)


def press(rig: Rig, role: str, name: str) -> None:
    """Press a node of the window as a reader does."""
    node = tree(rig).find(role, name)
    assert node is not None, list(tree(rig).outline())
    node.actions[PRESS]("")
    rig.frames(2)


@pytest.fixture
def dojo(rig: Rig) -> Table:
    """A match of karate with a screen reader at the window."""
    rig.app.listening = True
    found: Table = at_table(rig.app, "karate", ("human", "random"), {"rounds": 10})
    until(rig.app, lambda: found.waiting_for_person is not None)
    return found


def spoken(node: Node) -> list[str]:
    log = node.find("log")
    return [] if log is None else [line.name for line in log.children]


def test_a_move_is_made_by_the_tree_and_its_round_spoken_at_once(rig: Rig, dojo: Table) -> None:
    press(rig, "button", "Kick")
    assert len(dojo.match.turns) == 1
    assert len(spoken(tree(rig))) == 1
    assert "You kicked" in spoken(tree(rig))[0]
    assert all(line.live == "polite" for line in tree(rig).find("log").children)  # type: ignore[union-attr]


def test_the_keys_list_what_can_be_done_and_say_where_one_stands(rig: Rig, dojo: Table) -> None:
    rig.key("f3")
    assert "Round 1 of 10. 0 to 0." in rig.app.toasts.texts
    rig.key("f2")
    assert isinstance(rig.app.top, Picker)
    options = [node.name for node in tree(rig).walk() if node.role == "option"]
    assert options == ["Punch", "Kick", "Parry punch", "Parry kick"]
    rig.key("down", "return")
    until(rig.app, lambda: len(dojo.match.turns) == 1)
    assert "You kicked" in spoken(tree(rig))[0]


def test_arrows_walk_over_the_table_while_a_reader_listens(rig: Rig, dojo: Table) -> None:
    for name in ("Punch", "Kick", "Parry punch"):
        rig.key("right")
        focused = [node for node in tree(rig).walk() if "focused" in node.states]
        assert [node.name for node in focused] == [name]
    rig.key("left")
    assert "focused" in tree(rig).find("button", "Kick").states  # type: ignore[union-attr]


def test_the_corner_buttons_are_pressed_by_the_tree(rig: Rig, dojo: Table) -> None:
    press(rig, "button", "Pause")
    assert rig.app.top.title == "Paused"
    assert tree(rig).find("dialog", "Paused") is not None


def test_a_viewer_hears_only_the_events_that_it_may_see(dojo: Table) -> None:
    secret = Event("drawn", {"card": 7}, audience=(1,))
    open_to_all = Event("round", {})
    heard = TableSight.of(dojo.match, 0, ("Ada", "Random"), (secret, open_to_all))
    assert heard.last == (open_to_all,)
    assert TableSight.of(dojo.match, None, ("Ada", "Random"), (secret,)).last == (secret,)


def test_a_game_without_words_says_what_it_draws(null_game: str, rig: Rig) -> None:
    assert type(speech_of(null_game)) is TableSpeech
    rig.app.listening = True
    at_table(rig.app, null_game, ("human",), {})
    assert len(list(tree(rig).walk())) > 4


def test_without_a_reader_nothing_is_collected(rig: Rig) -> None:
    table = at_table(rig.app, "karate", ("human", "random"), {})
    until(rig.app, lambda: table.waiting_for_person is not None)
    rig.key("1")
    until(rig.app, lambda: len(table.match.turns) == 1)
    assert table.voice.said == []
    assert rig.app.reader.tree is None
