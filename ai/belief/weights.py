"""The tracker's learned tables, read from the file in use (`games.weights`) and checked.

`junctions.npz` is made by `ai.lab.tracker.train` (`main.py train tracker`); its card stands
beside it. Every table has shape (16, 4): P(turn ahead, right, back, left | junction type).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ai.belief.graph import Vector
from ai.files import damage_error, read_arrays
from games.arrays import BadWeights
from games.paths import arcade_command
from games.weights import Weights

_AGAIN: Final = arcade_command("train tracker")
ADVICE: Final = f"get it again from the release, or make it again with `{_AGAIN}`"

MOST_CAUTION: Final = 10.0
"""No fitted caution comes near this size; chosen by hand."""


class JunctionWeights(NamedTuple):
    """Turn tables by strategy (`pooled` among them), and what an evader is drawn by."""

    by_strategy: dict[str, Vector]
    fleeing: Vector
    caution: float


def read_junctions(path: Path) -> JunctionWeights:
    """Return the learned tables in the file `path`.

    Raises `LostWeights` where it is missing or damaged.
    """
    stored = read_arrays(path, ADVICE)
    try:
        arrays = {name: np.asarray(array, dtype=np.float64) for name, array in stored.items()}
    except ValueError as error:
        raise damage_error(path, ADVICE) from error
    caution = arrays.pop("caution", np.array(np.nan))
    usable = caution.shape == () and bool(np.abs(caution) <= MOST_CAUTION)
    well_formed = usable and {"pooled", "fleeing"} <= set(arrays)
    if not well_formed or not all(_is_table(table) for table in [*arrays.values()]):
        raise damage_error(path, ADVICE)
    fleeing = arrays.pop("fleeing")
    return JunctionWeights(arrays, fleeing, float(caution))


JUNCTIONS: Final = Weights("tracker/junctions", read_junctions, "Is followed with")
"""The tables in use."""


def _is_table(table: Vector) -> bool:
    if table.shape != (16, 4) or not np.isfinite(table).all() or (table < 0).any():
        return False
    return bool(np.allclose(table[1:].sum(axis=1), 1.0))


__all__ = ["JUNCTIONS", "BadWeights", "JunctionWeights", "read_junctions"]
