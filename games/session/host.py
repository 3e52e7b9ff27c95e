"""Where agents think: cheap ones at once, heavy ones in a process of their own.

A heavy agent runs in `ai.worker`, started with the same interpreter, which holds a replica of the
match and hears every turn (`games.session.child`). A worker that dies or does not
answer in time is replaced by a new one, which observes the match again from its start; the
decision is the same, because it depends on the match alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games import catalog, log
from games.core import Decision, Limit, Log, Match
from games.mind import mind_from_plain
from games.session.child import Child

if TYPE_CHECKING:
    from games.session.setup import Setup

GRACE_SECONDS = 10.0
START_SECONDS = 20.0
MOST_FAILURES = 3


class HostFailed(Exception):
    """A worker hung or died and was replaced; the message tells the player."""


class Host:
    """Asks the agents of one match for their decisions without stopping the frame."""

    def __init__(self, setup: Setup, match: Match[Any]) -> None:
        self._setup = setup
        self._match = match
        self._workers: dict[int, Worker] = {}
        self._failures = 0
        self._heavy = {seat for seat in match.players if _is_heavy(setup, seat)}

    def decide(self, seat: int, limit: Limit, wait: bool = False) -> Decision | None:
        """The decision of a seat's agent, or None while its worker thinks.

        Raises `HostFailed` where the worker had to be replaced; ask again.
        """
        if seat not in self._heavy:
            return self._match.decide(seat, limit)
        worker = self._workers.get(seat)
        if worker is None:
            worker = self._workers[seat] = Worker(self._log())
        try:
            return worker.decide(seat, limit, len(self._match.turns), wait)
        except HostFailed as failure:
            worker.close()
            del self._workers[seat]
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                raise RuntimeError("The opponent failed three times in this match.") from failure
            raise

    def progress(self, seat: int) -> float | None:
        """How much of its present thought a worker has done, 0 to 1, or None if that is unknown."""
        worker = self._workers.get(seat)
        return None if worker is None else worker.progress

    def _log(self) -> Log:
        setup = self._setup
        turns = list(self._match.turns)
        return Log(setup.game, dict(setup.params), setup.seed, setup.seats, turns)

    def played(self) -> None:
        """The match moved on by a turn: let the workers know."""
        for worker in self._workers.values():
            worker.send({"op": "turn", "turn": [list(pair) for pair in self._match.turns[-1]]})

    def restart(self) -> None:
        """The match changed otherwise: let the workers observe it anew."""
        for worker in self._workers.values():
            worker.send({"op": "start", "log": log.encode(self._log())})

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers.values():
            worker.close()
        self._workers.clear()


def _is_heavy(setup: Setup, seat: int) -> bool:
    agent = setup.seats[seat].agent
    return agent != "demo" and bool(catalog.agent(setup.game, agent).heavy)


class Worker:
    """A process that holds a replica of a match and decides for its agents.

    `progress` is the share of the present question that is thought through, as far as it is told.
    """

    def __init__(self, start: Log, command: Sequence[str] = ()) -> None:
        self._child = Child("ai.worker", command)
        self._asked: tuple[int, int] | None = None
        self._deadline = 0.0
        self._started = False
        self.progress: float | None = None
        self.send({"op": "start", "log": log.encode(start)})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; a dead worker is noticed when it is asked."""
        self._child.send(message)

    def decide(self, seat: int, limit: Limit, turn: int, wait: bool) -> Decision | None:
        """The decision, or None while it thinks; raises `HostFailed` if it cannot."""
        if self._asked != (seat, turn):
            self._asked, self.progress = (seat, turn), None
            first = 0.0 if self._started else START_SECONDS
            self._deadline = time.monotonic() + (limit.seconds or 0.0) + GRACE_SECONDS + first
            plain = {"nodes": limit.nodes, "seconds": limit.seconds, "mind": limit.mind}
            self.send({"op": "decide", "seat": seat, "turn": turn, "limit": plain})
        while True:
            reply = self._reply(GRACE_SECONDS if wait else 0.0)
            if reply is None:
                if time.monotonic() > self._deadline:
                    raise HostFailed("The opponent thought too long and was started anew.")
                if wait:
                    continue
                return None
            decision = self._read(reply, seat, turn)
            if decision is not None:
                return decision

    def _reply(self, seconds: float) -> Mapping[str, Any] | None:
        try:
            reply = self._child.take(seconds)
        except ValueError:
            raise _stopped() from None
        if reply is None and self._child.ended:
            raise _stopped()
        return reply

    def _read(self, reply: Mapping[str, Any], seat: int, turn: int) -> Decision | None:
        """The decision in a reply, or None where it tells of progress or answers an older one."""
        try:
            if (reply["seat"], reply["turn"]) != (seat, turn):
                return None
            if "progress" in reply:
                self.progress = float(reply["progress"])
                return None
            self._started, self._asked, self.progress = True, None, None
            mind = None if reply["mind"] is None else mind_from_plain(reply["mind"])
            return Decision(str(reply["move"]), mind)
        except (ValueError, KeyError, TypeError):
            raise _stopped() from None

    def close(self) -> None:
        """End the process."""
        self._child.close()


def _stopped() -> HostFailed:
    return HostFailed("The opponent stopped and was started anew.")
