"""Who the other is taken for: likelihoods, and what some moves of known traders tell."""

from __future__ import annotations

import numpy as np
import pytest

from ai.jaipur.belief import counting_belief, surprise
from ai.jaipur.greedy import GREEDY, options
from ai.jaipur.opponent import Opponent, counted_hands, likelihoods, move_of
from ai.jaipur.search import ways_tables
from ai.jaipur.seed import scores
from ai.jaipur.ways import NAMES, USUAL
from games.core import CHANCE
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.goods import counts_of
from games.jaipur.rules.moves import Move, parse
from games.jaipur.rules.state import View, view_of
from games.streams import Stream
from tests.support.contract import any_move
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
        opponent.learn(onlooker, move, learned)
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
    hands = counted_hands(view)
    found = likelihoods(view, move, hands.picks, tables)
    assert found.shape == (len(NAMES), 3, len(hands.picks))
    assert ((found >= 0) & (found <= 1)).all()
    held = np.array(counts_of(state.traders[state.turn].hand)[:6])
    known = np.array(counts_of(view.rival.known)[:6])
    truth = int(np.flatnonzero((hands.picks == held - known).all(axis=1))[0])
    assert found[1, 0, truth] > 0.9


def test_before_any_move_hands_are_as_by_counting_cards() -> None:
    looked = 0
    for state in choices_of_rounds(3)[::9]:
        view = view_of(state, 1 - state.turn)
        belief = counting_belief(view)
        assert Opponent().hands(view).belief(belief.known) == pytest.approx(belief.hand, abs=1e-9)
        looked += len(counted_hands(view).picks) > 1
    assert looked >= 1


def test_moves_tell_of_hidden_goods() -> None:
    """Over some rounds of the original the truth is likelier than by counting cards."""
    tables, gain, moves = ways_tables(GREEDY.load()), 0.0, 0
    for seed in range(6):
        rng, state = Stream.named(seed, "hidden"), GAME.new(SPEC.params({"length": "round"}))
        opponent = Opponent()
        for _ in range(60):
            seat = state.acting[0] if state.acting else CHANCE
            if seat == CHANCE:
                if not state.acting:
                    break
                state, _ = GAME.apply(state, {CHANCE: any_move(GAME, state, CHANCE, rng)})
                continue
            move = by_original(view_of(state, seat))
            if seat == 1:
                view = view_of(state, 0)
                belief = counting_belief(view)
                held = np.array(counts_of(state.traders[1].hand)[:6])
                inferred = opponent.hands(view).belief(belief.known)
                gain += surprise(belief.hand, held) - surprise(inferred, held)
                opponent.learn(view, move, tables)
                moves += 1
            state, _ = GAME.apply(state, {seat: move.notation})
    assert moves > 60
    assert gain / moves > 0.05


def test_every_move_is_read_from_its_event() -> None:
    read = 0
    for state in choices_of_rounds(1)[::4]:
        for text in list(GAME.legal(state, state.turn))[:12]:
            _, events = GAME.apply(state, {state.turn: text})
            assert move_of(events[0]) == parse(text)
            assert all(move_of(event) is None for event in events[1:])
            read += 1
    assert read > 20
