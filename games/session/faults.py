"""What agents do wrong in a match: data, a `Fault` each, and never an exception of the arcade.

Nobody waits for an agent for ever, and nobody loses a match to one. Where nothing ticks the third
fault of a seat ends the match; with a clock faults are only counted.
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


class Fault(NamedTuple):
    """What an agent did wrong: "late", "illegal", "error" or "lost", at which turn, in words.

    After the last turn it is what the agent could not tell: its "findings" or "mind", or what it
    "learned"; or "finish", where it raised when it was told of the end.
    """

    seat: int
    kind: str
    turn: int
    sentence: str


class AgentFault(Exception):
    """An agent gave no move that can be played; `fault` says why."""

    def __init__(self, fault: Fault, cause: BaseException | None = None) -> None:
        super().__init__(fault.sentence)
        self.fault = fault
        self.cause = cause


class Faults(list[Fault]):
    """The faults of a match in their order; `forfeited` is the seat whose agent ended it by them.

    With a clock (`ticks`) none does. `log` is told what agents raised. `untold` are those that
    nobody has taken (`take_new`).
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
        if not self._ticks and count_faults(self, fault) >= MOST_FAULTS:
            self.forfeited = fault.seat

    def add_late(self, seat: int, kind: str, turn: int, cause: BaseException) -> None:
        """Count a fault of a `kind` in a `seat` that comes too late, after `turn`, to lose by."""
        self._log(cause)
        told = f"The agent in seat {seat} failed at the end ({type(cause).__name__})."
        self.append(Fault(seat, kind, turn, told))

    def ask(self, match: Match[Any], seat: int, what: str, ask: Callable[[Player], Mind]) -> Mind:
        """What the agent in a `seat` has to tell after the match; one that raises is not asked
        again.
        """
        player = match.players.get(seat)
        if player is None or self.has(seat, (what,)):
            return ()
        try:
            return check_mind(ask(player))
        except FAILURES as problem:
            self.add_late(seat, what, len(match.turns), problem)
            return ()

    def take_new(self) -> tuple[Fault, ...]:
        """What was added since this was asked last."""
        taken, self.untold = tuple(self.untold), []
        return taken

    def has(self, seat: int, kinds: Sequence[str], turn: int | None = None) -> bool:
        """Whether a `seat` has a fault of one of these `kinds`, at a `turn` or at any."""
        own = (fault for fault in self if fault.seat == seat and fault.kind in kinds)
        return any(turn in (None, fault.turn) for fault in own)


def count_faults(faults: Sequence[Fault], latest: Fault) -> int:
    """How many of `faults` the seat of the `latest` has to answer for.

    A lost worker counts at its turn alone: what stopped it may have nothing to do with the agent.
    """
    own = (fault for fault in faults if fault.seat == latest.seat)
    return sum(fault.kind != "lost" or fault.turn == latest.turn for fault in own)
