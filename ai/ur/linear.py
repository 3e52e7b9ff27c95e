"""linear+: the win probability of a position of Ur as the logistic of a sum of 671 weights.

A position, seen from the side that is to roll, has 36 marks: its pieces on squares 1..14, the other
side's, and the number of pieces off on each side (0, 1, 2, 3 or more). There is a weight for every
mark and for every two marks that can stand together, 646 in all, and one for each pair of numbers
of pieces at home (25, each 0..4). The weights are fitted by least squares to the log odds of the
solved game of 4 pieces (`ai.lab.ur.linear_fit`); of the solved values, only positions from games
between good players are used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.files import damage_error, read_arrays
from ai.ur.values import UrAgent, WrongRules, bits, candidates, share_reason
from games.arrays import Arrays
from games.core import Game, Limit
from games.mind import Mind
from games.spec import Params
from games.streams import Stream
from games.ur.rules import State, apply_move, home_of
from games.weights import Weights

MARKS: Final = 36
"""Twice 14 squares, and twice four numbers of pieces off."""
HOMES: Final = 5
"""Numbers of pieces at home, 0 to 4."""
FITTED_RULES: Final = ("finkel", "schultz")
"""The rule sets that the weights are fitted to."""
MOST_LOG_ODDS: Final = 53 * math.log(2)
"""A weight is at most of this size, about 37: past these log odds a double holds the probability
for 1 exactly, so that a single mark would decide and all moves with it look alike."""
_OTHER, _OWN_OFF, _OTHER_OFF = 14, 28, 32
"""Where the marks of the other's squares and of both sides' pieces off begin."""


def marks(own: int, other: int) -> list[int]:
    """Return the marks of the position with `own` to roll against `other`, ascending."""
    found = [square - 1 for square in bits(own & 0x7FFE)]
    found += [_OTHER + square - 1 for square in bits(other & 0x7FFE)]
    return [*found, _OWN_OFF + min(3, own >> 15), _OTHER_OFF + min(3, other >> 15)]


def possible_pairs() -> list[tuple[int, int]]:
    """Return the pairs of marks (first <= second) that can stand together in one position."""
    pairs = []
    for first in range(MARKS):
        for second in range(first, MARKS):
            same_square = first < _OTHER and second == first + _OTHER and 5 <= first + 1 <= 12
            own_off = _OWN_OFF <= first < second < _OTHER_OFF
            other_off = _OTHER_OFF <= first < second
            if not (same_square or own_off or other_off):
                pairs.append((first, second))
    return pairs


def linear_hindrance(params: Params) -> str:
    """Return why linear+ cannot play a game with the options `params` and what to do, or ""."""
    if params["rules"] in FITTED_RULES:
        return ""
    return (
        f"linear+ is fitted to finkel and schultz and cannot play {params['rules']}; "
        "choose one of these rules, or an agent such as expectimax."
    )


class LinearPlus(UrAgent):
    """Plays the move after which it holds its win probability to be highest.

    `weights` maps "pairs_RULES", shape (36, 36), upper triangle, and "homes_RULES", shape (5, 5).
    """

    title = "Estimated win probability after each move"

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Take a seat and read the weights; raises `BadWeights`, and `WrongRules` for others."""
        super().begin(seats, game, params, rng)
        if problem := linear_hindrance(params):
            raise WrongRules(problem)
        weights, rules = LINEAR.load(), self.rule_set.id
        self._pairs: list[list[float]] = weights[f"pairs_{rules}"].tolist()
        self._homes: list[list[float]] = weights[f"homes_{rules}"].tolist()

    def log_odds(self, own: int, other: int) -> float:
        """Return the log odds of a win for the side `own`, which is to roll, against `other`."""
        home = min(HOMES - 1, home_of(own, self.pieces, self.rule_set))
        other_home = min(HOMES - 1, home_of(other, self.pieces, self.rule_set))
        total = self._homes[home][other_home]
        held = marks(own, other)
        for place, first in enumerate(held):
            row = self._pairs[first]
            for second in held[place:]:
                total += row[second]
        return total

    def scores(self, state: State, limit: Limit) -> Sequence[float]:
        """Return the estimated win probability after each legal move."""
        own, other, roll = state.side(state.turn), state.side(1 - state.turn), state.roll
        found = []
        for move in state.moves:
            source = int(move)
            after, left = apply_move(own, other, source, roll, self.rule_set)
            if after >> self.rule_set.off == self.pieces:
                found.append(1.0)
            elif self.rule_set.rosette_mask >> source + roll & 1:
                found.append(logistic(self.log_odds(after, left)))
            else:
                found.append(logistic(-self.log_odds(left, after)))
        return found

    def reason(self, state: State, scores: Sequence[float], chosen: int) -> str:
        """Return the chance to win, as estimated, and that after the next best move."""
        return share_reason(scores, chosen, "about ")

    def explain(self, state: State, scores: Sequence[float], chosen: int) -> Mind:
        """Return the candidates."""
        return (candidates(state, scores, chosen, self.title, "%"),)


def read_weights(path: Path) -> Arrays:
    """Return the weights in the file `path`, for all of `FITTED_RULES`; raises `BadWeights`."""
    weights = read_arrays(path)
    for rules in FITTED_RULES:
        for name, shape in (("pairs", (MARKS, MARKS)), ("homes", (HOMES, HOMES))):
            found = weights.get(f"{name}_{rules}")
            if found is None or found.shape != shape or found.dtype.kind != "f":
                raise damage_error(path)
            if not (np.abs(found) <= MOST_LOG_ODDS).all():  # NaN is below nothing
                raise damage_error(path)
    return weights


LINEAR: Final = Weights("ur/linear+", read_weights)
"""The weights in use."""


def logistic(log_odds: float) -> float:
    """Return the probability with these log odds."""
    return 1.0 / (1.0 + math.exp(-max(-500.0, min(500.0, log_odds))))
