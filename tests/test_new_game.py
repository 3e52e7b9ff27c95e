"""The recipe for a new game, carried out in a tree of its own: it plays, passes, and goes again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.paths import ROOT
from tests import new_game
from tests.new_game import BadName

GAME = "penny"
SUITES = (
    *("tests/test_contract.py", "tests/test_promise.py", "tests/test_help_pages.py"),
    *("tests/test_golden.py", "tests/test_golden_minds.py", "tests/ai/lab/test_listing.py"),
    *("tests/games/test_plain.py", "tests/ai/lab/test_bot.py"),
    "tests/ai/lab/environments/test_live.py",
    *("tests/games/shell/pages/test_help.py", "tests/games/shell/pages/test_poster.py"),
    *("tests/games/session/test_line.py", "tests/games/session/test_today.py"),
    *("tests/games/session/test_session_restored.py", f"tests/games/{GAME}"),
)
"""Tests that go over the whole catalogue, and the game's own."""
LEAST = 300
"""Tests that these and those of the whole tree have, at least."""
EVERYDAY = "not sweep and not lab and not window and not service"
WHOLE = ("test_mirror", "test_arrows", "test_walls", "test_pages", "games/test_measured")
"""Tests that read the whole tree."""
OF_OTHERS = (
    *("bots_of_the_page_play", "commands_of_the_arena_can_be_given"),
    "play_needs_no_window_outside_the_shell",
)
"""Tests among them whose results no new game changes, or that repeat what its arrows show."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this tree, which shares the files of assets."""
    made = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", "fixtures", "cases")
    for folder in ("games", "ai", "tests"):
        shutil.copytree(ROOT / folder, made / folder, ignore=ignored)
    for name in ("main.py", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, made / name)
    for shared in ("assets", "tests/cases", "tests/fixtures"):
        (made / shared).symlink_to(ROOT / shared)
    return made


def files(tree: Path) -> dict[str, bytes]:
    """The files of a tree but for assets and what Python compiled."""
    found = (path for folder in ("games", "ai", "tests") for path in (tree / folder).rglob("*"))
    return {
        path.relative_to(tree).as_posix(): path.read_bytes()
        for path in found
        if path.is_file() and "__pycache__" not in path.parts
    }


def passed(tree: Path, *words: str) -> tuple[int, str]:
    """Run tests in a tree; return how many passed, and all that was said of those that failed."""
    usual = (
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=--import-mode=importlib --assert=plain",
        "-m",
        EVERYDAY,
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *usual, *words],
        cwd=tree,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
    )
    found = re.search(r"(\d+) passed", done.stdout)
    count = 0 if found is None else int(found[1])
    return (count, "") if done.returncode == 0 else (count, done.stdout[-6000:] + done.stderr)


def test_a_game_by_the_recipe_passes_and_leaves_no_trace(tree: Path) -> None:
    before = files(tree)
    made = new_game.make(GAME, tree)
    assert set(map(str, made)) == set(files(tree)) - set(before)
    assert all(f"/{GAME}" in f"/{path}" for path in made), "all lies in folders of its own"
    whole = [f"tests/{name}.py" for name in WHOLE]
    chosen = " or ".join((GAME, *(Path(name).name for name in whole)))
    chosen = f"({chosen}) and not {' and not '.join(OF_OTHERS)}"
    count, told = passed(tree, *SUITES, *whole, "-k", chosen)
    assert told == ""
    assert count >= LEAST
    new_game.remove(GAME, tree)
    assert files(tree) == before


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("karate", "games/karate is there already"),
        ("shell", "games/shell is there already"),
        ("core", "games/core.py is there already"),
        ("lab", "ai/lab is there already"),
        ("class", "is no id"),
        ("Connect Four", "is no id"),
        ("../x", "is no id"),
        ("", "is no id"),
    ],
)
def test_an_id_that_is_taken_or_none_is_refused(game: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match=why):
        new_game.check(game)
    assert new_game.main([game]) == 2


def without(name: str) -> Callable[[Path], None]:
    return lambda tree: (tree / name).unlink()


@pytest.mark.sweep
@pytest.mark.parametrize(
    "spoil",
    [
        without(f"games/{GAME}/miniature.py"),
        without(f"games/{GAME}/help/1-rules.md"),
        without(f"games/{GAME}/plain.json"),
        without(f"tests/games/{GAME}/golden/first.txt"),
        without(f"tests/games/{GAME}/golden/minds.txt"),
        without(f"tests/games/{GAME}/test_rules.py"),
    ],
)
def test_a_game_that_lacks_a_part_of_the_recipe_fails(
    tree: Path, spoil: Callable[[Path], None]
) -> None:
    new_game.make(GAME, tree)
    try:
        spoil(tree)
        assert passed(tree, *SUITES, "-k", f"{GAME} or missing or transcripts", "-x")[1] != ""
    finally:
        new_game.remove(GAME, tree)
