"""Weights as `main.py train` would have left them on this machine, without a training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ai.files import read_arrays, write_arrays
from games.weights import FOLDER, shipped


def give(data: Path, name: str, card: dict[str, Any] | None = None, **arrays: Any) -> Path:
    """Put weights into a folder of saved data: those that ship, with other `arrays`.

    Returns the folder of weights.
    """
    found = read_arrays(shipped(name)) | arrays
    write_arrays(data / FOLDER / f"{name}.npz", found, card or {})
    return data / FOLDER
