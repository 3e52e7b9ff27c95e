"""A whole match of Jaipur in which everybody moves by chance."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.core import Turn
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.streams import Stream
from tests.support.contract import any_move

PARAMS: Final = SPEC.params()


@lru_cache(maxsize=1)
def chance_turns() -> tuple[Turn, ...]:
    """Its turns, to the end."""
    rng, state, found = Stream.named(4, "review"), GAME.new(PARAMS), []
    while state.acting:
        seat = state.acting[0]
        move = any_move(GAME, state, seat, rng)
        found.append(((seat, move),))
        state, _ = GAME.apply(state, {seat: move})
    return tuple(found)
