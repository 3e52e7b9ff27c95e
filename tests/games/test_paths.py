"""Where a game is, and the line that installs what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.paths import ROOT, game_folder, install_command


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
