"""No hidden fact is in the tree: it stays the same while what its seat cannot know is redealt."""

from __future__ import annotations

import itertools

import pytest

from games import catalog
from games.core import CHANCE
from games.session.starting import make_setup
from games.shell.access.reader import tree_of
from games.shell.access.speech import speech_of
from games.shell.opening import start_table
from games.shell.table import Table
from games.streams import Stream
from tests.support.cases import case
from tests.support.hands import Rig, unseen
from tests.support.spoken import sights

FEW, MANY = 5, 1000
MOST_FRAMES = 400
"""Frames of a match in which positions are compared."""
HIDING = ("tracker", "jaipur", "guess", "ctf")
"""Games whose state has what a seat does not know; in the others chance is drawn when it is due."""


def outline(rig: Rig) -> list[str]:
    return list(tree_of(rig.app, rig.app.canvas).outline())


def compare(rig: Rig, table: Table, draws: Stream) -> bool:
    """Deal anew what the viewer cannot know; True if that made another state."""
    session, match = table.session, table.session.match
    viewer, state = session.viewer, match.state
    if viewer is None or match.over or match.to_act == (CHANCE,) or table.explaining:
        return False
    dealt = match.game.imagine(session.seen, viewer, draws)
    if dealt == state:
        return False
    before = outline(rig)
    match.state = dealt
    try:
        assert outline(rig) == before
    finally:
        match.state = state
    return True


def redealt(rig: Rig, game: str, most: int) -> int:
    """Compare trees at the positions of matches until `most` were dealt anew; returns how many.

    A game whose first match has no hidden thing has none.
    """
    draws, found = Stream.named(7, game), 0
    rig.app.listening = True
    rig.app.change_settings(guided="hide seek hunt ra ctf set jaipur planetwars")
    for seed in itertools.count(1):
        opponent, options = case(game).lots or (case(game).opponent, {})
        params = {**case(game).short, **options}
        table = start_table(rig.app, make_setup(game, opponent, seed, params, False))
        rig.app.push(table)
        for _ in range(MOST_FRAMES):
            with unseen(rig.app):
                rig.app.frame(1 / 10)
            if rig.app.top is not table or table.finished or found >= most:
                break
            table.skip()
            found += compare(rig, table, draws)
            moves = [choice.move for choice in table.voice.choices()]
            if moves:
                table.choose(moves[draws.below(len(moves))])
        while len(rig.app.stack) > 1:
            rig.app.pop()
        if found >= most or not found:
            return found
    return found


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_tree_has_nothing_that_its_viewer_may_not_know(rig: Rig, game: str) -> None:
    assert (redealt(rig, game, FEW) > 0) == (game in HIDING)


@pytest.mark.sweep
@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_thousand_positions_dealt_anew_give_the_same_tree(rig: Rig, game: str) -> None:
    assert redealt(rig, game, MANY) == (MANY if game in HIDING else 0)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_words_are_made_of_the_view_alone(game: str) -> None:
    """The sight of a match has no more than the view, and events that the seat may see."""
    speech = speech_of(game)
    for at in itertools.islice(sights(game), 40):
        assert at.seat == 0
        assert all(event.audience is None or 0 in event.audience for event in at.last)
        speech.elements(at)
