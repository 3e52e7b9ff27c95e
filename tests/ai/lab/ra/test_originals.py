"""The exercise of 5 and 7, and the oracle whose passes are counted."""

from __future__ import annotations

import pytest

from ai.lab.ra.originals import WatchedOracle, exercise, first_call
from games import catalog
from games.core import Limit
from games.match import Match
from games.ra import SPEC
from games.ra.rules.game import GAME


@pytest.mark.parametrize("turn", [0, 1])
def test_the_position_has_every_tile_once_and_two_suns(turn: int) -> None:
    state = exercise(["gold", "god"], turn, 4)
    assert (state.up, state.center, state.actor) == (((7,), (5,), ()), 1, turn)
    held = sum(sum(tiles) for tiles in state.tiles) + sum(state.block) + state.ra
    assert sum(state.left) + held == 180


def test_the_holder_of_the_five_calls_for_less_than_the_holder_of_the_seven() -> None:
    assert 0 < first_call("seed-net", 1, 4) < first_call("seed-net", 0, 4)


def test_a_watched_oracle_plays_as_the_oracle_and_counts_its_wishes() -> None:
    counts = {True: [0, 0], False: [0, 0]}
    players = {seat: WatchedOracle(counts) for seat in range(3)}
    watched = Match(GAME, SPEC.params({"players": 3}), 5, players)
    watched.run(Limit())
    plain = {seat: catalog.agent("ra", "seed-net").make({}, None) for seat in range(3)}
    match = Match(GAME, SPEC.params({"players": 3}), 5, plain)
    match.run(Limit())
    assert watched.turns == match.turns
    assert all(passed <= wished for wished, passed in counts.values())
    assert sum(wished for wished, _ in counts.values()) > 5
