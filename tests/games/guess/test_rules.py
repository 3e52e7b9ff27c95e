"""The contract over Guess 2/3, which stands in the laboratory, and a round by hand."""

from __future__ import annotations

import pytest

from games import catalog
from games.core import CHANCE, IllegalMove
from games.guess.rules import GAME
from games.guess.rules.game import State
from tests.support import contract


def table(**options: object) -> State:
    """A table whose dice are cast."""
    state = GAME.new(GAME.spec.params({"rounds": 5, **options}))
    while GAME.to_act(state) == (CHANCE,):
        state, _ = GAME.apply(state, {CHANCE: "lot-7"})
    return state


def test_contract() -> None:
    variants = list(contract.variants(GAME.spec))[:6]
    assert contract.check_spec("guess") == len(catalog.agents("guess"))
    for seed, params in enumerate(variants[:3]):
        assert contract.check_protocol(GAME, {**params, "rounds": 5}, seed) >= 2
        assert contract.check_replay(GAME, params, seed) >= 2
    assert contract.check_refusals(GAME, variants[1], 1) >= 10
    assert contract.check_views(GAME, variants[1], 1) >= 2
    assert contract.check_audience(GAME, variants[1], 1) >= 2
    assert contract.check_seals(GAME, variants[0]) == 0


@pytest.mark.parametrize("agent", ["nash", "level2", "trend", "mind"])
def test_agents_keep_the_contract(agent: str) -> None:
    assert contract.check_agent("guess", agent, seed=7, turns=16)


def test_two_alone_are_scored_exactly() -> None:
    state, events = GAME.apply(table(size=2), {0: "90", 1: "45"})
    (closed,) = events
    assert closed.data["target"] == (45, 1)
    assert closed.data["guesses"] == (90, 45)
    assert closed.data["ranks"] == (2, 1)
    assert GAME.returns(state) == (0.0, 1.0)
    assert state.told is not None
    assert state.told.mean == 67.5


def test_a_point_for_everybody_who_was_farther_off() -> None:
    _, (closed,) = GAME.apply(table(), {0: "100", 1: "0"})
    guesses = closed.data["guesses"]
    num, den = closed.data["target"]
    off = [abs(guess * den - num) for guess in guesses]
    assert len(guesses) == 24
    assert closed.data["points"] == tuple(sum(o > off[seat] for o in off) for seat in (0, 1))


def test_nothing_that_is_guessed_changes_the_crowds_dice() -> None:
    low, _ = GAME.apply(table(), {0: "0", 1: "0"})
    high, _ = GAME.apply(table(), {0: "100", 1: "100"})
    assert low.lots == high.lots
    assert low.told != high.told


def test_a_newspaper_asks_once_and_then_it_is_over() -> None:
    state = table(crowd="newspaper", rounds=20)
    state, (closed,) = GAME.apply(state, {0: "20", 1: "20"})
    assert GAME.to_act(state) == ()
    assert 20 <= closed.data["sum"] / 24 <= 40
    with pytest.raises(IllegalMove, match="over after 1 rounds"):
        GAME.apply(state, {0: "1", 1: "1"})


def test_a_view_shows_neither_dice_nor_crowd() -> None:
    view = GAME.view(table(), 0)
    assert set(view.lots) == {-1}
    assert view.crowd == ()
