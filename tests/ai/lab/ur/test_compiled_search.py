"""The compiled deep search, held to the readable one move for move: needs numba."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from ai.ur.expectimax import Expectimax
from ai.ur.values import ADVANCEMENT
from games.core import CHANCE, Limit
from games.match import Match
from games.streams import Stream
from games.ur.rules import GAME, PASS, State

pytestmark = pytest.mark.lab
PARAMS = {"rules": "finkel", "pieces": 7}


def choices(count: int, every: int) -> list[State]:
    """Positions of random games with something to choose, each `every`th of them."""
    rng, found = Random(9), []
    while len(found) < count * every:
        state = GAME.new(PARAMS)
        while state.acting:
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0111122222233334")})
            if len(state.moves) > 1 and state.moves != (PASS,):
                found.append(state)
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
    return found[::every][:count]


def arrays(states: Sequence[State]) -> list[np.ndarray]:
    rows = [
        (s.side(s.turn), s.side(1 - s.turn), s.roll, sum(1 << int(move) for move in s.moves))
        for s in states
    ]
    return [np.array(column, np.int32) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("style", ["", "plain", "panda"])
@pytest.mark.parametrize(("plies", "count"), [(1, 300), (2, 300), (3, 300), (4, 60), (5, 6)])
def test_it_plays_what_the_readable_search_plays(style: str, plies: int, count: int) -> None:
    from ai.lab.ur.compiled_search import DeepPolicy

    agent = Expectimax(plies, ADVANCEMENT, style)
    agent.begin((0,), GAME, PARAMS, Stream(1))
    states = choices(count, 7)
    found = DeepPolicy(agent)(*arrays(states), np.zeros(0, np.uint64))
    expected = [int(agent.act(s.turn, s, s.moves, Limit()).move) for s in states]
    assert found.tolist() == expected


@pytest.mark.parametrize("style", ["", "plain", "panda"])
def test_a_value_is_that_of_the_readable_search(style: str) -> None:
    """To the last bit: the same numbers are added up in the same order."""
    from ai.lab.ur.compiled_search import expected, searched
    from ai.ur.expectimax import PlySearch
    from ai.ur.values import score

    search = PlySearch(GAME.new(PARAMS).rule_set, 7, ADVANCEMENT, 5, style)
    for state in choices(80, 9):
        own, other = state.side(state.turn), state.side(1 - state.turn)
        worth = score(own, other, 7, ADVANCEMENT, state.rule_set)
        for rest in range(4):
            found = expected(own, other, worth, rest, searched(5, style))
            assert found == search.expected(own, other, worth, rest)


def test_an_arena_of_deep_searches_has_the_results_of_matches() -> None:
    from ai.lab.ur.batches import play_all

    agents = [Expectimax(4, ADVANCEMENT), Expectimax(2, ADVANCEMENT)]
    found = play_all(agents, PARAMS, range(3))
    assert found is not None
    for seed, (returns, moves) in enumerate(found):
        match = Match(GAME, PARAMS, seed, dict(enumerate(agents)))
        assert match.run(Limit()) == returns
        assert len(match.turns) == 2 * moves
