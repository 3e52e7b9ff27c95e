"""A kept match on its way back: in slices it comes to the same as in one go, and it can be left."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games import catalog
from games.core import IllegalMove, Log, Seating, Turn
from games.session.replaying import make_session
from games.session.resuming import Resuming, choices_in, standing
from games.session.session import Session
from games.session.setup import Setup

MOVES = ("kick", "punch", "parry-kick", "parry-punch")
TURNS: list[Turn] = [((0, MOVES[n * n % 4]), (1, MOVES[n % 3])) for n in range(12)]


def setup(agent: str = "sensei") -> Setup:
    params = catalog.spec("karate").params({"rounds": 0})
    return Setup("karate", (Seating("human"), Seating(agent)), params, 11)


def coming(turns: Sequence[Turn] = TURNS) -> Resuming:
    return Resuming(setup(), turns)


def test_slices_come_to_the_same_as_one_go() -> None:
    sliced, slices = coming(), 0
    while not sliced.film_on(0.0):
        slices += 1
        assert sliced.done == slices
    assert slices == len(TURNS) - 1
    whole = Session(setup(), turns=TURNS)
    assert sliced.session.match.turns == whole.match.turns == TURNS
    assert sliced.session.played == whole.played, "with what was expected of every turn"
    assert all(reveal.forecasts for reveal in whole.played)
    assert sliced.session.match.players[1].mind() == whole.match.players[1].mind()


def test_it_is_the_session_of_the_table_that_takes_it() -> None:
    ready = coming()
    ready.wait()
    ends = (lambda sentence: None), (lambda fault: None)
    assert make_session(setup(), None, *ends, ready) is ready.session


def test_a_turn_that_cannot_be_played_is_refused_when_it_comes() -> None:
    wrong = coming([*TURNS[:5], ((0, "kick"), (1, "fly")), *TURNS[5:]])
    with pytest.raises(IllegalMove):
        wrong.wait()
    assert wrong.done == 5


def test_it_is_a_sequence_of_its_turns() -> None:
    assert len(coming()) == 12
    assert coming()[3] == TURNS[3]
    assert coming()[2:4] == TURNS[2:4]
    assert coming().done == 0


# -- where a kept match stands ---------------------------------------------------------------


def karate(*moves: tuple[str, str]) -> Log:
    params = catalog.spec("karate").params({})
    turns = [((0, own), (1, other)) for own, other in moves]
    return Log("karate", params, 5, (Seating("human"), Seating("nash")), turns)


def test_the_score_stands_where_the_turns_have_led() -> None:
    match = standing(karate(("punch", "kick"), ("punch", "kick")))
    assert match is not None
    assert len(match.turns) == 2
    assert match.returns == (0.0, 20.0)


def test_turns_that_cannot_be_played_lead_nowhere() -> None:
    assert standing(karate(("punch", "bite"))) is None


def test_deals_are_no_choices() -> None:
    turns = [((-1, "5"),), ((0, "a"),), ((-1, "5"),), ((0, "wait"), (1, "b"))]
    assert choices_in(Log("set", {}, 1, (), turns)) == 2
