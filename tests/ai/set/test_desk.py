"""The laboratory's process: it counts by stretches, keeps them, and answers what it cannot do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ai.set import desk
from ai.set.desk import LaboratoryDesk

BOARDS = {"op": "run", "what": "random", "deck": "full", "cards": 12}
GAMES = {"op": "run", "what": "game", "policy": "yours", "weights": [2, 1.4, 1, 0.7]}


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "STRETCH", 1e-9)
    monkeypatch.setattr(desk, "SPEED_SECONDS", 1e-9)
    monkeypatch.setattr(desk, "PIECE", 300)
    monkeypatch.setattr(desk, "FEW_GAMES", 5)
    monkeypatch.setattr(LaboratoryDesk, "compiles", False)


def test_stretches_add_up_and_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "player" / "trainings" / "set.npz"
    (tmp_path / "player").mkdir()
    first = LaboratoryDesk()
    assert first.answer({"op": "open", "file": str(file)}) == {
        "op": "opened",
        "counts": {},
        "told": "",
    }
    for stretch in (1, 2):
        told = first.answer(BOARDS)
        assert (told["key"], told["by"]) == ("random full 12", "arrays")
        assert told["figures"]["boards"] == sum(told["figures"]["histogram"]) == 300 * stretch
        assert told["rate"] > 0
    assert first.answer(GAMES)["figures"]["games"] == 5
    again = LaboratoryDesk().answer({"op": "open", "file": str(file)})
    assert again["counts"]["random full 12"]["boards"] == 600
    assert again["counts"]["game yours 100 70 50 35"]["games"] == 5
    first.answer({"op": "forget", "key": "random full 12"})
    again = LaboratoryDesk().answer({"op": "open", "file": str(file)})
    assert list(again["counts"]) == ["game yours 100 70 50 35"]


def test_each_stretch_deals_other_tables() -> None:
    found = LaboratoryDesk()
    first = found.answer(BOARDS)["figures"]["histogram"]
    second = found.answer(BOARDS)["figures"]["histogram"]
    assert [2 * number for number in first] != second[: len(first)]


@pytest.mark.parametrize("solver", ["brute", "pairs", "recursive", "table", "batch"])
def test_speeds_are_measured(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "TIMED", 3)
    told = LaboratoryDesk().answer({"op": "speed", "solver": solver})
    assert told["boards_per_second"] > 0


def test_where_nothing_compiles_there_is_no_speed() -> None:
    told = LaboratoryDesk().answer({"op": "speed", "solver": "compiled"})
    assert told["boards_per_second"] is None


def test_exact_figures() -> None:
    told = LaboratoryDesk().answer({"op": "exact", "deck": "full", "cards": 15})
    assert told["no_set"] == pytest.approx(0.00036469, abs=5e-9)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"op": "fly"},
        {"op": ["open"]},
        {"op": "run", "what": "random", "deck": "full"},
        {**BOARDS, "cards": 99},
        {**GAMES, "policy": "best"},
        {**GAMES, "weights": [1, 2]},
        {**GAMES, "weights": [1, 2, 0, 1]},
        {"op": "speed", "solver": "luck"},
        {"op": "exact", "deck": "half", "cards": 3},
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(message: dict[str, Any]) -> None:
    told = LaboratoryDesk().answer(message)
    assert told["op"] == "error"
    assert told["error"].endswith(".")


def test_lines_that_are_no_messages_are_answered() -> None:
    lines = iter(["nonsense\n", "[1]\n", '{"op": "exact", "deck": "full", "cards": 3}\n'])
    assert [reply["op"] for reply in LaboratoryDesk().talk(lines)] == ["error", "error", "exact"]


@pytest.mark.lab
def test_the_compiled_counter_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(LaboratoryDesk, "compiles", True)
    found = LaboratoryDesk()
    assert found.answer(BOARDS)["by"] == "arrays"
    told = found.answer(BOARDS)
    assert told["by"] == "compiled"
    assert 0.030 < told["figures"]["no_set"]["share"] < 0.034
    assert found.answer(GAMES)["by"] == "compiled"
    assert found.answer({"op": "speed", "solver": "compiled"})["boards_per_second"] > 1e6
