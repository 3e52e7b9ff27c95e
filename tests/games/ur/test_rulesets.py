"""Blitz, Masters and Aseb against a slow engine of tile names, and against `royalur`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.core import CHANCE, BadPosition
from games.ur import SPEC
from games.ur.rules import (
    GAME,
    PASS,
    RULE_SETS,
    State,
    captures,
    describe_move,
    perft,
    position,
)
from tests.support.tabletop import FLOWERS, Tabletop

NEW = {"blitz": 5, "masters": 7, "aseb": 5}
"""The rule sets with their usual numbers of pieces."""


def counts_of(rules: str, pieces: int, depth: int) -> list[int]:
    """The same four numbers by the rules."""
    found = perft(rules, pieces, depth)
    return [found.paths, found.captures, found.extra_rolls, found.bear_offs]


@pytest.mark.parametrize("rules", [*NEW, "finkel"])
def test_the_tabletop_agrees_ply_by_ply(rules: str) -> None:
    pieces = RULE_SETS[rules].pieces
    for depth in (1, 2, 3, 4, 5):
        assert counts_of(rules, pieces, depth) == Tabletop(rules, pieces).count(depth)
    for few in (1, 2):
        assert counts_of(rules, few, 5) == Tabletop(rules, few).count(5)


@pytest.mark.parametrize("rules", NEW)
def test_whole_games_agree_with_the_tabletop(rules: str) -> None:
    seen = [0, 0, 0]
    crossed = games = 0
    for pieces in range(1, 8):
        for seed in range(6):
            found = _one_game(rules, pieces, Random(seed))
            seen = [a + b for a, b in zip(seen, found[:3], strict=True)]
            crossed += found[3]
            games += 1
    assert games == 42
    assert min(seen) > 100, seen
    assert (crossed > 20) == (rules != "aseb"), crossed


def _one_game(rules: str, pieces: int, rng: Random) -> list[int]:
    """Play at random in both: captures, further rolls, pieces off, captures across numbers."""
    table, state = Tabletop(rules, pieces), GAME.new({"rules": rules, "pieces": pieces})
    seen = [0, 0, 0, 0]
    while state.acting:
        roll = rng.choice(table.rolls())
        state, _ = GAME.apply(state, {CHANCE: str(roll)})
        way, choices = table.ways[state.turn], table.choices(roll)
        assert state.moves == (tuple(str(way.index(start)) for start in choices) or (PASS,))
        move = rng.choice(state.moves)
        before = state
        state, events = GAME.apply(state, {state.turn: move})
        if move == PASS:
            table.turn = 1 - table.turn
        else:
            start = way[int(move)]
            done = table.move(start, choices[start])
            data = events[0].data
            assert [data["capture"], data["extra_roll"], data["off"]] == done
            assert captures(before, move) == done[0]
            across = done[0] and data["to"] > 11 and rules != "aseb" and data["to"] != 14
            seen = [a + b for a, b in zip(seen, [*done, across], strict=True)]
        _same(state, table)
    assert state.winner == table.turn
    return seen


def _same(state: State, table: Tabletop) -> None:
    """Both hold the same position."""
    assert bool(state.acting) != table.over
    assert state.turn == table.turn
    for seat in (0, 1):
        way, places = table.ways[seat], table.places[seat]
        assert [way[square] for square in state.squares(seat)] == sorted(
            set(places) - {"home", "off"}, key=way.index
        )
        assert state.home(seat) == places.count("home")
        assert state.off(seat) == places.count("off")


PERFT = {
    ("blitz", 6): [114_900, 4802, 28503, 19],
    ("blitz", 7): [1_098_562, 58229, 290_301, 407],
    ("masters", 6): [54979, 3394, 12715, 15],
    ("masters", 7): [485_196, 36474, 115_017, 281],
    ("aseb", 6): [113_020, 4832, 23222, 19],
    ("aseb", 7): [1_069_951, 58301, 225_596, 407],
}
"""Paths, captures, further rolls and pieces off, as the tabletop counts them."""


@pytest.mark.sweep
@pytest.mark.parametrize(("rules", "depth"), PERFT)
def test_perft_at_the_usual_number_of_pieces(rules: str, depth: int) -> None:
    assert counts_of(rules, NEW[rules], depth) == PERFT[rules, depth]


@pytest.mark.sweep
@pytest.mark.parametrize(("rules", "depth"), PERFT)
def test_the_tabletop_counts_as_deep(rules: str, depth: int) -> None:
    assert Tabletop(rules, NEW[rules]).count(depth) == PERFT[rules, depth]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_chance_is_that_of_the_coins(rules: str) -> None:
    falls = Tabletop(rules if rules in FLOWERS else "finkel", 1).rolls()
    weights = {str(roll): falls.count(roll) * 16 // len(falls) for roll in sorted(set(falls))}
    state = GAME.new({"rules": rules, "pieces": 3})
    assert dict(GAME.chance(state)) == weights
    assert sum(weights.values()) == 16


def test_the_numbers_of_a_shared_tile_cross() -> None:
    masters = RULE_SETS["masters"]
    assert masters.across == (0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 16, 15, 14, 13, 12, 0)
    seen = 0
    for rule_set in RULE_SETS.values():
        rng = Random(1)
        for _ in range(300):
            side = rng.getrandbits(rule_set.off) & ~1 | rng.randrange(4) << rule_set.off
            squares = [square for square in range(1, rule_set.off) if side >> square & 1]
            tiles = {rule_set.tiles[0][square - 1] for square in squares}
            facing = rule_set.facing(side)
            found = {tile for i, tile in enumerate(rule_set.tiles[1], start=1) if facing >> i & 1}
            assert found == tiles & set(rule_set.tiles[1])
            assert facing < 1 << rule_set.off
            seen += 1
    assert seen == 300 * len(RULE_SETS)


def test_two_pieces_on_one_tile_are_refused_whatever_its_numbers() -> None:
    with pytest.raises(BadPosition, match="square 12 of light, 16 of dark"):
        position("masters", 7, 0, (((12,), 0), ((16,), 0)))
    with pytest.raises(BadPosition, match="square 14;"):
        position("blitz", 5, 0, (((14,), 0), ((14,), 0)))
    fine = position("masters", 7, 0, (((12, 16), 0), ((13, 14), 0)))
    assert fine.squares(1) == (13, 14)
    with pytest.raises(BadPosition, match=r"must lie in 1\.\.16"):
        position("aseb", 5, 0, (((17,), 0), ((), 0)))


def test_a_capture_across_numbers_goes_home_and_in_blitz_rolls_again() -> None:
    for rules, again in (("masters", False), ("blitz", True)):
        state = position(rules, 5, 0, (((11,), 0), ((15, 12), 0)))
        state, _ = GAME.apply(state, {CHANCE: "2"})
        assert describe_move(state, "11") == "11 to 13, captures" + ", rolls again" * again
        state, events = GAME.apply(state, {0: "11"})
        assert events[0].data["capture"]
        assert events[0].data["extra_roll"] == again
        assert state.turn == (0 if again else 1)
        assert (state.squares(0), state.squares(1), state.home(1)) == ((13,), (12,), 4)


def test_rosettes_shelter_in_aseb_and_not_in_masters() -> None:
    for rules, sheltered in (("aseb", True), ("masters", False)):
        state = position(rules, 5, 0, (((7,), 0), ((8,), 0)))
        state, _ = GAME.apply(state, {CHANCE: "1"})
        assert ("7" in state.moves) != sheltered


def test_usual_pieces_hold_where_none_are_named() -> None:
    for rules, rule_set in RULE_SETS.items():
        assert SPEC.params({"rules": rules}) == {"rules": rules, "pieces": rule_set.pieces}
        assert SPEC.params({"rules": rules, "pieces": "2"})["pieces"] == 2
    assert [rule_set.pieces for rule_set in RULE_SETS.values()] == [7, 4, 5, 7, 5]
    assert SPEC.options[0].choices == tuple(RULE_SETS)
    assert SPEC.options[1].default == 7


# -- royalur ------------------------------------------------------------------------------


@pytest.mark.lab
@pytest.mark.parametrize("rules", NEW)
def test_random_games_agree_with_royalur(rules: str) -> None:
    moves = sum(_game_with_royalur(rules, Random(seed)) for seed in range(60))
    assert moves > 5000


def _their_rules(rules: str) -> Any:
    """RoyalUr's engine with its board and path, and the settings that it publishes for Blitz."""
    model = pytest.importorskip("royalur.model")
    simple = pytest.importorskip("royalur.rules.simple")
    settings = {
        "masters": model.GameSettings.create_masters(),
        "aseb": model.GameSettings.create_aseb(),
        "blitz": model.GameSettings.create_masters()
        .with_starting_piece_count(5)
        .with_captures_grant_extra_rolls(True),
    }[rules]
    assert settings.starting_piece_count == NEW[rules]
    return simple.SimpleRuleSetProvider().create(settings, None)


def _game_with_royalur(rules: str, rng: Random) -> int:
    """Play one random game in both engines; how many moves were compared.

    Rolls are ours: RoyalUr's three dice of which none counts 4 cannot be thrown in its Python.
    """
    roll_of = pytest.importorskip("royalur.model").Roll
    theirs = _their_rules(rules)
    there = theirs.generate_initial_game_state()
    pieces, moves = NEW[rules], 0
    state = GAME.new({"rules": rules, "pieces": pieces})
    falls = Tabletop(rules, 1).rolls()
    while state.acting:
        assert there.get_turn().name == ("DARK" if state.turn else "LIGHT")
        roll = rng.choice(falls)
        state, _ = GAME.apply(state, {CHANCE: str(roll)})
        path = state.rule_set.tiles[state.turn]
        rolled, there = theirs.apply_roll(there, roll_of(roll))
        by_source = {_source(move, path): move for move in rolled.available_moves}
        assert sorted(by_source) == [int(move) for move in state.moves if move != PASS]
        choice = rng.choice(state.moves)
        if choice != PASS:
            there = theirs.apply_move(there, by_source[int(choice)])[-1]
            moves += 1
        state, _ = GAME.apply(state, {state.turn: choice})
    assert type(there).__name__ == "WinGameState"
    return moves


def _source(move: Any, path: tuple[str, ...]) -> int:
    """The path square that a move of theirs leaves."""
    return 0 if move.is_introducing_piece() else path.index(str(move.source)) + 1
