"""Ways to trade that an opponent may have: named changes of the learned weights, and the original.

A search that plays its worlds against one way alone learns to beat that one. These stand in its
worlds beside `greedy`, with the weights of their opinion by default (`USUAL`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.jaipur.playing import ORIGINAL
from ai.jaipur.values import FEATURES, WayTables, stacked, tables_of
from games.arrays import FloatArray, IntArray

NAMES: Final = ("greedy", "the original", "a hoarder", "a camel racer", "a quick seller", "chance")
"""What each way is called, in the order of `USUAL`."""
USUAL: Final[FloatArray] = np.array([0.5, 0.18, 0.08, 0.08, 0.08, 0.08])
"""How likely each is before anything was seen; chosen by hand: most are like `greedy`."""
_PLACES: Final[IntArray] = np.array([0, ORIGINAL, 1, 2, 3, 3])
"""Where each way stands in the tables. Chance is imagined as a quick seller: nobody loses to it."""

_HOARDER: Final = {
    "bonus in hand": (1.5, 0.0),
    "bonus within reach": (1.5, 0.0),
    "what my cheap goods would fetch now": (0.2, 0.2),
    "what my dear goods would fetch now": (0.2, 0.2),
}
_RACER: Final = {
    "camels in the herd": (1.5, 0.0),
    "the larger herd": (3.0, 0.0),
    "camels left to the other": (-1.0, 0.0),
}
_SELLER: Final = {
    "what my cheap goods would fetch now": (-0.4, 0.0),
    "what my dear goods would fetch now": (-0.4, 0.0),
    "bonus within reach": (-0.5, 0.0),
}


def _changed(weights: FloatArray, changes: dict[str, tuple[float, float]]) -> FloatArray:
    """Return the weights, shape (26, 2), with `changes` added for some features."""
    after = weights.copy()
    for name, change in changes.items():
        after[FEATURES.index(name)] += change
    return after


def tables_of_ways(weights: FloatArray) -> WayTables:
    """Return the tables of all ways but the original's and chance's, from the weights (26, 2)."""
    ways = [weights, *(_changed(weights, changes) for changes in (_HOARDER, _RACER, _SELLER))]
    return stacked([tables_of(way) for way in ways])


def draw_ways(chances: FloatArray, count: int, rng: np.random.Generator) -> IntArray:
    """Return ways for `count` worlds in proportion to their chances, as places in the tables.

    They are spread as evenly as the chances allow, so that few worlds hold all that are likely.
    """
    edges = np.cumsum(chances / chances.sum())
    points = (np.arange(count) + rng.random()) / count
    found = np.minimum(np.searchsorted(edges, points), len(chances) - 1)
    return np.asarray(_PLACES[rng.permutation(found)])
