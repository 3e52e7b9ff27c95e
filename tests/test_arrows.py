"""Who may import whom (DESIGN.md, "The house"), read from the source, and what nobody may call.

A layer is a kind of file; `ALLOWED` says which project modules it may import. What play needs
comes from the standard library, numpy and pygame alone.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import catalog
from games.paths import ROOT

GAME = r"games\.(?!shell\b)(?P<game>\w+)"
CORE = r"games\.(core|streams|intervals|paths)"
STORES = r"games\.(formats|disk|store|profiles|statistics|library|log|catalog|habits)"
ALLOWED = {
    "core": rf"games|{CORE}|{STORES}",
    "rules": rf"{CORE}|OWN",
    "scene": rf"games|{CORE}|games\.(habits|statistics|catalog)|games\.shell(\.\w+)*|ai\.core|OWN",
    "shell": rf"games|{CORE}|{STORES}|games\.shell(\.\w+)*|ai\.core",
    "ai": rf"games|{CORE}|games\.(log|catalog)|ai(\.(?!lab)\w+)*|RULES",
    "lab": r"games|games\.(?!shell)\w+(\.(?!scene)\w+)*|ai(\.\w+)*",
    "main": r"ai\.lab\.command_line",
}
LIBRARIES = {
    "core": {"numpy"},
    "rules": set(),
    "scene": {"pygame", "numpy"},
    "shell": {"pygame", "numpy"},
    "ai": {"numpy"},
    "main": set(),
}
RULES = {"__init__.py", "rules.py", "rulesets.py", "maze.py"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill", "joblib"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
EXTRAS = {("ai", "numba"): {"ur_sweep.py"}}
"""What only solving needs, in files that play never imports."""
LAUNCHES = {("lab", "games.shell.app")}
"""The command line opens windows, inside its functions."""


def layer(path: Path) -> str:
    """The layer of a file, by its place."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] != "games":
        return "main" if parts == ("main",) else "lab" if parts[1] == "lab" else "ai"
    if len(parts) == 2:
        return "core"
    if parts[1] == "shell":
        return "shell"
    return "rules" if path.name in RULES else "scene"


def imported(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The full name of every module that is imported anywhere in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            module = node.module or ""
            for alias in node.names:
                below = f"{module}.{alias.name}"
                is_module = (ROOT / f"{below.replace('.', '/')}.py").exists()
                is_package = (ROOT / below.replace(".", "/")).is_dir()
                yield (below if is_module or is_package else module), node


def problems(path: Path, source: str, kind: str) -> list[str]:
    """Every import and call in a file that its layer may not have."""
    tree = ast.parse(source)
    own = rf"games\.{path.parent.name}(\.\w+)*" if kind in ("rules", "scene") else "never"
    rules = rf"{GAME}(\.(?!scene\b|help\b|drawing\b)\w+)*"
    allowed = ALLOWED[kind].replace("OWN", own).replace("RULES", rules)
    wrong = [
        (node.lineno, f"imports {name}")
        for name, node in imported(tree)
        if not may_import(kind, allowed, name, node.col_offset > 0, path.name)
    ]
    wrong += [(call.lineno, "calls what nobody may") for call in forbidden_calls(tree)]
    return [f"{path.name}:{line} ({kind}) {what}" for line, what in wrong]


def may_import(kind: str, allowed: str, name: str, inside: bool, path_name: str) -> bool:
    """Whether a layer may import a module (`inside` a function, or at its top)."""
    top = name.split(".")[0]
    if (kind, top) in EXTRAS:
        return path_name in EXTRAS[kind, top]
    if top in ("games", "ai"):
        return bool(re.fullmatch(allowed, name)) or (inside and (kind, name) in LAUNCHES)
    if top in FORBIDDEN_MODULES:
        return False
    if kind == "lab":
        return top != "pygame"
    return top in sys.stdlib_module_names or top in LIBRARIES[kind]


def forbidden_calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that run text as code, or that let arrays bring code along."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        named = isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS
        pickles = any(
            keyword.arg == "allow_pickle" and ast.unparse(keyword.value) != "False"
            for keyword in node.keywords
        )
        if named or pickles:
            yield node


FILES = [
    ROOT / "main.py",
    *sorted((ROOT / "games").rglob("*.py")),
    *sorted((ROOT / "ai").rglob("*.py")),
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_arrows(path: Path) -> None:
    assert problems(path, path.read_text(encoding="utf-8"), layer(path)) == []


def test_every_layer_is_there() -> None:
    layers = [layer(path) for path in FILES]
    assert set(layers) >= {"core", "rules", "shell", "ai", "lab", "main"}
    for game_id in catalog.GAMES:
        assert layer(ROOT / "games" / game_id / "rules.py") == "rules"


WRONG = (
    ("games/karate/rules.py", "import ai.core"),
    ("games/karate/rules.py", "import numpy"),
    ("games/karate/rules.py", "from games.numbers.rules import GAME"),
    ("games/karate/rules.py", "def f():\n    import pygame"),
    ("games/karate/scene.py", "from games.numbers import scene"),
    ("games/karate/scene.py", "from ai.karate import AGENTS"),
    ("games/core.py", "from games.shell import app"),
    ("games/core.py", "from ai import core"),
    ("games/shell/app.py", "import ai.karate"),
    ("games/shell/app.py", "from games.karate.rules import GAME"),
    ("ai/karate/__init__.py", "import pygame"),
    ("ai/karate/__init__.py", "from games.shell import app"),
    ("ai/karate/__init__.py", "from games.numbers import scene"),
    ("ai/karate/__init__.py", "from ai.lab import arena"),
    ("ai/karate/__init__.py", "import scipy.optimize"),
    ("ai/lab/arena.py", "import pygame"),
    ("ai/lab/arena.py", "import pickle"),
    ("ai/lab/arena.py", "from games.shell.app import run_game"),
    ("main.py", "import pygame"),
    ("ai/karate/__init__.py", "eval('1')"),
    ("ai/karate/__init__.py", "import numpy\nnumpy.load('x', allow_pickle=True)"),
)


@pytest.mark.parametrize(("name", "source"), WRONG)
def test_wrong_arrows_are_seen(name: str, source: str) -> None:
    kind = "scene" if name.endswith("scene.py") else layer(ROOT / name)
    assert len(problems(ROOT / name, source, kind)) == 1


def test_right_arrows_are_allowed() -> None:
    right = (
        ("games/karate/rules.py", "from games.karate import SPEC\nfrom games.core import Game"),
        (
            "ai/karate/__init__.py",
            "import numpy\nfrom games.karate.rules import GAME\nimport ai.sequence.markov",
        ),
        ("ai/lab/command_line.py", "def f():\n    from games.shell.app import run_game"),
        (
            "games/shell/app.py",
            "import pygame\nfrom games import catalog\nfrom ai.core import Mind",
        ),
    )
    for name, source in right:
        assert problems(ROOT / name, source, layer(ROOT / name)) == []


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """What is left when modules that import none of the rest are taken away again and again."""
    left = {name: set(targets) & set(arrows) for name, targets in arrows.items()}
    while free := [name for name, targets in left.items() if not targets & set(left)]:
        for name in free:
            del left[name]
    return sorted(left)


def test_agents_import_each_other_in_no_circle() -> None:
    arrows = {
        f"ai.{path.stem}": {name for name, _ in imported(ast.parse(path.read_text("utf-8")))}
        for path in sorted((ROOT / "ai").glob("*.py"))
    }
    assert len(arrows) > 40
    assert circle(arrows) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["a", "b", "c"]


def test_rules_agents_and_the_command_line_load_without_pygame() -> None:
    names = [f"games.{g}.rules" for g in catalog.GAMES] + [f"ai.{g}" for g in catalog.GAMES]
    names += ["ai.lab.arena", "ai.lab.analyse", "ai.lab.bench", "ai.lab.listing", "main"]
    names += ["ai.lab.training", "ai.lab.karate.analyse", "ai.lab.numbers.analyse"]
    code = f"import sys\nfor name in {names}: __import__(name)\nprint('pygame' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
