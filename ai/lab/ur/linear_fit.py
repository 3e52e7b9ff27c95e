"""Fit Ur's players to the solved game: `linear+` to 4 pieces, by least squares.

Positions come from games in which both sides play perfectly but for one random move in ten, and
from every move that could have been chosen there. Needs a solved table, no compiler.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ai.lab.rooms import Progress
from ai.lab.ur.batch import (
    Ints,
    Policy,
    RandomPolicy,
    TableValues,
    ValuePolicy,
    Words,
    moves_of,
    perfect_policy,
    play,
    win_share,
)
from ai.ur.linear import HOMES, MARKS, possible_pairs
from ai.ur.table import WinTable
from games.arrays import Arrays
from games.streams import generator
from games.ur.rules import RuleSet

FloatArray = npt.NDArray[np.float64]
RANDOM_MOVES = 0.1
ROWS_AT_ONCE = 50_000
RIDGE = 1.0
LEAST_PROBABILITY = 1e-4


class Recorder:
    """Plays as a policy does but for some random moves, and keeps the choices it had."""

    draws = True

    def __init__(self, policy: Policy, seed: int) -> None:
        self._policy = policy
        self._random = RandomPolicy()
        self._rng = generator(seed)
        self.choices: list[npt.NDArray[np.int32]] = []

    def __call__(self, own: Ints, other: Ints, rolls: Ints, legal: Ints, words: Words) -> Ints:
        """Return the squares that pieces leave."""
        choice = legal & (legal - 1) != 0
        self.choices.append(np.stack([own, other, rolls, legal])[:, choice])
        played = self._policy(own, other, rolls, legal, words)
        instead = self._random(own, other, rolls, legal, words)
        sources: Ints = np.where(self._rng.random(len(own)) < RANDOM_MOVES, instead, played)
        return sources


def reached(table: WinTable, pieces: int, games: int, seed: int) -> tuple[Ints, Ints]:
    """Return positions (side to roll, other side), each once, that good players choose between."""
    policy = perfect_policy(table, pieces)
    players = Recorder(policy, seed), Recorder(policy, seed + 1)
    params = {"rules": table.rule_set.id, "pieces": pieces}
    play(players[0], players[1], range(seed, seed + games), params)
    choices = np.concatenate([part for player in players for part in player.choices], axis=1)
    own, other, rolls, legal = np.unique(choices, axis=1).astype(np.int32)
    _, _, ahead, behind, _ = moves_of(own, other, rolls, legal, table.rule_set)
    pairs = np.stack([ahead, behind])[:, behind >> table.rule_set.off < pieces]
    first, second = np.unique(pairs, axis=1).astype(np.int32)
    return first, second


def mark_table(own: Ints, other: Ints) -> FloatArray:
    """Return the marks of many positions as 0 and 1, shape (n, 36); see `ai.ur.linear.marks`."""
    rows = np.arange(len(own))
    table = np.zeros((len(own), MARKS))
    for square in range(1, 15):
        table[:, square - 1] = own >> square & 1
        table[:, 13 + square] = other >> square & 1
    table[rows, 28 + np.minimum(3, own >> 15)] = 1.0
    table[rows, 32 + np.minimum(3, other >> 15)] = 1.0
    return table


def homes(sides: Ints, pieces: int) -> npt.NDArray[np.int64]:
    """Return the number of pieces of each side at home, at most 4."""
    entered = np.bitwise_count(sides & 0x7FFE) + (sides >> 15)
    at_home: npt.NDArray[np.int64] = np.minimum(HOMES - 1, pieces - entered.astype(np.int64))
    return at_home


def _design(own: Ints, other: Ints, pieces: int) -> FloatArray:
    """Return one column a weight: the pairs of marks, then the pairs of homes."""
    table = mark_table(own, other)
    first, second = np.array(possible_pairs()).T
    at_home = np.zeros((len(own), HOMES * HOMES))
    at_home[np.arange(len(own)), homes(own, pieces) * HOMES + homes(other, pieces)] = 1.0
    return np.hstack([table[:, first] * table[:, second], at_home])


def log_odds(probabilities: FloatArray) -> FloatArray:
    """Log odds, with probabilities kept away from 0 and 1."""
    kept = np.clip(probabilities, LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY)
    odds: FloatArray = np.log(kept / (1.0 - kept))
    return odds


def fit_linear(table: WinTable, pieces: int, games: int, seed: int, progress: Progress) -> Arrays:
    """Return the weights of linear+ for one rule set, by name; see `ai.ur.linear.LinearPlus`."""
    own, other = reached(table, pieces, games, seed)
    values = TableValues(table, pieces)
    size = len(possible_pairs()) + HOMES * HOMES
    system, target = np.eye(size) * RIDGE, np.zeros(size)
    for rows in _parts(len(own)):
        design = _design(own[rows], other[rows], pieces)
        system += design.T @ design
        target += design.T @ log_odds(values(own[rows], other[rows]))
        progress(rows.stop / len(own), f"{rows.stop:,} positions")
    weights = np.linalg.solve(system, target).round(4)
    square = np.zeros((MARKS, MARKS), dtype=np.float32)
    first, second = np.array(possible_pairs()).T
    square[first, second] = weights[: len(first)]
    rules = table.rule_set.id
    home_weights = weights[len(first) :].reshape(HOMES, HOMES).astype(np.float32)
    return {f"pairs_{rules}": square, f"homes_{rules}": home_weights}


def _parts(count: int) -> Iterator[slice]:
    for start in range(0, count, ROWS_AT_ONCE):
        yield slice(start, min(count, start + ROWS_AT_ONCE))


def linear_policy(weights: Arrays, pieces: int, rules: RuleSet) -> ValuePolicy:
    """Play as `ai.ur.linear.LinearPlus` does, but for sums in another order."""
    square = weights[f"pairs_{rules.id}"].astype(np.float64)
    home_weights = weights[f"homes_{rules.id}"].astype(np.float64)

    def values(own: Ints, other: Ints) -> FloatArray:
        table = mark_table(own, other)
        sums = np.einsum("ni,ni->n", table @ square, table)
        sums += home_weights[homes(own, pieces), homes(other, pieces)]
        found: FloatArray = 1.0 / (1.0 + np.exp(-sums))
        return found

    return ValuePolicy(values, pieces, rules, 1e-9)


def share_against_perfect(
    policy: Policy, table: WinTable, pieces: int, games: int, seed: int
) -> float:
    """Return the share of games that a policy wins against perfect play."""
    params = {"rules": table.rule_set.id, "pieces": pieces}
    return win_share(policy, perfect_policy(table, pieces), games, seed, params)
