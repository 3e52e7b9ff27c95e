"""Who the other is taken for: likelihoods, and what some moves of known traders tell."""

from __future__ import annotations

import numpy as np
import pytest

from ai.jaipur.greedy import GREEDY, options
from ai.jaipur.opponent import Opponent, likelihoods, move_of
from ai.jaipur.search import ways_tables
from ai.jaipur.seed import scores
from ai.jaipur.ways import NAMES, USUAL
from games.jaipur.rules.moves import Move, parse
from games.jaipur.rules.state import View, view_of
from tests.support.jaipur_positions import choices_of_rounds


def by_original(view: View) -> Move:
    """The move of the original."""
    return scores(view).chosen()


def by_greedy(view: View) -> Move:
    """The move of greedy."""
    found = options(view, GREEDY.load().tables)
    return found.moves[int(found.values.argmax())]


@pytest.mark.parametrize(("trader", "name"), [(by_original, "the original"), (by_greedy, "greedy")])
def test_a_trader_is_known_by_its_moves(trader: object, name: str) -> None:
    learned, opponent, seen = ways_tables(GREEDY.load()), Opponent(), 0
    for state in choices_of_rounds(2)[::3]:
        move = trader(view_of(state, state.turn))  # type: ignore[operator]
        onlooker = view_of(state, 1 - state.turn)
        opponent.learn(onlooker, move, learned, np.random.default_rng(seen))
        seen += 1
    assert seen > 15
    assert NAMES[int(opponent.ways().argmax())] == name
    assert opponent.ways().sum() == pytest.approx(1.0)
    assert opponent.expected().min() > 0.0


def test_before_any_move_everybody_is_as_usual() -> None:
    assert Opponent().ways() == pytest.approx(USUAL)


def test_likelihoods_are_probabilities() -> None:
    tables = ways_tables(GREEDY.load())
    state = choices_of_rounds(1)[30]
    view = view_of(state, 1 - state.turn)
    move = by_original(view_of(state, state.turn))
    found = likelihoods(view, move, tables, np.random.default_rng(1))
    assert found.shape == (len(NAMES), 3)
    assert ((found > 0) & (found <= 1)).all()
    assert found[1, 0] > 0.5


def test_every_move_is_read_from_its_event() -> None:
    from games.jaipur.rules import GAME

    read = 0
    for state in choices_of_rounds(1)[::4]:
        for text in list(GAME.legal(state, state.turn))[:12]:
            _, events = GAME.apply(state, {state.turn: text})
            assert move_of(events[0]) == parse(text)
            assert all(move_of(event) is None for event in events[1:])
            read += 1
    assert read > 20
