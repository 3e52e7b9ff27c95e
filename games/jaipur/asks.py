"""The questions of Jaipur to its watchers beyond a judge: odds, and both seats' ways to trade."""

from __future__ import annotations

from typing import Protocol

from games.agents import Judge
from games.core import Player
from games.mind import Mind


class Adviser(Judge, Protocol):
    """Judges choices, and counts what a seat may hope for."""

    def odds(self, view: object) -> Mind:
        """Return what the seat of a view may hope for."""


class MoveReader(Player, Protocol):
    """Reads how both seats of a match play from what all may see, when it has time for it."""

    def think(self) -> bool:
        """Take in the next move that was heard; False where there is none."""

    def mind(self) -> Mind:
        """Return the readings up to now."""
