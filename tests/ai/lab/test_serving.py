"""`main.py serve GAME` finds the service of a game, and says where there is none."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import pytest

from ai.lab.errors import BadArguments
from ai.lab.serving import serve
from games import catalog


def test_a_game_without_a_service_says_so() -> None:
    asked = 0
    for game in catalog.GAMES:
        if game != "guess":
            with pytest.raises(BadArguments, match="has no service"):
                serve(game, [], None)
            asked += 1
    assert asked >= 4


def test_a_service_gets_the_rest_of_the_line(
    null_game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = __import__(f"games.{null_game}", fromlist=["__path__"])
    folder = tmp_path / "service"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "command.py").write_text(
        "def serve(arguments, data_dir):\n    return len(arguments) + (data_dir == 'here')\n"
    )
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    try:
        assert serve(null_game, ["--port", "1"], "here") == 3
    finally:
        for name in [name for name in sys.modules if name.startswith(f"games.{null_game}.service")]:
            del sys.modules[name]


def test_a_missing_extra_names_the_command(
    null_game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = __import__(f"games.{null_game}", fromlist=["__path__"])
    folder = tmp_path / "service"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "command.py").write_text("import no_such_extra_at_all\n")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    try:
        with pytest.raises(BadArguments, match=r"no_such_extra_at_all is missing.*service"):
            serve(null_game, [], None)
    finally:
        for name in [name for name in sys.modules if name.startswith(f"games.{null_game}.service")]:
            del sys.modules[name]
    assert isinstance(package, types.ModuleType)
