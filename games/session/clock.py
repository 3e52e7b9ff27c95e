"""The clock of a game that does not wait, and the decision of a race."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.match import Match

MOST_A_FRAME: Final = 5
"""After a long frame so many turns are played at once; what is owed beyond that is let go."""


class Clock:
    """A counter of the ticks that are due; it moves only when `dt` is added."""

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


def decided_race(
    match: Match[Any],
    made: Mapping[int, str],
    raced: float,
    unsaid: Mapping[int, str] = MappingProxyType({}),
) -> dict[int, str] | None:
    """Return the moves of a race that is decided after `raced` seconds, else None.

    `made` are the sealed moves of agents and those that people have made. It is decided as soon as
    one of them counts (`Game.moment`), or when all wait; a seat without a move waits, by the move
    in `unsaid` where there is one.
    """
    moments = [m for move in made.values() if (m := match.game.moment(move)) is not None]
    missing = [seat for seat in match.to_act if seat not in made]
    if moments and raced >= min(moments):
        idle = {s: unsaid.get(s) or match.game.idle(match.state, s) for s in missing}
        return {**idle, **made}
    return None if moments or missing else dict(made)
