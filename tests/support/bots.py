"""Bots of the tests: files that are written or copied where they may do what they like."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from games import bots, catalog
from games.core import Limit, Player
from games.match import Match
from games.paths import ROOT
from games.spec import Params

HOSTILE: Final = ROOT / "tests" / "fixtures" / "bots"


def written_bot(folder: Path, text: str, name: str = "mine.py") -> str:
    """The kept name of a bot with this text; one without an ending can be executed."""
    file = folder / name
    file.write_text(text, "utf-8")
    file.chmod(0o755)
    return bots.admit(f"bot:{file}")


def hostile_bot(folder: Path, name: str) -> str:
    """The kept name of a copy of a hostile bot, with its neighbours."""
    for file in HOSTILE.iterdir():
        if file.is_file():
            shutil.copy(file, folder / file.name)
    return bots.admit(f"bot:{folder / name}")


def bot_match(game: str, kept: str, other: str, given: Params, seed: int = 1) -> Match[Any]:
    """A match of two sides, the bot in the first seat, or in all seats of the first team."""
    spec = catalog.spec(game)
    params = spec.draw(spec.params(given), seed)
    made = [catalog.resolve(game, name).make() for name in (kept, other)]
    teams = spec.teams_for(params)
    seated: dict[int, Player] = {seat: made[min(team, 1)] for seat, team in enumerate(teams)}
    return Match(catalog.rules(game), params, seed, seated)


def play_out(match: Match[Any]) -> tuple[float, ...]:
    """The returns at the end of a match."""
    return match.run(Limit(nodes=100))


def are_gone(processes: Sequence[int], seconds: float = 5.0) -> bool:
    """Whether all of these processes end within some seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(os.path.exists(f"/proc/{process}/exe") for process in processes):
            return True
        time.sleep(0.02)
    return False
