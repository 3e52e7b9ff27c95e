"""Learned weights of Ur's agents: `assets/weights/ur/<agent>.npz` with a card, `<agent>.json`.

The card says how the weights were made and how strong the agent was measured to be.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ai.core import Arrays, BadWeights

WEIGHTS: Final = Path(__file__).parents[1] / "assets" / "weights" / "ur"


@lru_cache(maxsize=16)
def load(agent: str) -> Arrays:
    """The arrays of an agent as they ship; raises `BadWeights`."""
    return read(WEIGHTS / f"{agent}.npz")


def read(path: Path) -> Arrays:
    """The arrays of a file; raises `BadWeights`."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadWeights(
            f"{path.name} cannot be read; restore it from the download, or train it again with "
            f"`main.py train ur {path.stem}`."
        ) from error


def write(path: Path, arrays: Arrays, card: dict[str, Any]) -> None:
    """Put weights and card in place, each whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    os.replace(fresh, path)
    text = json.dumps(card, indent=1, allow_nan=False) + "\n"
    fresh.write_text(text, "utf-8")
    os.replace(fresh, path.with_suffix(".json"))
