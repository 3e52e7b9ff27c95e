"""Who may import whom, as a white list by folder, read from the source; and what nobody may call.

A row of `ROWS` is a folder or a file and what it may import of the project. The first row whose
pattern fits a file holds for it; a file that no row fits may not be there. Every import counts,
those inside functions and those for types alone too. `{own}` is the game of the file itself.
What play needs comes from the standard library, numpy and pygame alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest

from games import catalog
from games.paths import ROOT
from tests.support.sources import SOURCES, facts

G = r"games\."
PLAIN = "beside|bots|child|fields|keeper|mind|intervals|measured|paths|counting"
BASE = rf"{G}({PLAIN}|core|spec|match|moments|weights|mazes|streams|arrays)"
DRAWING = rf"{G}shell\.(draw(\.\w+)?|input|keys|audio(\.\w+)?|access\.(node|listener))"
ALGORITHMS = r"ai\.(core|desk|files|sentences|sequence(\.\w+)?|belief(\.\w+)?|zerosum(\.\w+)?)"
TABLES = r"rulesets|maze|tiles|deals|options|engine(?:[/.]\w+)?"
GAME_FILES = r"(?!shell/|store/|session/)(?P<own>\w+)"
A_GAME = rf"(?:{'|'.join(catalog.GAMES)})\b"
"""No module of a room that all games share may be one of a game, of the lab or below it."""


class Row(NamedTuple):
    """Files (a pattern of their path), what they may import of ours, and the libraries they may."""

    files: str
    imports: str
    libraries: frozenset[str] = frozenset()


NUMPY = frozenset({"numpy"})
SCREEN = frozenset({"numpy", "pygame"})
LAB = frozenset(
    {"numpy", "numba", "scipy", "joblib", "distributed", "dask", "pyspiel", "royalur", "PIL"}
    | {"gymnasium", "pettingzoo"}
)
ROWS = (
    Row(r"main\.py", r"ai\.lab\.command_line"),
    Row(r"games/__init__\.py|ai/__init__\.py", r"never"),
    Row(
        rf"games/({PLAIN})\.py",
        rf"games|{G}(beside|bots|fields|intervals|keeper|paths|weights)",
    ),
    Row(r"games/weights\.py", rf"{G}(paths|arrays)"),
    Row(r"games/(streams|arrays)\.py", rf"{BASE}", NUMPY),
    Row(r"games/belts\.py", rf"games|{G}(arrays|intervals|measured)", NUMPY),
    Row(r"games/spec\.py", "-"),
    Row(r"games/core\.py", rf"{G}(mind|streams|spec)"),
    Row(r"games/mazes\.py", rf"{G}(core|spec|paths)"),
    Row(r"games/match\.py", rf"{G}(core|spec|streams)"),
    Row(r"games/moments\.py", rf"{G}(core|spec)"),
    Row(r"games/agents\.py", rf"{G}(core|spec|mind|arrays|weights)", NUMPY),
    Row(r"games/exhibition\.py", rf"games|{G}(core|spec|match|catalog)"),
    Row(r"games/log\.py", rf"{G}(core|spec|fields)"),
    Row(r"games/judging\.py", rf"{BASE}|{G}agents"),
    Row(r"games/catalog\.py", rf"games|{G}(bots|core|spec|agents|arrays|judging|mind|paths)"),
    Row(r"games/plain\.py", rf"games|{G}(catalog|core|match|spec)"),
    Row(r"games/store/.*", rf"{BASE}|{G}log|{G}store(\.\w+)?"),
    Row(
        r"games/session/.*",
        rf"games|{BASE}|{G}(agents|belts|log|catalog)|{G}(store|session)(\.\w+)?",
    ),
    Row(r"games/shell/__init__\.py", r"never"),
    Row(
        r"games/shell/(draw|audio)/.*|games/shell/(input|keys|window|miniature|guide_text)\.py",
        rf"games|{BASE}|{DRAWING}|{G}shell\.draw|{G}(exhibition|shell\.miniature)",
        SCREEN,
    ),
    Row(r"games/shell/access/(__init__|node|listener)\.py", rf"{G}shell\.access\.node"),
    Row(
        r"games/shell/access/speech\.py",
        rf"games|{G}(core|match|mind|paths|spec)|{G}shell\.access\.node",
    ),
    Row(
        r"games/shell/access/.*",
        rf"{G}core|{G}shell\.(access\.\w+|draw\.(canvas|display_list)|input|shell|hooks|widgets\.picker|window)",
        SCREEN,
    ),
    Row(
        r"games/shell/shell\.py",
        rf"{BASE}|{DRAWING}|{G}session\.setup|{G}store\.\w+",
        SCREEN,
    ),
    Row(
        r"games/shell/widgets/.*",
        rf"games|{BASE}|{DRAWING}|{G}shell\.(shell|widgets(\.\w+)?)",
        SCREEN,
    ),
    Row(
        r"games/shell/mind/.*",
        rf"games|{BASE}|{DRAWING}|{G}shell\.(shell|widgets\.\w+|mind(\.\w+)?)",
        SCREEN,
    ),
    Row(
        r"games/shell/(hooks|counsel|hinting|ending"
        r"|replay_steps|table|strip_table|opening|pace|watched|actions|workroom|guide)\.py",
        rf"games|{BASE}|{G}(agents|judging|log|catalog)|{G}session\.\w+|{G}store\.\w+|{DRAWING}"
        rf"|{G}shell\.(shell|widgets\.\w+|mind\.\w+|hooks|counsel|ending|access\.(voice|speech)"
        rf"|replay_steps|table|strip_table|watched|pace|actions|guide_text)",
        SCREEN,
    ),
    Row(
        r"games/shell/pages/.*",
        rf"games|{BASE}|{G}(agents|judging|log|catalog)|{G}session\.\w+|{G}store\.\w+|{DRAWING}"
        rf"|{G}shell\.(shell|widgets\.\w+|mind\.\w+|hooks|hinting|workroom"
        rf"|replay_steps|table|watched|pace|actions|opening|miniature"
        rf"|guide_text)"
        rf"|{G}shell\.pages(\.\w+)*",
        SCREEN,
    ),
    Row(
        r"games/shell/(app|page_registry|start|bench|filming)\.py",
        rf"games|{BASE}|{G}(agents|log|catalog)|{G}(session|store)\.\w+|{G}shell(\.\w+)*",
        SCREEN,
    ),
    Row(
        rf"games/{GAME_FILES}/(__init__|rules(/\w+)?)\.py",
        rf"{G}(core|spec|mazes|streams|intervals|measured|paths)"
        rf"|{G}{{own}}(\.(rules(\.\w+)?|{TABLES}))?",
    ),
    Row(rf"games/{GAME_FILES}/asks\.py", rf"{G}(agents|arrays|core|mind)", NUMPY),
    Row(
        rf"games/{GAME_FILES}/({TABLES})\.py",
        rf"{G}(core|spec|mazes|streams|intervals|paths)|{G}{{own}}(\.({TABLES}))?",
    ),
    Row(
        rf"games/{GAME_FILES}/plain\.py",
        rf"{G}(core|plain)|{G}{{own}}(\.(rules(\.\w+)?|{TABLES}))?",
    ),
    Row(
        rf"games/{GAME_FILES}/service/.*",
        rf"{G}(core|fields|spec)|{G}{{own}}(\.(proof|rules(\.\w+)?|service(\.\w+)?))?",
        frozenset({"aiohttp", "segno", "psycopg"}),
    ),
    Row(
        rf"games/{GAME_FILES}/.*",
        rf"games|{BASE}|{G}(agents|catalog|exhibition|judging|log|plain)|{G}(session|shell)(\.\w+)*"
        rf"|{G}store\.(statistics|library|packages|profiles|answers)|{G}{{own}}(?!\.service)(\.\w+)*",
        SCREEN,
    ),
    Row(r"ai/(core|desk|files|sentences)\.py", rf"games|{BASE}|{G}agents|ai\.\w+", NUMPY),
    Row(
        r"ai/bots/.*",
        rf"games|{BASE}|{G}(agents|plain)|{G}store\.(place|bot_minds)|ai\.core|ai\.bots(\.\w+)?",
    ),
    Row(
        r"ai/worker\.py", rf"games|{G}(bots|child|core|spec|match|mind|catalog|keeper|log|weights)"
    ),
    Row(r"ai/belief/.*", rf"games|{BASE}|{G}agents|ai\.(core|files|belief(\.\w+)?)", NUMPY),
    Row(r"ai/sequence/.*", rf"games|{BASE}|{G}agents|ai\.(core|files|sequence(\.\w+)?)", NUMPY),
    Row(
        r"ai/zerosum/.*",
        rf"games|{BASE}|{G}agents|ai\.(core|files|sequence(\.\w+)?|zerosum(\.\w+)?)",
        NUMPY,
    ),
    Row(r"ai/lab/command_line\.py", rf"games|{G}\w+(\.(?!scene)\w+)*|ai(\.\w+)*", LAB),
    Row(
        r"ai/lab/((arena|environments|league|originals)/)?\w+\.py",
        rf"games|{G}(?!shell\b|{A_GAME})\w+(\.\w+)*|ai(\.lab(\.(arena|environments|league))?)?(\.(?!{A_GAME})\w+)?"
        r"|ai\.bots\.player",
        LAB,
    ),
    Row(
        r"ai/lab/(?P<own>\w+)/.*",
        rf"games|{BASE}|{G}(agents|belts|catalog|judging|log|moments|plain)|{G}store\.\w+"
        rf"|{G}{{own}}(\.(?!scene)\w+)*"
        rf"|{ALGORITHMS}|ai\.{{own}}(\.\w+)?|ai\.lab(\.(?!{A_GAME})\w+)*"
        rf"|ai\.lab\.{{own}}(\.\w+)?",
        LAB,
    ),
    Row(r"ai/pelita/.*", rf"{BASE}|{ALGORITHMS}|ai\.ctf(\.\w+)?|{G}ctf(\.(rules|maze))?", NUMPY),
    Row(
        r"ai/(ur/kept|set/kept_counts)\.py",
        rf"{BASE}|{G}store\.(alone|disk|place)|ai\.(files|set\.\w+)",
        NUMPY,
    ),
    Row(
        r"ai/(?P<own>\w+)(/\w+)?\.py",
        rf"games|{BASE}|{G}(agents|catalog)|{G}{{own}}(\.(rules(\.\w+)?|asks|{TABLES}))?"
        rf"|{ALGORITHMS}|ai\.{{own}}(\.\w+)?",
        NUMPY,
    ),
)
EXCEPTIONS = {
    ("games/shell/bench.py", "psutil"): "memory of a process, where it is installed",
    ("ai/ctf/pelita_child.py", "pelita"): "runs a team of Pelita's in a process of its own",
    ("ai/ur/sweep.py", "numba"): "compiled sweeps of the solver, which play never imports",
}
FORBIDDEN_MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}


def module_of(name: str) -> str:
    """The dotted name of a file."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


FILES = {module_of(name): name for name in SOURCES}
OURS = frozenset(FILES)


def imported(source: str) -> Iterator[tuple[str, int]]:
    """The full name of every module that is imported anywhere in a file, and the line."""
    for module, name, line in facts(source).imports:
        below = f"{module}.{name}"
        yield (below if below in OURS else module), line


def row_of(name: str) -> tuple[Row, Mapping[str, str]]:
    """The row that holds for a file, and the game that it names."""
    for row in ROWS:
        found = re.fullmatch(row.files, name)
        if found:
            return row, found.groupdict()
    raise AssertionError(f"{name} stands in no room of the house; see ROWS.")


def problems(name: str, source: str) -> list[str]:
    """Every import and call in a file that its row does not allow."""
    row, named = row_of(name)
    allowed = row.imports.replace("{own}", named.get("own", "never"))
    wrong = [
        f"{name}:{line} imports {module}"
        for module, line in imported(source)
        if not may_import(name, module, allowed, row.libraries)
    ]
    return wrong + [f"{name}:{line} calls what nobody may" for line in forbidden(source)]


def may_import(name: str, module: str, allowed: str, libraries: frozenset[str]) -> bool:
    """Whether a file may import a module."""
    top = module.split(".")[0]
    if top in ("games", "ai"):
        return re.fullmatch(allowed, module) is not None
    if top in FORBIDDEN_MODULES:
        return False
    return top in sys.stdlib_module_names or top in libraries or (name, top) in EXCEPTIONS


def forbidden(source: str) -> list[int]:
    """The lines of calls that run text as code, or that let arrays bring code along."""
    found = facts(source)
    return [*(line for name, line in found.calls if name in FORBIDDEN_CALLS), *found.pickles]


BY_NAME = {
    ("games/shell/pages/league/room.py", "ai.lab.league.desk"): "the league of the command line",
    ("ai/set/desk.py", "ai.lab.set.kernel"): "the compiled counter, where the lab extra is there",
}
"""Modules of the laboratory that a file outside it names in a string, and why that is right."""


def test_no_arrow_to_the_laboratory_is_hidden_in_a_string() -> None:
    found = {
        (name, text)
        for name, source in SOURCES.items()
        if not name.startswith(("ai/lab/", "main.py"))
        for text in facts(source).texts
        if re.fullmatch(r"ai\.lab(\.\w+)*", text)
    }
    assert found == set(BY_NAME)


DRAWN_BY_NAME = {
    ("ai/lab/bench.py", "games.shell.bench"): "frames, where pygame can be loaded",
    ("ai/lab/environments/faces.py", "games.shell.filming"): "`render`, when it is called",
}
"""Modules of the shell that a file of the agents or the laboratory names in a string, and why."""


def test_no_arrow_to_the_shell_is_hidden_in_a_string() -> None:
    found = {
        (name, text)
        for name, source in SOURCES.items()
        if name.startswith("ai/")
        for text in facts(source).texts
        if re.fullmatch(r"games\.(shell(\.\w+)*|\w+\.scene)", text)
    }
    assert found == set(DRAWN_BY_NAME)


def room(name: str) -> str:
    """The folder of the project that a file is in, two deep at most."""
    return "/".join(name.split("/")[:-1][:2])


@pytest.mark.parametrize("folder", sorted({room(name) for name in SOURCES}))
def test_arrows(folder: str) -> None:
    files = [name for name in SOURCES if room(name) == folder]
    assert [problem for name in files for problem in problems(name, SOURCES[name])] == []


def test_the_arrows_of_many_files_are_looked_at() -> None:
    assert len(SOURCES) > 180


def test_every_row_has_files() -> None:
    """But those of rooms that are planned."""
    used = {ROWS.index(row_of(name)[0]) for name in SOURCES}
    unused = [row.files for number, row in enumerate(ROWS) if number not in used]
    assert all("service" in files or "pelita" in files for files in unused)


WRONG = (
    ("main.py", "import games.core"),
    ("games/mind.py", "from games import core"),
    ("games/streams.py", "import games.log"),
    ("games/weights.py", "from games import core"),
    ("games/spec.py", "from games import core"),
    ("games/core.py", "from games import agents"),
    ("games/core.py", "import numpy"),
    ("games/agents.py", "from ai import core"),
    ("games/mazes.py", "from games import catalog"),
    ("games/match.py", "from games import log"),
    ("games/moments.py", "from games import match"),
    ("games/exhibition.py", "from games.store import library"),
    ("games/log.py", "from games.store import library"),
    ("games/log.py", "from games.store.formats import Format"),
    ("games/judging.py", "from games import catalog"),
    ("games/catalog.py", "import ai.karate"),
    ("games/store/files.py", "from games.session import setup"),
    ("games/session/session.py", "from games.shell import table"),
    ("games/session/session.py", "import pygame"),
    ("games/session/host.py", "import ai.worker"),
    ("games/shell/draw/canvas.py", "from games.shell.widgets import basic"),
    ("games/shell/audio/sound.py", "from games.shell import shell"),
    ("games/shell/access/node.py", "from games.shell.draw import canvas"),
    ("games/shell/access/speech.py", "from games.shell import table"),
    ("games/shell/access/reader.py", "from games.shell.pages import page"),
    ("games/shell/shell.py", "from games.shell import table"),
    ("games/shell/shell.py", "def f():\n    from games.shell.pages import launcher"),
    ("games/shell/widgets/basic.py", "from games.shell.pages import page"),
    ("games/shell/mind/panel.py", "from games.shell import table"),
    ("games/shell/table.py", "from games.shell.pages import result"),
    ("games/shell/pages/result.py", "from games.shell import app"),
    ("games/shell/pages/result.py", "from games.karate import rules"),
    ("games/shell/app.py", "import ai.core"),
    ("games/plain.py", "from games.karate import rules"),
    ("games/karate/plain.py", "from games.karate import scene"),
    ("games/karate/rules.py", "from games.karate import scene"),
    ("games/karate/rules.py", "from games.numbers.rules import GAME"),
    ("games/karate/rules.py", "import numpy"),
    ("games/ur/rulesets.py", "from games.ur import rules"),
    ("games/ra/asks.py", "from games.ra import scene"),
    ("games/guess/service/web.py", "import pygame"),
    ("games/guess/classroom/calls.py", "from games.guess.service import views"),
    ("games/guess/service/web.py", "from games.shell import table"),
    ("games/karate/scene.py", "from ai.karate import AGENTS"),
    ("games/karate/scene.py", "from games.numbers import scene"),
    ("games/karate/scene.py", "if TYPE_CHECKING:\n    from ai.core import Agent"),
    ("ai/core.py", "from games.karate import rules"),
    ("ai/bots/player.py", "from games import catalog"),
    ("ai/worker.py", "from ai import karate"),
    ("ai/belief/graph.py", "from games.tracker import maze"),
    ("ai/sequence/predictor.py", "from games.karate import rules"),
    ("ai/sequence/predictor.py", "from ai.zerosum import sensei"),
    ("ai/zerosum/sensei.py", "from games.karate.rules import MOVES"),
    ("ai/zerosum/sensei.py", "from ai.belief import graph"),
    ("ai/karate/sensei.py", "from ai.numbers import reader"),
    ("ai/ur/judge.py", "from games.ur import editor"),
    ("ai/ur/judge.py", "from ai.lab import arena"),
    ("ai/ur/kept.py", "from games.store import files"),
    ("ai/lab/league/desk.py", "from games.shell import table"),
    ("ai/ur/table.py", "import numba"),
    ("ai/lab/analyse.py", "from games.shell import table"),
    ("ai/lab/environments/live.py", "from games.shell import table"),
    ("ai/lab/environments/faces.py", "import pygame"),
    ("games/shell/filming.py", "from games.ur import scene"),
    ("ai/lab/analyse.py", "import pygame"),
    ("games/belts.py", "from games.store import statistics"),
    ("ai/lab/karate/train.py", "from games.numbers import rules"),
    ("ai/lab/karate/train.py", "from ai.lab.ur import batch"),
    ("ai/lab/karate/train.py", "from games.karate import scene"),
    ("ai/pelita/pack.py", "from ai.karate import AGENTS"),
    ("ai/lab/command_line.py", "from games.karate import scene"),
)


@pytest.mark.parametrize("other", catalog.GAMES)
@pytest.mark.parametrize("own", catalog.GAMES)
def test_no_game_of_the_laboratory_imports_another(own: str, other: str) -> None:
    source = f"from ai.lab.{other} import analyse"
    assert (problems(f"ai/lab/{own}/analyse.py", source) == []) == (own == other)
    for shared in ("ai/lab/analyse.py", "ai/lab/arena/play.py"):
        assert problems(shared, source) != []
        assert problems(shared, f"from ai.{other} import AGENTS") != []
        assert problems(shared, f"from games.{other} import rules") != []


@pytest.mark.parametrize(("name", "source"), WRONG)
def test_a_wrong_arrow_is_found(name: str, source: str) -> None:
    assert problems(name, source) != []


def test_every_row_has_a_wrong_arrow_of_its_own() -> None:
    planted = {ROWS.index(row_of(name)[0]) for name, _ in WRONG}
    nothing = {n for n, row in enumerate(ROWS) if row.files.endswith(r"__init__\.py")}
    assert planted | nothing == set(range(len(ROWS)))


def test_a_file_in_no_room_is_found() -> None:
    with pytest.raises(AssertionError, match="no room"):
        row_of("games/new_module.py")


@pytest.mark.parametrize(
    "source",
    ["import pickle", "eval('1')", "exec('')", "__import__('os')", "np.load(p, allow_pickle=True)"],
)
def test_what_nobody_may_call_is_found(source: str) -> None:
    assert problems("games/shell/app.py", source) != []


def circles(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of modules that reach each other, each group sorted (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(arrows.get(module, ())):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            at = stack.index(module)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for module in sorted(arrows):
        if module not in index:
            visit(module)
    return found


def test_no_circle_with_every_import_counted() -> None:
    arrows = {
        module_of(name): {module for module, _ in imported(source)} - {module_of(name)}
        for name, source in SOURCES.items()
    }
    assert circles(arrows) == []
    assert sum(len(targets) for targets in arrows.values()) > 1000


def test_no_circle_of_rooms() -> None:
    """No arrow between two rooms runs back, whichever modules of theirs it joins."""
    rooms: dict[str, set[str]] = {}
    for name, source in SOURCES.items():
        others = {FILES[module] for module, _ in imported(source) if module in FILES}
        rooms.setdefault(room(name), set()).update({room(other) for other in others} - {room(name)})
    assert circles(rooms) == []
    assert len(rooms) > 20


def test_a_circle_is_found() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert circles(arrows) == [["a", "b", "c"]]


THREADS = {
    "games/beside.py": "all work beside the window stands on it",
    "games/child.py": "reads and writes what a process says",
    "games/shell/audio/sound.py": "loads sounds as long as the window has not asked for one",
    "games/shell/bench.py": "the text of a program that watches its own memory",
    "ai/bots/talk.py": "pipes that cannot be waited for, on Windows",
    "ai/worker.py": "a process that reads while it thinks",
    "ai/ctf/pelita_child.py": "a process that reads while it thinks",
    "ai/lab/jobs.py": "a process that ends with the one that started it",
}
"""The files that make threads by hand, each with its reason; all others use `games.beside`."""
THREAD = re.compile(r"\bThread\(")


def test_threads_are_made_in_few_places() -> None:
    found = {name for name, source in SOURCES.items() if THREAD.search(source)}
    assert found == set(THREADS)
    assert THREAD.search("threading.Thread(target=work)")
    assert THREAD.search("from threading import Thread\nThread()")
    assert not THREAD.search("Thread")


A_MODEL = re.compile(rf"games/{GAME_FILES}/model\.py")
"""The knowledge of a game's table beside its state, which knows no window."""
WINDOWLESS = ("walk_steps", "lens", "moment", "half_steps")
"""The model of the tracker's page, which knows no window though its folder may."""


def test_play_needs_no_window_outside_the_shell() -> None:
    """Every module that may not draw, loaded in one process where pygame cannot be imported."""
    names = [module_of(name) for name in SOURCES if row_of(name)[0].libraries != SCREEN]
    names += [f"games.tracker.{name}" for name in WINDOWLESS]
    names += [module_of(name) for name in SOURCES if A_MODEL.fullmatch(name)]
    lab = [name for name in names if not name.startswith("ai.lab") and name != "ai.ur.sweep"]
    code = "import sys, importlib\nsys.modules['pygame'] = None\n" + "\n".join(
        f"importlib.import_module({name!r})" for name in lab if "service" not in name
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(lab) > 80


def test_type_checking_stays_rare() -> None:
    """Twice in the shell; and in two files that are started by their path, for they are to start
    quickly, and `typing` is slow to load.
    """
    found = {name for name, source in SOURCES.items() if "TYPE_CHECKING" in source}
    assert len(found - {"ai/bots/host.py", "games/keeper.py"}) <= 2


ROOMS = ("asks.py", "judge.py")
"""Files that any game may have under these names: who knows one game finds them in the next."""
MOST_FILES = 26
"""Files in a folder: `games` holds one for each part of the protocol and of the ground."""


def test_folders_and_files_stay_small() -> None:
    folders: dict[str, int] = {}
    for name in SOURCES:
        folder, _, file = name.rpartition("/")
        folders[folder] = folders.get(folder, 0) + (file not in ROOMS)
    assert {folder: count for folder, count in folders.items() if count > MOST_FILES} == {}
    long = {name: source.count("\n") for name, source in SOURCES.items()}
    assert {name: lines for name, lines in long.items() if lines > 600} == {}


LARGE = {
    "games/shell/draw/canvas.py:Canvas": "one thing, the drawing surface, with a method a shape",
    "games/session/session.py:Session": "one match; a third are properties of one line",
    "games/shell/table.py:Table": "what every scene of a game has: match, input, corner, pages",
}
"""Classes that may have more than `MOST_METHODS` or `MOST_ATTRIBUTES`, each with its reason."""
MOST_METHODS, MOST_ATTRIBUTES = 34, 26
A_SCENE = re.compile(rf"games/{GAME_FILES}/scene\.py:Scene")
"""The scene of a game has as many methods as the game has to say to its table."""
EXPELLED = re.compile(r"^def \w+\(\w+: Scene\b", re.MULTILINE)
MOST_EXPELLED = 6
"""Functions below a scene that take the scene: methods by another name. To be lowered."""


def games_that_use(name: str) -> set[str]:
    """The games whose own files import a name of `games.agents`; "" stands for shared rooms."""
    return {
        room if (room := path.split("/")[1 + path.startswith("ai/lab/")]) in catalog.GAMES else ""
        for path, source in SOURCES.items()
        if any(
            (module, found) == ("games.agents", name) for module, found, _ in facts(source).imports
        )
    }


def test_a_facet_of_one_game_stands_in_its_asks() -> None:
    defined = {
        found
        for source in SOURCES.values()
        for module, found, _ in facts(source).imports
        if module == "games.agents"
    }
    single = [name for name in sorted(defined) if len(games_that_use(name)) == 1]
    assert [name for name in single if games_that_use(name) != {""}] == []


def test_classes_stay_small() -> None:
    large = {
        f"{name}:{one.name}": (one.methods, one.attributes)
        for name, source in SOURCES.items()
        for one in facts(source).classes
        if one.attributes > MOST_ATTRIBUTES
        or (one.methods > MOST_METHODS and not A_SCENE.fullmatch(f"{name}:{one.name}"))
    }
    assert {key: size for key, size in large.items() if key not in LARGE} == {}
    assert len(LARGE) <= 3
    assert set(LARGE) <= set(large), "what has become small needs no exception any more"


def test_what_a_scene_does_are_its_methods() -> None:
    """A limit of methods made functions of them that take the scene; they come home."""
    found = {
        f"{name}: {line}"
        for name, source in SOURCES.items()
        if re.fullmatch(rf"games/{GAME_FILES}/scene\.py", name)
        for line in EXPELLED.findall(source)
    }
    assert len(found) <= MOST_EXPELLED, sorted(found)


def test_no_private_name_of_another_module() -> None:
    """No `_name` is imported, and no game calls or overrides one of the shell's bases."""
    wrong = []
    for name, source in SOURCES.items():
        for module, imported_name, _ in facts(source).imports:
            if module.split(".")[0] in ("games", "ai") and imported_name.startswith("_"):
                wrong.append(f"{name}: {imported_name}")
        if re.fullmatch(rf"games/{GAME_FILES}/.*", name):
            wrong += [f"{name}: {call}" for call in re.findall(r"super\(\)\._(?!_)\w+", source)]
    assert wrong == []


SEEN = re.compile(r"match\.state\b")


def test_scenes_draw_what_is_seen() -> None:
    """No scene or view reads the whole state; miniatures, pictures and what bench draws
    play matches of their own.
    """
    wrong = [
        name
        for name, source in SOURCES.items()
        if re.fullmatch(rf"games/{GAME_FILES}/.*", name)
        and not name.endswith(("miniature.py", "pictures.py", "heaviest.py"))
        and SEEN.search(source)
    ]
    assert wrong == []


MOST_BARE = 48
"""Parameters and results that are annotated `Any` and nothing else; to be lowered, never raised."""


def test_a_type_is_said() -> None:
    found = {name: len(facts(source).bare) for name, source in SOURCES.items()}
    assert sum(found.values()) <= MOST_BARE
    unnamed = "def f(a: Any, *b: Any, c: dict[str, Any]) -> Any:\n    async def g() -> Any: ..."
    assert facts(unnamed).bare == ("f", "f", "f", "g")


HUES = frozenset({"sky", "orange", "green", "yellow", "blue", "vermillion", "purple"})
PAINTED = re.compile(
    r"games/shell/draw/(theme|roles|night_map)\.py"
    r"|games/shell/widgets/belts\.py"  # belts have these names, too
    r"|games/ctf/board\.py|games/set/(drawing|looks|stage)\.py|games/ur/drawing\.py"
    r"|games/guess/(line|pictures|miniature|classic/drawing|classroom/drawing)\.py"
    r"|games/tracker/(boards|drawing|moment|pictures|miniature|workshop/draw_page)\.py"
    r"|games/tracker/chase/(hiding|hunting|seeking)\.py"
)
"""Files that name a paint: the theme, its roles, and those that draw boards, cards and seats."""


def hues(source: str) -> set[str]:
    """Return the paints that a source names."""
    return HUES.intersection(facts(source).texts)


def test_a_page_names_the_role_of_a_colour_and_no_paint() -> None:
    named = {name for name, source in SOURCES.items() if hues(source)}
    assert sorted(name for name in named if not PAINTED.fullmatch(name)) == []
    unused = [name for name in SOURCES if PAINTED.fullmatch(name) and name not in named]
    assert unused == [], "what names no paint needs no place in the list"
    named_red = {name for name in named if "vermillion" in hues(SOURCES[name])}
    assert named_red <= {
        "games/shell/draw/theme.py",
        "games/shell/draw/roles.py",
        "games/guess/classroom/drawing.py",
    }
    assert hues('canvas.icon("warning", at, 18, "vermillion")') == {"vermillion"}


MEASURED: Final = {
    "games/ctf/board.py": 6,
    "games/ctf/stage.py": 2,
    "games/guess/line.py": 1,
    "games/guess/scene.py": 5,
    "games/jaipur/board.py": 28,
    "games/jaipur/places.py": 4,
    "games/karate/dojo.py": 10,
    "games/numbers/scene.py": 14,
    "games/ra/board.py": 46,
    "games/ra/places.py": 4,
    "games/set/stage.py": 7,
    "games/tracker/boards.py": 1,
    "games/tracker/views.py": 1,
    "games/ur/board.py": 4,
}
"""Files whose layout stands in one table, and the bare numbers that their functions still have."""
MOST_NUMBERS = 2560
"""Bare numbers inside functions of games that draw; to be lowered, never raised."""


def test_layouts_are_tables_and_bare_numbers_get_fewer() -> None:
    drawn = {
        name: facts(source).numbers
        for name, source in SOURCES.items()
        if re.fullmatch(rf"games/{GAME_FILES}/.*", name) and "draw.canvas import" in source
    }
    assert {name: drawn[name] for name in MEASURED} == MEASURED, "lower what has become less"
    assert MOST_NUMBERS - 200 <= sum(drawn.values()) <= MOST_NUMBERS
    assert facts("A = 7\ndef f(b=9):\n    g(3, 0.5, 1)\n    def h(): return 4.5").numbers == 2
