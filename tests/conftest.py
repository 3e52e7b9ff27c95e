"""What holds for every test: no window, no sound, and a home of its own for saved data.

Tests of the screen take an arcade from here: `app`, the launcher with a player who is called Ada,
or `rig`, a bare floor with hands. Pygame is imported only for them.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded; all is small here

import gc
import itertools
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from games import weights
from tests.support import sweep as tier
from tests.support.null_games import NULL_GAMES, know
from tests.support.sweep import sweep as sweep  # the fixture

if TYPE_CHECKING:
    from games.shell.app import App
    from games.shell.draw.sprites import SpriteCache
    from tests.support.hands import Rig

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


def pytest_configure() -> None:
    tier.configure()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier.choose_piece(config, items)


def pytest_collection_finish() -> None:
    """What was imported stays for the whole run: no collection of garbage has to walk it again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in tier.summary(terminalreporter):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests start beside them is compiled once, also where nothing is to be written here."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("bytecode"))


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test, which is made only if something is written there."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    home = next(_homes)
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    weights.choose(None)


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

    from games.shell.draw import canvas, made, sprites

    load, loaded = pygame.image.load, {}

    def loaded_once(file: IO[bytes] | str, name: str = "") -> pygame.Surface:
        if not isinstance(file, BytesIO):
            return load(file)
        text = file.getvalue()
        if text not in loaded:
            loaded[text] = load(file, name)
        return loaded[text].copy()

    class Drawings(sprites.SpriteCache):
        def clear(self) -> None:
            """Nothing: other tests ask for the same again."""

    class AllMade(made.Made):
        def limit(self, texts: int, shapes: int) -> None:
            """Nothing: the bound is that of the whole session."""

        def clear(self) -> None:
            """Nothing: other tests ask for the same again."""

    drawings = Drawings(256 * 1024 * 1024)
    all_made = AllMade(128 * 1024 * 1024, 128 * 1024 * 1024)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(canvas, "SpriteCache", lambda: drawings)
        monkeypatch.setattr(canvas, "Made", lambda: all_made)
        monkeypatch.setattr(pygame.image, "load", loaded_once)
        yield drawings


@pytest.fixture
def brief_miniatures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The miniature of karate has 8 rounds behind it, not 24, in each launcher that is shown."""
    from games.karate import miniature

    monkeypatch.setattr(miniature, "PLAYED", 8)


@pytest.fixture
def app(tmp_path: Path, drawings: SpriteCache, brief_miniatures: None) -> Iterator[App]:
    """The arcade at its launcher, with a player."""
    from games.shell.start import open_app

    arcade = open_app(str(tmp_path))
    arcade.sound.close()  # no device is opened and closed for each test
    arcade.push(arcade.first_scene())
    ada = arcade.library.create("Ada")
    arcade.change_settings(last_profile=ada.id, toured=True, guided="hide seek hunt ra ctf")
    yield arcade
    arcade.close()


@pytest.fixture
def rig(tmp_path: Path, drawings: SpriteCache, brief_miniatures: None) -> Iterator[Rig]:
    """An arcade with an empty scene at the bottom, and hands."""
    from tests.support.hands import Rig

    made = Rig(tmp_path)
    yield made
    made.app.close()
