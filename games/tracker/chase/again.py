"""A game in the maze that is looked at again: its moments are turns, and are called by steps."""

from __future__ import annotations

from typing import Final

from games.session.replaying import Replay
from games.shell.again import Again
from games.tracker.rules import GHOSTS

REST: Final = 0.12  # seconds between two turns, of which a step has three or four; by eye


class MazeAgain(Again):
    """The moments of a match in the maze."""

    rest = REST

    def turn_words(self, played: int) -> str:
        """The step that was under way when so many turns had been played."""
        return f"step {self._steps(played)}"

    def _steps(self, played: int) -> int:
        """How many steps had begun after so many turns and the one that came then."""
        session = self.session
        line = session.film.line if isinstance(session, Replay) else session.match.turns
        ghost = GHOSTS[session.setup.params["play"]]
        return sum(ghost in dict(turn) for turn in line[: played + 1])
