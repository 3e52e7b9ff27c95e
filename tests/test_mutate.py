"""The tool that changes the code at random, tried on a tree of two files."""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import mutate
from tests.support import mutants
from tests.support.sources import SOURCES

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


NEW_TESTS = """from games.counting import is_many


def test_the_edge_of_many():
    assert not is_many(40)
    assert is_many(41)
"""


def asked(folder: Path, *more: str) -> argparse.Namespace:
    return mutate.arguments(["--seed", "5", "--count", "2", "--folder", str(folder), *more])


def test_a_hole_is_shown_a_stopped_run_goes_on_and_a_new_test_closes_the_hole(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kept"
    assert mutate.run(asked(folder), tree) == 1
    file = folder / "rows.jsonl"
    head, rows = mutate.read_rows(file)
    assert (head["seed"], len(rows)) == (5, 2)
    alive, killed = sorted(rows, key=lambda row: str(row["status"]), reverse=True)
    assert "is_many" in alive["key"]
    assert (alive["status"], killed["status"]) == ("survived", "killed")
    assert killed["by"] == "tests/games/test_counting.py::test_enough"
    printed = capsys.readouterr().out
    assert "SURVIVED" in printed
    assert "2 of 2 tried" in printed
    assert (tree / "games/counting.py").read_text(encoding="utf-8") == CODE

    whole = file.read_text(encoding="utf-8").splitlines()
    kept = next(line for line in whole[1:] if alive["key"] in json.loads(line)["key"])
    file.write_text(f'{whole[0]}\n{kept}\n{{"key": "cut o', encoding="utf-8")
    assert mutate.run(mutate.arguments(["--resume", str(file)]), tree) == 1
    again = mutate.read_rows(file)[1]
    assert [row["key"] for row in again] == [alive["key"], killed["key"]]

    (tree / "tests/games/test_counting_edges.py").write_text(NEW_TESTS, encoding="utf-8")
    assert mutate.run(mutate.arguments(["--resume", str(file), "--survivors"]), tree) == 0
    assert "test_counting_edges.py::test_the_edge_of_many" in mutate.read_rows(file)[1][0]["by"]


def test_what_was_read_and_named_is_left_out_of_the_count() -> None:
    def row(key: str, status: str) -> dict[str, str]:
        return {"key": key, "status": status, "stratum": "ai"}

    rows = [row("one", "killed"), row("two", "survived"), row("three", "survived")]
    ai = next(
        line
        for line in mutate.table(rows, {"two": "It rounds alike."}).splitlines()
        if line.startswith("ai ")
    )
    assert ai.split() == ["ai", "3", "1", "1", "1", "50.0%"]


def test_every_reason_of_what_is_left_out_is_a_sentence() -> None:
    excused = mutate.left_out(mutate.ROOT)
    for key, reason in excused.items():
        file = key.split()[0]
        assert mutants.stratum(file) in mutants.SHARES
        assert reason.endswith(".")
        assert len(reason) > 20


def test_every_change_of_the_little_tree_is_watched_by_its_statement(
    tree: Path, tmp_path: Path
) -> None:
    """A function's own test goes through it; what stands in the module is reached by both."""
    every = mutants.mutants_of("games/counting.py", CODE)
    copy = mutate.Tree(tree, tmp_path / "copy", sys.executable)
    reach = mutate.reach_of(copy, every, {"games/counting.py": CODE}, asked(tmp_path))
    name = "tests/games/test_counting.py::test_"
    assert len(every) == 8
    for number, each in enumerate(every):
        tests = {"is_enough": {f"{name}enough"}, "is_many": {f"{name}many"}}
        both = {f"{name}enough", f"{name}many"}
        assert reach.tests[number] == tests.get(each.function, both), each
    assert (copy.folder / "games/counting.py").read_text(encoding="utf-8") == CODE


CHANGES = (
    ("if a < b:\n        return 1", "a >= b", "a <= b", "return 0"),
    ("if a and b:\n        a.c()", "(a or b)", "not (a and b)", "pass"),
    ("if not a:\n        raise ValueError", "False"),
    ("return a[b:] if a else b + 3", "b + 1", "b - 3", "4", "(b + 3 if a else a[b:])", "return 0"),
    ("a += 1\n    a.b = True", "a -= 1", "2", "False", "pass"),
)


@pytest.mark.parametrize("row", CHANGES)
def test_each_kind_of_change_is_offered(row: tuple[str, ...]) -> None:
    source = f"def f(a: int, b: int) -> int:\n    {row[0]}\n"
    offered = list(mutants.mutants_of("ai/x.py", source))
    assert set(row[1:]) <= {each.new for each in offered}
    for each in offered:
        assert mutants.is_change(each, source)
        assert each.planted(source).count("\n") == source.count("\n") - each.old.count("\n")


def test_what_is_drawn_follows_from_the_seed_and_is_spread_over_files_and_parts() -> None:
    part = {
        name: text
        for name, text in SOURCES.items()
        if name.startswith(("games/ur/rules", "games/store/", "ai/zerosum/", "ai/lab/karate/"))
    }
    drawn = mutants.draw(part, 12, 3)
    assert len(drawn) == len({each.key for each in drawn}) == 12
    assert {mutants.stratum(each.file) for each in drawn} == {
        "rules",
        mutants.KEPT,
        "ai",
        "lab",
    }
    files = [each.file for each in drawn]
    assert max(map(files.count, files)) <= mutants.MOST_A_FILE
    assert all(mutants.is_change(each, part[each.file]) for each in drawn)


def test_another_seed_draws_other_changes() -> None:
    part = {name: text for name, text in SOURCES.items() if name.startswith("ai/zerosum/")}
    assert mutants.draw(part, 3, 3) == mutants.draw(part, 3, 3) != mutants.draw(part, 3, 4)


def test_every_call_that_watches_leaves_a_program() -> None:
    part = {name: text for name, text in SOURCES.items() if name.startswith("games/session/")}
    drawn = mutants.draw(part, 30, 1)
    changed = mutants.watched(part, drawn)
    assert {each.file for each in drawn} <= set(changed)
    for name, text in changed.items():
        ast.parse(text)
        assert mutants.PROBE in text, name
