"""Programs of 2006 that `net` meets while it learns: small ones of its own, no two alike.

Each is trained like `seed-net` on few games, from a seed of its own, and taken after the first and
after the second generation. The margins of its play are drawn by lot: a table of such programs has
bold and timid bidders, spoilers and such as never spoil. The one that ships is not among them, so
that what `net` wins against it is not learned from it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.lab.ra.seed_fit import Program
from ai.lab.ra.tables import Programs, together

SEEDS: Final = 2
GAMES: Final = 6000
"""Games of training of each: it then wins about as often as one of many more, untuned."""
VARIANTS: Final = 5
"""Margins drawn for each generation of each."""
MARGINS: Final = ((0.85, 1.15), (0.2, 0.45), (0.4, 1.3), (0.3, 1.7), (1.4, 2.4))
"""Bounds of factor, share, call, spoil and god: around what tuning comes to at 3, 4 and 5."""
FIRST_SEED: Final = 1000
"""Rivals have seeds from here on, that no `seed-net` is shipped with."""


def rivals(players: int, seed: int) -> Programs:
    """Return all rivals of a training, one behind the other."""
    rng = np.random.default_rng([seed, players, 25])
    low, high = np.array(MARGINS).T
    found = []
    for number in range(SEEDS):
        program = Program(players, GAMES, FIRST_SEED + SEEDS * seed + number)
        for first in (0, 3):
            program.stage = first
            program.step()
            program.step()
            for _ in range(VARIANTS):
                lots, suns, _ = program.nets
                found.append((lots, suns, low + (high - low) * rng.random(len(low))))
    return together(found)
