"""Where agents think: cheap ones at once, heavy ones in a process of their own.

A heavy agent runs in `ai.worker`, started with the same interpreter, which holds a replica of the
match and hears every turn. It is spoken to in lines of JSON. A worker that dies or does not
answer in time is replaced by a new one, which observes the match again from its start; the
decision is the same, because it depends on the match alone.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ai.core import Decision, Limit, mind_from_plain
from games import catalog, log
from games.core import Choice, Log, Match

if TYPE_CHECKING:
    from games.shell.table import Setup

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

    def decide(self, seat: int, limit: Limit, wait: bool = False) -> Choice | None:
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
    """A process that holds a replica of a match and decides for its agents."""

    def __init__(self, start: Log, command: list[str] | None = None) -> None:
        root = Path(__file__).resolve().parents[2]
        threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        self._process = subprocess.Popen(
            command or [sys.executable, "-m", "ai.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=root,
            env={**os.environ, **threads},
        )
        self._replies: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._asked: tuple[int, int] | None = None
        self._deadline = 0.0
        self._started = False
        self.send({"op": "start", "log": log.encode(start)})

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._replies.put(line)
        self._replies.put("")

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; a dead worker is noticed when it is asked."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._replies.put("")

    def decide(self, seat: int, limit: Limit, turn: int, wait: bool) -> Decision | None:
        """The decision, or None while it thinks; raises `HostFailed` if it cannot."""
        if self._asked != (seat, turn):
            self._asked = (seat, turn)
            first = 0.0 if self._started else START_SECONDS
            self._deadline = time.monotonic() + (limit.seconds or 0.0) + GRACE_SECONDS + first
            plain = {"nodes": limit.nodes, "seconds": limit.seconds, "mind": limit.mind}
            self.send({"op": "decide", "seat": seat, "turn": turn, "limit": plain})
        while True:
            try:
                line = self._replies.get(wait, GRACE_SECONDS if wait else None)
            except queue.Empty:
                if time.monotonic() > self._deadline:
                    raise HostFailed(
                        "The opponent thought too long and was started anew."
                    ) from None
                if wait:
                    continue
                return None
            decision = self._read(line, seat, turn)
            if decision is not None:
                return decision

    def _read(self, line: str, seat: int, turn: int) -> Decision | None:
        """The decision in a reply, or None where it answers an older question."""
        try:
            reply = json.loads(line)
            if (reply["seat"], reply["turn"]) != (seat, turn):
                return None
            self._started, self._asked = True, None
            mind = None if reply["mind"] is None else mind_from_plain(reply["mind"])
            return Decision(str(reply["move"]), mind)
        except (ValueError, KeyError, TypeError):
            raise HostFailed("The opponent stopped and was started anew.") from None

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        self._process.wait()
