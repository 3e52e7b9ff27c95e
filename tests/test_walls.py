"""Walls that may only move inwards: what is listed in `walls.json` is allowed, and nothing more.

| wall | what it holds |
|---|---|
| `crumbs` | modules under 120 lines with one reader, which is in their own folder |
| `twice` | public class names that stand in two files |
| `long` | files of more than 450 lines |
| `helpers` | names of test helpers that stand in more than five files, with the number of files |
| `hooks` | scenes that override more than 20 hooks of the table, with their number |
| `methods` | public methods of a scene that are no hook: they belong to the model, or are private |
| `takers` | functions of a game that take its scene: they are methods by another name |

A list gets shorter by `python -m tests.test_walls`, which takes out what is no longer true and adds
nothing. To add a row, write it into the file and say why in the commit.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from games.paths import ROOT
from tests.support import clones
from tests.support.sources import SOURCES, facts
from tests.test_arrows import imported, module_of

FILE: Final = ROOT / "tests" / "walls.json"
WALLS: Final[dict[str, dict[str, int]]] = json.loads(FILE.read_text(encoding="utf-8"))
MOST: Final = {
    "crumbs": 9,
    "twice": 1,
    "long": 26,
    "helpers": 20,
    "hooks": 5,
    "methods": 3,
    "takers": 0,
}
"""How many rows each list has at most; to be lowered, never raised."""

SMALL: Final = 120
FOUND_BY_NAME: Final = frozenset(
    {"__init__", "analyse", "arena", "batches", "bench", "deals", "desk", "solve", "sources"}
    | {"train", "asks", "board", "editor", "guide", "guided", "help_values", "judge", "layout"}
    | {
        "miniature",
        "model",
        "originals",
        "pictures",
        "positions",
        "replay_steps",
        "report",
        "review",
    }
    | {"rules", "scene", "still", "story", "study", "words"}
)
"""Modules that are looked for by their names, in the laboratory or by the tree of a game."""
OF_EVERY_GAME: Final = frozenset(
    {"State", "View", "Scene", "Board", "Look", "Model", "Miniature", "Words", "Report"}
    | {"Judge", "Room", "Encoder", "Form"}
)
"""Classes that every game may have."""
LONG: Final = 450
HELPER: Final = re.compile(r"^def (?!test_)(\w+)", re.MULTILINE)
MOST_ALIKE: Final = 200
"""Lines of functions that are alike in shape, but for the largest of each group."""


def crumbs(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the small modules with one reader, which is in their folder, and their lines."""
    readers = defaultdict(set)
    for name, source in sources.items():
        for module, _ in imported(source):
            readers[module].add(name)
    found = {}
    for name, source in sources.items():
        folder, _, file = name.rpartition("/")
        others = readers[module_of(name)] - {name}
        if file.removesuffix(".py") in FOUND_BY_NAME or source.count("\n") >= SMALL:
            continue
        if len(others) == 1 and others.pop().rpartition("/")[0] == folder:
            found[name] = source.count("\n")
    return found


def twice(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the public class names that stand in two files or more, and in how many."""
    files = Counter(
        name
        for source in sources.values()
        for name in {one.name for one in facts(source).classes}
        if not name.startswith("_") and name not in OF_EVERY_GAME
    )
    return {name: count for name, count in files.items() if count > 1}


def long(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the long files, and their lines."""
    lines = {name: source.count("\n") for name, source in sources.items()}
    return {name: count for name, count in lines.items() if count > LONG}


def helpers(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the names of functions that more than five files of tests define for themselves."""
    files = Counter(name for source in sources.values() for name in set(HELPER.findall(source)))
    return {name: count for name, count in files.items() if count > 5}


TABLES: Final = (
    ("games/shell/shell.py", "Scene"),
    ("games/shell/hooks.py", "Hooks"),
    ("games/shell/table.py", "Table"),
    ("games/shell/watched.py", "WatchedTable"),
    ("games/shell/guide.py", "GuidedTable"),
)
"""The bases of every scene, whose methods are its hooks."""
MOST_HOOKS: Final = 20
A_SCENE: Final = re.compile(r"games/[a-z]+/scene\.py")
A_GAMES: Final = re.compile(r"games/(?!shell|session|store)[a-z]+/")
A_TABLES: Final = re.compile(r"games\.(shell\.(table|hooks|guide|watched)|[a-z]+\.scene)")
SCENES: Final = frozenset(name for _, name in TABLES)
GUIDES: Final = ("/guide_points.py", "/lessons.py")
A_SLICE: Final = re.compile(r"(Table|Scene|Stage|Page)$")


@functools.cache
def methods(source: str, name: str) -> frozenset[str]:
    """Return the names of the methods of a class at the top of a source; none without it."""
    found = [n for n in ast.parse(source).body if isinstance(n, ast.ClassDef) and n.name == name]
    defined = (each for one in found for each in one.body if isinstance(each, ast.FunctionDef))
    return frozenset(each.name for each in defined)


def public_methods(sources: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the names of the public methods of every scene of a game, by its file."""
    scenes = {name: methods(text, "Scene") for name, text in sources.items() if A_SCENE.match(name)}
    return {name: frozenset(n for n in found if n[0] != "_") for name, found in scenes.items()}


def hook_names() -> frozenset[str]:
    """Return the names of all hooks."""
    return frozenset().union(*(methods(SOURCES[name], base) for name, base in TABLES))


def hooks(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the scenes with many hooks, and how many."""
    counts = {name: len(own & hook_names()) for name, own in public_methods(sources).items()}
    return {name: count for name, count in counts.items() if count > MOST_HOOKS}


def no_hooks(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the public methods of scenes that are no hook."""
    named = hook_names()
    own = public_methods(sources).items()
    return {f"{name}:{method}": 1 for name, found in own for method in found - named}


def takers(sources: Mapping[str, str]) -> dict[str, int]:
    """Return the functions of games at the top of a module that take a scene of a table.

    A protocol that is named as one (`LessonTable`) is a slice of a scene. The stops of a guide are
    data: when they come and where they point is asked of the table that is explained.
    """
    found = {}
    for name, source in sources.items():
        if not A_GAMES.match(name) or name.endswith(GUIDES):
            continue
        tree = ast.parse(source)
        scenes = {"Scene"} & {one.name for one in facts(source).classes}
        tables = (each for module, each, _ in facts(source).imports if A_TABLES.fullmatch(module))
        scenes |= SCENES & {*tables}
        scenes |= {
            one.name
            for one in tree.body
            if isinstance(one, ast.ClassDef) and A_SLICE.search(one.name)
            if "Protocol" in map(ast.unparse, one.bases)
        }
        for node in tree.body:
            given = node.args.args if isinstance(node, ast.FunctionDef) else ()
            notes = {ast.unparse(each.annotation) for each in given if each.annotation}
            if notes & scenes:
                found[f"{name}:{getattr(node, 'name', '')}"] = 1
    return found


def files_of_tests() -> dict[str, str]:
    """The files of tests, with their texts; the bots among the fixtures are no tests."""
    files = [
        path for path in sorted((ROOT / "tests").rglob("*.py")) if "fixtures" not in path.parts
    ]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in files}


NOW: Final[Mapping[str, Callable[[], dict[str, int]]]] = {
    "crumbs": lambda: crumbs(SOURCES),
    "twice": lambda: twice(SOURCES),
    "long": lambda: long(SOURCES),
    "helpers": lambda: helpers(files_of_tests()),
    "hooks": lambda: hooks(SOURCES),
    "methods": lambda: no_hooks(SOURCES),
    "takers": lambda: takers(SOURCES),
}


@pytest.mark.parametrize("wall", NOW)
def test_nothing_is_added_to_a_list(wall: str) -> None:
    added = set(NOW[wall]()) - set(WALLS[wall])
    assert not added, f"{wall}: {sorted(added)}"
    assert len(WALLS[wall]) <= MOST[wall]


@pytest.mark.parametrize("wall", ["helpers", "hooks"])
def test_nothing_that_is_listed_grows(wall: str) -> None:
    grown = {name: n for name, n in NOW[wall]().items() if n > WALLS[wall].get(name, n)}
    assert grown == {}, "at most as in the list"


@pytest.mark.sweep
def test_few_functions_are_alike() -> None:
    alike = clones.clusters(SOURCES)
    told = [[f"{one.file}:{one.name}" for one in each] for each in alike[:10]]
    assert clones.repeated(alike) <= MOST_ALIKE, told


ALIKE = "def {f}({x}):\n" + "".join(f"    {{x}}{n} = [n for n in {{x}} if n]\n" for n in range(12))


def test_a_planted_fault_of_each_kind_is_found() -> None:
    planted: dict[str, Any] = {
        "games/x/part.py": "class Part:\n    pass\n",
        "games/x/whole.py": "from games.x.part import Part\n\n\nclass Part2(Part):\n    pass\n",
        "games/y/part.py": "class Part:\n    pass\n" + "\n" * LONG,
    }
    assert twice(planted) == {"Part": 2}
    assert list(long(planted)) == ["games/y/part.py"]
    assert list(helpers({str(n): "def opened(): ...\n" for n in range(6)})) == ["opened"]
    one, same = ALIKE.format(f="f", x="x"), ALIKE.format(f="g", x="y")
    assert clones.repeated(clones.clusters({"a.py": one, "b.py": same})) == 13
    other = same.replace("[n for n in y if n]", "max(y, key=print)")
    assert clones.clusters({"a.py": one, "b.py": other}) == []


def test_a_crumb_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_arrows.OURS", {"games.x.part", "games.x.whole"})
    planted = {"games/x/part.py": "A = 1\n", "games/x/whole.py": "from games.x import part\n"}
    assert crumbs(planted) == {"games/x/part.py": 1}
    assert crumbs({**planted, "games/y/other.py": "from games.x import part\n"}) == {}
    assert crumbs({**planted, "games/x/part.py": "\n" * SMALL}) == {}


def test_a_fault_of_a_scene_is_found() -> None:
    named = sorted(hook for hook in hook_names() if hook[0] != "_")[: MOST_HOOKS + 1]
    body = "".join(f"    def {hook}(self): ...\n" for hook in (*named, "own", "_own"))
    about = "def about(scene: {0}): ...\ndef other(scene: int): ...\n"
    planted = {
        "games/x/scene.py": f"class Scene:\n{body}{about.format('Scene')}",
        "games/x/a.py": "from games.shell.table import Table\n" + about.format("Table"),
        "games/x/b.py": "class ATable(Protocol): ...\n" + about.format("ATable"),
        "games/x/c.py": "class Table(NamedTuple): ...\n" + about.format("Table"),
    }
    assert hooks(planted) == {"games/x/scene.py": MOST_HOOKS + 1}
    assert no_hooks(planted) == {"games/x/scene.py:own": 1}
    planted["games/x/guide_points.py"] = planted["games/x/b.py"]
    assert list(takers(planted)) == [f"games/x/{at}.py:about" for at in ("scene", "a", "b")]


def shrink() -> None:
    """Take out of the lists what is no longer true."""
    kept = {}
    for wall, now in NOW.items():
        found = now()
        kept[wall] = {name: found[name] for name in sorted(WALLS[wall]) if name in found}
        print(f"{wall}: {len(WALLS[wall])} > {len(kept[wall])}")
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    shrink()
