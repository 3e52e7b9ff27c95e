"""The solved game: worked positions, the tables that ship, and files that are damaged."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ai.ur.index import count, index_in_layer, layer
from ai.ur.solve import LayerSolver, NoCompiler, block_order, compiled
from ai.ur.table import (
    DATA_VARIABLE,
    TIES,
    DamagedTable,
    NoTable,
    PackedTable,
    Perfect,
    WinTable,
    best_after_roll,
    find_table,
    open_solved,
    pack,
    roll_values,
    shipped,
    table_path,
    unpack,
)
from games.core import CHANCE, Limit
from games.mind import Bars, Lines, Note
from games.paths import ROOT
from games.streams import Stream
from games.ur import SIDES
from games.ur.rules import GAME, PASS, State, home_of, position, squares_of

CASES = ROOT / "tests" / "cases" / "ur"
VALUES = {("finkel", 1): 0.530049840, ("schultz", 1): 0.526890705}
VALUES |= {("finkel", 2): 0.518572907, ("schultz", 2): 0.516791183}
VALUES |= {("finkel", 3): 0.516201102, ("schultz", 3): 0.515035541}


def worked(name: str) -> list[tuple[State, State, dict[str, Any]]]:
    """Each worked case: the state before the roll, the state after it, the case."""
    cases = json.loads((CASES / f"positions_{name}.json").read_text())
    found = []
    for case in cases["positions"]:
        sides = [(case[side]["squares"], case[side]["off"]) for side in SIDES]
        turn = SIDES.index(case["side_to_move"])
        state = position(cases["ruleset"], cases["pieces"], turn, sides)
        found.append((state, GAME.apply(state, {CHANCE: str(case["roll"])})[0], case))
    return found


def check_cases(table: WinTable, name: str, tolerance: float) -> int:
    """Compare every worked position of a file with a table; returns how many there were."""
    cases = worked(name)
    for before, rolled, case in cases:
        own, other = before.side(before.turn), before.side(1 - before.turn)
        value = table.value(own, other, before.pieces)
        assert value == pytest.approx(case["win_prob_before_roll"], abs=tolerance)
        value = best_after_roll(table, rolled)
        assert value == pytest.approx(case["win_prob_after_roll"], abs=tolerance)
        for move in case["legal_moves"]:
            value = table.after(own, other, move["from"], rolled.roll, before.pieces)
            assert value == pytest.approx(move["win_prob"], abs=tolerance)
        if rolled.moves != (PASS,):
            agent = Perfect()
            agent.begin((0,), GAME, {"rules": before.rules, "pieces": 1}, Stream(1))
            agent.table, agent.pieces = table, before.pieces
            worst = tolerance > 1e-5 and case["second_best_loss"] is not None
            if not worst or case["second_best_loss"] > 4e-5:
                choice = agent.act(rolled.turn, rolled, rolled.moves, Limit()).move
                assert int(choice) in case["optimal_from"]
    return len(cases)


@pytest.mark.parametrize("name", ["finkel_4p", "schultz_4p"])
def test_the_shipped_tables_agree_with_the_worked_positions(name: str) -> None:
    assert check_cases(shipped(name.split("_")[0]), name, 2e-5) >= 10


@pytest.mark.parametrize("rules", ["finkel", "schultz"])
def test_the_shipped_tables_are_small_enough(rules: str) -> None:
    path = ROOT / "assets" / "weights" / "ur" / f"perfect-{rules}.npz"
    assert path.stat().st_size <= 4_500_000
    for pieces, value in ((1, VALUES[rules, 1]), (3, VALUES[rules, 3])):
        assert shipped(rules).value(0, 0, pieces) == pytest.approx(value, abs=1e-5)


def test_the_numbers_of_positions_are_the_known_ones() -> None:
    assert [count(n) for n in range(1, 8)] == [
        *(217, 12_869, 263_121, 2_602_822, 14_669_769, 53_188_365, 137_870_097)
    ]


@pytest.mark.parametrize("own_left", [1, 2])
@pytest.mark.parametrize("other_left", [1, 2])
def test_the_index_numbers_every_position_of_a_layer_once(own_left: int, other_left: int) -> None:
    """All placements, listed square by square, get all indices from 0 on."""
    rules = GAME.new({"rules": "finkel", "pieces": 2}).rule_set
    sides = [sum(1 << s for s in squares_of(mask << 1, rules)) for mask in range(1 << 14)]
    own_sides = [side for side in sides if side.bit_count() <= own_left]
    other_sides = [side for side in sides if side.bit_count() <= other_left]
    found = [
        index_in_layer(own, other, own_left, other_left)
        for own in own_sides
        for other in other_sides
        if not own & other & rules.shared
    ]
    assert sorted(found) == list(range(layer(own_left, other_left).size))


def test_every_move_without_capture_leads_to_an_earlier_block() -> None:
    """Or stays in its block; so captures alone make a sweep look back."""
    blocks = {tuple(block): i for i, block in enumerate(block_order(3, 2))}
    rng, seen = Random(4), {"earlier": 0, "same": 0, "capture later": 0}
    state = GAME.new({"rules": "finkel", "pieces": 3})
    for _ in range(6_000):
        if not state.acting:
            state = GAME.new({"rules": "finkel", "pieces": 3})
        state, _ = GAME.apply(state, {CHANCE: rng.choice("0112223334")})
        seat = state.turn
        after, events = GAME.apply(state, {seat: rng.choice(state.moves)})
        if events[0].kind == "move" and not events[0].data["off"]:
            kind = _step(blocks, state, after, bool(events[0].data["capture"]))
            if kind:
                seen[kind] += 1
        state = after
    assert min(seen.values()) > 5, seen


def _step(blocks: dict[tuple[int, ...], int], state: State, after: State, capture: bool) -> str:
    """How a move lies in the order of the pair of layers (3, 2)."""
    left = [3 - state.off(seat) for seat in (0, 1)]
    if sorted(left) != [2, 3]:
        return ""
    own = left.index(3)
    places = [
        blocks[
            tuple(
                s.side(own ^ flip) >> shift & mask
                for shift, mask in ((13, 3), (5, 255))
                for flip in (0, 1)
            )
        ]
        for s in (state, after)
    ]
    if capture:
        return "capture later" if places[1] > places[0] else ""
    assert places[1] <= places[0]
    return "same" if places[1] == places[0] else "earlier"


def iterated(table: Any, rules: str, pieces: int, seed: int, games: int, within: float) -> int:
    """Check one step of value iteration by the game's own rules, throughout random games.

    Returns at how many positions.
    """
    rng, checked = Random(seed), 0
    for _ in range(games):
        state = GAME.new({"rules": rules, "pieces": pieces})
        while state.acting:
            rolls = roll_values(table, state)
            value = table.value(state.side(state.turn), state.side(1 - state.turn), pieces)
            assert value == pytest.approx(sum(p * v for _, p, v in rolls), abs=within)
            state, _ = GAME.apply(state, {CHANCE: rng.choice("0112223334")})
            state, _ = GAME.apply(state, {state.turn: rng.choice(state.moves)})
            checked += 1
    return checked


def test_a_position_is_worth_what_its_rolls_are_worth() -> None:
    assert iterated(shipped("schultz"), "schultz", 4, 6, 3, 2e-5) > 150


def test_packing_loses_nothing() -> None:
    values = np.random.default_rng(1).integers(0, 65536, 1000).astype(np.uint16)
    assert np.array_equal(unpack(pack(values)), values)


def test_without_a_table_the_command_that_makes_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    with pytest.raises(NoTable, match=r"main\.py solve ur --rules finkel --pieces 7"):
        find_table("finkel", 7)
    monkeypatch.delenv(DATA_VARIABLE)
    with pytest.raises(NoTable):
        find_table("finkel", 5)


def test_the_mind_of_perfect_play() -> None:
    agent = Perfect()
    agent.begin((0,), GAME, {"rules": "schultz", "pieces": 4}, Stream(1))
    before = position("schultz", 4, 0, (((3, 9), 0), ((7,), 1)))
    state, _ = GAME.apply(before, {CHANCE: "2"})
    decision = agent.act(state.turn, state, state.moves, Limit(mind=True))
    assert decision.mind
    note, lines, bars = decision.mind
    assert isinstance(note, Note)
    assert note.text.startswith("I play ")
    assert isinstance(lines, Lines)
    assert isinstance(bars, Bars)
    assert lines.unit == bars.unit == "%"
    assert lines.rows[0][1] == max(value for _, value in lines.rows)
    weighed = sum(w * v for w, v in zip((1, 4, 6, 4, 1), bars.values, strict=True)) / 16
    assert weighed == pytest.approx(lines.rows[lines.chosen or 0][1], abs=2e-5)


def test_without_the_compiler_the_install_command_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name}", name="numba")

    monkeypatch.setattr("ai.ur.solve.importlib.import_module", missing)
    with pytest.raises(NoCompiler, match=r"pip install -r requirements-lab\.txt"):
        compiled()


# ---- solving: needs requirements-lab.txt


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for rules in ("finkel", "schultz"):
        LayerSolver(rules, 3, folder).solve()
    return folder


@pytest.mark.lab
@pytest.mark.parametrize("rules", ["finkel", "schultz"])
def test_small_games_have_their_known_values(solved: Path, rules: str) -> None:
    table = open_solved(table_path(solved, rules, 3))
    assert table is not None
    for pieces in (1, 2, 3):
        assert table.value(0, 0, pieces) == pytest.approx(VALUES[rules, pieces], abs=1e-8)


@pytest.mark.lab
def test_the_solution_is_a_fixed_point_of_the_rules(solved: Path) -> None:
    table = open_solved(table_path(solved, "finkel", 3))
    assert table is not None
    assert iterated(table, "finkel", 3, 8, 20, 1e-8) > 600


@pytest.mark.lab
def test_a_stopped_solution_goes_on_where_it_was(solved: Path, tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    def interrupt(done: float, text: str) -> None:
        if done > 0.5:
            raise Interrupted

    with pytest.raises(Interrupted):
        LayerSolver("finkel", 3, tmp_path).solve(interrupt)
    path = table_path(tmp_path, "finkel", 3)
    assert open_solved(path) is None
    found = LayerSolver("finkel", 3, tmp_path, jobs=2).solve()
    assert found.reused > 3
    whole = table_path(solved, "finkel", 3).read_bytes()
    assert path.read_bytes() == whole
    assert LayerSolver("finkel", 3, tmp_path).solve().sweeps == 0
    assert LayerSolver("finkel", 3, tmp_path, force=True).solve().reused == 0
    assert path.read_bytes() == whole
    bigger = LayerSolver("finkel", 4, tmp_path)
    assert bigger._resume() == 9


def copied(solved: Path, folder: Path, rules: str, pieces: int) -> Path:
    path = table_path(folder, rules, pieces)
    folder.mkdir(exist_ok=True)
    for suffix in (".values", ".json"):
        shutil.copy(table_path(solved, rules, pieces).with_suffix(suffix), path.with_suffix(suffix))
    return path


def turn_a_bit(path: Path, place: int) -> None:
    blob = bytearray(path.read_bytes())
    blob[place] ^= 1
    path.write_bytes(bytes(blob))


def shorten(path: Path, place: int) -> None:
    path.write_bytes(path.read_bytes()[:place])


DAMAGES = [(turn_a_bit, -7), (turn_a_bit, 0), (shorten, -4), (shorten, 100), (shorten, 0)]


@pytest.mark.lab
@pytest.mark.parametrize(("damage", "place"), DAMAGES)
def test_a_damaged_table_is_set_aside_and_another_plays(
    solved: Path, tmp_path: Path, damage: Callable[[Path, int], None], place: int
) -> None:
    path = copied(solved, tmp_path, "finkel", 3)
    damage(path, place)
    left = path.read_bytes()
    with pytest.raises(DamagedTable):
        open_solved(path)
    table = find_table("finkel", 3, tmp_path)
    assert isinstance(table, PackedTable)
    assert not path.exists()
    assert path.with_name(path.name + ".bad-1").read_bytes() == left
    assert path.with_name("ur-finkel-3.json.bad-1").exists()
    assert find_table("finkel", 3, tmp_path) is table
    path.with_suffix(".json").write_text("{}")
    with pytest.raises(DamagedTable):
        open_solved(path)
    assert find_table("finkel", 3, tmp_path) is table
    assert path.with_name("ur-finkel-3.json.bad-2").read_text() == "{}"


@pytest.mark.lab
def test_a_larger_table_that_is_damaged_is_passed_over(
    solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LayerSolver("finkel", 2, tmp_path).solve()
    turn_a_bit(table_path(tmp_path, "finkel", 2), 40)
    copied(solved, tmp_path, "finkel", 3)
    assert find_table("finkel", 2, tmp_path).pieces == 3
    turn_a_bit(table_path(tmp_path, "finkel", 3), 40)
    monkeypatch.setattr("ai.ur.table.SHIPPED_RULES", ())
    with pytest.raises(DamagedTable, match=r"was damaged \(it is ur-finkel-3\.values\.bad-1 now\)"):
        find_table("finkel", 2, tmp_path)
    with pytest.raises(NoTable, match="No table of finkel with 2 pieces"):
        find_table("finkel", 2, tmp_path)


@pytest.mark.lab
@pytest.mark.parametrize(("damage", "place"), DAMAGES)
def test_a_damaged_table_is_solved_again_from_what_is_whole_in_it(
    solved: Path, tmp_path: Path, damage: Callable[[Path, int], None], place: int
) -> None:
    path = copied(solved, tmp_path, "schultz", 3)
    damage(path, place)
    found = LayerSolver("schultz", 3, tmp_path).solve()
    assert found.sweeps > 0
    assert (found.reused > 0) == (damage is turn_a_bit or place == -4)
    assert path.read_bytes() == table_path(solved, "schultz", 3).read_bytes()
    assert path.with_name(path.name + ".bad-1").exists()
    assert LayerSolver("schultz", 3, tmp_path).solve().sweeps == 0


def whole_layers(path: Path) -> int:
    """How many layers of the card are in the file as the card says."""
    card = json.loads(path.with_suffix(".json").read_text())
    blob = path.read_bytes()
    good = 0
    for place in card["layers"].values():
        part = blob[place["offset"] : place["offset"] + 4 * place["size"]]
        good += hashlib.sha256(part).hexdigest() == place["sha256"]
    return good


class Killed(BaseException):
    """As if the process had ended here."""


@pytest.mark.lab
def test_a_solution_that_is_killed_while_it_resumes_loses_nothing(
    solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copied(solved, tmp_path, "finkel", 3)
    card = json.loads(path.with_suffix(".json").read_text())
    del card["format"], card["layers"]["3,3"]
    path.with_suffix(".json").write_text(json.dumps(card))
    LayerSolver("finkel", 1, tmp_path).solve()
    assert whole_layers(path) == 8
    written = LayerSolver._write_card
    killed = 0
    for writes in range(4):

        def write(solver: LayerSolver, left: list[int]) -> None:
            if not left:
                raise Killed
            left.pop()
            written(solver)

        left = [0] * writes
        monkeypatch.setattr(
            LayerSolver, "_write_card", lambda solver, left=left: write(solver, left)
        )
        try:
            LayerSolver("finkel", 3, tmp_path).solve()
        except Killed:
            killed += 1
        assert whole_layers(path) >= 8
    assert killed >= 1


@pytest.mark.lab
def test_a_table_stays_until_the_one_that_was_forced_is_done(solved: Path, tmp_path: Path) -> None:
    path = copied(solved, tmp_path, "finkel", 3)
    before = path.read_bytes()

    def kill(done: float, text: str) -> None:
        assert path.read_bytes() == before
        assert open_solved(path) is not None
        if done > 0.5:
            raise Killed

    with pytest.raises(Killed):
        LayerSolver("finkel", 3, tmp_path, force=True).solve(kill)
    assert open_solved(path) is not None
    assert LayerSolver("finkel", 3, tmp_path).solve().sweeps == 0
    again = LayerSolver("finkel", 3, tmp_path, force=True).solve()
    assert (again.reused, again.sweeps > 0) == (0, True)
    assert path.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "ur-finkel-3.json",
        "ur-finkel-3.values",
    ]


@pytest.mark.lab
def test_sides_and_homes_follow_from_the_rest(solved: Path) -> None:
    table = find_table("finkel", 2, solved)
    assert table.ties == TIES
    assert table.pieces == 3
    assert home_of(1 << 3, 2, table.rule_set) == 1
    value = find_table("schultz", 1, solved).value(1 << 14, 1 << 14, 1)
    assert value == pytest.approx(4 / 7, abs=1e-8)  # 1/4 a throw: x = 1/4 + 3/4 (1 - x)
