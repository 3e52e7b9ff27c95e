"""The arcade's team in the real Pelita: `pelita ai/pelita/pack.py OTHER.py`, from any folder.

Pelita puts the folder of a team first on the import path, so this one holds no other file; the
project is found by the place of this file.

The bot's view becomes a glance of the arcade's own rules, and the team that plays there decides.
Only the `state` that Pelita itself hands over is kept from one turn to the next.
"""

from __future__ import annotations

import sys
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parents[2])
if _ROOT not in sys.path:
    sys.path.append(_ROOT)

from ai.ctf.guest import Guest, PelitaBot  # noqa: E402  (the path comes first)

TEAM_NAME = "Open Mind Pack"


def move(bot: PelitaBot, state: dict[str, Guest]) -> tuple[int, int]:
    """Return the cell that the `bot` goes to; `state` is this game's own memory."""
    if "guest" not in state:
        state["guest"] = Guest(bot)
    return state["guest"].move(bot)
