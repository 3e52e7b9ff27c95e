"""Matches played again from their logs, by processes with other seeds of Python's hash.

`python -m tests.support.replayer` is such a process, which reads texts and writes digests. It is
started three times, and loads no more than playing takes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Final

from games import catalog, log
from games.arrays import BadWeights
from games.core import CHANCE, Event, Limit, Seating
from games.match import Match
from games.paths import ROOT
from games.spec import BadOption
from tests.support.null_games import know

LIMIT: Final = Limit(nodes=30)
HASH_SEEDS: Final = ("0", "1", "4242")


def brief(state: Any) -> str:
    """A state as text, without the course of a match that is the same from its start on."""
    if not hasattr(state, "course"):
        return repr(state)
    return repr([getattr(state, f.name) for f in dataclasses.fields(state) if f.name != "course"])


def players(game_id: str, seats: tuple[Seating, ...]) -> dict[int, Any]:
    """The agents of the seats, by their numbers."""
    return {number: catalog.seated(game_id, seat).make() for number, seat in enumerate(seats)}


def decided(match: Match[Any]) -> dict[int, str]:
    """What the agents of a match do now, and what chance draws."""
    return {
        seat: match.draw() if seat == CHANCE else match.decide(seat, LIMIT).move
        for seat in match.to_act
    }


class Digest:
    """The sum of all states and events of a match."""

    def __init__(self, match: Match[Any]) -> None:
        self._sum = hashlib.sha256(repr(match.state).encode())  # with all that never changes

    def add(self, match: Match[Any], events: tuple[Event, ...]) -> None:
        """What a turn led to."""
        told = (match.turns[-1], brief(match.state), events, match.returns)
        self._sum.update(repr(told).encode())

    @property
    def hex(self) -> str:
        return self._sum.hexdigest()


def replayed(text: str) -> str:
    """The digest of a match that is played again from its log; agents decide anew."""
    found = log.decode(text)
    game = catalog.rules(found.game)
    match: Match[Any] = Match(game, found.params, found.seed, players(found.game, found.seats))
    digest = Digest(match)
    for turn in found.turns:
        moves = dict(turn)
        if found.seats:
            assert decided(match) == moves, f"turn {len(match.turns)} went otherwise"
        digest.add(match, match.play(moves))
    return digest.hex


class Replayer:
    """Processes with other hash seeds, in which matches are played again."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.support.replayer"]
        self._processes = [
            subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": seed},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for seed in HASH_SEEDS
        ]

    def digests(self, text: str) -> Iterator[str]:
        """What each process makes of a match: a digest, or what went wrong."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write(json.dumps(text) + "\n")
            process.stdin.flush()
        for process in self._processes:
            assert process.stdout is not None
            yield process.stdout.readline().rstrip("\n")

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.communicate()


def main() -> None:
    """Write the digest of each match that is read."""
    know(setattr)
    for line in sys.stdin:
        try:
            told = replayed(json.loads(line))
        except (AssertionError, ValueError, BadOption, BadWeights) as problem:
            told = f"{type(problem).__name__}: {problem}"
        print(" ".join(told.split()), flush=True)


if __name__ == "__main__":
    main()
