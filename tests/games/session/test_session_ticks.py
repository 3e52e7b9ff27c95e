"""A match in real time: the clock ticks whoever has answered, and no frame waits."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import pytest

from games import catalog
from games.core import Log, Seating
from games.session import host
from games.session.clock import MOST_A_FRAME, Clock
from games.session.session import Session
from games.session.setup import Setup

FRAME = 1 / 60


def test_a_clock_owes_what_has_passed_and_lets_go_of_too_much() -> None:
    clock = Clock(20)
    assert [clock.advance(FRAME) for _ in range(6)] == [0, 0, 1, 0, 0, 1]
    assert clock.advance(10.0) == MOST_A_FRAME
    assert clock.advance(0.0) == 0


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch, null_games: tuple[str, ...]) -> None:
    """Seat 3 of the null game in real time has an agent whose process never answers."""
    import ai.nullticks as agents

    offered = catalog.offered("nullticks")
    more = type(offered)((*offered.agents, agents.SLEEPER), offered.demo)
    monkeypatch.setattr(agents, "AGENTS", more)
    hanging = [sys.executable, "-c", "import time; time.sleep(60)"]
    plain = host.Worker

    def worker(start: Log, seats: Sequence[int]) -> host.Worker:
        return plain(start, seats, hanging)

    monkeypatch.setattr(host, "Worker", worker)


def seated(*agents: str, ticks: int = 60) -> Session:
    seats = tuple(Seating(agent) for agent in agents)
    return Session(Setup("nullticks", seats, {"ticks": ticks}, 1))


def test_one_that_never_answers_stops_nobody(silent: Any) -> None:
    session = seated("human", "puller", "puller", "sleeper")
    longest = 0.0
    for _ in range(120):
        begun = time.process_time()
        session.advance(FRAME)
        longest = max(longest, time.process_time() - begun)
    session.close()
    assert len(session.match.turns) == 40
    late = [fault for fault in session.faults if fault.kind == "late"]
    assert len(late) == 40
    assert {fault.seat for fault in late} == {3}
    assert session.forfeited is None
    assert {dict(turn)[3] for turn in session.match.turns} == {"rest"}
    assert {dict(turn)[1] for turn in session.match.turns} == {"pull"}
    assert longest < 0.2  # processor time of a frame, far above what it takes


def test_the_last_choice_before_the_tick_counts(null_games: tuple[str, ...]) -> None:
    session = seated("human", "puller", "puller", "puller")
    assert session.choose(0, "rest")
    assert session.choose(0, "pull")
    session.advance(0.05)
    assert dict(session.match.turns[-1])[0] == "pull"
    session.advance(0.05)
    assert dict(session.match.turns[-1])[0] == "rest"  # nothing was said: the idle move
    assert session.faults == []


def test_a_team_is_one_player(null_games: tuple[str, ...]) -> None:
    session = seated("puller", "puller", "puller", "human")
    players = session.match.players
    assert players[0] is players[2]
    assert players[0] is not players[1]
    assert players[0].seats == (0, 2)  # type: ignore[attr-defined]


def test_a_match_in_real_time_ends_and_stays(null_games: tuple[str, ...]) -> None:
    session = seated("human", "puller", "puller", "puller", ticks=3)
    for _ in range(60):
        session.advance(FRAME)
    assert session.over
    assert len(session.match.turns) == 3
    assert session.match.returns == (3.0 - 6.0, 3.0, -3.0, 3.0)


def test_chance_takes_no_time_so_that_an_agent_can_answer_before_the_tick() -> None:
    """What is heard before a move is heard right after the last one."""
    seats = tuple(map(Seating, ("human", "gatherer", "gatherer", "gatherer")))
    params = catalog.spec("ctf").params({"maze": "loops-16x8"})
    session = Session(Setup("ctf", seats, params, 3))
    for _ in range(240):
        session.advance(FRAME)
        assert session.match.over or session.match.to_act != (-1,)
    assert not session.faults
    assert session.match.state.moves == 80
