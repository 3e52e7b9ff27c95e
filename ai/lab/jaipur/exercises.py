"""Positions in which one move is clearly the best, and the original plays another.

They are found in rounds of one agent against itself. Every choice is tried in a few worlds; where a
move leads, many more worlds, others than those, say by how much.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.jaipur.adviser import error_of, score, tried
from ai.jaipur.greedy import in_use, options
from ai.jaipur.seed import scores
from ai.lab.jaipur.traders import trader
from games.core import CHANCE, Limit, Turn
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.state import State, view_of
from games.match import Match

ROUND: Final = SPEC.params({"length": "round"})
CANDIDATES: Final = 8
FIRST: Final = 60
"""Worlds in which each candidate is tried."""
MANY: Final = 500
"""Worlds in which the two best are compared."""
LEAST: Final = 0.05
"""The chance to win that the second best move gives away."""
SURE: Final = 4.0
"""That loss in its standard errors."""
A_ROUND: Final = 2
"""Exercises of one round at most, those whose best move is clearest."""


class MadeExercise(NamedTuple):
    """A position: the moves that led to it, whose turn it is, the best move, and what the second
    best gives away of the chance to win, with its standard error.
    """

    moves: str
    seat: int
    best: str
    lost: float
    error: float


def exercises_of(agent: str, seed: int) -> list[MadeExercise]:
    """Return the clearest positions of a round of an agent against itself, in their order."""
    match: Match[State] = Match(GAME, ROUND, seed, {0: trader(agent), 1: trader(agent)})
    found: list[MadeExercise] = []
    while match.to_act:
        if match.to_act != (CHANCE,):
            exercise = _clear(match.state, match.turns)
            if exercise is not None:
                found.append(exercise)
        match.step(Limit())
    kept = sorted(found, key=lambda each: -each.lost)[:A_ROUND]
    return [each for each in found if each in kept]


def _clear(state: State, turns: list[Turn]) -> MadeExercise | None:
    """Return the position as an exercise, where it is one."""
    view = view_of(state, state.turn)
    rng = np.random.default_rng([len(turns), 5])
    choices = options(view, in_use().tables)
    order = np.argsort(-choices.values, kind="stable")[:CANDIDATES]
    moves = [choices.moves[n] for n in order]
    if len(moves) < 2:
        return None
    values = score(tried(view, moves, FIRST, rng))
    best, second = (moves[n] for n in np.argsort(-values, kind="stable")[:2])
    original = scores(view).chosen()
    if np.sort(values)[-1] - np.sort(values)[-2] < 0.5 * LEAST or best == original:
        return None
    trials = tried(view, [best, second], MANY, rng)
    gain = trials.won[0] - trials.won[1]
    lost, error = float(gain.mean()), error_of(gain)
    if lost < LEAST or lost < SURE * error:
        return None
    played = " ".join(turn[0][1] for turn in turns)
    return MadeExercise(played, state.turn, best.notation, round(lost, 3), round(error, 3))
