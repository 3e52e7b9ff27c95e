"""The null games of the tests: where they stand, and how the catalogue comes to know them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import ai
import games
from games import catalog

NULL_GAMES: Final = ("nullgame", "nullbids", "nullticks")
"""The smallest games there are: taking turns, three sealed seats, teams in real time."""


def know(replace: Callable[[Any, str, Any], None]) -> None:
    """Put the null games into the catalogue; `replace` sets an attribute of a module."""
    folders = [Path(__file__).parent / game for game in NULL_GAMES]
    replace(games, "__path__", [*games.__path__, *(str(f / "games") for f in folders)])
    replace(ai, "__path__", [*ai.__path__, *(str(f / "ai") for f in folders)])
    replace(catalog, "GAMES", (*catalog.GAMES, *NULL_GAMES))
