"""The advantage of like cards in being seen: the weights of the four kinds in use.

The shipped weights are the guess of `ai.set.race`, since people have not been measured yet;
`main.py train set` fits the weights to races of people, and the searchers then play with those.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from ai.files import damage_error, read_arrays
from games.arrays import Arrays
from games.paths import arcade_command
from games.weights import Weights

_AGAIN: Final = arcade_command("train set")
ADVICE: Final = f"get it again from the release, or make it again with `{_AGAIN}`"
NAME: Final = "set/kinds"
_LEAST, _MOST = 1e-3, 1e3  # of a weight; nobody sees one kind a thousand times sooner; by hand


def kind_arrays(weights: tuple[float, ...]) -> Arrays:
    """Return four weights as arrays to be kept."""
    return {"weights": np.array(weights, np.float64)}


def read_kinds(path: Path) -> tuple[float, ...]:
    """Return the four weights in the file `path`; raises `LostWeights` where it is damaged."""
    found = read_arrays(path, ADVICE).get("weights")
    if found is None or found.shape != (4,) or found.dtype.kind != "f":
        raise damage_error(path, ADVICE)
    if not bool(((found >= _LEAST) & (found <= _MOST)).all()):
        raise damage_error(path, ADVICE)
    return tuple(float(weight) for weight in found)


KINDS_OF_SETS: Final = Weights(NAME, read_kinds, "Sees the four kinds of sets by")
"""The weights in use."""
