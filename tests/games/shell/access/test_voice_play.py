"""A match is played to its end through the tree of a screen reader alone, without a picture."""

from __future__ import annotations

import pytest

from games.session.starting import make_setup
from games.shell.access.node import PRESS, Node
from games.shell.access.reader import tree_of
from games.shell.opening import start_table
from games.streams import Stream
from tests.support.cases import case
from tests.support.hands import Rig, unseen

GAMES = ("karate", "numbers", "ur", "jaipur", "ra")
"""Games whose tables have a press for every turn; exchanges of Jaipur stand in its list alone."""
MOST_FRAMES = 6000


def pressable(rig: Rig) -> list[Node]:
    """The way on from words that are read, or else the moves among the elements of the table."""
    tree = tree_of(rig.app, rig.app.canvas)
    on = tree.find("button", "Go on")
    table = next((node for node in tree.walk() if node.key == "table"), None)
    found = [] if table is None else [n for n in table.walk() if n.press and PRESS in n.actions]
    return found if on is None else [on]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_through_the_tree_alone(rig: Rig, game: str) -> None:
    rig.app.listening = True
    draws = Stream.named(5, game)
    opponent, options = case(game).lots or (case(game).opponent, {})
    setup = make_setup(game, opponent, 5, {**case(game).short, **options}, False)
    table = start_table(rig.app, setup)
    rig.app.push(table)
    for _ in range(MOST_FRAMES):
        if rig.app.top is not table:
            break
        found = pressable(rig)
        if found:
            found[draws.below(len(found))].actions[PRESS]("")
        with unseen(rig.app):
            rig.app.frame(1 / 10)
    assert table.match.over
    assert table.voice.said[-1] == table.voice.speech.events(table.sight())[-1]
