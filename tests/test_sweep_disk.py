"""Trouble with the folder of saved data while somebody plays: full, read-only, failing, gone, back.

A session plays, ends and begins matches while the trouble comes and goes. Nothing raises; what was
finished while it lasted is counted when it is over, and the match that waits can be continued.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import catalog, log
from games.shell.app import App
from games.shell.draw.sprites import SpriteCache
from games.shell.table import Table
from games.store.disk import Files
from games.store.files import Store
from games.store.library import Library
from tests.support.hands import unseen
from tests.support.homes import arcade, open_table, own_turns, play_turns
from tests.support.sweep import Sweep, Try, row

WRITING = ("write", "flush", "fsync", "mkdir", "link", "replace", "fsync_folder")
TROUBLES = ("full", "read-only", "failing", "now and then", "gone")
LONG = 90.0
"""Seconds after the trouble within which everything is tried again."""


class Weather:
    """What the folder of saved data suffers from now."""

    def __init__(self, folder: Path, rng: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.away = folder, folder.with_name("away")
        self.rng, self.trouble = rng, ""
        for operation in (*WRITING, "open", "unlink"):
            monkeypatch.setattr(Files, operation, self.failing(operation))
        monkeypatch.setattr(os, "fsync", lambda descriptor: None)

    def failing(self, operation: str) -> Callable[..., Any]:
        real = getattr(Files, operation)

        def method(files: Files, *words: Any) -> Any:
            number = self._error(operation, words)
            if number:
                raise OSError(number, "injected")
            return real(files, *words)

        return method

    def _error(self, operation: str, words: tuple[Any, ...]) -> int:
        writes = operation in WRITING or (operation == "open" and words[1] != "rb")
        if self.trouble == "full":
            return errno.ENOSPC if operation in ("write", "flush", "mkdir") else 0
        if self.trouble == "read-only":
            return errno.EROFS if writes or operation == "unlink" else 0
        if self.trouble == "failing":
            return errno.EIO if writes else 0
        if self.trouble == "now and then":
            return errno.EIO if writes and self.rng.random() < 0.3 else 0
        return 0

    def turn(self, trouble: str) -> None:
        """Let other trouble come, or "" for none."""
        if self.trouble == "gone" != trouble:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.away.rename(self.folder)
        if trouble == "gone" != self.trouble:
            self.folder.rename(self.away)
        self.trouble = trouble


class Session:
    """Somebody plays one game, whatever the weather; `finished` counts the matches."""

    def __init__(self, app: App, game: str, rng: Random) -> None:
        self.app, self.game, self.rng = app, game, rng
        self.finished = 0
        self.table: Table = open_table(app, game)

    def step(self) -> None:
        """Play a little, play to the end of the match, or let time pass."""
        way = self.rng.randrange(6)
        if way < 3:
            play_turns(self.app, self.table, self.rng.randint(1, 4), self.rng)
        elif way == 3:
            play_turns(self.app, self.table, 500, self.rng)
        else:
            self.wait(self.rng.choice((0.5, 3.0, 8.0)))
        self.count()

    def count(self) -> None:
        """Count a match that is over and begin the next; one in real time ends by itself."""
        if self.app.top is not self.table:
            self.finished += not self.table.session.setup.practice
            self.app.frame(0.1)
            self.app.back_to(self.app.stack[0])
            self.table = open_table(self.app, self.game)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(int(seconds / 0.5)):
            self.app.frame(0.5)


@pytest.fixture
def folder(tmp_path: Path, drawings: SpriteCache, brief_miniatures: None) -> Iterator[Path]:
    """A folder in memory where the system has one."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path / "data"
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as made:
        yield Path(made) / "data"


def play_in_weather(folder: Path, monkeypatch: pytest.MonkeyPatch, one: Try) -> str:
    """Play with trouble that comes and goes; what was finished and what waits is there at last."""
    game, faults = one.rng.choice(catalog.GAMES), list[str]()
    shutil.rmtree(folder.parent / "away", ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    with monkeypatch.context() as patched:
        weather = Weather(folder, one.rng, patched)
        kinds = one.rng.sample(TROUBLES, one.rng.randint(1, 2))
        with arcade(folder, faults) as app, unseen(app):
            player = app.library.create("Ada")
            app.change_settings(last_profile=player.id, mute=True)
            session = Session(app, game, one.rng)
            for _ in range(one.each):
                if one.rng.random() < 0.3:
                    weather.turn("" if weather.trouble else one.rng.choice(kinds))
                session.step()
            if one.rng.random() < 0.5:  # the other half has to be saved by closing
                weather.turn("")
                session.wait(LONG)
                session.count()
            weather.turn("")
            last = session.table.session
            over = last.over and not last.setup.practice  # it ended, and its page is still to come
            turns, match = 0 if over else own_turns(session.table), last.keeping.match_id
        assert not faults, faults[0]
    check(folder, game, session.finished + over, turns, match)
    return " and ".join(sorted(kinds))


def check(folder: Path, game: str, finished: int, turns: int, match: str) -> None:
    """Everything that was played is on the disk."""
    library = Library(Store(folder))
    player = library.current
    assert player is not None, "the player is gone"
    counted = sum(record.matches for record in library.statistics(player.id).of(game))
    assert counted == finished, f"{game}: {counted} of {finished} finished matches are counted"
    saved = library.matches.newest(player.id, game)
    if turns:
        assert saved is not None, f"nothing is kept of {turns} turns"
        assert saved.match_id == match
        moves = log.decode(saved.text).turns
        assert sum(any(seat == 0 for seat, _ in turn) for turn in moves) == turns


@row("steps in bad weather", everyday=72, full=200 * 40, between=1_200, each=40, each_everyday=12)
def test_what_was_played_outlives_bad_weather(
    folder: Path, monkeypatch: pytest.MonkeyPatch, sweep: Sweep
) -> None:
    """Six sequences of 12 steps everyday; 200 of 40 in the full tier."""
    sweep.run(lambda one: play_in_weather(folder, monkeypatch, one), seconds=100)


def test_what_is_never_tried_again_is_missed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "flush", lambda store: True)
    with pytest.raises(AssertionError, match=r"are counted|is kept|is gone|=="):
        [play_in_weather(folder, monkeypatch, Try(n, Random(n), 20)) for n in (15, 1, 17, 19)]
