"""A game in the maze that is looked at again: its moments are turns, and are called by steps."""

from __future__ import annotations

from typing import Final

from games.session.replaying import Replay
from games.shell.replay_steps import Again
from games.tracker.rules import GHOSTS

REST: Final = 0.12  # seconds between two turns, of which a step has three or four; by eye


class MazeAgain(Again):
    """The moments of a match in the maze."""

    rest = REST

    def turn_words(self, played: int) -> str:
        """Return the step under way after `played` turns."""
        return f"step {self._steps(played)}"

    def _steps(self, played: int) -> int:
        """Return the number of steps begun after `played` turns and the next one."""
        session = self.session
        line = session.film.line if isinstance(session, Replay) else session.match.turns
        ghost = GHOSTS[session.setup.params["play"]]
        return sum(ghost in dict(turn) for turn in line[: played + 1])
