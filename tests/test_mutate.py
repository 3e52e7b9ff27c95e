"""The tool that changes the code at random, tried on a tree of two files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import mutate
from tests.support import mutants

CODE = '''"""Two functions: one is tested at its edge, one only run."""

LEAST = 3


def is_enough(number: int) -> bool:
    return number >= LEAST


def is_many(number: int) -> bool:
    return number > 40
'''
TESTS = """from games.counting import is_enough, is_many


def test_enough():
    assert [is_enough(each) for each in (2, 3, 4)] == [False, True, True]


def test_many():
    is_many(1000)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project of one module, one test file and nothing else."""
    root = tmp_path / "project"
    for name, text in (
        ("games/counting.py", CODE),
        ("tests/games/test_counting.py", TESTS),
        ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = ["."]\n'),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


def asked(folder: Path, *more: str) -> object:
    return mutate.arguments(["--seed", "5", "--count", "2", "--folder", str(folder), *more])


def test_the_hole_is_shown_and_what_is_tested_is_not(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    assert mutate.run(asked(folder), tree) == 1
    head, rows = mutate.read_rows(folder / "rows.jsonl")
    assert head["seed"] == 5
    assert len(rows) == 2
    by_function = {row["key"].split()[1]: row for row in rows}
    assert set(by_function) <= {"is_enough:", "is_many:", ":"}
    for row in rows:
        through = "is_many" in row["key"]
        assert row["status"] == ("survived" if through else "killed"), row
    printed = capsys.readouterr().out
    assert "SURVIVED" in printed
    assert "2 of 2 tried" in printed
    assert (tree / "games/counting.py").read_text(encoding="utf-8") == CODE


def test_every_change_of_the_little_tree_is_judged_rightly(tree: Path, tmp_path: Path) -> None:
    """The reach is by statement: each function has its one test."""
    code = {"games/counting.py": CODE}
    every = mutants.mutants_of("games/counting.py", CODE)
    reach = mutate.reach_of(
        mutate.Tree(tree, tmp_path / "copy", sys.executable), every, code, asked(tmp_path)
    )
    reached = {each.key: reach.tests.get(number, set()) for number, each in enumerate(every)}
    name = "tests/games/test_counting.py::test_"
    assert {key: tests for key, tests in reached.items() if "is_many" in key} == {
        key: {f"{name}many"} for key in reached if "is_many" in key
    }
    assert all(tests == {f"{name}enough"} for key, tests in reached.items() if "enough" in key)
    assert reached["games/counting.py : 3 -> 4"] >= {f"{name}enough"}
    assert len(every) == 8


def test_a_stopped_run_goes_on(tree: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    mutate.run(asked(folder), tree)
    file = folder / "rows.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:2]) + '\n{"key": "cut o', encoding="utf-8")
    mutate.run(mutate.arguments(["--resume", str(file)]), tree)
    rows = mutate.read_rows(file)[1]
    assert {row["key"] for row in rows} == {mutate.json.loads(line)["key"] for line in lines[1:]}
