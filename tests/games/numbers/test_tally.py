"""The rows of a game that is looked at again: at every moment those that a fresh watcher closes."""

from __future__ import annotations

from typing import cast

import pytest

from games.numbers.asks import RowReader
from games.numbers.rules import ROW
from games.numbers.tally import ROWS, Ritual, row_witness
from games.session.film import FilmedMatch
from games.session.replaying import replay_setup
from tests.support.replays import played


@pytest.fixture(scope="module")
def reel() -> FilmedMatch:
    found = played("numbers", 60)
    setup = replay_setup(found)
    return FilmedMatch(setup, found.turns, row_witness(setup)).filmed_whole()


def counted(reel: FilmedMatch, pressed: int) -> Ritual:
    """As it is counted while the game is played."""
    ritual = Ritual()
    ritual.begin(reel.setup.params, (reveal.events for reveal in reel.reveals[:pressed]))
    return ritual


def known(reel: FilmedMatch, pressed: int) -> Ritual:
    """As it is known where the game is looked at again."""
    ritual = Ritual()
    ritual.look_back(cast(RowReader, reel.witnesses[ROWS].player), pressed)
    return ritual


def test_every_moment_has_the_rows_that_were_closed_by_then(reel: FilmedMatch) -> None:
    assert len(counted(reel, 60).rows) == 3
    for pressed in (0, 1, ROW - 1, ROW, ROW + 1, 2 * ROW, 59, 60):
        assert known(reel, pressed).rows == counted(reel, pressed).rows, pressed


def test_a_key_more_closes_a_row_or_not_as_in_play(reel: FilmedMatch) -> None:
    again, live, closed = known(reel, 15), counted(reel, 15), []
    for pressed, reveal in enumerate(reel.reveals[15:45], start=16):
        told = again.see(reveal.events)
        assert told == live.see(reveal.events)
        assert again.rows == live.rows
        assert again.entrance.running == live.entrance.running
        closed += [pressed] if told else []
    assert closed == [20, 40]
