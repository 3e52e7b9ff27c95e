"""`main.py serve GAME` finds the service of a game, and says where there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ai.lab import command_line, rooms
from ai.lab.errors import BadArguments
from ai.lab.rooms import serve
from games import catalog


def test_a_game_without_a_service_says_so() -> None:
    asked = 0
    for game in catalog.GAMES:
        if game != "guess":
            with pytest.raises(BadArguments, match="has no service"):
                serve(game, [], None)
            asked += 1
    assert asked >= 4


@contextmanager
def service(game: str, folder: Path, command: str) -> Iterator[None]:
    """A service of a game, made in a folder, with this text as its command."""
    package = __import__(f"games.{game}", fromlist=["__path__"])
    (folder / "service").mkdir()
    (folder / "service" / "__init__.py").write_text("")
    (folder / "service" / "command.py").write_text(command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(package, "__path__", [*package.__path__, str(folder)])
        yield
    for name in [name for name in sys.modules if name.startswith(f"games.{game}.service")]:
        del sys.modules[name]


def test_a_service_gets_the_rest_of_the_line(null_game: str, tmp_path: Path) -> None:
    told = "def serve(arguments, data_dir):\n    return len(arguments) + (data_dir == 'here')\n"
    with service(null_game, tmp_path, told):
        assert serve(null_game, ["--port", "1"], "here") == 3


def test_a_missing_extra_names_the_command(null_game: str, tmp_path: Path) -> None:
    refused = pytest.raises(
        BadArguments, match=r"needs no_such_extra_at_all, which is missing.*service"
    )
    with service(null_game, tmp_path, "import no_such_extra_at_all\n"), refused:
        serve(null_game, [], None)


def test_it_is_listed_only_where_a_game_has_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Starts the service of a game that has one."
    for found, listed in (((), False), (("guess",), True)):
        monkeypatch.setattr(command_line, "services", lambda found=found: found)
        assert command_line.run(["--help"]) == 0
        told = capsys.readouterr().out
        assert (text in told) is listed
        assert "Measures the speeds" in told


def test_where_no_game_has_one_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "services", tuple)
    with pytest.raises(BadArguments, match="karate has no service; no game has one yet"):
        serve("karate", [], None)
    monkeypatch.setattr(rooms, "services", lambda: ("guess", "ra"))
    with pytest.raises(BadArguments, match="karate has no service; choose guess or ra"):
        serve("karate", [], None)
