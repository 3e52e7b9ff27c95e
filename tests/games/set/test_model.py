"""A match race by race, played again from its turns."""

from __future__ import annotations

import pytest

from games.core import Seating
from games.session.session import Session
from games.session.setup import Setup
from games.set import SPEC
from games.set.model import (
    Race,
    Races,
    clock_ms,
    expected_kinds,
    pace,
    passed_by,
    tables,
)
from games.set.rules.cards import NUMBERS

A, B = ("0000", "0001", "0002"), ("0000", "1111", "2222")


def cards(*names: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)


def race(result: str, ms: int | None, seat: int | None = 0, since: int = 0) -> Race:
    taken = cards(*A) if result == "set" else ()
    return Race(cards(*A), (cards(*A), cards(*B)), since, ms, result, seat, taken)


@pytest.fixture(scope="module")
def played() -> Session:
    seats = (Seating("steady-5"), Seating("steady-4", {"error": 20}))
    session = Session(Setup("set", seats, SPEC.params({"mode": "junior"}), 3))
    while not session.over:
        session.step()
    return session


def test_all_races_of_a_match_are_found_whenever_one_asks(played: Session) -> None:
    whole, bit_by_bit = Races(played.setup.params), Races(played.setup.params)
    turns = played.match.turns
    for end in range(len(turns) + 1):
        bit_by_bit.follow(turns[:end])
    races = whole.follow(turns)
    assert bit_by_bit.races == races
    assert len(whole.follow(turns[:0])) == 0, "gone back"
    told = [e for r in played.played for e in r.events if e.kind == "race"]
    assert [r.result for r in races] == [e.data["result"] for e in told]
    assert sum(r.result == "set" for r in races) == sum(played.match.state.taken)
    assert all(set(r.cards) in [set(c) for c in r.claims] for r in races if r.result == "set")


def test_the_clock_adds_what_each_table_took() -> None:
    races = (race("wrong", 1000), race("set", 3000, since=1000), race("given_up", None))
    assert clock_ms(races) == 3000
    assert [len(each) for each in tables(races)] == [2, 1]


def test_what_nobody_saw_is_what_lay_there_and_was_never_taken() -> None:
    (only,) = passed_by((race("set", 4000), race("set", 5000)))
    assert only.cards == cards(*B)
    assert (only.seconds, only.tables) == (9.0, 2)


def test_the_pace_explains_the_sets_that_were_found() -> None:
    races = (race("set", 3600), race("set", 1600, seat=1))
    assert pace(races) == pytest.approx(2 / (4.0 * 2.7))
    assert sum(expected_kinds(races, 0)) == pytest.approx(1.0)
    assert expected_kinds(races, 0)[0] / expected_kinds(races, 0)[3] == pytest.approx(2.0 / 0.7)
    assert pace(()) == 0.0
