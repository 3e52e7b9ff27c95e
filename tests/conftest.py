"""What holds for every test: no window, no sound, and a home of its own for saved data.

Tests of the screen take an arcade from here: `app`, the launcher with a player who is called Ada,
or `rig`, a bare floor with hands. Pygame is imported only for them.
"""

from __future__ import annotations

import functools
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded; all is small here

import gc
import itertools
import re
import shutil
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

from games import bots, weights
from tests.support import sweep as tier
from tests.support.explained import explaining
from tests.support.null_games import NULL_GAMES, know
from tests.support.sweep import sweep as sweep  # the fixture

if TYPE_CHECKING:
    from games.shell.app import App
    from games.shell.draw.canvas import Canvas
    from games.shell.draw.sprites import SpriteCache
    from tests.support.hands import Rig

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

PLENTY = 4 << 30
"""Bytes that have to be free in memory, many times what a run writes."""


def pytest_configure() -> None:
    tier.configure()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier.choose_piece(config, items)


def pytest_collection_finish() -> None:
    """What was imported stays for the whole run: no collection of garbage has to walk it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """What nobody can foresee comes again each time a test is run, by the seed of the sweeps."""
    with tier.drawn_from(tier.draws_of(item.nodeid, item.get_closest_marker("sweep") is not None)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    """The same for what several tests share, whichever of them is the first."""
    if fixturedef.scope == "function":
        return (yield from explaining())
    with tier.drawn_from(tier.draws_of(f"{fixturedef.baseid} {fixturedef.argname}", False)):
        return (yield from explaining())


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, Any, Any]:
    """A failed assertion shows its values."""
    return (yield from explaining())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in tier.summary(terminalreporter):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests start beside them is compiled once, also where nothing is to be written here."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("bytecode"))


@pytest.fixture(scope="session", autouse=True)
def _quick_disk() -> Iterator[None]:
    """No test cuts the power: what a killed process has written is there without waiting for it."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="session")
def _room(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Path]:
    """Where tests write: in memory where there is plenty, up to the end of the run.

    With `--basetemp=FOLDER` all stays there, to be looked at.
    """
    memory = Path("/dev/shm")
    plenty = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > PLENTY
    asked = getattr(pytestconfig, "workerinput", {}).get("mainargv", sys.argv)
    if any(word.startswith("--basetemp") for word in asked) or not plenty:
        yield tmp_path_factory.mktemp("tests")
        return
    with tempfile.TemporaryDirectory(dir=memory, ignore_cleanup_errors=True) as folder:
        room = Path(folder, "tests")
        room.mkdir()
        yield room


@pytest.fixture(scope="session")
def _homes(_room: Path) -> Iterator[Path]:
    """A folder for each test, which is made only if something is written there."""
    return (_room / f"home-{number}" for number in itertools.count())


@pytest.fixture(scope="session")
def _folders(_room: Path) -> Iterator[Path]:
    """The beginning of the name of each test's folder."""
    return (_room / str(number) for number in itertools.count())


@pytest.fixture
def tmp_path(_folders: Iterator[Path], request: pytest.FixtureRequest) -> Path:
    """As pytest's, but made without a look at the thousands beside it."""
    number, words = next(_folders), re.sub(r"\W", "_", request.node.name)
    folder = number.with_name(f"{number.name}-{words[:30]}")
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _own_home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home = str(next(_homes))
    monkeypatch.setenv("HOME", home)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, f"{home}/{name.lower()}")
    weights.choose(None)


@pytest.fixture
def bot_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for bots and for what they leave in the saved data, to be in."""
    monkeypatch.setenv(bots.DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def null_games(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The ids of the null games, which are in the catalogue as long as the test runs."""
    know(monkeypatch.setattr)
    return NULL_GAMES


@pytest.fixture
def null_game(null_games: tuple[str, ...]) -> str:
    """The id of the null game that takes turns, the template of a game."""
    return null_games[0]


@pytest.fixture
def null_bids(null_games: tuple[str, ...]) -> str:
    """The id of the null game with three sealed seats."""
    return null_games[1]


@pytest.fixture(scope="session")
def drawings() -> Iterator[SpriteCache]:
    """What was rasterised once serves the canvases of all tests, whatever size they change to."""
    import pygame

    from games.ctf import board as flag
    from games.karate import ground
    from games.shell.draw import canvas, made, night_map, sprites
    from games.ur import drawing as ur

    load, loaded = pygame.image.load, {}

    @functools.wraps(load)  # whoever measures memory asks for what is wrapped
    def loaded_once(file: IO[bytes] | str, name: str = "") -> pygame.Surface:
        if not isinstance(file, BytesIO):
            return load(file)
        text = file.getvalue()
        if text not in loaded:
            loaded[text] = load(file, name)
        shown = pygame.display.get_surface() is not None  # then it is made like the window's anyway
        return loaded[text] if shown else loaded[text].copy()

    class Drawings(sprites.SpriteCache):
        def clear(self) -> None:
            """Nothing: other tests ask for the same again."""

    class AllMade(made.MadeTexts):
        def limit(self, texts: int, shapes: int) -> None:
            """Nothing: the bound is that of the whole session."""

        def clear(self) -> None:
            """Nothing: other tests ask for the same again."""

    drawings = Drawings(256 * 1024 * 1024)
    all_made = AllMade(128 * 1024 * 1024, 128 * 1024 * 1024)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(canvas, "SpriteCache", lambda: drawings)
        monkeypatch.setattr(canvas, "MadeTexts", lambda: all_made)
        monkeypatch.setattr(pygame.image, "load", loaded_once)
        monkeypatch.setattr(ground, "Scenery", lent(ground.Scenery, 8))
        monkeypatch.setattr(ur, "_ground", lent(ur._ground, 8))
        painted = lent(night_map.map_picture, 64)
        for module in (night_map, flag):
            monkeypatch.setattr(module, "map_picture", lambda *asked: painted(*asked).copy())
        yield drawings


def lent(make: Callable[..., Any], most: int) -> Callable[..., Any]:
    """What `make` made of the same for another canvas that looks the same; the last so many."""
    kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()

    def found(*asked: Any) -> Any:
        key = tuple(
            (each.scale, each.theme.high_contrast) if hasattr(each, "theme") else each
            for each in asked
        )
        if key not in kept:
            kept[key] = make(*asked)
        kept.move_to_end(key)
        if len(kept) > most:
            kept.popitem(last=False)
        return kept[key]

    return found


@pytest.fixture
def brief_miniatures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The miniatures in the launcher have 8 rounds of karate behind them and 8 moves of the flag,
    not as many as look best.
    """
    from games.ctf import miniature as flag
    from games.karate import miniature as karate

    monkeypatch.setattr(karate, "PLAYED", 8)
    monkeypatch.setattr(flag, "PLAYED", 8)


@pytest.fixture
def app(tmp_path: Path, drawings: SpriteCache, brief_miniatures: None) -> Iterator[App]:
    """The arcade at its launcher, with a player."""
    from games.shell.start import open_app

    arcade = open_app(str(tmp_path))
    arcade.sound.close()  # no device is opened and closed for each test
    arcade.push(arcade.first_scene())
    ada = arcade.library.create("Ada")
    arcade.change_settings(
        last_profile=ada.id, toured=True, guided="hide seek hunt ra ctf set jaipur"
    )
    yield arcade
    arcade.close()


@pytest.fixture
def canvas() -> Canvas:
    """A canvas of 1280 x 720 without a window."""
    import pygame

    from games.shell.draw.canvas import Canvas
    from games.shell.draw.theme import Theme

    pygame.font.init()
    return Canvas(pygame.Surface((1280, 720)), Theme())


@pytest.fixture
def rig(
    request: pytest.FixtureRequest, tmp_path: Path, drawings: SpriteCache, brief_miniatures: None
) -> Iterator[Rig]:
    """An arcade with an empty scene at the bottom, and hands.

    The mark `rig` gives the `size` of the window, the name of a `player`, and settings; with
    `here`, pages of replays think in this process. A parameter of the test is the size, too.
    """
    from tests.support.hands import Rig
    from tests.support.replays import thinking_here

    mark = request.node.get_closest_marker("rig")
    settings = {} if mark is None else dict(mark.kwargs)
    size, here = settings.pop("size", (800, 450)), settings.pop("here", False)
    player = settings.pop("player", "")
    with thinking_here() if here else nullcontext():
        made = Rig(tmp_path, getattr(request, "param", size))
        if player:
            settings["last_profile"] = made.app.library.create(player).id
        if settings:
            made.app.change_settings(**settings)
        yield made
        while here and len(made.app.stack) > 1:
            made.app.pop()
        made.app.close()
