"""The protocol of Planet Wars: sealed orders, views turned over, the end, and what is refused."""

from __future__ import annotations

import pytest

from games import log
from games.core import IllegalMove, Log
from games.match import Match
from games.planetwars.engine.state import State, begun, turned
from games.planetwars.engine.text import map_text
from games.planetwars.rules import GAME

LINE = map_text(begun([(0.0, 0.0), (4.0, 0.0), (8.0, 0.0)], [1, 2, 0], [20, 20, 5], [2, 2, 3]))


def start(turns: int = 50) -> State:
    return GAME.new({**GAME.spec.params({"map": LINE}), "turns": turns})


def test_both_act_until_the_end_and_the_winner_has_it_all() -> None:
    state = start()
    assert GAME.to_act(state) == (0, 1)
    assert GAME.returns(state) == (0.0, 0.0)
    state, events = GAME.apply(state, {0: "0 2 4", 1: "-"})
    while GAME.to_act(state):
        state, events = GAME.apply(state, {0: "-", 1: "-"})
    assert [event.kind for event in events] == ["turn", "end"]
    assert state.winner == 1
    assert GAME.returns(state) == (0.0, 1.0)
    assert GAME.legal(state, 0) == ()
    with pytest.raises(IllegalMove, match="until the match is over"):
        GAME.apply(state, {0: "-", 1: "-"})


def test_a_draw_is_half_for_both() -> None:
    state = start(turns=50)
    for _ in range(50):
        state, events = GAME.apply(state, {0: "-", 1: "-"})
    assert events[-1].data == {"winner": "draw"}
    assert GAME.returns(state) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("0 3 1", "no such planet"),
        ("2 0 1", "not its planet"),
        ("0 0 1", "are the same"),
        ("0 1 21", "not hold that many"),
        ("0 1 12; 0 2 9", "in order 2 .* not hold that many"),
        ("0 1 -3", "fewer than 0 ships"),
        ("0 1", "is not written as"),
        ("0 1 2;", "is not written as"),
        ("0 1 2;0 2 3", "is not written as"),
        ("00 1 2", "is not written as"),
    ],
)
def test_bad_orders_are_refused_with_their_reason(move: str, why: str) -> None:
    state = start()
    assert move not in GAME.legal(state, 0)
    with pytest.raises(IllegalMove, match=why):
        GAME.apply(state, {0: move, 1: "-"})


def test_a_seat_sees_itself_as_the_first_and_its_moves_are_the_same_there() -> None:
    match: Match[State] = Match(GAME, GAME.spec.params({"map": LINE}), 1)
    other: Match[State] = Match(GAME, GAME.spec.params({"map": LINE}), 1)
    other.state = turned(other.state)
    for moves in (("0 2 7", "1 0 9; 1 2 3"), ("-", "1 2 4"), ("0 1 3", "-"), ("-", "-")):
        match.play({0: moves[0], 1: moves[1]})
        other.play({0: moves[1], 1: moves[0]})
        assert GAME.view(match.state, 1) == turned(match.state)
        plain = [(f.owner, f.ships, f.target, f.arrives) for f in GAME.view(match.state, 1).fleets]
        theirs = [(f.owner, f.ships, f.target, f.arrives) for f in other.state.fleets]
        assert sorted(plain) == sorted(theirs)
        assert GAME.view(match.state, 1).owners == other.state.owners


def test_orders_come_back_in_the_events_of_the_turn() -> None:
    state, events = GAME.apply(start(), {0: "0 2 7; 0 1 1", 1: "-"})
    assert events[0].data == {"turn": 0, "orders": (((0, 2, 7), (0, 1, 1)), ()), "ships": (22, 22)}
    state, events = GAME.apply(state, {0: "-", 1: "-"})
    assert len(events) == 1
    for _ in range(2):
        state, events = GAME.apply(state, {0: "-", 1: "-"})
    assert events[1].data == {
        "planet": 1,
        "before": (2, 28),
        "forces": (0, 1, 28),
        "after": (2, 27),
    }


def test_a_shared_result_has_a_letter_for_ten_turns() -> None:
    events = []
    state = start()
    for _ in range(25):
        state, more = GAME.apply(state, {0: "0 2 6" if state.turn == 0 else "-", 1: "-"})
        events += more
    assert GAME.boxes(events, 0) == "www"
    assert GAME.boxes(events, 1) == "lll"


def test_a_turn_of_thousands_of_orders_is_kept_and_read_again() -> None:
    match: Match[State] = Match(GAME, GAME.spec.params({"map": LINE}), 1)
    many = "; ".join(["0 1 0", "0 2 0"] * 2500)
    match.play({0: many, 1: "-"})
    match.play({0: "-", 1: "1 0 3"})
    assert len(match.state.fleets) == 5001
    kept = log.decode(log.encode(Log("planetwars", match.params, 1, (), match.turns)))
    again: Match[State] = Match(GAME, kept.params, 1)
    again.replay(kept.turns)
    assert again.state == match.state
