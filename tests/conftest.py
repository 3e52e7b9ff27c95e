"""What holds for every test: no window, no sound, and a home of its own for saved data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ai
import games
from games import catalog

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))


NULL_GAME = Path(__file__).parent / "fixtures" / "nullgame"


@pytest.fixture
def null_game(monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the null game, which is in the catalogue as long as the test runs."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(NULL_GAME / "games")])
    monkeypatch.setattr(ai, "__path__", [*ai.__path__, str(NULL_GAME / "ai")])
    monkeypatch.setattr(catalog, "GAMES", (*catalog.GAMES, "nullgame"))
    return "nullgame"
