"""Learned weights of Ur's agents: `assets/weights/ur/<agent>.npz` with a card, `<agent>.json`.

The card says how the weights were made and how strong the agent was measured to be.
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
    """The arrays of an agent as they ship; raises `BadWeights`."""
    return read_arrays(FOLDER / f"{agent}.npz")
