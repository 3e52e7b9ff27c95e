"""The clock of a game that waits for nobody: turns a frame of the screen owes."""

from __future__ import annotations

from typing import Final

MOST_A_FRAME: Final = 5
"""After a long frame so many turns are played at once; what is owed beyond that is let go."""


class Clock:
    """Counts the ticks that are due; stands still as long as nobody moves it on."""

    def __init__(self, rate: int) -> None:
        """`rate` is the number of ticks a second."""
        self.rate = rate
        self._owed = 0.0

    def advance(self, seconds: float) -> int:
        """Let `seconds` pass; returns how many ticks are due, at most `MOST_A_FRAME`."""
        self._owed += seconds * self.rate
        due = int(self._owed + 1e-9)
        self._owed = max(0.0, self._owed - due)
        return min(due, MOST_A_FRAME)

    def reset(self) -> None:
        """Forget the part of a tick that has passed."""
        self._owed = 0.0
