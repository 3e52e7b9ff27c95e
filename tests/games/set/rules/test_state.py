"""Matches of every mode of Set: no card is lost, and a sprint always holds a set."""

from __future__ import annotations

import itertools

import pytest

from games.core import CHANCE
from games.set import MODES, SPEC, SPRINTS
from games.set.rules.claims import Claim, right_claims
from games.set.rules.game import GAME
from games.set.rules.state import FREE
from games.streams import Stream
from tests.support.set_tables import accounted, drawn, race, some_move

MODES_AND_TERMS = [
    (mode, goal, none, penalty)
    for mode, none, penalty in itertools.product(MODES, ("auto", "call"), ("point", "freeze"))
    for goal in ((0, 10) if mode in SPRINTS else (0,))
]


@pytest.mark.parametrize(("mode", "goal", "none", "penalty"), MODES_AND_TERMS)
def test_no_card_is_lost(mode: str, goal: int, none: str, penalty: str) -> None:
    rng = Stream.named(7, f"{mode}{goal}{none}{penalty}")
    turns, taken = played_out(mode, goal, none, penalty, rng)
    assert turns >= 8
    assert taken >= 5


@pytest.mark.sweep
@pytest.mark.parametrize("mode", MODES)
def test_no_card_is_lost_in_ten_thousand_matches(mode: str) -> None:
    mine = [terms for terms in MODES_AND_TERMS if terms[0] == mode]
    rng, played = Stream.named(8, mode), 0
    while played < 2500:
        turns, _ = played_out(*mine[played % len(mine)], rng)
        assert turns >= 1
        played += 1


def played_out(mode: str, goal: int, none: str, penalty: str, rng: Stream) -> tuple[int, int]:
    """Races of a match of random moves, and the sets taken; all cards are looked for at each."""
    terms = {"mode": mode, "goal": goal, "none": none, "penalty": penalty, "call": 3}
    state = GAME.new(SPEC.params(terms))
    whole, turns = state.left, 0
    while GAME.to_act(state) and turns < 200:
        state = drawn(state, rng)
        if state.over:
            break
        moves = {seat: some_move(state, seat, rng) for seat in (0, 1)}
        state, _ = GAME.apply(state, moves)
        kept = 1 if mode == "chain" and state.beside else 0
        gone = 0 if goal else (sum(state.taken) - kept) * (2 if mode == "chain" else state.size)
        if mode == "chain":  # the first set took three cards, each after it two more
            gone = 2 * (sum(state.taken) - kept) if state.beside else 0
        assert accounted(state, gone) == whole
        assert len(set(state.table) - {FREE}) == sum(card != FREE for card in state.table)
        turns += 1
    return turns, sum(state.taken)


def test_a_table_of_a_sprint_always_holds_something() -> None:
    rng, tables = Stream.named(3, "sprint"), 0
    state = GAME.new(SPEC.params({"goal": 30}))
    while GAME.to_act(state):
        state = drawn(state, rng)
        if state.over:
            break
        assert len(state.table) == 12
        assert right_claims(state)
        tables += 1
        state, _ = race(state, Claim(700, right_claims(state)[0]).text(), "wait")
    assert tables == sum(state.taken) == 30
    assert FREE not in state.table
    assert GAME.new(SPEC.params({"mode": "junior", "goal": 10})).terms.goal == 0


def test_a_sprint_lays_cards_again_until_there_is_a_set() -> None:
    empty = [  # twelve cards without a set, then others
        *("0000", "0001", "0010", "0011", "0100", "0101", "0110", "0111", "1000", "1001"),
        *("1010", "1011"),
    ]
    state = GAME.new(SPEC.params({"goal": 10}))
    for card in empty:
        state, events = GAME.apply(state, {CHANCE: f"*:{card}"})
    assert events[-1].kind == "again"
    assert state.waiting == tuple(range(12))
    assert state.left == 81
