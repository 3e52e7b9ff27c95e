"""Races of Set: which claim counts, and what a wrong one costs."""

from __future__ import annotations

import json

import pytest

from games.set.rules.claims import Claim, earliest, possible_claims, right_claims, why_not
from games.set.rules.game import GAME
from games.set.rules.state import State
from tests.support.set_tables import CASES, dealt, filled, race


class TestWhoCounts:
    """Which of two claims counts, and what becomes of the other."""

    @pytest.fixture(scope="class")
    @classmethod
    def state(cls) -> State:
        return dealt(CASES[0]["deck"])

    def test_the_earlier(self, state: State) -> None:
        right = Claim(5000, right_claims(state)[0])
        for early, seat in ((4999, 1), (5001, 0)):
            after, told = race(state, right.text(), right._replace(ms=early).text())
            assert (told["result"], told["seat"], after.taken[seat]) == ("set", seat, 1)

    def test_at_one_time_who_has_fewer_points_then_the_lower_seat(self, state: State) -> None:
        move = Claim(5000, right_claims(state)[0]).text()
        assert race(state, move, move)[1]["seat"] == 0
        assert race(state._replace(points=(3, 2)), move, move)[1]["seat"] == 1

    def test_after_a_wrong_claim_the_other_alone_hears_its_own(self, state: State) -> None:
        wrong = next(c for c in possible_claims(state) if c not in right_claims(state))
        sealed = Claim(9000, right_claims(state)[0]).text()
        after, events = GAME.apply(state, {0: Claim(100, wrong).text(), 1: sealed})
        assert after.points == (-1, 0)
        assert after.table == state.table
        assert sealed not in json.dumps([e.data for e in events if e.audience is None])
        (own,) = [e for e in events if e.audience == (1,)]
        assert own.data["move"] == sealed
        assert why_not(after, 0, Claim(100, wrong).text()).startswith("A claim at 100 ms is too")
        assert why_not(after, 1, sealed) == ""

    def test_both_have_to_ask_for_a_new_deal(self, state: State) -> None:
        after, told = race(state, "void", "void")
        assert told["result"] == "void"
        assert after.left == 81
        assert len(after.waiting) == 12
        assert race(state, "void", "wait")[1]["result"] == "given_up"


def test_a_freeze_goes_on_on_the_next_table() -> None:
    state = dealt(CASES[0]["deck"], penalty="freeze")
    wrong = next(c for c in possible_claims(state) if c not in right_claims(state))
    state, _ = race(state, Claim(2000, wrong).text(), "wait")
    assert state.frozen == (7000, 0)
    assert why_not(state, 0, Claim(6999, right_claims(state)[0]).text()).startswith("This seat is")
    state, _ = race(state, "wait", Claim(3000, right_claims(state)[0]).text())
    state = filled(state, iter(CASES[0]["deck"][12:]))
    assert state.frozen == (4000, 0)
    assert earliest(state, 0) == 4000
    assert earliest(state, 1) == 1


def test_a_sprint_that_nobody_plays_ends_and_a_set_begins_the_count_anew() -> None:
    state = dealt(CASES[0]["deck"], goal=10)._replace(idle=29)
    taken, _ = race(state, Claim(700, right_claims(state)[0]).text(), "wait")
    assert taken.idle == 0
    after, told = race(state, "wait", "wait")
    assert told["result"] == "given_up"
    assert after.over
    assert not race(state._replace(idle=28), "wait", "wait")[0].over


def test_what_stood_beside_the_cards_is_told_with_the_race() -> None:
    state = dealt(CASES[0]["deck"])
    right = Claim(700, right_claims(state)[0]).text()
    assert race(state, "wait+hint2+paused", right)[1]["hint"] == [2, 0]
    assert race(state, "wait+hint2+paused", right)[1]["paused"]
    plain = race(state, "wait", right)[1]
    assert "hint" not in plain
    assert "paused" not in plain
    assert race(state, "wait+hint1", "wait")[1]["result"] == "given_up"
