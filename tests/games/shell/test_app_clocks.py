"""Clocks that jump and devices that come and go while somebody plays.

The clock of the loop stands still, creeps or leaps a day ahead, as after a night with the lid
closed; the calendar goes back to the year 1 or on to 9999; gamepads and loudspeakers are plugged
in and pulled out. The arcade plays on, and what it kept can be continued.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from games import catalog
from games.shell import app as app_module
from games.shell.app import App
from games.shell.audio.sound import Sound
from games.shell.draw.sprites import SpriteCache
from games.shell.pages.setup import SetupPage
from games.shell.start import DOORS, open_display
from games.shell.table import Table
from games.store.files import Store
from games.store.library import Library
from tests.support.hands import push_button, unseen
from tests.support.homes import open_table, play_turns
from tests.support.quick_files import QuickFiles
from tests.support.storms import Storm
from tests.support.sweep import Sweep, Try, row

LEAPS = (0.0, 1e-6, 1 / 240, 1 / 60, 1 / 60, 0.4, 3.0, 3600.0, 86_400.0, 1e9)
"""Seconds between two looks at the clock of the loop."""
FRAMES = 40
DAYS = (
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(2024, 2, 29, tzinfo=timezone(timedelta(hours=14))),
    datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone(timedelta(hours=-12))),
)


class Weird:
    """The time of the loop: looked at, it has moved on by anything."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.seconds = rng, 5.0

    def perf_counter(self) -> float:
        self.seconds += self.rng.choice(LEAPS)
        return self.seconds

    def sleep(self, seconds: float) -> None:
        assert seconds == seconds
        assert seconds < 3600, "it would sleep for ever"
        self.seconds += max(0.0, seconds)


@pytest.fixture(autouse=True)
def _drawings(drawings: SpriteCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def opened(folder: Path, rng: Random) -> App:
    """An arcade whose calendar says anything each time it is asked."""
    open_display()
    library = Library(Store(folder, QuickFiles()), now=lambda: rng.choice(DAYS))
    made = App(library, Sound(silent=True), DOORS, size=(1280, 720))
    made.push(made.first_scene())
    return made


def device(storm: Storm, rng: Random) -> pygame.event.Event:
    """Something was plugged in, pulled out, or does as it likes."""
    kinds = (pygame.JOYDEVICEADDED, pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED)
    if rng.random() < 0.5:
        index = rng.choice((0, 1, 7, -1, 1 << 30))
        more: dict[str, Any] = {"device_index": index, "which": index, "iscapture": 0}
        return pygame.event.Event(rng.choice(kinds), **more)
    return rng.choice((storm.weather, storm.pad, storm.hat, storm.axis, storm.key))()


def queue(rng: Random, frames: int) -> Iterator[list[pygame.event.Event]]:
    """What the system reports, look by look; in the end the window is closed."""
    storm = Storm(rng.getrandbits(30), lambda: (1280, 720))
    for _ in range(frames):
        yield [device(storm, rng) for _ in range(rng.randint(0, 3))]
    while True:
        yield [pygame.event.Event(pygame.QUIT)]


def live_through(folder: Path, one: Try) -> str:
    """Play in weird time until the window is closed, open it anew, and play on."""
    rng = one.rng
    game = rng.choice(catalog.GAMES)
    app = opened(folder, rng)
    app.change_settings(last_profile=app.library.create("Ada").id)
    with unseen(app):
        table = open_table(app, game, short=False)
        assert play_turns(app, table, rng.randint(1, 4), rng)
    with pytest.MonkeyPatch.context() as patched:
        weird, events = Weird(rng), queue(rng, FRAMES)
        patched.setattr(app_module, "time", weird)
        patched.setattr(pygame.event, "get", lambda: next(events))
        if rng.random() < 0.9:
            app.draw = lambda: None  # type: ignore[method-assign]
        assert app.run() == 0
    assert not app.failed
    app = opened(folder, rng)
    with unseen(app):
        app.push(app.doors.setup(app, game, None))
        page = app.top
        assert isinstance(page, SetupPage)
        if page.saved is not None:
            push_button(page, "Continue")
            assert isinstance(app.top, Table)
            assert app.top.match.turns  # keys may have taken some back, or begun another
            fate = "continued"
        else:
            fate = "ended"  # somebody's storm of keys has given it up, or played it to its end
        assert not app.failed
        app.back_to(app.stack[0])
        assert play_turns(app, open_table(app, game), 1, rng) == 1
    app.close()
    return fate


@row("sittings in weird time", everyday=6, full=2_000, between=120)
def test_clocks_jump_and_devices_come_and_go(tmp_path: Path, sweep: Sweep) -> None:
    fates = sweep.run(lambda one: live_through(tmp_path / str(one.number), one), seconds=60)
    assert not sweep.whole or fates["continued"] > fates["ended"], fates


def test_a_loop_that_would_sleep_for_ever_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "FRAME", 1e6)
    with pytest.raises(AssertionError, match="for ever"):
        live_through(tmp_path, Try(1, Random(1), 1))
