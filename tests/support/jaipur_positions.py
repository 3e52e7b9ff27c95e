"""Positions of Jaipur in which somebody is to move, from rounds of the original against chance."""

from __future__ import annotations

from functools import lru_cache

from ai.jaipur.seed import scores
from games.core import CHANCE
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.state import State, view_of
from games.streams import Stream
from tests.support.contract import any_move


@lru_cache(maxsize=8)
def choices_of_rounds(rounds: int, first: int = 0) -> tuple[State, ...]:
    """The states with a choice in some rounds: the original moves, one time in four chance."""
    found = []
    for seed in range(first, first + rounds):
        rng, state = Stream.named(seed, "positions"), GAME.new(SPEC.params({"length": "round"}))
        while state.acting:
            seat = state.acting[0]
            if seat == CHANCE or rng.below(4) == 0:
                move = any_move(GAME, state, seat, rng)
            else:
                chosen = scores(view_of(state, seat))
                best = chosen.moves()[chosen.pick()]
                assert best is not None
                move = best.notation
            if seat != CHANCE:
                found.append(state)
            state, _ = GAME.apply(state, {seat: move})
    return tuple(found)
