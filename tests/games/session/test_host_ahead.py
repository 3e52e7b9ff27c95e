"""A process plays a watched match on by itself, and it is the match that would be played here."""

from __future__ import annotations

import time

import pytest

from games import catalog
from games.core import CHANCE, Limit, Seating
from games.session import host
from games.session.host import Forerunner
from games.session.session import Session
from games.session.setup import Setup


def session_of(moves: int = 16) -> Session:
    params = catalog.spec("ctf").params({"maze": "loops-16x8", "map": 2, "moves": moves})
    seats = tuple(map(Seating, ("gatherer", "hunter", "gatherer", "hunter")))
    session = Session(Setup("ctf", seats, params, 4))
    session.clock, session.turn_pause = None, 0.0
    return session


def ahead_of(session: Session) -> Forerunner:
    limit = Limit(seconds=1.0, mind=True)
    return Forerunner(session.log(), session.match, session.take_up, limit)


def run(session: Session, ahead: Forerunner, seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not session.match.over and not ahead.lost and time.monotonic() < until:
        if ahead.advance() is None:
            time.sleep(0.005)


def test_it_is_the_match_that_would_be_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "STRETCH", 7)  # asked for again and again
    there, here = session_of(), session_of()
    ahead = ahead_of(there)
    run(there, ahead)
    ahead.close()
    while not here.match.over:
        here.step()
    assert there.match.over
    assert there.match.turns == here.match.turns
    own = [reveal for reveal in there.played if CHANCE not in reveal.moves]
    assert len(own) == 16


def test_a_process_that_is_gone_is_told_and_the_session_goes_on() -> None:
    session = session_of()
    ahead = ahead_of(session)
    ahead.close()
    for _ in range(2000):
        if ahead.advance() is None and ahead.lost:
            break
        time.sleep(0.005)
    assert ahead.lost
    session.advance(0.0)
    assert session.match.turns


@pytest.mark.parametrize(
    "reply",
    [
        {"ran": 9, "moves": [[1, "up"]], "minds": {"1": None}},
        {"ran": 0, "moves": [[0, "fly"]], "minds": {"0": None}},
        {"ran": 0, "moves": [[0, "up"]], "minds": {}},
        {"ran": 0, "fault": "error", "sentence": "It failed."},
        {"told": "mind"},
    ],
)
def test_what_is_no_turn_is_not_played(
    reply: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent:
        ended = False

        def __init__(self, module: str) -> None: ...
        def send(self, message: object) -> None: ...
        def close(self) -> None: ...
        def take(self) -> dict[str, object]:
            return reply

    monkeypatch.setattr(host, "Child", Silent)
    session = session_of()
    ahead = ahead_of(session)
    assert ahead.advance() is None
    assert ahead.lost
    assert not session.match.turns
