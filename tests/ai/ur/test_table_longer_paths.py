"""Blitz, Masters and Aseb solved: the index, the order of the sweep, and values against a slow
iteration over a game of tile names.
"""

from __future__ import annotations

import functools
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ai.lab.ur.batch import perfect_policy, play, policy_of
from ai.ur.index import FIRST_SHARED, count, index_in_layer, layer, shape_of
from ai.ur.judge import Judge
from ai.ur.solve import LayerSolver, block_order
from ai.ur.table import Perfect, SolvedTable, open_solved
from games import catalog
from games.core import CHANCE, Limit
from games.match import Match
from games.ur.rules import GAME, RULE_SETS, State, squares_of
from tests.support.tabletop import Tabletop

NEW = ("blitz", "masters", "aseb")
FIRST_PLAYER = {
    ("blitz", 1): 0.509237648,
    ("masters", 1): 0.527598258,
    ("aseb", 1): 0.525702069,
    ("blitz", 2): 0.505027398,
    ("masters", 2): 0.510354916,
    ("aseb", 2): 0.512826741,
    ("finkel", 1): 0.530049840,
}
"""As the slow iteration finds them."""
Key = tuple[tuple[str, ...], tuple[str, ...], int]
Graph = dict[Key, list[tuple[float, list[Key]]]]


@functools.cache
def all_sides(rules: str) -> list[int]:
    """How the pieces of one side can stand, as masks."""
    rule_set = RULE_SETS[rules]
    return [sum(1 << s for s in squares_of(mask << 1, rule_set)) for mask in range(1 << 16)]


@pytest.mark.parametrize("rules", NEW)
@pytest.mark.parametrize(("own_left", "other_left"), [(1, 1), (2, 1), (2, 2)])
def test_the_index_numbers_every_position_of_a_layer_once(
    rules: str, own_left: int, other_left: int
) -> None:
    rule_set = RULE_SETS[rules]
    sides = all_sides(rules)
    own_sides = [side for side in sides if side.bit_count() <= own_left]
    other_sides = [side for side in sides if side.bit_count() <= other_left]
    found = [
        index_in_layer(own, other, own_left, other_left, rule_set)
        for own in own_sides
        for other in other_sides
        if not own & rule_set.facing(other)
    ]
    size = layer(own_left, other_left, shape_of(rule_set)).size
    assert sorted(found) == list(range(size))
    assert size > 100


def test_how_many_positions_the_longer_paths_have() -> None:
    counts = [count(n, shape_of(RULE_SETS["masters"])) for n in (1, 2, 3, 4, 5)]
    assert counts == [277, 20_314, 512_349, 6_159_211, 41_243_781]


@pytest.mark.parametrize("rules", NEW)
def test_every_move_without_capture_leads_to_an_earlier_block(rules: str) -> None:
    rule_set = RULE_SETS[rules]
    blocks = {tuple(block): i for i, block in enumerate(block_order(3, 2, rule_set))}
    rng, falls = Random(4), Tabletop(rules, 1).rolls()
    seen: Counter[str] = Counter()
    state = GAME.new({"rules": rules, "pieces": 3})
    for _ in range(4_000):
        if not state.acting:
            state = GAME.new({"rules": rules, "pieces": 3})
        rolled, _ = GAME.apply(state, {CHANCE: str(rng.choice(falls))})
        after, events = GAME.apply(rolled, {rolled.turn: rng.choice(rolled.moves)})
        if events[0].kind == "move" and not events[0].data["off"]:
            before_at = _block(state, blocks)
            after_at = _block(after, blocks)
            if before_at is not None and after_at is not None:
                kind = "capture" if events[0].data["capture"] else "move"
                order = (before_at > after_at) - (before_at < after_at)
                seen[f"{kind} {order}"] += 1
        state = after
    assert seen["move -1"] == 0, seen
    assert min(seen["move 1"], seen["move 0"], seen["capture -1"]) > 5, seen


def _block(state: State, blocks: dict[tuple[int, ...], int]) -> int | None:
    """The number of the block of a position with 3 and 2 pieces left, whoever is to move."""
    left = [state.pieces - state.off(seat) for seat in (0, 1)]
    if sorted(left) != [2, 3]:
        return None
    many = left.index(3)
    rule_set = state.rule_set
    own = (state.side(many) & rule_set.shared) >> FIRST_SHARED
    other = rule_set.facing(state.side(1 - many)) >> FIRST_SHARED
    return blocks[0, 0, own, other]


# ---- values, against names on a table


def graph_of(rules: str, pieces: int) -> tuple[Graph, dict[Key, float]]:
    """Every position that can be reached and what each roll may lead to; values of the ended."""
    table = Tabletop(rules, pieces)
    falls = table.rolls()
    graph: Graph = {}
    ended: dict[Key, float] = {}
    todo = [_key(table)]
    while todo:
        key = todo.pop()
        if key in graph or key in ended:
            continue
        _lay(table, key)
        if table.over:
            ended[key] = float(set(key[0]) == {"off"})
            continue
        graph[key] = []
        for roll in sorted(set(falls)):
            following = []
            _lay(table, key)
            for start, end in list(table.choices(roll).items()) or [("", "")]:
                _lay(table, key)
                if start:
                    table.move(start, end)
                else:
                    table.turn = 1 - table.turn
                following.append(_key(table))
            graph[key].append((falls.count(roll) / len(falls), following))
            todo += following
    return graph, ended


def _key(table: Tabletop) -> Key:
    light, dark = (tuple(sorted(places)) for places in table.places)
    return light, dark, table.turn


def _lay(table: Tabletop, key: Key) -> None:
    table.places, table.turn = [list(key[0]), list(key[1])], key[2]


def slow_values(rules: str, pieces: int, tolerance: float) -> dict[Key, float]:
    """Light's win probability everywhere, by plain value iteration."""
    graph, values = graph_of(rules, pieces)
    values |= dict.fromkeys(graph, 0.5)
    change = 1.0
    while change > tolerance:
        change = 0.0
        for key, rolls in graph.items():
            best = min if key[2] else max
            value = sum(p * best(values[after] for after in following) for p, following in rolls)
            change = max(change, abs(value - values[key]))
            values[key] = value
    return {key: values[key] for key in graph}


def solved(rules: str, pieces: int, folder: Path) -> SolvedTable:
    """The table, solved here."""
    pytest.importorskip("numba")
    table = open_solved(LayerSolver(rules, pieces, folder).solve().path)
    assert table is not None
    return table


def check_values(rules: str, pieces: int, folder: Path) -> int:
    """Compare a solved table with the slow values at every position; how many they were."""
    table, slow = solved(rules, pieces, folder), slow_values(rules, pieces, 1e-11)
    start: Key = (("home",) * pieces, ("home",) * pieces, 0)
    assert slow[start] == pytest.approx(FIRST_PLAYER[rules, pieces], abs=1e-8)
    ways = Tabletop(rules, pieces).ways
    off = RULE_SETS[rules].off
    for (light, dark, turn), expected in slow.items():
        sides = []
        for way, places in zip(ways, (light, dark), strict=True):
            squares = [way.index(place) for place in places if place not in ("home", "off")]
            sides.append(sum(1 << square for square in squares) + (places.count("off") << off))
        value = table.value(sides[turn], sides[1 - turn], pieces)
        assert value == pytest.approx(1.0 - expected if turn else expected, abs=2e-8)
    return len(slow)


@pytest.mark.lab
@pytest.mark.parametrize("rules", [*NEW, "finkel"])
def test_one_piece_agrees_with_the_slow_iteration_everywhere(rules: str, tmp_path: Path) -> None:
    assert check_values(rules, 1, tmp_path) > 400


@pytest.mark.lab
@pytest.mark.sweep
@pytest.mark.parametrize("rules", NEW)
def test_two_pieces_agree_with_the_slow_iteration_everywhere(rules: str, tmp_path: Path) -> None:
    assert check_values(rules, 2, tmp_path) > 30_000


@pytest.mark.lab
@pytest.mark.parametrize("rules", NEW)
def test_perfect_plays_from_a_table_of_the_longer_path(rules: str, tmp_path: Path) -> None:
    """In matches and in batches alike, and better than greedy; the judge is exact with it."""
    table = solved(rules, 2, tmp_path / "tables")
    params = {"rules": rules, "pieces": 2}
    greedy = catalog.agent("ur", "greedy").make({}, None)
    perfect = Perfect()
    perfect.tables = tmp_path / "tables"
    rival = policy_of(greedy, RULE_SETS[rules], 2)
    assert rival is not None
    found = play(perfect_policy(table, 2), rival, range(4000), params)
    assert (found.winners == 0).mean() > FIRST_PLAYER[rules, 2]
    for seed in range(20):
        match = Match(GAME, params, seed, {0: perfect, 1: greedy})
        assert match.run(Limit())[found.winners[seed]] == 1.0
        assert len(match.turns) == found.turns[seed]


@pytest.mark.lab
def test_the_judge_is_exact_where_a_longer_game_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved("masters", 1, tmp_path / "tables")
    monkeypatch.setenv("OPEN_MIND_ARCADE_DATA", str(tmp_path))
    judge = Judge()
    judge.use("masters", 1)
    assert judge.exact
    state = GAME.new({"rules": "masters", "pieces": 1})
    assert judge.worth(state) == pytest.approx(FIRST_PLAYER["masters", 1], abs=1e-8)
