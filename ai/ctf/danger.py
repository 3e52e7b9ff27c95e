"""The danger of each cell of a maze to a bot, by beliefs about the ghosts of the other team."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.belief.graph import Vector
from ai.ctf.roads import Roads
from games.ctf.maze import Field

CAUTION: Final = 30.0
"""What a cell costs more where a ghost is surely within a move of it; chosen by tournaments."""
INTRUSION: Final = 0.15
"""So much of an enemy's mass at home calls the defender."""
_NEARNESS: Final = (1.0, 1.0, 0.5, 0.2)
"""How much of a ghost's mass counts as risk at a distance of 0, 1, 2 and 3 moves."""


@functools.lru_cache(maxsize=16)
def steps_table(field: Field) -> NDArray[np.float64]:
    """Return the moves from each cell to each, shape (n, n)."""
    roads = Roads.of(field)
    return np.array([roads.steps(cell) for cell in range(len(field.cells))], dtype=float)


@functools.lru_cache(maxsize=16)
def nearness(field: Field) -> NDArray[np.float64]:
    """Return the danger of a ghost on each cell for each cell, shape (n, n)."""
    table = steps_table(field).astype(np.intp)
    weights = np.zeros(int(table.max()) + 2)
    weights[: len(_NEARNESS)] = _NEARNESS
    return np.asarray(weights[table])


def risks(field: Field, team: int, beliefs: Sequence[Vector]) -> Vector:
    """Return the danger of each cell to a bot of `team`, shape (n,): 0 at home."""
    abroad = np.array(field.home) != team
    ghosts = sum(beliefs[1:], beliefs[0]) * abroad
    return np.asarray((nearness(field) @ ghosts) * abroad)
