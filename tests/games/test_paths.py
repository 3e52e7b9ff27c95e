"""Where a game is, the line that installs what is missing, and files that may be anything."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from games import paths
from games.paths import ROOT, game_folder, install_command, read_in_time, read_plain
from tests.support.sources import SOURCES, facts


def test_the_folder_of_a_game_is_found_from_anywhere_and_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, null_game: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert game_folder("karate") == ROOT / "games" / "karate"
    assert game_folder(null_game) == ROOT / "tests/support/nullgame/games/nullgame"
    for name in ("nowhere", "no.where", "core", ""):
        assert game_folder(name) is None, name


@pytest.mark.parametrize(
    ("made", "python", "told"),
    [
        (("python", "pip"), ".venv/bin/python", ".venv/bin/pip"),
        (("python",), ".venv/bin/python", ".venv/bin/python -m pip"),
        (("python.exe", "pip.exe"), ".venv/bin/python.exe", ".venv/bin/pip.exe"),
    ],
)
def test_an_environment_below_the_folder_is_named_by_its_path(
    made: tuple[str, ...],
    python: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in made:
        (tmp_path / ".venv" / "bin" / name).touch()
    monkeypatch.chdir(tmp_path)
    shown = install_command("requirements-lab.txt", str(tmp_path / python))
    first, *rest = told.split()
    assert shown == " ".join([str(Path(first)), *rest, "install -r requirements-lab.txt"])


def test_an_interpreter_elsewhere_is_called_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "pip").touch()
    monkeypatch.chdir(tmp_path / "here")
    shown = install_command("requirements.txt", str(tmp_path / "python"))
    assert shown == "python -m pip install -r requirements.txt"


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_what_is_no_plain_file_is_not_waited_for(kind: str, tmp_path: Path) -> None:
    path = tmp_path / kind
    if kind == "device":
        path = Path("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    begun = time.monotonic()
    with pytest.raises(OSError, match="not a plain file"):
        read_in_time(path, 100, 60.0)
    assert time.monotonic() - begun < 30, "it waited"


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 100)
    assert read_in_time(path, 100, 60.0) == b"x" * 100
    with pytest.raises(OSError, match="too large"):
        read_in_time(path, 99, 60.0)
    with pytest.raises(FileNotFoundError):
        read_in_time(tmp_path / "b.txt", 99, 60.0)
    with pytest.raises(OSError, match="no name of a file"):
        read_in_time(Path("a\0b"), 99, 60.0)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
def test_what_the_system_makes_up_is_not_read() -> None:
    """Its size is 0, and to read it may take what others should read, or wait for ever."""
    assert Path("/proc/self/status").read_bytes()
    assert read_plain(Path("/proc/self/status"), 1 << 20) == b""


def test_a_disk_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    (tmp_path / "far.txt").write_text("far")

    def far(path: Path, most: int) -> bytes:
        answers.wait(60)
        return b""

    monkeypatch.setattr(paths, "read_plain", far)
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="does not answer"):
        read_in_time(tmp_path / "far.txt", 100, 0.05)
    assert time.monotonic() - begun < 30
    answers.set()


def test_the_arcade_starts_python_by_its_own_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert paths.python("-m", "ai.worker") == [sys.executable, "-m", "ai.worker"]
    monkeypatch.setattr(paths, "FROZEN", True)
    assert paths.python("-P", "host.py", "bot.py")[1:] == ["--as-python", "-P", "host.py", "bot.py"]
    assert install_command("requirements-lab.txt").endswith("install open_mind_arcade-*.whl")
    told = paths.lacks("The service of guess", "aiohttp", "requirements-service.txt")
    assert told == (
        "The service of guess needs aiohttp, which is not in this program. Install the arcade into "
        "a Python of yours, in the folder of this program: "
        "`python -m pip install open_mind_arcade-*.whl`."
    )


def test_what_is_said_names_the_arcade_as_it_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Run `main.py games`, not /x/main.py."
    assert (paths.arcade_command("games"), paths.as_called(text)) == ("main.py games", text)
    monkeypatch.setattr(paths, "STARTED_AS", "open-mind-arcade")
    assert paths.arcade_command("games") == "open-mind-arcade games"
    assert paths.as_called(text) == "Run `open-mind-arcade games`, not /x/main.py."


def test_sentences_that_a_window_may_show_name_no_main_py() -> None:
    """Games and agents make them by `arcade_command`; a figure's command is one of a checkout."""
    named = re.compile(r"main\.py[ :]")
    wrong = {
        name
        for name, source in SOURCES.items()
        if name.startswith(("games/", "ai/"))
        and not name.startswith("ai/lab/")
        and any(named.search(text) for text in facts(source).texts)
    }
    assert wrong == {"games/measured.py"}
    assert "main.py" in SOURCES["games/guess/service/command.py"], "which knows no other module"


def test_no_other_module_names_the_interpreter() -> None:
    """Only `paths.python` knows how a program with Python inside is started as Python."""
    named = re.compile(r"sys\.executable|sys import [^\n]*executable")
    found = {name for name, source in SOURCES.items() if named.search(source)}
    assert found == {"games/paths.py", "ai/lab/wheel/start.py"}  # the program itself
