"""`main.py solve ur`: where the table goes, what is printed, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.lab.ur import solve as solve_ur
from ai.ur import school as ur_school
from ai.ur.solve import LayerSolver, Stopped
from ai.ur.table import find_table
from games.spec import BadOption
from games.store.place import BadDataDirectory


def quiet(done: float, text: str) -> None:
    """Tell nobody."""


def test_unknown_rules_and_homeless_machines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="rules"):
        solve_ur.solve("murray", 4, 1, False, "somewhere", quiet)
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BadDataDirectory, match="--data-dir"):
        solve_ur.solve("finkel", 1, 1, False, None, quiet)


@pytest.mark.lab
def test_a_table_is_solved_into_the_data_directory_once(tmp_path: Path) -> None:
    shares = []
    told = solve_ur.solve(
        "finkel", 2, 1, False, str(tmp_path), lambda done, text: shares.append(done)
    )
    assert "0.518572907" in told or "0.518572908" in told
    assert "sweeps in" in told
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert find_table("finkel", 2, tmp_path / "tables").value(0, 0, 2) == pytest.approx(
        0.518572907, abs=1e-8
    )
    assert "solved before" in solve_ur.solve("finkel", 2, 1, False, str(tmp_path), quiet)
    table = tmp_path / "tables" / "ur-finkel-2.values"
    table.write_bytes(table.read_bytes()[:-1])
    told = solve_ur.solve("finkel", 2, 1, False, str(tmp_path), quiet)
    assert told.startswith("The table was damaged and is ur-finkel-2.values.bad-1 now.\n")
    assert "sweeps in" in told


@pytest.mark.lab
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("a file in the way")
    with pytest.raises(BadDataDirectory, match="--data-dir"):
        solve_ur.solve("finkel", 1, 1, False, str(tmp_path), quiet)


@pytest.mark.lab
def test_the_editor_is_told_so_in_the_same_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "tables"
    told = ur_school.solve({"rules": "blitz", "pieces": 1, "folder": str(folder)})
    words = f"The table could not be written to {folder} (Not a directory); choose another folder"
    assert told == {"error": f"{words} with --data-dir."}


@pytest.mark.lab
def test_stopping_keeps_what_is_finished(tmp_path: Path) -> None:
    solver = LayerSolver("finkel", 3, tmp_path)

    def stop(done: float, text: str) -> None:
        if done > 0.3:
            solver.stop()

    with pytest.raises(Stopped):
        solver.solve(stop)
    again = LayerSolver("finkel", 3, tmp_path).solve()
    assert again.reused >= 4
    assert again.first_player == pytest.approx(0.516201102, abs=1e-8)
