"""The race in Ur: a win probability from the progress of both sides, for any rule set.

The judge falls back on it where there is neither a solved table nor a fit to the rules. The lead is
the sum of the own squares less the sum of the other's; the side to roll is `TEMPO` squares better
than that; the log odds are = STEEPNESS * (lead + TEMPO) / sqrt(squares that both have still to go)

because the spread of the throws that are left grows with the root of their number. The two
constants are fitted by maximum likelihood to 1.2 million positions of games of 1 to 7 pieces of
Blitz, Masters and Aseb between players of square values; in each tenth of the probabilities the
share of games that were won then differs by at most 2 points from the fit. `RaceTable` looks one
roll ahead with it, so that pieces in danger count as such. Against solved games (Blitz of 5 pieces,
Masters and Aseb of 4) it is off by 6 to 8 points on average in the positions of games between
greedy players.
"""

from __future__ import annotations

import math
from typing import Final

from ai.ur.linear import logistic
from ai.ur.table import WinTable
from ai.ur.values import TIE, bits, probabilities
from games.ur.rules import RuleSet, apply_move, legal_sources

STEEPNESS: Final = 0.42
TEMPO: Final = 1.6
"""Both were fitted by maximum likelihood; see the module for the games."""
_NEAR: Final = tuple(sum(bits(mask)) for mask in range(256))
_FAR: Final = tuple(sum(bits(mask << 8)) for mask in range(512))
"""The squares of the pieces in the lower byte of a side, and in the nine bits above, added up."""


def progress(side: int, rule_set: RuleSet) -> int:
    """Return the squares that the pieces of a `side` have come, added up, on the path of a
    `rule_set`.
    """
    board = side & rule_set.board
    return _NEAR[board & 255] + _FAR[board >> 8] + rule_set.off * (side >> rule_set.off)


def race(own: int, other: int, pieces: int, rule_set: RuleSet) -> float:
    """Return the win probability of the side `own`, which is to roll, by its lead over `other`
    alone.

    The game is one of `pieces` pieces by a `rule_set`.
    """
    if own >> rule_set.off == pieces or other >> rule_set.off == pieces:
        return float(own >> rule_set.off == pieces)
    done, done_other = progress(own, rule_set), progress(other, rule_set)
    left = 2 * pieces * rule_set.off - done - done_other
    return logistic(STEEPNESS * (done - done_other + TEMPO) / math.sqrt(left))


class RaceTable(WinTable):
    """The race after the next roll's best move, in the place of a solved table."""

    solved = False

    def __init__(self, rule_set: RuleSet, pieces: int) -> None:
        super().__init__(rule_set, pieces, 1)
        self.ties = TIE
        self._dice = probabilities(rule_set)

    def value(self, own: int, other: int, pieces: int) -> float:
        """Return the estimated win probability of `own`, to roll, against `other`, of `pieces`
        each.
        """
        rule_set = self.rule_set
        if own >> rule_set.off == pieces or other >> rule_set.off == pieces:
            return float(own >> rule_set.off == pieces)
        total = 0.0
        for roll, probability in self._dice:
            sources = legal_sources(own, other, pieces, roll, rule_set)
            if not sources:
                total += probability * (1.0 - race(other, own, pieces, rule_set))
                continue
            best = max(self._after(own, other, at, roll, pieces) for at in bits(sources))
            total += probability * best
        return total

    def _after(self, own: int, other: int, source: int, roll: int, pieces: int) -> float:
        """Return the race after a move."""
        after, left = apply_move(own, other, source, roll, self.rule_set)
        if self.rule_set.rolls_again(source + roll, left != other):
            return race(after, left, pieces, self.rule_set)
        return 1.0 - race(left, after, pieces, self.rule_set)
