"""Learned weights of Ur's agents as they ship: `assets/weights/ur/<agent>.npz` with a card.

Agents that play take those in use (`games.weights`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ai.files import read_arrays
from games.arrays import Arrays
from games.paths import WEIGHTS

FOLDER: Final = WEIGHTS / "ur"


@lru_cache(maxsize=16)
def load(agent: str) -> Arrays:
    """Return the arrays of an agent as they ship; raises `BadWeights`."""
    return read_arrays(FOLDER / f"{agent}.npz")
