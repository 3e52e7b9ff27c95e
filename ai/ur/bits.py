"""Ur's positions and dice as arrays, for loops over many of them: compiled ones and numpy's.

`games.ur.rules` explains a side's bits, `ai.ur.index` the place of a position in a solved table.
Here are the lookups by mask, the dice, and a rule set as compiled loops read it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.ur.index import FIRST_SHARED, RANK, ROWS, TERNARY, shape_of
from games.ur.rules import RuleSet

Array = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Weights = tuple[float, float, float, float]

_MASKS: Final = np.arange(1 << 15)
COUNTS: Final[Ints] = np.bitwise_count(_MASKS).astype(np.int64)
"""How many bits each mask below 2**15 has."""
PROGRESS: Final[Ints] = (_MASKS[:, None] >> np.arange(15) & 1) @ np.arange(15)
"""The numbers of a mask's bits in all: how many squares pieces on them have come."""
RANKS: Final[Ints] = np.array(RANK, dtype=np.int64)
ROWS_OF: Final[Ints] = np.array((*ROWS, *[16] * 8), dtype=np.int64)
"""How many start masks hold at most so many pieces, for 0 to 15 of them."""
TERNARIES: Final[Ints] = np.array(TERNARY, dtype=np.int64)


def faces(rule_set: RuleSet) -> Ints:
    """Return the roll of each of the sixteen equally likely throws under a `rule_set` (16,)."""
    rolls, weights = zip(*rule_set.dice, strict=True)
    return np.repeat(np.array(rolls, dtype=np.int64), weights)


def sixteenths(rule_set: RuleSet) -> npt.NDArray[np.float64]:
    """Return the weights of the rolls 0 to 4 under a `rule_set`, which sum to 16; shape (5,)."""
    return np.bincount(faces(rule_set), minlength=5).astype(np.float64)


def crossing(rule_set: RuleSet) -> Ints:
    """Return every mask of shared squares of a `rule_set` by the other side's numbers."""
    masks = range(1 << shape_of(rule_set).shared)
    turned = [rule_set.facing(mask << FIRST_SHARED) >> FIRST_SHARED for mask in masks]
    return np.array(turned, dtype=np.int64)


class Path(NamedTuple):
    """A rule set as the solver's loops need it.

    `rosettes` and `safe` are bits by squares, `last` is the last shared square, `weights` the
    sixteenths of the rolls 1 to 4 and `nothing` the sixteenths of 0, `across` a mask of shared
    squares by the other side's numbers.
    """

    rosettes: int
    safe: int
    last: int
    off: int
    capture_rolls: int
    nothing: float
    weights: Weights
    across: Array


def path_of(rule_set: RuleSet) -> Path:
    """Return a `rule_set` for the compiled loops."""
    nothing, one, two, three, four = sixteenths(rule_set).tolist()
    last = FIRST_SHARED + shape_of(rule_set).shared - 1
    bits = (rule_set.rosette_mask, rule_set.safe_mask, last, rule_set.off)
    again = int(rule_set.capture_rolls)
    return Path(*bits, again, nothing, (one, two, three, four), crossing(rule_set))
