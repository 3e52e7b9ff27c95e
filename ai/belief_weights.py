"""The tracker's learned tables, read from ``assets/weights/tracker`` and checked.

``junctions.npz`` is made by ``ai.lab.learn_tracker`` (``main.py train tracker``); its card stands
beside it.  Every table has shape (16, 4): P(turn ahead, right, back, left | junction type).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from ai.belief import Vector

JUNCTIONS = Path(__file__).parents[1] / "assets" / "weights" / "tracker" / "junctions.npz"


class BadWeights(ValueError):
    """Learned tables that are missing or damaged; the message says how to make them again."""


class JunctionWeights(NamedTuple):
    """Turn tables by strategy (``pooled`` among them), and what an evader is drawn by."""

    by_strategy: dict[str, Vector]
    fleeing: Vector
    caution: float


def load_junctions(path: Path = JUNCTIONS) -> JunctionWeights:
    """Return the learned tables; BadWeights where the file is missing or not what it should be."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: np.asarray(stored[name], dtype=np.float64) for name in stored.files}
    except (OSError, EOFError, ValueError, BadZipFile, KeyError) as error:
        raise BadWeights(
            f"{path.name} cannot be read ({type(error).__name__}); make it again with "
            "'main.py train tracker'."
        ) from None
    caution = arrays.pop("caution", np.array(np.nan))
    well_formed = caution.shape == () and {"pooled", "fleeing"} <= set(arrays)
    if not well_formed or not all(_is_table(table) for table in [*arrays.values()]):
        raise BadWeights(
            f"{path.name} does not hold junction tables; make it again with "
            "'main.py train tracker'."
        )
    fleeing = arrays.pop("fleeing")
    return JunctionWeights(arrays, fleeing, float(caution))


def _is_table(table: Vector) -> bool:
    if table.shape != (16, 4) or not np.isfinite(table).all() or (table < 0).any():
        return False
    return bool(np.allclose(table[1:].sum(axis=1), 1.0))
