"""Races in a session: the clock, sealed claims, people's claims, and what is taken up again."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import CHANCE, Seating
from games.session.session import Session
from games.session.setup import HUMAN, Setup
from games.set import SPEC
from games.set.rules.claims import Claim, parse, possible_claims, right_claims


def seated(*agents: str, **options: Any) -> Session:
    """A match with its first table laid and its agents' claims sealed, at 0 ms."""
    seats = tuple(Seating(agent, {"error": 0} if "steady" in agent else {}) for agent in agents)
    session = Session(Setup("set", seats, SPEC.params(options), 5))
    laid(session)
    return session


def laid(session: Session) -> None:
    while session.match.to_act == (CHANCE,):
        session.advance(0.1)
    session.advance(0.0)


def claim(session: Session, seconds: float, right: bool = True) -> str:
    """A claim of the person, right or wrong, at this time."""
    state = session.match.state
    found = right_claims(state)
    cards = found[0] if right else next(c for c in possible_claims(state) if c not in found)
    return Claim(round(seconds * 1000), cards).text()


def sealed(session: Session) -> Claim:
    found = parse(session.decisions[1].move)
    assert found is not None
    return found


def test_the_clock_begins_with_the_table_and_stands_while_something_is_shown() -> None:
    session = seated(HUMAN, "steady-1")
    assert session.raced == 0
    session.advance(0.25)
    session.advance(0.5, hold=True)
    assert session.raced == pytest.approx(0.25)


def test_the_agents_claim_is_played_when_its_time_has_come() -> None:
    session = seated(HUMAN, "steady-5")
    own = sealed(session)
    assert session.advance(own.ms / 1000 - 0.01) is None
    reveal = session.advance(0.02)
    assert reveal is not None
    assert reveal.moves == {0: "wait", 1: own.text()}
    assert reveal.seals[1].move == own.text()
    assert session.raced == 0


def test_a_person_who_is_quicker_takes_the_set_and_the_other_claim_opens() -> None:
    session = seated(HUMAN, "steady-1")
    own = sealed(session)
    session.advance(0.5)
    assert session.choose(0, claim(session, 0.5))
    reveal = session.advance(0.0)
    assert reveal is not None
    assert reveal.moves == {0: claim_of(reveal.moves[0]), 1: own.text()}
    assert session.match.state.taken == (1, 0)


def claim_of(move: str) -> str:
    found = parse(move)
    assert found is not None
    assert found.ms == 500
    return move


def test_after_a_wrong_claim_the_race_goes_on_and_the_plan_stands() -> None:
    session = seated(HUMAN, "steady-1")
    own = sealed(session)
    session.advance(0.75)
    assert session.choose(0, claim(session, 0.75, right=False))
    assert session.advance(0.0) is not None
    assert session.raced == pytest.approx(0.75)
    session.advance(0.0)
    assert sealed(session) == own


def test_who_waits_may_come_back_on_it_and_where_all_wait_the_table_is_given_up() -> None:
    session = seated(HUMAN, "steady-1")
    assert session.choose(0, "wait")
    assert session.advance(0.1) is None
    assert session.choose(0, claim(session, 0.1))
    assert session.advance(0.0) is not None
    alone = seated(HUMAN, "nobody")
    assert alone.advance(60.0) is None
    assert alone.choose(0, "wait")
    assert alone.advance(0.0) is not None
    assert len(alone.match.state.table) == 15


def test_two_people_race_and_the_earlier_claim_counts() -> None:
    session = seated(HUMAN, HUMAN)
    assert session.advance(3.0) is None
    assert session.choose(1, claim(session, 3.0))
    reveal = session.advance(0.0)
    assert reveal is not None
    assert reveal.moves[0] == "wait"
    assert session.match.state.taken == (0, 1)


def test_two_agents_take_the_time_that_they_take() -> None:
    session = seated("steady-5", "steady-5")
    first = min(parse(d.move).ms for d in session.decisions.values())  # type: ignore[union-attr]
    assert session.advance(first / 1000 - 0.01) is None
    assert session.advance(0.02) is not None


def test_a_table_that_was_looked_at_is_dealt_anew() -> None:
    session = seated(HUMAN, "steady-5")
    first = session.game.taken_up(session.match.state)
    assert first == {0: "void", 1: "void"}
    session.step(first)
    assert session.match.to_act == (CHANCE,)
    assert session.game.taken_up(session.match.state) == {}


def test_the_clock_stands_while_an_agent_still_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its claim is not known yet: nobody may be quicker than what cannot be played."""
    session = seated(HUMAN, "steady-1")
    with monkeypatch.context() as slow:
        slow.setattr(session.host, "decide", lambda *asked: None)
        slow.delitem(session.decisions, 1)
        assert session.thinking == [1]
        assert session.advance(0.25) is None
        assert session.raced == 0.0
    session.advance(0.25)
    assert session.raced == pytest.approx(0.25)
