"""A game in the maze that is looked at again: its moments are turns, and are called by steps."""

from __future__ import annotations

from typing import Final

from games.mind import Mind
from games.session.replaying import Replay
from games.shell.replay_steps import ReplaySteps
from games.tracker.rules import GHOSTS

REST: Final = 0.12  # seconds between two turns, of which a step has three or four; by eye


class MazeReplaySteps(ReplaySteps):
    """The moments of a match in the maze."""

    rest = REST
    told: tuple[int, ...] | None = None
    """The seats whose thoughts may be shown, None for all: while a match goes on, no ghost's."""

    def said(self, seat: int, mind: Mind, turn: int) -> Mind:
        """Return a seat's thoughts, none where they may not be shown yet."""
        return mind if self.told is None or seat in self.told else ()

    def turn_words(self, played: int) -> str:
        """Return the step under way after `played` turns."""
        return f"step {self._steps(played)}"

    def _steps(self, played: int) -> int:
        """Return the number of steps begun after `played` turns and the next one."""
        session = self.session
        line = session.film.line if isinstance(session, Replay) else session.match.turns
        ghost = GHOSTS[session.setup.params["play"]]
        return sum(ghost in dict(turn) for turn in line[: played + 1])
