"""Agents that are not ours: always in the worker, and whatever they do there is a fault as data."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from games import catalog
from games.child import Child
from games.core import Limit, Log, Seating
from games.match import Match
from games.session import host as host_module
from games.session.faults import AgentFault
from games.session.host import Host, Proxy, Worker, build_players, is_heavy
from games.session.memory import learns
from games.session.setup import Setup
from tests.support import strangers

PARAMS = catalog.spec("karate").params({"rounds": 10})
WHAT = {
    "takes-memory": "error",
    "recurses": "error",
    "changes": "error",
    "nothing": "illegal",
    "a-number": "illegal",
    "hangs": "late",
    "spins": "late",
    "floods": "late",
    "starts-another": "late",
    "exits": ("lost", "error"),
    "ends": "lost",
    "interrupts": ("lost", "error"),
    "babbles": ("lost", "error"),
    "a-long-move": "illegal",
    "a-list": ("illegal", "error"),
    "nan": "error",
    "infinity": "error",
    "huge": "lost",
    "a-set": "error",
    "a-deep-mind": ("lost", "error"),
    "a-long-mind": "lost",
}
"""What becomes of each; whoever is not here is heard out, and its move is played."""


@pytest.fixture
def stranger_host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    monkeypatch.setenv(strangers.PLACE, str(tmp_path / "place"))
    monkeypatch.setattr(host_module, "GRACE_SECONDS", 1.0)
    monkeypatch.setattr(host_module, "START_SECONDS", 3.0)
    strangers.know(monkeypatch.setattr)

    def start(found: Log, seats: tuple[int, ...]) -> Worker:
        return Worker(found, seats, strangers.worker_command())

    monkeypatch.setattr(host_module, "Worker", start)
    return None


def host(kind: str) -> Host:
    setup = Setup("karate", (Seating("random"), Seating(kind)), PARAMS, 5)
    players = build_players(setup)
    assert isinstance(players[1], Proxy)
    return Host(setup, Match(catalog.rules("karate"), PARAMS, 5, players))


def fate(made: Host, seconds: float = 20.0) -> tuple[str, float]:
    """What becomes of one decision, and the longest that a frame waited for it."""
    end, longest = time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        begun = time.monotonic()
        try:
            answer = made.decide(1, Limit())
        except AgentFault as problem:
            return problem.fault.kind, longest
        longest = max(longest, time.monotonic() - begun)
        if answer is not None:
            return answer.move, longest
        time.sleep(0.005)
    raise AssertionError("neither an answer nor a fault")


EVERYDAY = ("takes-memory", "exits", "changes", "nan")


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=() if kind in EVERYDAY else pytest.mark.sweep)
        for kind in strangers.KINDS
    ],
)
def test_whatever_a_stranger_does_is_told_as_data(
    kind: str, stranger_host: object, tmp_path: Path
) -> None:
    made = host(kind)
    try:
        found, longest = fate(made)
    finally:
        made.close()
    wanted = WHAT.get(kind, catalog.rules("karate").legal(made_state(), 1)[0])
    assert found in ((wanted,) if isinstance(wanted, str) else wanted), found
    assert longest < 1.0
    place = tmp_path / "place"
    if place.exists():
        assert not alive(int(place.read_text()))


def made_state() -> object:
    return catalog.rules("karate").new(PARAMS)


def alive(process: int) -> bool:
    """Whether a process is there and no zombie, within two seconds."""
    for _ in range(100):
        try:
            os.kill(process, 0)
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return False
        except (ProcessLookupError, FileNotFoundError):
            return False
        time.sleep(0.02)
    return True


def test_who_is_not_ours_thinks_apart_however_quick(stranger_host: object) -> None:
    count = 0
    for game in catalog.GAMES:
        spec = catalog.spec(game)
        params = spec.params({})
        for seat in range(len(spec.seats_for(params))):
            seats = tuple(Seating(strangers.OBEYS) for _ in spec.seats_for(params))
            assert is_heavy(Setup(game, seats, params, 1), seat)
            assert not learns(game, seats[seat])
            count += 1
        assert all(agent.ours for agent in catalog.agents(game) if agent.id not in KNOWN)
    assert count >= 6


KNOWN = (*strangers.KINDS, strangers.OBEYS)


def test_a_worker_that_reads_no_more_stops_no_frame(stranger_host: object) -> None:
    """An agent hangs, and the match goes back, which is told the worker in a long text."""
    made = host("hangs")
    assert made.decide(1, Limit()) is None
    assert made.worker is not None
    begun = time.monotonic()
    for _ in range(20):
        made.worker.send({"op": "turn", "turn": [[0, "x" * 200_000]]})
    made.restart()
    assert time.monotonic() - begun < 1.0
    made.close()
    assert time.monotonic() - begun < 3.0


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, "5", "{", '"x"', "9" * 5000, "[]", "x" * (9 << 20)],
    ids=lambda line: line[:3],
)
def test_a_line_that_is_no_message_is_a_value_error(line: str, tmp_path: Path) -> None:
    (tmp_path / "line").write_text(line)
    code = f"import sys; sys.stdout.write(open({str(tmp_path / 'line')!r}).read())"
    child = Child("", [sys.executable, "-c", code])
    with pytest.raises(ValueError, match=r".*"):
        child.take(20.0)
    child.close()


def test_bytes_that_are_no_text_end_the_conversation() -> None:
    code = "import os; os.write(1, bytes(range(128, 256)) + b'\\n')"
    child = Child("", [sys.executable, "-c", code])
    assert child.take(20.0) is None
    assert child.ended
    child.close()


def test_lines_that_nobody_takes_do_not_pile_up() -> None:
    code = "while True: print('{}', flush=True)"
    child = Child("", [sys.executable, "-c", code])
    assert child.take(20.0) == {}
    time.sleep(0.5)
    assert child.lines.qsize() <= 256
    child.close()
    assert child.process.returncode is not None
