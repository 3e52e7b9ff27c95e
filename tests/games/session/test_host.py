"""Heavy agents in a worker process: the same decisions as inline, and a fresh one after a fault."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

from games import catalog
from games.core import Decision, Limit, Seating
from games.match import Match
from games.session import host as host_module
from games.session.host import Host, HostFailed, Worker
from games.session.setup import Setup, build_player

LIMIT = Limit(nodes=1, mind=True)


def make_host() -> tuple[Match[Any], Host]:
    """A karate match of two agents whose second seat is treated as heavy."""
    seats = (Seating("random"), Seating("seed-softmax", {"beta": 1.0}))
    params = catalog.spec("karate").params({"rounds": 25})
    setup = Setup("karate", seats, params, 5)
    players = {seat: build_player(setup, seat) for seat in (0, 1)}
    match: Match[Any] = Match(catalog.rules("karate"), params, 5, players)
    host = Host(setup, match)
    host._heavy = {1}
    return match, host


def decide(host: Host, seat: int, seconds: float = 30) -> Decision:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        choice = host.decide(seat, LIMIT)
        if choice is not None:
            return choice
        time.sleep(0.005)
    raise AssertionError("no decision in time")


@pytest.fixture
def pair() -> Any:
    match, host = make_host()
    yield match, host
    host.close()


def test_a_worker_decides_as_the_agent_would_here(pair: tuple[Match[Any], Host]) -> None:
    match, host = pair
    rounds = 0
    for _ in range(8):
        far, near = decide(host, 1), match.decide(1, LIMIT)
        assert far.move == near.move
        assert far.mind == near.mind  # type: ignore[attr-defined]
        match.play({0: match.decide(0, LIMIT).move, 1: far.move})
        host.played()
        rounds += 1
    assert rounds == 8


def test_a_dead_worker_is_replaced_and_decides_the_same(pair: tuple[Match[Any], Host]) -> None:
    match, host = pair
    decide(host, 1)
    match.play({0: "punch", 1: "kick"})
    host.played()
    host._workers[1]._child._process.kill()
    with pytest.raises(HostFailed, match="started anew"):
        decide(host, 1)
    assert decide(host, 1).move == match.decide(1, LIMIT).move


def test_a_hung_worker_is_replaced(
    pair: tuple[Match[Any], Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, host = pair
    hung = Worker(host._log(), [sys.executable, "-c", "import time; time.sleep(60)"])
    hung._started = True
    host._workers[1] = hung
    monkeypatch.setattr(host_module, "GRACE_SECONDS", 0.2)
    with pytest.raises(HostFailed, match="too long"):
        decide(host, 1)
    monkeypatch.undo()
    assert hung._child._process.poll() is not None
    assert decide(host, 1).move == match.decide(1, LIMIT).move


def test_a_worker_that_keeps_failing_ends_the_match(
    pair: tuple[Match[Any], Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, host = pair

    def broken(log: Any) -> Worker:
        return Worker(log, [sys.executable, "-c", "print('no')"])

    monkeypatch.setattr(host_module, "Worker", broken)
    for _ in range(2):
        with pytest.raises(HostFailed):
            decide(host, 1)
    with pytest.raises(RuntimeError, match="three times"):
        decide(host, 1)


def test_undone_turns_are_observed_anew(pair: tuple[Match[Any], Host]) -> None:
    match, host = pair
    for _ in range(3):
        decide(host, 1)
        match.step(LIMIT)
        host.played()
    match.undo(2)
    host.restart()
    assert decide(host, 1).move == match.decide(1, LIMIT).move
