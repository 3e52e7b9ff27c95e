"""The lessons of `ai/lessons`: kept unsolved and without outputs, and whole with the solutions.

The tests of the mark `lab` need matplotlib, ipykernel and nbclient.
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from games.paths import ROOT

FOLDER = ROOT / "ai" / "lessons"
LESSONS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
MOST_SECONDS = 60.0
MOST_BYTES = 40_000

WRONG = {
    "1_predict": ("lambda keys, last, k: [0.2, 0.6]", "begins no pair"),
    "2_decide": ("lambda forecast: 5.5", "a list of four numbers"),
    "3_mix": ("lambda mix, gains: min(map(min, gains))", "the smallest entry"),
    "4_filter": ("lambda belief, fits: [b * f for b, f in zip(belief, fits)]", "the products"),
    "5_search": ("lambda values: sum(values) / 5", "the plain mean"),
    "6_learn": (
        "lambda w, x, y, rate: [a + rate * (chance(w, x) - y) * b for a, b in zip(w, x)]",
        "the wrong way",
    ),
    "7_hidden": ("lambda unseen, kind, n: n * unseen[kind] / sum(unseen.values())", "the mean"),
    "8_crowd": ("lambda others: 2 / 3 * sum(others) / len(others)", "your number counts, too"),
}
"""A wrong answer to each exercise, and what the check says about it."""

Cell = dict[str, Any]


def seconds_of_children() -> float:
    """The processor's time of all children that ended: others on the machine change it little."""
    spent = os.times()
    return spent.children_user + spent.children_system


def cells_of(name: str) -> list[Cell]:
    """The cells of a lesson."""
    return json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]


def text_of(cell: Cell) -> str:
    return "".join(cell["source"])


def is_exercise(cell: Cell) -> bool:
    return "exercise" in cell["metadata"].get("tags", ())


def solution_of(name: str) -> str:
    """The teacher's solution of a lesson's exercise."""
    page = (FOLDER / "solutions.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {name}\n+```python\n(.*?)```", page, re.DOTALL | re.MULTILINE)
    assert found, f"solutions.md has no solution of {name}"
    return found[1]


def test_the_lessons_are_numbered_and_the_page_lists_them() -> None:
    assert [name[0] for name in LESSONS] == [str(n + 1) for n in range(len(LESSONS))]
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\((\d_\w+)\.ipynb\)", page) == LESSONS
    solved = (FOLDER / "solutions.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d_\w+)$", solved, re.MULTILINE) == LESSONS


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_kept_small_unsolved_and_without_outputs(name: str) -> None:
    assert (FOLDER / f"{name}.ipynb").stat().st_size <= MOST_BYTES
    cells = cells_of(name)
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], cell["id"]
            assert cell["execution_count"] is None, cell["id"]
    (exercise,) = (cell for cell in cells if is_exercise(cell))
    asked, solved = (
        [node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
        for code in (text_of(exercise), solution_of(name))
    )
    assert ast.dump(asked[0].args) == ast.dump(solved[-1].args)
    assert asked[0].name == solved[-1].name
    assert len(ast.unparse(asked[0]).splitlines()) <= 3  # nothing but a place to fill
    after = text_of(cells[cells.index(exercise) + 1])
    assert after.endswith("print(check())")
    assert sum(text_of(cell).startswith("%%writefile my_") for cell in cells) == 1


@pytest.mark.lab
@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("solved", [True, False], ids=["solved", "unsolved"])
def test_a_lesson_runs_to_its_end_and_judges_the_exercise(
    name: str, solved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("matplotlib")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    kept = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
    book = nbformat.read(io.StringIO(kept), as_version=4)
    nbformat.validate(book)
    number = next(n for n, cell in enumerate(book.cells) if is_exercise(cell))
    if solved:
        book.cells[number].source = answer = solution_of(name)
        asked = re.findall(r"^def (\w+)", answer, re.MULTILINE)[-1]
        wrong = f"{asked} = {WRONG[name][0]}\nprint(check())"
        again = [nbformat.v4.new_code_cell(code) for code in (wrong, answer)]
        book.cells[number + 2 : number + 2] = again
    begun = seconds_of_children()
    where = {"metadata": {"path": str(tmp_path)}}
    options = {"timeout": 4 * MOST_SECONDS, "kernel_name": "python3", "resources": where}
    nbclient.NotebookClient(book, **options).execute()
    assert seconds_of_children() - begun < MOST_SECONDS
    outputs = [list(cell.get("outputs", ())) for cell in book.cells]
    told = "".join(out.get("text", "") for out in outputs[number + 1])
    assert told.startswith("Right!" if solved else "Not yet: "), told
    if solved:
        told = "".join(out.get("text", "") for out in outputs[number + 2])
        assert told.startswith("Not yet: "), told
        assert WRONG[name][1] in told
    assert any("image/png" in out.get("data", {}) for found in outputs for out in found)
    assert not [out for found in outputs for out in found if out.get("name") == "stderr"]
    assert list(tmp_path.glob("my_*.py"))
