"""A training of Ur on the disk: everything that it goes on from, in one file.

The file is written whole beside its place and then moved there, so that whoever is killed leaves
the one before; a power cut does, too. It is an archive of arrays (`ai.files`): the training's own
under "state NAME", the curves under "curve NAME", and under "at GAMES NAME" what an agent needs to
play as it did after so many games.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ai.files import PARTS_ROOM, read_arrays
from games.arrays import Arrays, BadWeights

REMEDY = "the training begins anew"


class Kept(NamedTuple):
    """A training as it was left: its `seed`, its own arrays, its curves, and its marks.

    `marks` has, by the number of games, what an agent needs to play with the brain of then.
    """

    seed: int
    state: Arrays
    curves: Mapping[str, list[float]]
    marks: Mapping[int, Arrays]


def write_kept(path: Path, kept: Kept) -> None:
    """Put a training in its place; raises `OSError` where that cannot be."""
    arrays: Arrays = {"seed": np.array([kept.seed], dtype=np.int64)}
    arrays |= {f"state {name}": array for name, array in kept.state.items()}
    arrays |= {f"curve {name}": np.array(rates) for name, rates in kept.curves.items()}
    for games, brain in kept.marks.items():
        arrays |= {f"at {games} {name}": array for name, array in brain.items()}
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as place:
        place.write(file.getvalue())
        place.flush()
        os.fsync(place.fileno())
    os.replace(fresh, path)


def read_kept(path: Path) -> Kept | None:
    """The training in a file, or None where there is none; raises `BadWeights` for damage."""
    if not path.exists():
        return None
    arrays = read_arrays(path, REMEDY, PARTS_ROOM)
    if "seed" not in arrays:
        raise BadWeights(f"{path.name} is no training; {REMEDY}.")
    state, curves, marks = {}, {}, dict[int, Arrays]()
    for name, array in arrays.items():
        kind, _, rest = name.partition(" ")
        if kind == "state":
            state[rest] = array
        elif kind == "curve":
            curves[rest] = [float(rate) for rate in array]
        elif kind == "at":
            games, _, part = rest.partition(" ")
            marks.setdefault(int(games), {})[part] = array
    return Kept(int(arrays["seed"][0]), state, curves, marks)
