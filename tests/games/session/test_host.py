"""Heavy agents in one worker process: the same decisions as here, and a fresh one after a fault."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games import catalog, weights
from games.catalog import Resolved
from games.child import Child
from games.core import Decision, Limit, Log, Seating
from games.match import Match
from games.session import host as host_module
from games.session.faults import AgentFault
from games.session.host import (
    Host,
    Proxy,
    Worker,
    build_player,
    build_players,
)
from games.session.setup import Setup
from tests.support import faulty
from tests.support.trained import give

LIMIT = Limit(nodes=1, mind=True)
SEATS = (Seating("random"), Seating("seed-softmax", {"beta": 1.0}))
UR_PARAMS = catalog.spec("ur").params()
PARAMS = catalog.spec("karate").params({"rounds": 25})
SILENT = "import time; time.sleep(60)"
BABBLING = "print('no')"

Pair = tuple[Match[Any], Host]


def make_host(seats: tuple[Seating, Seating] = SEATS, heavy: tuple[int, ...] = (1,)) -> Pair:
    """A karate match whose `heavy` seats think in the worker."""
    setup = Setup("karate", seats, PARAMS, 5)
    players: dict[int, Any] = {
        seat: Proxy(seat) if seat in heavy else build_player(setup, seat) for seat in (0, 1)
    }
    match: Match[Any] = Match(catalog.rules("karate"), PARAMS, 5, players)
    return match, Host(setup, match)


def here() -> Match[Any]:
    """The same match with both agents in this process."""
    players = {seat: build_player(Setup("karate", SEATS, PARAMS, 5), seat) for seat in (0, 1)}
    return Match(catalog.rules("karate"), PARAMS, 5, players)


def decide(host: Host, seat: int, seconds: float = 30) -> Decision:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        decision = host.decide(seat, LIMIT)
        if decision is not None:
            return decision
        time.sleep(0.005)
    raise AssertionError("no decision in time")


def play(host: Host, *matches: Match[Any], moves: dict[int, str]) -> None:
    for match in matches:
        match.play(moves)
    host.played()


def with_command(monkeypatch: pytest.MonkeyPatch, *command: str) -> list[Worker]:
    """From now on workers are started by this command; returns those that were."""
    started: list[Worker] = []

    def start(found: Log, seats: tuple[int, ...]) -> Worker:
        started.append(Worker(found, seats, command))
        return started[-1]

    monkeypatch.setattr(host_module, "Worker", start)
    return started


@pytest.fixture
def pair() -> Iterator[Pair]:
    match, host = make_host()
    yield match, host
    host.close()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr(host_module, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(host_module, "START_SECONDS", 0.0)
    monkeypatch.setattr(host_module, "ASK_SECONDS", 0.2)


def test_a_worker_decides_as_the_agent_would_here(real_starts: None, pair: Pair) -> None:
    match, host = pair
    near, rounds = here(), 0
    for _ in range(8):
        far, own = decide(host, 1), near.decide(1, LIMIT)
        assert (far.move, far.mind) == (own.move, own.mind)
        assert dict(far.forecasts) == {
            seat: tuple(shares) for seat, shares in own.forecasts.items()
        }
        assert far.mind
        play(host, match, near, moves={0: near.decide(0, LIMIT).move, 1: far.move})
        rounds += 1
    assert rounds == 8


def test_what_a_proxy_is_asked_is_told_by_the_worker() -> None:
    seats = (Seating("seed-argmax"), Seating("sensei"))
    setup = Setup("karate", seats, PARAMS, 5)
    near: Match[Any] = Match(
        catalog.rules("karate"), PARAMS, 5, {seat: build_player(setup, seat) for seat in (0, 1)}
    )
    match, host = make_host(seats)
    for number in range(12):
        moves = {0: ("punch", "kick", "kick")[number % 3], 1: near.decide(1, LIMIT).move}
        play(host, match, near, moves=moves)
    proxy, agent = match.players[1], near.players[1]
    assert proxy.mind() == agent.mind() != ()
    assert proxy.findings() == agent.findings() != ()
    assert proxy.learned() == agent.learned() != ""
    host.close()


def test_one_worker_holds_all_heavy_agents_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    started = with_command(monkeypatch, sys.executable, "-m", "ai.worker")
    match, host = make_host(heavy=(0, 1))
    near = here()
    for _ in range(4):
        far = {seat: decide(host, seat) for seat in (0, 1)}
        assert {s: d.move for s, d in far.items()} == {s: near.decide(s, LIMIT).move for s in far}
        play(host, match, near, moves={seat: decision.move for seat, decision in far.items()})
    assert len(started) == 1
    host.close()
    assert started[0].child.ended


def test_seats_asked_in_turn_within_one_frame_lose_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever is asked while another's answer lies there leaves that answer to the other."""
    _, host = make_host(heavy=(0, 1))
    asked: list[tuple[int, int]] = []
    send = Child.send

    def note(child: Child, message: Mapping[str, Any]) -> None:
        if message["op"] == "decide":
            asked.append((message["seat"], message["turn"]))
        send(child, message)

    monkeypatch.setattr(Child, "send", note)
    assert host.decide(0, LIMIT) is None
    end = time.monotonic() + 30
    while host.worker is not None and host.worker.child.lines.empty():  # its answer is there
        assert time.monotonic() < end
        time.sleep(0.005)
    assert host.decide(1, LIMIT) is None
    near = here()
    assert [decide(host, seat).move for seat in (0, 1)] == [
        near.decide(seat, LIMIT).move for seat in (0, 1)
    ]
    assert asked == [(0, 0), (1, 0)]
    host.close()


def test_heavy_agents_are_never_built_here(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty.know(monkeypatch.setattr)
    made: list[str] = []
    make = Resolved.make

    def noted(found: Resolved, start: str | None = None) -> Any:
        made.append(found.name)
        return make(found, start)

    monkeypatch.setattr(Resolved, "make", noted)
    seats = (Seating("random"), Seating("heavy-obeys"))
    players = build_players(Setup("karate", seats, PARAMS, 5))
    assert isinstance(players[1], Proxy)
    assert made == ["random"]


# -- faults --------------------------------------------------------------------------------


def fault_of(host: Host, seat: int = 1) -> AgentFault:
    with pytest.raises(AgentFault) as found:
        decide(host, seat)
    return found.value


def test_a_dead_worker_is_replaced_and_decides_the_same(pair: Pair) -> None:
    match, host = pair
    near = here()
    decide(host, 1)
    play(host, match, near, moves={0: "punch", 1: "kick"})
    assert host.worker is not None
    host.worker.child.process.kill()
    problem = fault_of(host)
    assert problem.fault[:3] == (1, "lost", 1)
    assert "started anew" in problem.fault.sentence
    assert decide(host, 1).move == near.decide(1, LIMIT).move


def test_a_hung_worker_is_replaced(monkeypatch: pytest.MonkeyPatch, hasty: None) -> None:
    with monkeypatch.context() as patch:
        started = with_command(patch, sys.executable, "-c", SILENT)
        patch.setattr(host_module, "GRACE_SECONDS", 0.02)
        _, host = make_host()
        problem = fault_of(host)
        assert problem.fault[:3] == (1, "late", 0)
        assert "too long" in problem.fault.sentence
        assert started[0].child.process.poll() is not None
        assert host.worker is None
    monkeypatch.setattr(host_module, "GRACE_SECONDS", 10.0)
    assert decide(host, 1).move == here().decide(1, LIMIT).move
    host.close()


def test_a_worker_that_babbles_is_lost_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    started = with_command(monkeypatch, sys.executable, "-c", BABBLING)
    _, host = make_host()
    assert [fault_of(host).fault.kind for _ in range(3)] == ["lost"] * 3
    assert len(started) == 3


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("raises", "error"),
        ("says-nothing", "illegal"),
        ("cheats", "illegal"),
        ("heavy-raises", "error"),
        ("heavy-says-nothing", "illegal"),
        ("heavy-cheats", "illegal"),
        ("heavy-dies", "lost"),
    ],
)
def test_what_an_agent_does_wrong_is_told_as_data(
    monkeypatch: pytest.MonkeyPatch, agent: str, kind: str
) -> None:
    faulty.know(monkeypatch.setattr)
    started = with_command(monkeypatch, *faulty.worker_command())
    heavy = (1,) if agent.startswith(faulty.HEAVY) else ()
    match, host = make_host((Seating("random"), Seating(agent, {"good": 1})), heavy)
    assert decide(host, 1).move == "punch"
    play(host, match, moves={0: "punch", 1: "punch"})
    problem = fault_of(host)
    assert problem.fault[:3] == (1, kind, 1)
    assert problem.fault.sentence
    assert (problem.cause is not None) is (agent == "raises")
    assert len(started) == len(heavy)
    host.close()


def test_an_agent_that_cannot_begin_is_lost_and_told_of(
    capfd: pytest.CaptureFixture[str],
) -> None:
    match, host = make_host((Seating("random"), Seating("sensei", start="garbage")))
    fault = fault_of(host).fault
    assert fault[:3] == (1, "lost", 0)
    assert fault.sentence.startswith("What was learned is damaged")
    assert match.players[1].findings() == ()
    assert capfd.readouterr().err == ""
    host.close()


def test_a_proxy_whose_worker_is_gone_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, hasty: None
) -> None:
    with_command(monkeypatch, sys.executable, "-c", SILENT)
    match, host = make_host()
    assert match.players[1].findings() == ()
    assert match.players[1].learned() is None
    host.close()


def test_undone_turns_are_observed_anew(pair: Pair) -> None:
    match, host = pair
    near = here()
    for moves in ({0: "punch", 1: "kick"}, {0: "kick", 1: "kick"}, {0: "punch", 1: "punch"}):
        decide(host, 1)
        play(host, match, near, moves=moves)
    for one in (match, near):
        one.undo(2)
    host.restart()
    assert decide(host, 1).move == near.decide(1, LIMIT).move


def differing(own: Path) -> tuple[Log, str, str]:
    """A match of Ur before a choice of `learner+`: what it chooses as it ships, and by `own`."""
    setup = Setup("ur", (Seating("random"), Seating("learner+")), UR_PARAMS, 3)
    for seed in range(20):
        chosen = []
        for folder in (None, own):
            with weights.choosing(folder):
                players = {seat: build_player(setup, seat) for seat in (0, 1)}
                match: Match[Any] = Match(catalog.rules("ur"), UR_PARAMS, seed, players)
                while match.to_act != (1,) or len(match.legal(1)) < 2:
                    match.step(LIMIT)
                chosen.append(match.decide(1, LIMIT).move)
        if chosen[0] != chosen[1]:
            return Log("ur", UR_PARAMS, seed, setup.seats, list(match.turns)), *chosen
    raise AssertionError("no choice tells one from the other")


def test_a_worker_uses_the_weights_that_the_window_chose(tmp_path: Path) -> None:
    own = give(tmp_path, "ur/learner+", values=-np.arange(16.0))
    start, plain, mine = differing(own)
    assert plain != mine
    for folder, expected in ((None, plain), (own, mine), (None, plain)):
        with weights.choosing(folder):
            worker = Worker(start, (1,))
            decision = worker.decide(1, LIMIT, len(start.turns), True)
            worker.close()
        assert decision is not None
        assert decision.move == expected


def test_bad_weights_of_a_heavy_agent_are_told_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = give(tmp_path, "ur/learner+", values=np.arange(3.0))
    setup = Setup("ur", (Seating("random"), Seating("learner+")), UR_PARAMS, 3)
    monkeypatch.setattr(host_module, "is_heavy", lambda setup, seat: seat == 1)
    with weights.choosing(own):
        assert isinstance(build_players(setup)[1], Proxy)
        (told,) = weights.take_notices()
        assert "ur/learner+.npz, which you trained, does not fit" in told


def test_an_answer_about_a_match_that_was_begun_anew_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The seat and the turn are the same again, the match is another."""
    match, host = make_host()
    near = here()
    first = decide(host, 1)  # the worker is there
    play(host, match, near, moves={0: "punch", 1: first.move})
    assert host.decide(1, LIMIT) is None
    end = time.monotonic() + 30
    while host.worker is not None and host.worker.child.lines.empty():  # its answer is there
        assert time.monotonic() < end
        time.sleep(0.005)
    match.go_to(0)
    match.play({0: "kick", 1: first.move})
    host.restart()
    answered, take = [], Child.take

    def note(child: Child, seconds: float = 0.0) -> Mapping[str, Any] | None:
        reply = take(child, seconds)
        if reply is not None and "progress" not in reply:
            answered.append(reply["question"])
        return reply

    monkeypatch.setattr(Child, "take", note)
    decide(host, 1)
    assert answered == [1, 2]
    host.close()


def test_a_worker_draws_where_it_is_told(pair: Pair) -> None:
    _, host = pair
    near = here()
    for lot in (7, 8, 1 << 61):
        while (far := host.decide(1, LIMIT, lot=lot)) is None:
            time.sleep(0.005)
        own = near.decide(1, LIMIT, lot)
        assert (far.move, far.mind) == (own.move, own.mind)
