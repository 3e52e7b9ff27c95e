"""What a game has in the laboratory: the module `ai.lab.<game>.<work>`, where there is one."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType


def has(game: str, work: str) -> bool:
    """Whether a game has its own module for this work, such as "train" or "analyse"."""
    folder = f"ai.lab.{game}"
    if importlib.util.find_spec(folder) is None:
        return False
    return importlib.util.find_spec(f"{folder}.{work}") is not None


def find(game: str, work: str) -> ModuleType | None:
    """The module, or None; raises `ImportError` where a package that it needs is missing."""
    return importlib.import_module(f"ai.lab.{game}.{work}") if has(game, work) else None
