"""What was played is on the disk within seconds, however fast, in every game, whatever is shown."""

from __future__ import annotations

import errno
import math
import os
import random
import signal
from pathlib import Path

import pygame
import pytest

from games import log
from games.session.session import SAVE_EVERY
from games.session.setup import HUMAN
from games.shell.app import App
from games.shell.opening import continue_match, open_game, saved_match
from games.shell.shell import Scene
from games.shell.table import Table
from games.store.disk import Files
from games.store.files import Store
from games.store.later import TRY_EVERY
from games.store.library import Library
from tests.support.disk_use import disk_use
from tests.support.hands import choose, give, key, look, open_for_record, push_button, unseen, until
from tests.support.store_samples import raw_data

STEP = 1 / 30
SECONDS = 16.0
KEYS = {
    "karate": (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4),
    "numbers": (pygame.K_1, pygame.K_3, pygame.K_5),
    "ur": (pygame.K_1, pygame.K_2, pygame.K_1, pygame.K_3),
    "tracker": (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP),
}
LONGEST = {
    "karate": {"rounds": 0},
    "numbers": {"keys": 0},
    "ur": {"pieces": 7},
    "tracker": {"walker": HUMAN},
}


def begun(app: App, game: str) -> Table:
    options = dict(LONGEST[game])
    walker = options.pop("walker", None)
    opponent = {"karate": "seed-argmax", "numbers": "seed", "ur": "greedy"}.get(game)
    table = open_game(app, game, opponent, None, options, False, walker)
    app.push(table)
    return table


def on_the_disk(app: App, game: str) -> int:
    """How many turns of the match are on the disk, read without the store."""
    root = app.library.store.root
    assert root is not None
    kept = list(Path(root).glob(f"profiles/*/match-{game}*.json"))
    return max((len(log.decode(raw_data(path)["text"]).turns) for path in kept), default=0)


class Watch:
    """The clock of a test: when each turn was played, and what the disk holds of them."""

    def __init__(self, app: App, table: Table) -> None:
        self.app, self.table, self.game = app, table, table.setup.game
        self.now, self.looked, self.looks = 0.0, 0.0, 0
        self.played: list[float] = []

    def pass_frame(self, dt: float = STEP, passed: float | None = None) -> None:
        with unseen(self.app):
            self.app.frame(dt, passed)
        self.now += dt if passed is None else passed
        turns = len(self.table.match.turns)
        self.played += [self.now] * (turns - len(self.played))
        if self.now - self.looked > 0.25:
            self.looked = self.now
            self.looks += 1
            due = sum(when <= self.now - SAVE_EVERY for when in self.played)
            assert on_the_disk(self.app, self.game) >= due


@pytest.mark.parametrize("game", KEYS)
def test_a_game_played_fast_is_never_more_than_seconds_behind_on_the_disk(
    app: App, game: str
) -> None:
    """Keys every 0.15 to 0.9 seconds leave hardly a moment in which nothing moves."""
    table, rng = begun(app, game), random.Random(game)
    watch, due = Watch(app, table), 0.0
    while watch.now < SECONDS:
        if watch.now >= due:
            due = watch.now + rng.uniform(0.15, 0.9)
            for code in rng.sample(KEYS[game], 4 if game == "tracker" else 1):  # one leads on
                key(app, code)
        watch.pass_frame()
    assert app.top is table
    assert len(watch.played) > 8, "dice that fall afresh make some matches of Ur slow"
    assert sum(when <= SECONDS - SAVE_EVERY for when in watch.played) > 5
    assert watch.looks > 50


@pytest.mark.parametrize("page", ["help", "pause"])
def test_a_turn_is_kept_while_a_page_lies_over_the_table(app: App, page: str) -> None:
    table = begun(app, "karate")
    watch = Watch(app, table)
    while len(table.match.turns) < 2:
        key(app, pygame.K_1)
        watch.pass_frame()
    key(app, pygame.K_F1 if page == "help" else pygame.K_p)
    assert app.top is not table
    while watch.now < 2 * SAVE_EVERY:
        watch.pass_frame(0.2)
    assert on_the_disk(app, "karate") == len(table.match.turns) >= 2


def test_a_machine_that_draws_slowly_is_no_further_behind(app: App) -> None:
    """Of a long frame only a part moves the picture, but all of it has passed."""
    table = begun(app, "karate")
    watch = Watch(app, table)
    while watch.now < SECONDS:
        key(app, pygame.K_1)
        watch.pass_frame(0.1, passed=0.4)
    assert len(watch.played) > 10


# -- what cannot be kept -------------------------------------------------------------------


def fill(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the disk is full."""

    def full(files: Files, file: object, blob: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Files, "write", full)


def finished(app: App) -> Table:
    """A match that was played to its end."""
    table = open_for_record(app, "karate", "seed-argmax", 3, {"rounds": 10})
    app.push(table)
    until(app, lambda: table.finished or choose(table, "punch") is None)
    return table


def pages(app: App) -> list[str]:
    return [type(scene).__name__ for scene in app.stack]


def test_a_result_that_is_not_kept_is_told_and_kept_by_the_clock(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as disk:
        fill(app, disk)
        table = finished(app)
        assert pages(app)[-1] == "ResultPage"
        assert "the disk is full" in table.session.keeping.lacking
        look(app)
        for _ in range(3):
            app.frame(0.1, TRY_EVERY)
        assert table.session.keeping.lacking
        with disk_use() as uses:  # between two tries frames leave the disk alone
            for _ in range(20):
                look(app)
        assert uses == []
    app.frame(0.1, TRY_EVERY)
    app.frame(0.1)
    assert table.session.keeping.lacking == ""
    assert "Saving works again." in app.toasts.texts
    assert not app.library.matches.any(table.session.owner, "karate")


def test_the_window_says_what_is_lost_before_it_closes(
    app: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as disk:
        fill(app, disk)
        finished(app)
        give(app, pygame.QUIT)
        assert app.running
        assert pages(app)[-1] == "Dialog"
        text = app.top.text  # type: ignore[attr-defined]
        assert "a player's results" in text
        assert "the disk is full" in text
        push_button(app.top, "Try again")
        assert pages(app).count("Dialog") == 1
        give(app, pygame.QUIT)
        assert not app.running
        app.close()
    assert "a player's results" in capsys.readouterr().err


def test_a_window_that_closes_tries_once_more(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as disk:
        fill(app, disk)
        table = finished(app)
        give(app, pygame.QUIT)
        assert app.running
    push_button(app.top, "Try again")
    assert not app.running
    assert Library(Store(app.library.store.root)).statistics(table.session.owner).records


def test_with_everything_kept_the_window_closes_at_once(app: App) -> None:
    table = begun(app, "karate")
    key(app, pygame.K_1)
    app.frame(STEP)
    give(app, pygame.QUIT)
    assert not app.running
    assert on_the_disk(app, "karate") == len(table.match.turns)


def test_the_folder_goes_away_while_a_match_runs_and_comes_back(app: App, tmp_path: Path) -> None:
    table = begun(app, "karate")
    watch = Watch(app, table)
    while len(table.match.turns) < 2:
        key(app, pygame.K_1)
        watch.pass_frame()
    root = app.library.store.root
    assert root is not None
    stick = root.with_name(f"{root.name}-away")
    root.rename(stick)
    try:
        with unseen(app):
            app.frame(0.1, SAVE_EVERY)
            give(app, pygame.WINDOWFOCUSGAINED)  # as on the way back from a file manager
            app.frame(0.1, TRY_EVERY)
        assert app.profile is not None
        assert any("the folder is gone" in text for text in app.toasts.texts)
        table.finish_now()
        assert "the folder is gone" in table.session.keeping.lacking or not table.match.over
        assert not root.exists()
    finally:
        stick.rename(root)
    with unseen(app):
        app.frame(0.1, TRY_EVERY)
    assert app.library.store.waiting == ()
    assert table.session.keeping.lacking == ""
    assert not app.failed


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal there")
def test_the_system_ends_the_arcade_without_a_question(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though something cannot be kept: who waits for the end has nobody to answer."""
    before = signal.getsignal(signal.SIGTERM)
    table = begun(app, "karate")
    choose(table, "kick")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(Files, "write", full)
    monkeypatch.setattr(table, "update", lambda dt: os.kill(os.getpid(), signal.SIGTERM))
    told: list[float] = []
    keep = table.keep_in_time
    monkeypatch.setattr(table, "keep_in_time", lambda dt: (told.append(dt), keep(dt)))
    assert app.run() == 0
    assert told[-1] == math.inf, "it was asked to keep what it must"
    assert not app.stack
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_match_whose_end_is_still_being_shown_is_on_the_disk(app: App) -> None:
    """Killed before its result is there, it goes on to its end and counts."""
    ada = app.library.current
    assert ada is not None
    table = open_for_record(app, "karate", "seed-argmax", 5, {"rounds": 10})
    app.push(table)
    until(app, lambda: table.match.over or (choose(table, "kick") and table.match.over))
    assert app.top is table, "the last blow is still being shown"
    table.keep_in_time(SAVE_EVERY)
    assert on_the_disk(app, "karate") == 10
    kept = saved_match(app, "karate")
    assert kept is not None
    again = continue_match(app, kept)
    app.push(again)
    until(app, lambda: app.top is not again)
    (found,) = app.library.statistics(ada.id).of("karate")
    assert found.matches == 1
    assert saved_match(app, "karate") is None


class Counted(Scene):
    """A scene that counts how often it was told to stand still."""

    paused = 0

    def focus_lost(self) -> None:
        """Nobody looks any longer, as the shell takes it."""
        self.paused += 1


def test_a_window_that_is_opened_begins_hidden_and_pauses_nothing(app: App) -> None:
    """SDL says so of a window before it is first seen; one that is made small does pause."""
    counted = Counted(app)
    app.push(counted)
    app.take_events([pygame.event.Event(pygame.WINDOWMINIMIZED)])
    assert counted.paused == 1
    pygame.event.post(pygame.event.Event(pygame.WINDOWHIDDEN))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert app.run() == 0
    assert counted.paused == 1
