"""What holds for every test: no window, no sound, and a home of its own for saved data.

Tests of the screen take an arcade from here: `app`, the launcher with a player who is called Ada,
or `rig`, a bare floor with hands. Pygame is imported only for them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ai
import games
from games import catalog

if TYPE_CHECKING:
    from games.shell.app import App
    from games.shell.draw.sprites import SpriteCache
    from tests.support.shell_rig import Rig

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))


NULL_GAME = Path(__file__).parent / "support" / "nullgame"


@pytest.fixture
def null_game(monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the null game, which is in the catalogue as long as the test runs."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(NULL_GAME / "games")])
    monkeypatch.setattr(ai, "__path__", [*ai.__path__, str(NULL_GAME / "ai")])
    monkeypatch.setattr(catalog, "GAMES", (*catalog.GAMES, "nullgame"))
    return "nullgame"


@pytest.fixture(scope="session")
def drawings() -> SpriteCache:
    """What was rasterised once serves all tests."""
    from games.shell.draw.sprites import SpriteCache

    return SpriteCache()


@pytest.fixture
def app(tmp_path: Path, drawings: SpriteCache) -> Iterator[App]:
    """The arcade at its launcher, with a player."""
    from games.shell.start import open_app

    arcade = open_app(str(tmp_path))
    arcade.canvas.sprites = drawings
    arcade.push(arcade.first_scene())
    arcade.library.create("Ada")
    yield arcade
    arcade.close()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """An arcade with an empty scene at the bottom, and hands."""
    from tests.support.shell_rig import Rig

    made = Rig(tmp_path)
    yield made
    made.app.close()
