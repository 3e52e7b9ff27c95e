"""What was played is on the disk within seconds, however fast, in every game, whatever is shown."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from games import log
from games.session.session import SAVE_EVERY
from games.session.setup import HUMAN
from games.shell.app import App
from games.shell.opening import open_game
from games.shell.table import Table
from tests.support.hands import key, unseen
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
    assert len(watch.played) > 15
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
