"""Packages that pip fetches beside the window: where they go, how far, why they did not come."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from games.store import packages
from games.store.packages import FOLDER, Fetching, look_in, missing, own_environment, reason, wanted

NAME = "a_module_that_no_test_has"
SAID = """
import sys, time
words = sys.argv[1:]
print("Collecting aiohttp<4,>=3.14", flush=True)
print("  Downloading aiohttp (1.8 MB)", flush=True)
"""
COMES = """
from pathlib import Path
print("Installing collected packages: aiohttp", flush=True)
folder = Path(words[words.index("--target") + 1])
folder.mkdir(parents=True)
(folder / "a_module_that_no_test_has.py").write_text("")
(folder / "another").write_text("")
"""


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pip of this test's own, and an environment that cannot be written to."""
    module = tmp_path / "path" / "pip" / "__main__.py"
    module.parent.mkdir(parents=True)
    (module.parent / "__init__.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "path"))
    monkeypatch.setattr(packages, "own_environment", lambda: False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return module


def fetched(root: Path) -> Fetching:
    found = Fetching(["aiohttp>=3.14,<4"], [NAME], root)
    found.wait(20)
    assert found.done
    return found


def test_they_go_among_the_saved_data_and_are_found_there(pip: Path, tmp_path: Path) -> None:
    pip.write_text(SAID + COMES)
    assert missing([NAME, "json"]) == [NAME]
    root = tmp_path / "not" / "made yet"
    found = fetched(root)
    assert (found.problem, found.share) == ("", 1.0)
    assert missing([NAME]) == []
    assert sys.path[-1] == str(root / FOLDER), "behind the environment's own"
    look_in(root)
    assert sys.path.count(str(root / FOLDER)) == 1


def test_half_a_download_is_not_used(pip: Path, tmp_path: Path) -> None:
    """The window is closed, or the process killed, while pip moves what came."""
    root = tmp_path / "data"
    pip.write_text(SAID + COMES + "print('half', flush=True); time.sleep(60)")
    found = Fetching(["aiohttp"], [NAME], root)
    until = time.monotonic() + 20
    while not list(root.glob("*/a_module*")) and not list(root.glob(".*/a_module*")):
        assert time.monotonic() < until
        time.sleep(0.01)
    look_in(root)
    assert missing([NAME]) == [NAME]
    found.end()
    found.wait(10)
    look_in(root)
    assert missing([NAME]) == [NAME]
    pip.write_text(SAID + COMES)
    (root / FOLDER).mkdir()  # as an arcade before left it
    left = root / f".{FOLDER}-dead"
    left.mkdir()
    os.utime(left, (1, 1))
    assert fetched(root).problem == ""
    assert missing([NAME]) == []
    assert (root / FOLDER / "another").exists()
    assert not left.exists()


def test_a_window_that_was_slower_leaves_what_is_there(pip: Path, tmp_path: Path) -> None:
    pip.write_text(SAID + COMES)
    assert fetched(tmp_path).problem == ""
    (tmp_path / FOLDER / "another").write_text("the first one's")
    assert fetched(tmp_path).problem == ""
    assert (tmp_path / FOLDER / "another").read_text() == "the first one's"
    assert [entry.name for entry in tmp_path.iterdir() if "packages" in entry.name] == [FOLDER]


@pytest.mark.skipif(os.name != "posix", reason="rights are others there")
def test_a_folder_in_which_others_can_put_a_program_is_not_used(
    pip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / f"{NAME}.py").write_text("")
    folder.chmod(0o777)
    look_in(tmp_path)
    assert str(folder) not in sys.path
    folder.chmod(0o755)
    monkeypatch.setattr(os, "getuid", lambda: os.stat(folder).st_uid + 1)
    if os.stat(folder).st_uid:
        look_in(tmp_path)
        assert str(folder) not in sys.path
    monkeypatch.undo()
    monkeypatch.setattr(sys, "path", [*sys.path])
    look_in(tmp_path)
    assert str(folder) in sys.path


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("WARNING: Retrying after connection broken by NewConnectionError", "on the internet?"),
        ("Temporary failure in name resolution", "on the internet?"),
        ("ERROR: Could not install: [Errno 28] No space left on device", "no room"),
        ("ERROR: No matching distribution found for aiohttp", "no such package"),
        ("ERROR: a wheel is broken", "were not installed: a wheel is broken"),
        ("", "were not installed: pip failed"),
    ],
)
def test_why_they_did_not_come_is_one_sentence(
    told: str, shown: str, pip: Path, tmp_path: Path
) -> None:
    pip.write_text(f"{SAID}\nprint({told!r})\nsys.exit(1)")
    found = fetched(tmp_path)
    assert shown in found.problem
    assert found.problem == reason(["Collecting aiohttp", told])
    assert missing([NAME]) == [NAME]


def test_what_pip_calls_done_is_looked_at(pip: Path, tmp_path: Path) -> None:
    pip.write_text(SAID)
    assert fetched(tmp_path).problem == f"{NAME} is still missing."


def test_it_is_followed_and_can_be_stopped(pip: Path, tmp_path: Path) -> None:
    pip.write_text(SAID + "time.sleep(60)")
    begun = time.monotonic()
    found = Fetching(["aiohttp"], [NAME], tmp_path)
    while found.share == 0.0:
        assert time.monotonic() - begun < 20
        time.sleep(0.01)
    assert found.doing == "Fetching aiohttp …"
    assert 0 < found.share < 0.2
    found.end()
    found.wait(10)
    assert found.done
    assert time.monotonic() - begun < 25


def test_a_python_without_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages.importlib.util, "find_spec", lambda name: None)
    assert "has no pip" in fetched(tmp_path).problem


def test_only_what_is_wanted_is_asked_for(tmp_path: Path) -> None:
    lines = wanted("requirements-service.txt", ("aiohttp", "segno"))
    assert [line[:5] for line in lines] == ["aioht", "segno"]
    assert all(line[7:8] in ">" or line[5:6] == ">" for line in lines)


def test_a_python_of_the_system_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {"stdlib": tmp_path, "purelib": tmp_path / "site"}
    (tmp_path / "site").mkdir()
    monkeypatch.setattr(packages.sysconfig, "get_path", lambda name: str(places[name]))
    assert own_environment()
    (tmp_path / "EXTERNALLY-MANAGED").write_text("")
    monkeypatch.setattr(sys, "base_prefix", "/elsewhere")
    assert own_environment(), "a virtual environment is one's own"
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    assert not own_environment()
