"""The rules of Null Game, by going through all of its matches."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.core import CHANCE, IllegalMove
from games.nullgame.rules import GAME, SIDES, State


def expected(state: State) -> Fraction:
    """The right guesses of a player who always says heads, over all that chance may do."""
    if not GAME.to_act(state):
        return Fraction(state.right)
    if GAME.to_act(state) == (0,):
        return expected(GAME.apply(state, {0: "heads"})[0])
    lots = GAME.chance(state)
    whole = sum(weight for _, weight in lots)
    after = [(GAME.apply(state, {CHANCE: move})[0], Fraction(n, whole)) for move, n in lots]
    return sum((share * expected(next_state) for next_state, share in after), Fraction(0))


@pytest.mark.parametrize("coins", [1, 2, 5])
def test_half_of_the_guesses_are_right(coins: int) -> None:
    assert expected(GAME.new({"coins": coins})) == Fraction(coins, 2)


def test_what_is_no_side_of_a_coin_is_refused() -> None:
    hidden, _ = GAME.apply(GAME.new({"coins": 1}), {CHANCE: "tails"})
    with pytest.raises(IllegalMove, match="heads or tails"):
        GAME.apply(hidden, {0: "edge"})
    assert GAME.legal(hidden, 0) == SIDES
