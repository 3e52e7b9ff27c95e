"""The rules of Ur against published counts, worked positions and a second, independent engine."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from games.core import CHANCE, BadPosition, IllegalMove
from games.match import Match
from games.paths import ROOT
from games.spec import BadOption
from games.streams import Stream
from games.ur import SIDES, SPEC
from games.ur.rules import (
    GAME,
    NOT_ROLLED,
    PASS,
    RULE_SETS,
    State,
    from_line,
    perft,
    position,
    to_line,
)

CASES = ROOT / "tests" / "cases" / "ur"
PERFT = json.loads((CASES / "perft.json").read_text())


class Lists:
    """A second engine that shares nothing with the first: each piece is a number in a list."""

    def __init__(self, pieces: int, last_rosette: int) -> None:
        self.sides = [[0] * pieces, [0] * pieces]
        self.turn = 0
        self.rosettes = {4, 8, last_rosette}

    def targets(self, roll: int) -> dict[int, int]:
        own, other = self.sides[self.turn], self.sides[1 - self.turn]
        found = {}
        for square in sorted(set(own)):
            to = square + roll
            if roll == 0 or square == 15 or to > 15 or (to < 15 and to in own):
                continue
            if to == 8 and 8 in other:
                continue
            found[square] = to
        return found

    def play(self, source: int | None, roll: int) -> dict[str, bool]:
        done = {"pass": source is None, "capture": False, "extra_roll": False, "off": False}
        if source is None:
            self.turn = 1 - self.turn
            return done
        own, other = self.sides[self.turn], self.sides[1 - self.turn]
        to = source + roll
        own[own.index(source)] = to
        if 5 <= to <= 12 and to in other:
            other[other.index(to)] = 0
            done["capture"] = True
        done["off"] = to == 15
        done["extra_roll"] = to in self.rosettes
        if not done["extra_roll"] and not self.over:
            self.turn = 1 - self.turn
        return done

    @property
    def over(self) -> bool:
        return any(all(square == 15 for square in side) for side in self.sides)

    def count(self, depth: int) -> list[int]:
        """Paths of so many plies; of their last plies: captures, extra rolls, bear-offs."""
        total = [0, 0, 0, 0]
        if self.over:
            return total
        for roll in range(5):
            for source in self.targets(roll) or [None]:
                sides, turn = [list(side) for side in self.sides], self.turn
                done = self.play(source, roll)
                if depth == 1:
                    last = [1, done["capture"], done["extra_roll"], done["off"]]
                else:
                    last = self.count(depth - 1)
                total = [a + b for a, b in zip(total, last, strict=True)]
                self.sides, self.turn = sides, turn
        return total


def start(rules: str, pieces: int) -> State:
    return GAME.new({"rules": rules, "pieces": pieces})


@pytest.mark.parametrize(
    ("case", "rules", "pieces"), [("schultz_4p", "schultz", 4), ("finkel_7p", "finkel", 7)]
)
def test_perft_agrees_with_the_worked_cases(case: str, rules: str, pieces: int) -> None:
    for row in PERFT[case]:
        counts = perft(rules, pieces, row["depth"])
        assert counts.paths == row["paths"]
        assert (counts.moves, counts.passes) == (row["of_which_moves"], row["of_which_passes"])
        assert counts.captures == row["captures"]
        assert (counts.extra_rolls, counts.bear_offs) == (row["extra_rolls"], row["bear_offs"])
        assert counts.distinct_state_roll_move == row["distinct_state_roll_move"]
        assert counts.distinct_result_states == row["distinct_result_states"]
    assert len(PERFT[case]) == 5


@pytest.mark.parametrize(
    ("rules", "pieces", "paths"), [("schultz", 4, 1_064_182), ("finkel", 7, 1_064_116)]
)
def test_perft_to_depth_seven(rules: str, pieces: int, paths: int) -> None:
    assert perft(rules, pieces, 7).paths == paths


@pytest.mark.parametrize("pieces", [1, 2, 3])
@pytest.mark.parametrize(("rules", "last"), [("finkel", 14), ("schultz", 13)])
def test_perft_agrees_with_the_second_engine(rules: str, last: int, pieces: int) -> None:
    for depth in (3, 5):
        counts = perft(rules, pieces, depth)
        expected = Lists(pieces, last).count(depth)
        assert [counts.paths, counts.captures, counts.extra_rolls, counts.bear_offs] == expected


@pytest.mark.parametrize(("rules", "last"), [("finkel", 14), ("schultz", 13)])
def test_whole_games_agree_with_the_second_engine(rules: str, last: int) -> None:
    seen = dict.fromkeys(("pass", "capture", "extra_roll", "off"), 0)
    games = 0
    for pieces in range(1, 8):
        for seed in range(4):
            _one_game(rules, Lists(pieces, last), pieces, Random(seed), seen)
            games += 1
    assert games == 28
    assert all(count > 50 for count in seen.values()), seen


def _one_game(rules: str, lists: Lists, pieces: int, rng: Random, seen: dict[str, int]) -> None:
    state = start(rules, pieces)
    while state.acting:
        roll = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
        state, _ = GAME.apply(state, {CHANCE: str(roll)})
        targets = lists.targets(roll)
        assert state.moves == (tuple(map(str, targets)) or (PASS,))
        move = rng.choice(state.moves)
        done = lists.play(None if move == PASS else int(move), roll)
        state, events = GAME.apply(state, {state.turn: move})
        for kind, count in done.items():
            assert bool(events[0].data.get(kind, events[0].kind == kind)) == count
            seen[kind] += count
        for seat in (0, 1):
            expected = sorted(square for square in lists.sides[seat] if 0 < square < 15)
            assert list(state.squares(seat)) == expected
            assert state.home(seat) == lists.sides[seat].count(0)
            assert state.off(seat) == lists.sides[seat].count(15)
        assert bool(state.acting) != lists.over
        assert state.turn == lists.turn
    assert GAME.returns(state) == ((0.0, 1.0) if state.turn else (1.0, 0.0))
    assert state.winner == state.turn


def case_state(case: dict[str, Any], rules: str, pieces: int) -> State:
    """The state of a worked case after its roll."""
    sides = [(case[name]["squares"], case[name]["off"]) for name in SIDES]
    state = position(rules, pieces, SIDES.index(case["side_to_move"]), sides)
    for seat, name in enumerate(SIDES):
        assert state.home(seat) == case[name]["home"]
    return GAME.apply(state, {CHANCE: str(case["roll"])})[0]


@pytest.mark.parametrize("name", ["finkel_4p", "finkel_7p", "schultz_4p"])
def test_legal_moves_of_the_worked_positions(name: str) -> None:
    cases = json.loads((CASES / f"positions_{name}.json").read_text())
    checked = 0
    for case in cases["positions"]:
        state = case_state(case, cases["ruleset"], cases["pieces"])
        assert state.moves == (tuple(str(m["from"]) for m in case["legal_moves"]) or (PASS,))
        for move in case["legal_moves"]:
            _, events = GAME.apply(state, {state.turn: str(move["from"])})
            data = events[0].data
            assert (data["to"], data["capture"], data["extra_roll"]) == (
                move["to"],
                move["capture"],
                move["extra_roll"],
            )
            checked += 1
    assert checked > 10


def test_illegal_moves_are_refused_with_a_reason_and_change_nothing() -> None:
    state = start("finkel", 7)
    with pytest.raises(IllegalMove, match="dice cannot show"):
        GAME.apply(state, {CHANCE: "5"})
    with pytest.raises(IllegalMove, match="are to act"):
        GAME.apply(state, {0: "0"})
    rolled, _ = GAME.apply(state, {CHANCE: "2"})
    for move in ("1", "pass", "", "15", "x"):
        with pytest.raises(IllegalMove):
            GAME.apply(rolled, {0: move})
    with pytest.raises(IllegalMove, match="Passing is not allowed while there is a move; play one"):
        GAME.apply(rolled, {0: PASS})
    with pytest.raises(IllegalMove, match="'15' cannot be played with a roll of 2; play one of 0"):
        GAME.apply(rolled, {0: "15"})
    with pytest.raises(IllegalMove, match="are to act"):
        GAME.apply(rolled, {1: "0"})
    assert rolled.moves == ("0",)
    assert state == start("finkel", 7)
    none, _ = GAME.apply(state, {CHANCE: "0"})
    assert none.moves == (PASS,)
    after, events = GAME.apply(none, {0: PASS})
    assert after.turn == 1
    assert events[0].kind == "pass"


def test_impossible_positions_are_refused() -> None:
    empty = ((), 0)
    for light, dark, words in [
        (((0,), 0), empty, "must lie in"),
        (((15,), 0), empty, "must lie in"),
        (((3, 3), 0), empty, "stand on one square"),
        (((3,), 7), empty, "more pieces"),
        (((3,), -1), empty, "more pieces"),
        (((), 7), empty, "game is over"),
        (((9,), 0), ((9,), 0), "shared square 9"),
    ]:
        with pytest.raises(BadPosition, match=words):
            position("finkel", 7, 0, (light, dark))
    both_private = position("finkel", 7, 0, (((4, 13), 0), ((4, 13), 0)))
    assert both_private.squares(0) == (4, 13)


def test_options() -> None:
    assert SPEC.params() == {"rules": "finkel", "pieces": 7}
    for name, value in [("pieces", 0), ("pieces", 8), ("rules", "murray")]:
        with pytest.raises(BadOption):
            SPEC.params({name: value})


def test_dice_are_thrown_at_even_turns_and_follow_their_weights() -> None:
    counts = [0] * 5
    for seed in range(60):
        match = Match(GAME, SPEC.params({"pieces": 3}), seed)
        rng = Random(seed)
        while match.to_act:
            if match.to_act == (CHANCE,):
                assert len(match.turns) % 2 == 0
                match.step(None)
                counts[match.state.roll] += 1
            else:
                match.step(None, {match.state.turn: rng.choice(match.state.moves)})
    total = sum(counts)
    chi_square = sum(
        (count - total * w / 16) ** 2 / (total * w / 16)
        for count, w in zip(counts, (1, 4, 6, 4, 1), strict=True)
    )
    assert total > 2000
    assert chi_square < 18.5  # 0.1% of fair dice, four degrees of freedom


@pytest.mark.lab
def test_two_hundred_random_games_agree_with_royalur() -> None:
    royalur = pytest.importorskip("royalur")
    moves = 0
    for seed in range(200):
        moves += _game_with_royalur(royalur, Random(seed))
    assert moves > 20_000


def _game_with_royalur(royalur: Any, rng: Random) -> int:
    """Play one random Finkel game in both engines; how many moves were compared."""
    theirs = royalur.Game.create_finkel()
    state, moves = start("finkel", 7), 0
    while state.acting:
        assert not theirs.is_finished()
        assert theirs.get_turn().name == ("DARK" if state.turn else "LIGHT")
        roll = rng.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
        state, _ = GAME.apply(state, {CHANCE: str(roll)})
        theirs.roll_dice(roll)
        available = theirs.find_available_moves() if theirs.is_waiting_for_move() else []
        path = state.rule_set.tiles[state.turn]
        by_source = {_source(move, path): move for move in available}
        assert sorted(by_source) == [int(move) for move in state.moves if move != PASS]
        choice = rng.choice(state.moves)
        if choice != PASS:
            theirs.make_move(by_source[int(choice)])
            moves += 1
        state, _ = GAME.apply(state, {state.turn: choice})
    assert theirs.is_finished()
    return moves


def _source(move: Any, path: tuple[str, ...]) -> int:
    """The path square that a move of theirs leaves."""
    return 0 if move.is_introducing_piece() else path.index(str(move.source)) + 1


# -- positions as text ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", tuple(RULE_SETS))
def test_every_position_is_the_same_after_a_line_of_text(rules: str) -> None:
    state, rng, read = GAME.new({"rules": rules, "pieces": 7}), Stream.named(3, rules), 0
    while state.acting and read < 200:
        assert from_line(to_line(state)) == state
        assert GAME.new({"rules": rules, "pieces": 1, "position": to_line(state)}).side(
            0
        ) == state.side(0)
        read += 1
        if state.roll == NOT_ROLLED:
            throws = [roll for roll, weight in GAME.chance(state) for _ in range(weight)]
            state, _ = GAME.apply(state, {CHANCE: throws[rng.below(16)]})
        else:
            moves = state.moves
            state, _ = GAME.apply(state, {state.turn: moves[rng.below(len(moves))]})
    assert read > 60


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "This is no position; one looks like this: finkel 7 /"),
        ("finkel 8 / light off 0 / dark off 0 / light", "This is no position"),
        ("senet 7 / light off 0 / dark off 0 / light", "This is no position"),
        ("finkel 7 / light 15 off 0 / dark off 0 / light", "must lie in 1..14"),
        ("finkel 2 / light 1 2 3 off 0 / dark off 0 / light", "more pieces"),
        ("finkel 7 / light 6 off 0 / dark 6 off 0 / light", "Both sides stand on"),
        ("finkel 7 / light off 7 / dark off 0 / light", "the game is over"),
        ("masters 7 / light off 0 / dark off 0 / light 0", "cannot show a 0"),
        ("finkel 7 / light off 0 / dark off 0 / light 9", "cannot show a 9"),
        ("finkel 7 / light" + " 1" * 500 + " off 0 / dark off 0 / light", "This is no position"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_a_sentence(line: str, why: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(why)):
        from_line(line)


def test_spaces_and_capitals_do_not_matter() -> None:
    told = from_line("  Finkel 7/Light 3  8 off 2/ dark off 0 /LIGHT 2 \n")
    assert to_line(told) == "finkel 7 / light 3 8 off 2 / dark off 0 / light 2"


def test_perft_of_no_plies_is_the_start_alone() -> None:
    assert perft("finkel", 7, 0) == (1, 0, 0, 0, 0, 0, 0, 1)
