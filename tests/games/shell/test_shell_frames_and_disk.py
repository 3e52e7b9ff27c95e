"""Frames never touch the disk: what they show of players and results is read before them.

A match being played is kept every few seconds; that is the one exception, and no frame here.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from games.session.starting import make_setup
from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.opening import start_table
from games.shell.shell import Scene
from games.shell.table import Table
from games.store.library import Remembered
from tests.support.disk_use import disk_use
from tests.support.hands import look, wait

WARM_UP = 40
POSTERS = 160
"""So many frames bring all drawings of the posters from the launcher's assets to the screen."""
COUNTED = 20


def frames(app: App, count: int) -> None:
    """Draw so many frames, whether anything has changed or not."""
    for _ in range(count):
        look(app)


def used(app: App, warm_up: int = WARM_UP, seen: int = 2) -> list[str]:
    """What frames ask of the disk once a scene stands."""
    wait(app, warm_up / 60, 1 / 60, seen)
    with disk_use() as uses:
        frames(app, COUNTED)
    assert not app.failed
    return uses


def table_of(app: App, game: str, demo: bool = False) -> Table:
    """A new match at the table, as the launcher opens it."""
    table = start_table(app, make_setup(game, None, 5, {}, demo))
    app.push(table)
    return table


def test_the_launcher_is_drawn_without_the_disk(app: App) -> None:
    assert used(app, POSTERS, seen=1) == []


def test_a_launcher_without_a_player_is_drawn_without_the_disk(app: App) -> None:
    player = app.library.current
    assert player is not None
    app.library.delete(player.id)
    assert app.profile is None
    assert used(app, POSTERS, seen=1) == []


@pytest.mark.parametrize("demo", [False, True])
@pytest.mark.parametrize("game", ["karate", "numbers", "ur", "tracker"])
def test_a_match_is_drawn_without_the_disk(app: App, game: str, demo: bool) -> None:
    table = table_of(app, game, demo)
    assert used(app) == []
    assert app.top is table


@pytest.mark.parametrize("game", ["karate", "numbers", "ur"])
def test_a_turn_is_played_without_the_disk(app: App, game: str) -> None:
    table = table_of(app, game)
    frames(app, WARM_UP)
    turns = len(table.match.turns)
    with disk_use() as uses:
        for _ in range(4 * COUNTED):  # less than the seconds after which it is kept
            if table.waiting_for_person is not None and len(table.match.turns) < turns + 2:
                table.choose(next(iter(table.match.legal(0))))
            frames(app, 1)
    assert len(table.match.turns) > turns
    assert uses == []


@pytest.mark.parametrize("page", ["setup", "settings", "players", "result"])
def test_pages_are_drawn_without_the_disk(app: App, page: str) -> None:
    doors = app.doors
    opened: dict[str, Callable[[], Scene]] = {
        "setup": lambda: doors.setup(app, "karate", None),
        "settings": lambda: doors.settings(app),
        "players": lambda: doors.players(app),
        "result": lambda: doors.result(app, table_of(app, "karate")),
    }
    app.push(opened[page]())
    assert used(app) == []


# -- that it would be seen -----------------------------------------------------------------


class Reader(Scene):
    """A scene that looks into a file in every frame, in one of the ways there are."""

    def __init__(self, app: App, look: Callable[[], object]) -> None:
        super().__init__(app)
        self.look = look

    def draw(self, canvas: Canvas) -> None:
        self.look()


def _open_low(path: Path) -> None:
    os.close(os.open(path, os.O_RDONLY))


@pytest.mark.parametrize(
    "look",
    [
        lambda path: open(path).close(),
        lambda path: path.read_text(),
        lambda path: path.open().close(),
        _open_low,
        lambda path: list(path.parent.iterdir()),
        lambda path: list(os.scandir(path.parent)),
        lambda path: path.exists(),
        lambda path: os.path.lexists(path),
    ],
)
def test_every_look_at_the_disk_is_counted(
    app: App, tmp_path: Path, look: Callable[[Path], object]
) -> None:
    path = tmp_path / "file.txt"
    path.write_text("read me")
    app.push(Reader(app, lambda: look(path)))
    assert len(used(app)) >= COUNTED


def test_a_player_read_from_the_disk_in_each_frame_is_seen(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_of(app, "karate")
    monkeypatch.setattr(Remembered, "get", lambda remembered, name, read: read())
    assert len(used(app)) >= COUNTED
