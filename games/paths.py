"""Where the project's own files are, and how missing packages are installed.

Everything that ships lies below `ASSETS`; no other module counts the folders above itself.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The project's folder, with `main.py` in it."""

ASSETS: Final = ROOT / "assets"
WEIGHTS: Final = ASSETS / "weights"
"""Learned weights that ship: a folder a game, a file an agent, a card beside each."""


def game_folder(game_id: str) -> Path | None:
    """The folder of the game with id `game_id`, wherever its package is; None where there is none.

    The game itself is not imported.
    """
    try:
        found = importlib.util.find_spec(f"games.{game_id}")
    except (ImportError, ValueError):
        return None
    places = None if found is None else found.submodule_search_locations
    return Path(places[0]) if places else None


def install_command(requirements: str, python: str = sys.executable) -> str:
    """The command that installs a file of requirements for `python`.

    Its own pip by its path where that lies below the present folder, as with a virtual
    environment of the project; else whichever Python the shell calls `python`.
    """
    try:
        folder = Path(python).parent.relative_to(Path.cwd())
    except (ValueError, OSError):
        return f"python -m pip install -r {requirements}"
    pip = next((name for name in ("pip", "pip.exe") if (folder / name).is_file()), None)
    start = f"{folder / pip}" if pip else f"{folder / Path(python).name} -m pip"
    return f"{start} install -r {requirements}"
