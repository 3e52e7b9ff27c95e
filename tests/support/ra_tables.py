"""States of random games of Ra, for tests of rules and agents."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from games.core import CHANCE
from games.ra import SPEC
from games.ra.rules import GAME
from games.ra.rules.state import State

Step = tuple[State, str, State]


def steps(players: int, seed: int, few: float = 0.2) -> Iterator[Step]:
    """A random game that seldom calls or passes: each state, the move, and the next state.

    Calling and passing are drawn `few` times as often as any other move.
    """
    rng = random.Random(seed)
    state = GAME.new(SPEC.params({"players": players}))
    while acting := GAME.to_act(state):
        if acting == (CHANCE,):
            names, weights = zip(*GAME.chance(state), strict=True)
            move = rng.choices(names, weights)[0]
        else:
            moves = list(islice(GAME.legal(state, acting[0]), 50))
            shares = [few if one in ("call", "pass") else 1.0 for one in moves]
            move = rng.choices(moves, shares)[0]
        after, _ = GAME.apply(state, {acting[0]: move})
        yield state, move, after
        state = after


def choices(players: int, seed: int, every: int = 1) -> list[State]:
    """The states of such a game in which a seat is to act, one in so many."""
    found = [state for state, _, _ in steps(players, seed) if state.actor >= 0]
    return found[::every]


def turned(state: State, by: int) -> State:
    """The table turned by some seats, everything with it."""
    players = state.players

    def moved(seat: int) -> int:
        return (seat + by) % players if seat >= 0 else seat

    def shifted(values: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(values[(seat - by) % players] for seat in range(players))

    auction = state.auction
    if auction is not None:
        whose = None if auction.by is None else moved(auction.by)
        auction = auction._replace(caller=moved(auction.caller), by=whose)
    return state._replace(
        turn=moved(state.turn),
        actor=moved(state.actor),
        scores=shifted(state.scores),  # type: ignore[arg-type]
        up=shifted(state.up),  # type: ignore[arg-type]
        down=shifted(state.down),  # type: ignore[arg-type]
        tiles=shifted(state.tiles),  # type: ignore[arg-type]
        auction=auction,
        losses=tuple(loss._replace(seat=moved(loss.seat)) for loss in state.losses),
    )
