"""Reasons for moves of Ur: every number in them is counted again by playing on with the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from games.core import CHANCE
from games.streams import Stream
from games.ur.coach.reasons import LEAST, reasons, why
from games.ur.rules import GAME, NOT_ROLLED, PASS, RULE_SETS, State, position


def rolled(rules: str, pieces: int, seed: int, count: int) -> Iterator[State]:
    """Positions of a game of random moves in which there is something to choose."""
    rng, state, found = Stream.named(seed, rules), GAME.new({"rules": rules, "pieces": pieces}), 0
    while found < count:
        if not state.acting:
            state = GAME.new({"rules": rules, "pieces": pieces})
        throws = [roll for roll, weight in GAME.chance(state) for _ in range(weight)]
        state, _ = GAME.apply(state, {CHANCE: throws[rng.below(16)]})
        if len(state.moves) > 1:
            found += 1
            yield state
        state, _ = GAME.apply(state, {state.turn: state.moves[rng.below(len(state.moves))]})


def throws_that(state: State, done: Callable[[State, State, dict[str, object]], bool]) -> int:
    """The throws out of 16 after which some move does what is asked, by playing all of them."""
    count = 0
    for outcome, weight in GAME.chance(state):
        after, _ = GAME.apply(state, {CHANCE: outcome})
        for move in after.moves:
            if move != PASS:
                end, events = GAME.apply(after, {after.turn: move})
                if done(after, end, dict(events[0].data)):
                    count += weight
                    break
    return count


def own_turn(state: State, seat: int) -> State:
    """The same pieces before a throw of the side `seat`."""
    sides = [(state.squares(s), state.off(s)) for s in (0, 1)]
    return position(state.rules, state.pieces, seat, sides)


def open_to(state: State, seat: int, square: int) -> int:
    """The throws of whose turn it is that take the piece of `seat` on its `square`."""
    assert square in state.squares(seat)
    return throws_that(state, lambda before, end, data: square not in end.squares(seat))


def check(state: State, move: str, told: str, kinds: Counter[str]) -> None:
    """That what is said of a move in a rolled `state` is so; raises AssertionError where it is not.

    `told` is a reason without what it says of the other move.
    """
    seat, other = state.turn, 1 - state.turn
    after, events = GAME.apply(state, {seat: move})
    data, rule_set = events[0].data, state.rule_set
    if found := re.fullmatch(r"leaves (\d+) open to (\d+) of 16 throws", told):
        assert after.turn == other
        assert open_to(after, seat, int(found[1])) == int(found[2]) > 0
    elif told == "leaves nothing open":
        assert after.turn == other
        assert not any(open_to(after, seat, square) for square in after.squares(seat))
    elif found := re.fullmatch(r"leaves the other side no move in (\d+) of 16 throws", told):
        assert after.turn == other
        assert 16 - throws_that(after, lambda *_: True) == int(found[1])
    elif found := re.fullmatch(r"takes a piece that has come (\d+) squares?", told):
        assert set(state.squares(other)) - set(after.squares(other)) == {int(found[1])}
    elif found := re.fullmatch(r"(?:stands safe on (\d+) and )?rolls again", told):
        assert after.turn == seat
        if found[1]:
            assert int(found[1]) == data["to"]
            assert open_to(own_turn(after, other), seat, int(found[1])) == 0
            assert rule_set.across[int(found[1])]
    elif found := re.fullmatch(r"keeps the piece on (\d+), where nothing takes it", told):
        assert int(found[1]) in state.squares(seat)
        assert open_to(own_turn(after, other), seat, int(found[1])) == 0
    elif found := re.fullmatch(r"has a rosette in reach of (\d+) of 16 throws", told):
        lands = throws_that(
            own_turn(after, seat), lambda before, end, data: data["to"] in rule_set.rosettes
        )
        assert lands == int(found[1])
    elif found := re.fullmatch(r"aims at (\d+) with (\d+) of 16 throws", told):
        square, hit = int(found[1]), rule_set.across[int(found[1])]
        assert hit in after.squares(other)
        takes = throws_that(
            own_turn(after, seat),
            lambda before, end, data: data["capture"] and data["to"] == square,
        )
        assert takes == int(found[2]) > 0
    elif told == "brings a piece off the board":
        assert data["off"]
    elif told == "brings a new piece in":
        assert data["from"] == 0
    else:
        assert told == "wins the game", told
        assert after.winner == seat
    kinds[re.sub(r"\d+", "N", told)] += 1


@pytest.mark.parametrize("rules", tuple(RULE_SETS))
def test_every_reason_holds_when_all_throws_are_played(rules: str) -> None:
    kinds: Counter[str] = Counter()
    for state in rolled(rules, RULE_SETS[rules].pieces, 5, 90):
        first, second = state.moves[0], state.moves[-1]
        for better, other in ((first, second), (second, first)):
            for reason in reasons(state, better, other):
                told, _, rest = reason.text.partition(", ")
                if told.startswith("keeps"):
                    told, rest = reason.text, ""
                check(state, better, told, kinds)
                if rest and not rest.startswith("not"):  # what the other move leaves open
                    _, _, named = rest.partition("leaves ")
                    said = f"leaves {named}"
                    said += "" if "throws" in said else " of 16 throws"
                    check(state, other, said, kinds)
    assert len(kinds) >= 7, kinds
    assert sum(kinds.values()) > 150


def test_what_the_other_move_does_is_less() -> None:
    compared = 0
    for state in rolled("finkel", 7, 8, 200):
        first, second = state.moves[0], state.moves[-1]
        there = {re.sub(r"\D+", " ", r.text) for r in reasons(state, first, second)}
        for reason in reasons(state, first, second):
            assert reason.weight > 0.0
            if found := re.search(r"(\d+) of 16 throws, not (\d+)", reason.text):
                fewer = reason.text.startswith("leaves ") and "other side" not in reason.text
                assert (int(found[1]) < int(found[2])) == fewer
                compared += 1
        assert len(there) <= 10
    assert compared > 50


def test_the_weightiest_reason_is_told() -> None:
    """Light on 8 may stay there, on the safe rosette, or run into reach of the piece on 6."""
    start = position("finkel", 7, 0, (((8,), 0), ((6,), 0)))
    state, _ = GAME.apply(start, {CHANCE: "3"})
    assert state.moves == ("0", "8")
    assert why(state, "0", "8") == "keeps the piece on 8, where nothing takes it"
    start = position("finkel", 7, 0, (((4, 10), 0), ((7, 9), 0)))
    state, _ = GAME.apply(start, {CHANCE: "3"})
    assert why(state, "4", "10") == "takes a piece that has come 7 squares"
    assert why(state, "10", "4").startswith("leaves nothing open, ") is True
    assert LEAST > 0.0


def test_a_win_needs_no_other_reason() -> None:
    start = position("finkel", 2, 0, (((14,), 1), ((6,), 0)))
    state, _ = GAME.apply(start, {CHANCE: "1"})
    assert state.roll != NOT_ROLLED
    assert state.moves == ("14",)
    assert why(state, "14", "14") == "wins the game"


def test_who_is_left_without_a_move_is_counted() -> None:
    """Dark on 8 bars the way of light's last piece on 6: a 2 is lost, as is a 0."""
    start = position("finkel", 7, 1, (((6,), 6), ((8,), 0)))
    state, _ = GAME.apply(start, {CHANCE: "3"})
    told = [reason.text for reason in reasons(state, "0", "8")]
    barred = "leaves the other side no move in 7 of 16 throws, not 1"
    assert barred in told
    check(state, "0", barred.partition(",")[0], Counter())
