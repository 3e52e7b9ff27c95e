"""The one package of the wheel: its own folders come first, and nothing else is taken for them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ai.lab import VERSION
from ai.lab.saving import check_checkout
from games import catalog
from games.paths import ROOT

MOST_BYTES = 16 * 2**20
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay the package out as the wheel does; return the folder to find it in."""
    folder = tmp_path_factory.mktemp("site") / "open_mind_arcade"
    folder.mkdir()
    for name in ("games", "ai"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("main.py", "assets"):
        (folder / name).symlink_to(ROOT / name)
    for name, laid in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"][
        "force-include"
    ].items():
        shutil.copy(ROOT / name, folder / laid)
    return folder.parent


def python(where: Path, words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(where)}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, env=environment
    )


def test_the_functions_are_found_in_a_folder_that_is_no_checkout(
    installed: Path, tmp_path: Path
) -> None:
    code = (
        "import open_mind_arcade as arcade, sys\n"
        "assert 'numpy' not in sys.modules\n"
        "print(len(arcade.games()), arcade.__version__, dir(arcade))\n"
        "import games\n"
        "print(games.__path__)"
    )
    done = python(installed, ["-c", code], tmp_path / "else")
    assert done.stdout.startswith(
        f"{len(catalog.GAMES)} {VERSION} ['__version__', 'env', 'games',"
    ), done.stderr
    assert str(installed / "open_mind_arcade" / "games") in done.stdout


def test_the_package_is_a_program(installed: Path, tmp_path: Path) -> None:
    done = python(installed, ["-m", "open_mind_arcade", "--version"], tmp_path / "else")
    assert (done.stdout, done.returncode) == (f"Open Mind Arcade {VERSION}\n", 0), done.stderr


def test_help_and_refusals_name_the_command_that_is_installed(
    installed: Path, tmp_path: Path
) -> None:
    module = ["-m", "open_mind_arcade"]
    done = python(installed, [*module, "games", "--help"], tmp_path / "else")
    assert done.stdout.startswith("usage: open-mind-arcade games ")
    assert "main.py" not in done.stdout
    done = python(installed, [*module, "play", "chess"], tmp_path / "else")
    assert done.returncode == 2
    assert done.stderr.startswith("open-mind-arcade: ")


def test_another_module_of_that_name_is_named(installed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "else"
    folder.mkdir()
    (folder / "games.py").write_text("")
    code = "import games, open_mind_arcade"
    done = python(installed, ["-c", code], folder)
    assert done.returncode == 1
    assert f"Another module 'games' is loaded ({folder / 'games.py'})" in done.stderr
    done = python(
        installed, ["-c", "import open_mind_arcade, games; print(games.__path__)"], folder
    )
    assert str(installed / "open_mind_arcade" / "games") in done.stdout


def test_a_name_that_is_not_there_is_a_sentence(installed: Path, tmp_path: Path) -> None:
    done = python(installed, ["-c", "import open_mind_arcade as a; a.paly"], tmp_path / "else")
    assert "AttributeError: open_mind_arcade has no 'paly'; it has env, games," in done.stderr


def test_extras_stand_among_the_packages_of_the_laboratory() -> None:
    lab = (ROOT / "requirements-lab.txt").read_text(encoding="utf-8").splitlines()
    extras = PROJECT["project"]["optional-dependencies"]
    heard = (ROOT / "requirements-access.txt").read_text(encoding="utf-8").splitlines()
    assert set(extras) == {"access", "env", "lessons"}
    assert set(extras["access"]) <= set(heard)
    assert set(extras["env"]) < set(extras["lessons"]) <= set(lab)


def test_the_changelog_has_the_version() -> None:
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert first is not None
    assert first[1] == VERSION


def test_what_ships_is_refused_outside_a_checkout(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Only a checkout of the project keeps weights"):
        check_checkout(tmp_path, "weights that ship; leave --ship out")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it with its extra `env`; return the folder of programs."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(pip, check=True)
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.startswith(f"open_mind_arcade-{VERSION}-")
    assert wheel.stat().st_size <= MOST_BYTES
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    programs = folder / "venv" / "bin"
    install = ["-m", "pip", "install", "-q", f"{wheel}[env]"]
    subprocess.run([programs / "python", *install], check=True)
    return programs


@pytest.mark.wheel
def test_the_wheel_plays(fresh: Path, tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "OPEN_MIND_ARCADE_DATA": str(tmp_path / "data"),
    }

    def run(*words: str | Path, code: int = 0) -> str:
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    program, interpreter = fresh / "open-mind-arcade", fresh / "python"
    assert run(program, "--version") == f"Open Mind Arcade {VERSION}\n"
    assert run(interpreter, "-m", "open_mind_arcade", "games", "--json").startswith("{")
    run(program, *["play", "karate", "--demo", "--frames", "90", "--screenshot", "karate.png"])
    assert (tmp_path / "karate.png").stat().st_size > 10_000
    arena = ["arena", "karate", "--agents", "nash,random", "--games", "90", "--option", "rounds=10"]
    one, two = (run(program, *arena, "--jobs", jobs) for jobs in "12")
    assert one.splitlines()[1] == two.splitlines()[1]
    run(interpreter, "-m", "open_mind_arcade", *arena, "--jobs", "2")
    assert "Only a checkout" in run(program, *arena, "--save", code=2)
    assert "Only a checkout" in run(program, *["train", "karate", "--ship"], code=2)
    desk = (
        "import open_mind_arcade; from games.child import Child; desk = Child('ai.numbers.desk');"
        "desk.send({'op': 'none'}); print(desk.take(30.0)['op']); desk.close()"
    )
    assert run(interpreter, "-c", desk) == "error\n"
    checks = ROOT / "tests" / "support" / "environment_checks.py"
    assert run(interpreter, checks).splitlines()[-1] == "13"
