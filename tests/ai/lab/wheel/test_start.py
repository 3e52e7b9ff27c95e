"""The begin of a program with Python inside, run by an interpreter as far as that goes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.paths import AS_PYTHON, ROOT

START = ROOT / "ai" / "lab" / "wheel" / "start.py"
TOLD = (
    "import os, sys; print(__name__, os.path.basename(__file__), sys.argv[1:], {0!r} in sys.path)"
)


def python(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(START), *words],
        capture_output=True,
        text=True,
        env={**os.environ, **more},
    )


@pytest.mark.parametrize(("flags", "own"), [((), True), (("-s", "-P"), False), (("-I",), False)])
def test_a_file_is_run_as_python_runs_it(flags: tuple[str, ...], own: bool, tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text(TOLD.format(str(tmp_path)))
    done = python(AS_PYTHON, *flags, str(file), "one", "-m")
    assert done.stdout == f"__main__ told.py ['one', '-m'] {own}\n", done.stderr


def test_a_module_finds_the_folders_of_the_package(tmp_path: Path) -> None:
    package = tmp_path / "open_mind_arcade"
    package.mkdir()
    (package / "told.py").write_text(TOLD.format(str(package)))
    (package / "__init__.py").write_text(f"import sys; sys.path.insert(0, {str(package)!r})")
    done = python(AS_PYTHON, "-m", "told", "one", PYTHONPATH=str(tmp_path))
    assert done.stdout == "__main__ told.py ['one'] True\n", done.stderr


def test_other_words_are_the_arcades(tmp_path: Path) -> None:
    package = tmp_path / "open_mind_arcade"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text("def script(): print('played'); return 5")
    done = python("play", "--as-python", PYTHONPATH=str(tmp_path))
    assert (done.stdout, done.returncode) == ("played\n", 5), done.stderr


def test_other_programs_get_their_own_libraries_back(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text("import os; print(os.environ.get('LD_LIBRARY_PATH'))")
    words = (AS_PYTHON, str(file))
    done = python(*words, LD_LIBRARY_PATH="/inside", LD_LIBRARY_PATH_ORIG="/own")
    assert done.stdout == "/own\n", done.stderr
    if sys.platform == "linux":
        assert python(*words, LD_LIBRARY_PATH="/inside").stdout == "None\n"


def test_the_first_word_is_the_one_that_the_arcade_writes() -> None:
    found = re.search(r'^AS_PYTHON = "(.*)"$', START.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert found[1] == AS_PYTHON
