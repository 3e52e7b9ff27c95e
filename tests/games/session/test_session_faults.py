"""What an agent does wrong in a match: data, an idle move in its place, and the third time the end.

In real time nobody forfeits: see test_session_ticks.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games import catalog
from games.core import Log, Seating
from games.session import host
from games.session.faults import MOST_FAULTS, Fault
from games.session.host import Proxy, Worker
from games.session.session import Session
from games.session.setup import Setup
from games.store.library import Library
from games.store.statistics import MatchResult
from tests.support import faulty

FRAME = 1 / 60
SILENT = "import time; time.sleep(60)"
ENDING = "raise SystemExit"


@pytest.fixture(autouse=True)
def _faulty_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty.know(monkeypatch.setattr)


def with_command(monkeypatch: pytest.MonkeyPatch, *command: str) -> None:
    """Workers are started by this command."""

    def start(found: Log, seats: Sequence[int]) -> Worker:
        return Worker(found, seats, command)

    monkeypatch.setattr(host, "Worker", start)


def session(
    *agents: str,
    good: int = 0,
    library: Library | None = None,
    log: Callable[[BaseException], object] = lambda fault: None,
    **more: Any,
) -> Session:
    seats = tuple(
        Seating(agent, {"good": good} if agent.removeprefix(faulty.HEAVY) in faulty.FAULTS else {})
        for agent in agents
    )
    params = catalog.spec("karate").params({"rounds": 25})
    made = Session(Setup("karate", seats, params, 3, **more), library, log_fault=log)
    made.turn_pause, made.patience = 0.0, 0.05
    return made


def play(made: Session, seconds: float = 20.0, turns: int = 999) -> None:
    """Kick until the match ends or has so many turns."""
    end = time.monotonic() + seconds
    while not made.over and len(made.match.turns) < turns:
        assert time.monotonic() < end
        if made.due() is not None:
            assert made.choose(0, "kick")
        if made.advance(FRAME) is None and made.host.busy:
            time.sleep(0.005)


INLINE = (("raises", "error"), ("says-nothing", "illegal"), ("cheats", "illegal"))


@pytest.mark.parametrize(("agent", "kind"), INLINE)
def test_an_idle_move_stands_in_and_the_third_fault_ends_the_match(agent: str, kind: str) -> None:
    logged: list[BaseException] = []
    made = session("human", agent, good=2, log=logged.append)
    made.advance(FRAME)
    play(made, turns=2)
    assert made.faults == []
    reveals = []
    for number in (1, 2):
        made.advance(FRAME)
        assert len(made.faults) == number
        assert made.thinking == []
        assert made.seals[1].move == "punch"  # the first legal one, sealed as any other
        assert made.choose(0, "kick")
        reveal = made.advance(FRAME)
        assert reveal is not None
        reveals.append(reveal)
    assert [reveal.faults for reveal in reveals] == [(made.faults[0],), (made.faults[1],)]
    assert [reveal.moves for reveal in reveals] == [{0: "kick", 1: "punch"}] * 2
    assert [reveal.minds for reveal in reveals] == [{1: ()}] * 2
    assert [reveal.forecasts for reveal in reveals] == [{}] * 2
    assert not made.over
    made.advance(FRAME)
    assert made.forfeited == 1
    assert made.over
    assert [fault[:3] for fault in made.faults] == [(1, kind, turn) for turn in (2, 3, 4)]
    assert all(fault.sentence for fault in made.faults)
    assert len(made.match.turns) == 4
    assert not made.match.over
    assert not made.choose(0, "kick")
    assert made.advance(1.0) is None
    assert len(made.faults) == MOST_FAULTS
    assert len(logged) == (MOST_FAULTS if kind == "error" else 0)


def test_an_agent_without_a_fault_forfeits_nothing() -> None:
    made = session("human", "obeys")
    play(made)
    assert made.match.over
    assert (made.faults, made.forfeited) == ([], None)


def test_one_that_cannot_hear_a_turn_is_at_fault_and_forfeits() -> None:
    logged: list[BaseException] = []
    made = session("human", "deaf", log=logged.append)
    play(made)
    assert made.forfeited == 1
    assert [fault[:3] for fault in made.faults] == [(1, "error", turn) for turn in (1, 2, 3)]
    assert [len(reveal.faults) for reveal in made.played] == [1, 1, 1]
    assert len(logged) == MOST_FAULTS


def test_turns_that_are_told_again_are_no_new_faults() -> None:
    params = catalog.spec("ur").params({"pieces": 2})
    made = Session(Setup("ur", (Seating("human"), Seating("deaf", {"good": 0})), params, 3))
    made.turn_pause = 0.0
    for _ in range(2):
        made.step({0: next(iter(made.match.legal(0)))} if 0 in made.match.to_act else None)
    assert len(made.faults) == 2
    made.go_to(0)
    made.redo()
    assert len(made.faults) == 2
    assert made.forfeited is None


def test_one_that_cannot_begin_has_one_fault_and_plays_on() -> None:
    logged: list[BaseException] = []
    seats = (Seating("human"), Seating("unready"))
    params = catalog.spec("karate").params({"rounds": 10})
    made = Session(Setup("karate", seats, params, 3), log_fault=logged.append)
    made.turn_pause = 0.0
    assert [fault[:3] for fault in made.faults] == [(1, "error", 0)]
    assert len(logged) == 1
    play(made)
    assert made.match.over
    assert [reveal.faults for reveal in made.played[:2]] == [(made.faults[0],), ()]
    assert made.forfeited is None


def test_a_match_that_begins_again_has_no_new_fault() -> None:
    params = catalog.spec("ur").params({"pieces": 2})
    made = Session(Setup("ur", (Seating("human"), Seating("unready")), params, 3))
    made.turn_pause = 0.0
    for _ in range(3):
        for _ in range(2):
            made.step({0: next(iter(made.match.legal(0)))} if 0 in made.match.to_act else None)
        made.go_to(0)
    assert [fault[:3] for fault in made.faults] == [(1, "error", 0)]
    assert made.forfeited is None


@pytest.mark.parametrize("agent", ["confused", "prophet"])
def test_what_comes_with_a_move_and_cannot_be_shown_is_a_fault(agent: str) -> None:
    made = session("human", agent)
    play(made)
    assert made.forfeited == 1
    assert [fault[:3] for fault in made.faults] == [(1, "error", turn) for turn in (0, 1, 2)]
    assert all("failed: " in fault.sentence for fault in made.faults)
    assert [reveal.forecasts for reveal in made.played] == [{}] * 2


def test_faults_are_counted_for_each_seat() -> None:
    made = session("raises", "cheats", good=1)
    play(made)
    assert made.forfeited == 0  # who is asked first
    assert [fault.seat for fault in made.faults] == [0, 1, 0, 1, 0]


HEAVY = (
    ("heavy-raises", "error"),
    ("heavy-says-nothing", "illegal"),
    ("heavy-cheats", "illegal"),
    ("heavy-confused", "error"),
    ("heavy-prophet", "error"),
)


@pytest.mark.parametrize(("agent", "kind"), HEAVY)
def test_a_heavy_agent_is_judged_as_any_other(
    monkeypatch: pytest.MonkeyPatch, agent: str, kind: str
) -> None:
    with_command(monkeypatch, *faulty.worker_command())
    made = session("human", agent, good=1)
    play(made)
    assert made.forfeited == 1
    first = len(made.match.turns) - MOST_FAULTS + 1
    assert first == (agent.removeprefix(faulty.HEAVY) in faulty.FAULTS)  # which begin well
    turns = range(first, first + MOST_FAULTS)
    assert [fault[:3] for fault in made.faults] == [(1, kind, turn) for turn in turns]
    assert [dict(turn)[1] for turn in made.match.turns] == ["punch"] * len(made.match.turns)
    made.close()


def test_one_that_hangs_is_late_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, sys.executable, "-c", SILENT)
    monkeypatch.setattr(host, "GRACE_SECONDS", 0.05)
    monkeypatch.setattr(host, "START_SECONDS", 0.0)
    told: list[str] = []
    made = session("human", "heavy-obeys")
    made.notify = told.append
    play(made)
    assert made.forfeited == 1
    assert [fault[:3] for fault in made.faults] == [(1, "late", turn) for turn in (0, 1, 2)]
    assert len(made.match.turns) == 2
    assert told == []
    made.close()


def test_one_whose_process_dies_is_asked_again_and_then_forfeits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_command(monkeypatch, sys.executable, "-c", ENDING)
    told: list[str] = []
    made = session("human", "heavy-obeys")
    made.notify = told.append
    play(made)
    assert made.forfeited == 1
    assert [fault[:3] for fault in made.faults] == [(1, "lost", 0)] * 3
    assert made.match.turns == []
    assert len(told) == 2
    assert all("started anew" in sentence for sentence in told)
    made.close()


def test_a_process_that_dies_once_costs_one_fault_and_no_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_command(monkeypatch, *faulty.worker_command())
    made = session("human", "heavy-obeys")
    play(made, turns=2)
    assert made.host.worker is not None
    made.host.worker.child.process.kill()
    play(made, turns=4)
    assert made.faults == [Fault(1, "lost", 2, made.faults[0].sentence)]
    assert made.played[2].faults == tuple(made.faults)
    assert made.played[2].moves == {0: "kick", 1: "punch"}
    assert made.forfeited is None
    made.close()


@pytest.mark.sweep
def test_processes_lost_long_ago_do_not_end_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, *faulty.worker_command())
    made = session("human", "heavy-obeys")
    for turns in range(1, 6):
        play(made, turns=turns)
        assert made.host.worker is not None
        made.host.worker.child.process.kill()
    assert [fault.kind for fault in made.faults] == ["lost"] * 4
    assert made.forfeited is None
    made.close()


# -- what becomes of the match -------------------------------------------------------------


def test_a_forfeited_match_was_played_and_nobody_won_it(library: Library) -> None:
    made = session("human", "raises", good=3, library=library)
    player = library.current
    assert player is not None
    play(made, turns=4)
    made.save()
    assert library.matches.any(player.id, "karate")
    play(made)
    made.save()
    assert made.record({0: MatchResult("karate", "raises", "won", "", 5, 40.0, 0.0, 40.0, "+40")})
    (record,) = library.statistics(player.id).records
    assert (record.matches, record.won, record.best) == (1, 0, None)
    assert not library.matches.any(player.id, "karate")
    assert library.learned(player.id, "karate") is None


def test_a_match_whose_end_an_agent_cannot_hear_counts(library: Library) -> None:
    made = session("human", "deaf-at-the-end", library=library)
    play(made)
    assert made.match.over
    assert made.forfeited is None
    assert [fault[:3] for fault in made.faults] == [(1, "finish", 25)]
    assert made.record({0: MatchResult("karate", "deaf-at-the-end", "won")})
    player = library.current
    assert player is not None
    (record,) = library.statistics(player.id).records
    assert (record.matches, record.won) == (1, 1)


def test_nobody_asks_an_agent_that_forfeited_what_it_found_out() -> None:
    made = session("human", "raises")
    with pytest.raises(ArithmeticError):
        made.match.players[1].findings()
    play(made)
    gone = made.match.players[1]
    assert isinstance(gone, Proxy)
    assert (gone.mind(), gone.findings(), gone.learned()) == ((), (), None)


def test_a_step_without_seals_goes_on_with_the_idle_move() -> None:
    params = catalog.spec("tracker").params({})
    made = Session(Setup("tracker", (Seating("raises"),), params, 3))
    steps = 0
    while not made.over:
        made.step()
        steps += 1
    walked = [dict(turn) for turn in made.match.turns if 0 in dict(turn)]
    assert len(walked) == len(made.faults) == 3
    assert made.forfeited == 0
    assert not made.match.over
    assert len(made.played) == steps
