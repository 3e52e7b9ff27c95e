"""The faults of agents in a match: data, a `Fault` each, and never an exception of the arcade.

The arcade does not wait for an agent for ever, and no person loses a match to one. Where there are
no ticks the third fault of a seat ends the match; with a clock faults are only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from games.core import FAILURES, Player
from games.match import Match
from games.mind import Mind, check_mind

MOST_FAULTS: Final = 3
"""So many faults of one agent end a match that has no clock."""
DEAF: Final = ("error", "finish")
"""What faults of an agent that raised while it was told of a turn may be called."""


FORFEIT: Final = "forfeit"


class Fault(NamedTuple):
    """A fault of an agent: "late", "illegal", "error", "lost" or "forfeit", its turn, a sentence.

    By "forfeit" it has lost the match at once (`games.core.GivesUp`).

    After the last turn `kind` is the report that failed: "findings", "mind" or "learned"; or
    "finish", where the agent raised as it took in the end.
    """

    seat: int
    kind: str
    turn: int
    sentence: str


class AgentFault(Exception):
    """Raised for an agent that gave no playable move; `fault` has the reason."""

    def __init__(self, fault: Fault, cause: BaseException | None = None) -> None:
        super().__init__(fault.sentence)
        self.fault = fault
        self.cause = cause


class Faults(list[Fault]):
    """The faults of a match in their order; `forfeited` is the seat whose agent ended it by them.

    With a clock (`ticks`) faults do not end it. `log` is called with the exceptions of agents.
    `untold` are the faults not yet taken (`take_new`).
    """

    def __init__(self, ticks: bool, log: Callable[[BaseException], object]) -> None:
        super().__init__()
        self.forfeited: int | None = None
        self._ticks, self._log = ticks, log
        self.untold: list[Fault] = []

    def add(self, fault: Fault, cause: BaseException | None = None) -> None:
        """Count a `fault`, which may be the one too many; `cause` is what the agent raised."""
        if cause is not None:
            self._log(cause)
        self.append(fault)
        self.untold.append(fault)
        often = not self._ticks and count_faults(self, fault) >= MOST_FAULTS
        if often or fault.kind == FORFEIT:
            self.forfeited = fault.seat

    def add_late(self, seat: int, kind: str, turn: int, cause: BaseException) -> None:
        """Count a fault of a `kind` in a `seat` that comes too late, after `turn`, to lose by."""
        self._log(cause)
        told = f"The agent in seat {seat} failed at the end ({type(cause).__name__})."
        self.append(Fault(seat, kind, turn, told))

    def ask(self, match: Match[Any], seat: int, what: str, ask: Callable[[Player], Mind]) -> Mind:
        """Return the agent's report after the match; an agent that raises is not asked again."""
        player = match.players.get(seat)
        if player is None or self.has(seat, (what,)):
            return ()
        try:
            return check_mind(ask(player))
        except FAILURES as problem:
            self.add_late(seat, what, len(match.turns), problem)
            return ()

    def take_new(self) -> tuple[Fault, ...]:
        """Return the faults added since the last call."""
        taken, self.untold = tuple(self.untold), []
        return taken

    def has(self, seat: int, kinds: Sequence[str], turn: int | None = None) -> bool:
        """Return whether a `seat` has a fault of one of these `kinds`, at a `turn` or at any."""
        own = (fault for fault in self if fault.seat == seat and fault.kind in kinds)
        return any(turn in (None, fault.turn) for fault in own)


def count_faults(faults: Sequence[Fault], latest: Fault) -> int:
    """Return how many of `faults` count against the seat of the `latest`.

    A lost worker counts at its turn alone: the cause may have been outside the agent.
    """
    own = (fault for fault in faults if fault.seat == latest.seat)
    return sum(fault.kind != "lost" or fault.turn == latest.turn for fault in own)
