"""Solved tables that are not what their names say, and what is no file at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ai.ur import table as ur_table
from ai.ur.solve import LayerSolver, compiled
from ai.ur.table import (
    CARD_BYTES,
    SHIPPED,
    DamagedTable,
    SolvedTable,
    find_table,
    follows_rules,
    layer_pairs,
    open_solved,
    read_table_card,
    shipped,
)
from games.arrays import BadWeights
from games.ur.rules import RULE_SETS
from tests.support.by_hand import in_time, one_piece, put_table


def card_of(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.with_suffix(".json").read_text())
    return found


def write_card(path: Path, plain: object) -> None:
    path.with_suffix(".json").write_text(json.dumps(plain))


@pytest.mark.parametrize("rules", ["finkel", "schultz"])
def test_a_table_under_its_own_name_is_used(rules: str, tmp_path: Path) -> None:
    path = put_table(tmp_path, rules, one_piece(rules))
    table = find_table(rules, 1, tmp_path)
    assert isinstance(table, SolvedTable)
    assert table.path == path
    assert table.value(0, 0, 1) == pytest.approx(shipped(rules).value(0, 0, 1), abs=1e-5)


def test_places_that_are_no_whole_numbers_do_no_harm(tmp_path: Path) -> None:
    path = put_table(tmp_path, "finkel", one_piece("finkel"))
    card = card_of(path)
    card["layers"]["1,1"]["offset"] = -0.0
    write_card(path, card)
    table = find_table("finkel", 1, tmp_path)
    assert isinstance(table, SolvedTable)
    assert table.value(0, 0, 1) == pytest.approx(shipped("finkel").value(0, 0, 1), abs=1e-5)


def test_the_table_of_other_rules_under_a_name_is_set_aside(tmp_path: Path) -> None:
    path = put_table(tmp_path, "finkel", one_piece("schultz"))
    with pytest.raises(DamagedTable, match="other rules"):
        open_solved(path)
    assert find_table("finkel", 1, tmp_path) is shipped("finkel")
    assert path.with_name(path.name + ".bad-1").read_bytes() == one_piece("schultz")


@pytest.mark.lab
def test_nothing_of_the_table_of_other_rules_is_solved_on(tmp_path: Path) -> None:
    path = put_table(tmp_path, "finkel", one_piece("schultz"))
    found = LayerSolver("finkel", 1, tmp_path).solve()
    assert (found.reused, found.aside) == (0, path.name + ".bad-1")
    assert found.first_player == pytest.approx(shipped("finkel").value(0, 0, 1), abs=1e-5)


def test_every_layer_that_ships_follows_its_rules_and_few_the_others() -> None:
    rules = shipped("finkel")
    other = ur_table.PackedTable(RULE_SETS["schultz"], 4, ur_table.unpack(planes("finkel")))
    pairs = layer_pairs(4)
    assert [pair for pair in pairs if not follows_rules(rules, *pair)] == []
    assert [pair for pair in pairs if follows_rules(other, *pair)] == []


def planes(rules: str) -> dict[str, Any]:
    return ur_table.read_arrays(SHIPPED / f"perfect-{rules}.npz")


def test_a_shipped_table_under_the_name_of_the_other_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ur_table, "SHIPPED", tmp_path)
    for suffix in (".npz", ".json"):
        shutil.copy(SHIPPED / f"perfect-schultz{suffix}", tmp_path / f"perfect-finkel{suffix}")
    card = tmp_path / "perfect-finkel.json"
    told = card.read_text()
    for text in (
        told,
        told.replace('"schultz"', '"finkel"'),
        told.replace('"pieces": 4', '"pieces": 1000000'),
    ):
        card.write_text(text)
        shipped.cache_clear()
        with pytest.raises(BadWeights, match="perfect-finkel"):
            in_time(lambda: shipped("finkel"))
    shipped.cache_clear()


def deep(path: Path) -> None:
    path.with_suffix(".json").write_text("[" * 200_000)


def huge(path: Path) -> None:
    path.with_suffix(".json").write_text(json.dumps(card_of(path)) + " " * CARD_BYTES)


def changed(**changes: Any) -> Callable[[Path], None]:
    return lambda path: write_card(path, {**card_of(path), **changes})


def replaced(**changes: Any) -> Callable[[Path], None]:
    """The one layer of the card, otherwise."""

    def spoil(path: Path) -> None:
        card = card_of(path)
        write_card(path, {**card, "layers": {"1,1": {**card["layers"]["1,1"], **changes}}})

    return spoil


MANY = {f"{n},{m}": {"offset": 0, "size": 1, "sha256": ""} for n in range(30) for m in range(30)}
CARDS: dict[str, Callable[[Path], None]] = {
    "text": lambda path: path.with_suffix(".json").write_text("zzz") and None,
    "empty": lambda path: path.with_suffix(".json").write_bytes(b"") and None,
    "list": lambda path: write_card(path, []),
    "object": lambda path: write_card(path, {}),
    "deep": deep,
    "huge": huge,
    "3,000 pieces": changed(pieces=3000),
    "a million pieces": changed(pieces=10**6),
    "no number of pieces": changed(pieces="1"),
    "true": changed(pieces=True),
    "a fraction": changed(pieces=1.0),
    "other rules": changed(rules="schultz"),
    "no rules": changed(rules=["finkel"]),
    "a later version": changed(format=99),
    "no layers": changed(layers={}),
    "many layers": changed(layers=MANY),
    "another layer": changed(layers={"7,7": {"offset": 0, "size": 217, "sha256": ""}}),
    "a layer without a name": changed(layers={"": {}}),
    "a layer that is none": changed(layers={"1,1": 5}),
    "first player": changed(first_player=1e400),
    "no first player": changed(first_player=None),
    "offset": replaced(offset=4),
    "before the file": replaced(offset=-4),
    "size": replaced(size=10**9),
    "a huge size": replaced(size=10**400),
    "digest": replaced(sha256="0" * 64),
    "no digest": replaced(sha256=None),
    "more": replaced(more=1),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_wrong_card_is_set_aside_and_not_taken_for_none(name: str, tmp_path: Path) -> None:
    path = put_table(tmp_path, "finkel", one_piece("finkel"))
    CARDS[name](path)
    before = path.with_suffix(".json").read_bytes()
    with pytest.raises(DamagedTable):
        in_time(lambda: open_solved(path))
    assert in_time(lambda: find_table("finkel", 1, tmp_path)) is shipped("finkel")
    assert path.with_name("ur-finkel-1.json.bad-1").read_bytes() == before
    assert path.with_name("ur-finkel-1.values.bad-1").read_bytes() == one_piece("finkel")
    assert not path.exists()


def test_an_unfinished_table_waits_for_its_solver(tmp_path: Path) -> None:
    path = put_table(tmp_path, "finkel", one_piece("finkel"))
    card = card_of(path)
    del card["format"], card["first_player"]
    write_card(path, card)
    assert open_solved(path) is None
    assert not read_table_card(path.with_suffix(".json"), "finkel", 1).finished
    assert find_table("finkel", 1, tmp_path) is shipped("finkel")
    assert path.exists()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are of POSIX")
@pytest.mark.parametrize("thing", [pipe, folder, device])
@pytest.mark.parametrize("suffix", [".values", ".json"])
def test_what_is_no_file_is_not_waited_for(
    suffix: str, thing: Callable[[Path], None], tmp_path: Path
) -> None:
    path = put_table(tmp_path, "finkel", one_piece("finkel"))
    thing(path.with_suffix(suffix))
    with pytest.raises(DamagedTable):
        in_time(lambda: open_solved(path))
    assert in_time(lambda: find_table("finkel", 1, tmp_path)) is shipped("finkel")
    assert os.path.lexists(path.with_name(f"ur-finkel-1{suffix}.bad-1"))


@pytest.mark.lab
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are of POSIX")
@pytest.mark.parametrize("thing", [pipe, folder, device])
@pytest.mark.parametrize("suffix", [".values", ".json"])
def test_solving_waits_for_nothing_either(
    suffix: str, thing: Callable[[Path], None], tmp_path: Path
) -> None:
    path = put_table(tmp_path, "finkel", one_piece("finkel"))
    thing(path.with_suffix(suffix))
    found = in_time(lambda: LayerSolver("finkel", 1, tmp_path).solve(), 60)
    assert found.aside
    assert open_solved(path) is not None


@pytest.mark.lab
def test_compiled_code_is_kept_apart_from_saved_data(tmp_path: Path) -> None:
    compiled()
    kept = os.environ["NUMBA_CACHE_DIR"]
    assert "open-mind-arcade-cache" in kept
    LayerSolver("finkel", 1, tmp_path).solve()
    assert sorted(file.suffix for file in tmp_path.rglob("*")) == [".json", ".values"]


def test_values_that_end_before_their_place_follow_no_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def short(*place: object) -> float:
        raise IndexError("the layer ends before")

    table = shipped("finkel")
    monkeypatch.setattr(table, "value", short)
    assert not follows_rules(table, 1, 1)
