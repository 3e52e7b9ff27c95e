"""The odds of the bag, exactly: for the next tile, and for the epoch's end."""

from __future__ import annotations

import math
from typing import Any, Final

from games.ra.rules.state import State
from games.ra.tiles import ALPHABETICAL, CATASTROPHE, CIV, KINDS, MONUMENT, RA

AHEAD: Final = 12
"""Draws for which the end of the epoch is told."""
GROUPS: Final = {"civilizations": CIV, "monuments": MONUMENT, "catastrophes": CATASTROPHE}


def at_least(wanted: int, marked: int, bag: int, draws: int) -> float:
    """Return the probability that `draws` tiles from a `bag` with `marked` marked ones hold
    `wanted`.
    """
    draws = min(draws, bag)
    if wanted <= 0:
        return 1.0
    ways = sum(
        math.comb(marked, found) * math.comb(bag - marked, draws - found)
        for found in range(wanted, min(marked, draws) + 1)
        if draws - found <= bag - marked
    )
    return ways / math.comb(bag, draws)


def odds(state: State) -> dict[str, Any]:
    """Return the odds of the bag for the analysis protocol; exact (hypergeometric)."""
    left, bag = state.left, sum(state.left)
    shares = {kind: left[kind] / bag for kind in range(len(KINDS)) if left[kind]}
    to_end = state.limit - state.ra
    return {
        "bag": bag,
        "left": {KINDS[kind]: left[kind] for kind in ALPHABETICAL if left[kind]},
        "next": {KINDS[kind]: shares[kind] for kind in ALPHABETICAL if left[kind]},
        "ra_to_end": to_end,
        "ends_within": [at_least(to_end, left[RA], bag, draws) for draws in range(1, AHEAD + 1)],
        "groups": {
            name: sum(left[kind] for kind in group) / bag if bag else 0.0
            for name, group in GROUPS.items()
        },
    }
