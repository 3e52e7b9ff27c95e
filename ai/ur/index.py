"""The place of an Ur position in a solved table: a dense index without hashing.

The layout depends on the *shape* of the paths: four private squares, then the shared ones (8, or 12
on the longer paths), then more private ones (2, or none).

A *layer* (n, m) holds all positions in which the side to move has n pieces that are not yet off and
the other side m; the number of pieces at the start plays no part. Within a layer a *block* fixes
the pieces on the last private squares of each side and on the shared squares; within a block only
the pieces on the first four private squares of each side vary, as a table of at most 16 by 16, in
which the mask of the side to move runs fastest.

Masks are numbered by the number of their pieces, so that the masks for fewer pieces are a prefix of
the masks for more. A piece that is not on the board is at home.

    index = offsets[end_own, end_other, ternary] + rank[start_other] * rows_own + rank[start_own]

`ternary` has one digit for each shared square, in the order of the own path: 0 empty, 1 own, 2 the
other side's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games.ur.rules import FINKEL, RuleSet

START_MASKS: Final = tuple(sorted(range(16), key=lambda mask: (mask.bit_count(), mask)))
"""The masks of squares 1..4 (bit 0 is square 1) by rank."""
RANK: Final = tuple(START_MASKS.index(mask) for mask in range(16))
"""The rank of each mask of squares 1..4."""
ROWS: Final = tuple(sum(mask.bit_count() <= k for mask in START_MASKS) for k in range(8))
"""How many start masks hold at most so many pieces."""
TERNARY: Final = tuple(int(f"{mask:b}", 3) for mask in range(4096))
"""The number whose ternary digits are the bits of a mask of shared squares."""
FIRST_SHARED: Final = 5
"""The first shared square: all boards have four private ones before it."""


class Shape(NamedTuple):
    """The number of shared squares, from `FIRST_SHARED` on, and of the private ones after them."""

    shared: int
    ends: int


SHORT: Final = Shape(8, 2)
"""The paths of Finkel and Schultz."""


def shape_of(rule_set: RuleSet) -> Shape:
    """Return the shape of a rule set's paths."""
    shared = rule_set.shared.bit_count()
    return Shape(shared, rule_set.off - FIRST_SHARED - shared)


class Layer(NamedTuple):
    """The offsets of a layer's blocks, int32 of shape (ends, ends, ternaries), which is (4, 4,
    6561) for the short paths, and its size in positions.
    """

    offsets: npt.NDArray[np.int32]
    size: int


@lru_cache(maxsize=8)
def _digit_counts(digit: int, digits: int) -> npt.NDArray[np.int64]:
    """Return how often `digit` stands in each ternary number of `digits` digits; (3**digits,)."""
    numbers = np.arange(3**digits)
    counts: npt.NDArray[np.int64] = np.zeros(3**digits, dtype=np.int64)
    for i in range(digits):
        counts += numbers // 3**i % 3 == digit
    return counts


@lru_cache(maxsize=128)
def layer(own: int, other: int, shape: Shape = SHORT) -> Layer:
    """Return the layout of layer (`own`, `other`), both from 1 to 7, on paths of this `shape`."""
    ends = np.array([mask.bit_count() for mask in range(1 << shape.ends)], dtype=np.int64)
    free_own = own - ends[:, None, None] - _digit_counts(1, shape.shared)
    free_other = other - ends[None, :, None] - _digit_counts(2, shape.shared)[None, :]
    rows = np.array(ROWS)
    own_rows = np.where(free_own < 0, 0, rows[np.maximum(free_own, 0)])
    other_rows = np.where(free_other < 0, 0, rows[np.maximum(free_other, 0)])
    sizes = (own_rows * other_rows).ravel()
    offsets = np.cumsum(sizes) - sizes
    shaped = offsets.reshape(len(ends), len(ends), 3**shape.shared)
    shaped = np.ascontiguousarray(shaped, dtype=np.int32)
    shaped.flags.writeable = False
    return Layer(shaped, int(sizes.sum()))


def count(pieces: int, shape: Shape = SHORT) -> int:
    """Return the number of positions before a roll with `pieces` pieces on paths of a `shape`.

    It is 137,870,097 for 7 pieces on the short paths.
    """
    n = range(1, pieces + 1)
    return sum(layer(own, other, shape).size for own in n for other in n)


def index_in_layer(
    own: int, other: int, own_left: int, other_left: int, rule_set: RuleSet = FINKEL
) -> int:
    """Return the place of a position in layer (`own_left`, `other_left`) under a `rule_set`.

    `own` and `other` are sides as in `games.ur.rules`; the bits of pieces off are ignored.
    """
    shape = shape_of(rule_set)
    last, ends = FIRST_SHARED + shape.shared, (1 << shape.ends) - 1
    own_shared = (own & rule_set.shared) >> FIRST_SHARED
    other_shared = rule_set.facing(other) >> FIRST_SHARED
    ternary = TERNARY[own_shared] + 2 * TERNARY[other_shared]
    own_end = own >> last & ends
    base = layer(own_left, other_left, shape).offsets[own_end, other >> last & ends, ternary]
    rows = ROWS[own_left - own_shared.bit_count() - own_end.bit_count()]
    return int(base) + RANK[other >> 1 & 15] * rows + RANK[own >> 1 & 15]
