"""The null games as players meet them: launcher, page before a game, play, result, curtain."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from games import catalog
from games.core import Seating
from games.paths import ROOT
from games.session.setup import Setup
from games.shell.app import App
from games.shell.input import Pointer, Press
from games.shell.opening import open_game, start_table
from games.shell.pages.help import HelpPage
from games.shell.pages.launcher import Launcher
from games.shell.pages.overlays import Curtain
from games.shell.pages.result import ResultPage
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from tests.support import storms
from tests.support.null_games import NULL_GAMES
from tests.support.storms import Arcade, rage
from tests.support.sweep import Sweep, Try, row

FRAME = 1 / 60

AGENTS = {
    "nullgame": ("human",),
    "nullbids": ("human", "low", "even"),
    "nullticks": ("human", *("puller",) * 3),
}


def press(app: App, action: str) -> None:
    app.guard(app.top.handle, Press(action))
    app.frame(FRAME)


@pytest.mark.parametrize("game", NULL_GAMES)
def test_a_game_without_more_is_whole(app: App, null_games: tuple[str, ...], game: str) -> None:
    launcher = Launcher(app)
    app.replace(launcher)
    for _ in range(2 * len(catalog.GAMES) + 4):
        app.frame(FRAME)
    tile = next(tile for tile in launcher.tiles if tile.spec is not None and tile.spec.id == game)
    assert tile.poster.problem == ""
    app.push(app.doors.setup(app, game, None))
    assert isinstance(app.top, SetupPage)
    app.frame(FRAME)
    app.push(app.doors.help(app, catalog.spec(game), None))
    assert isinstance(app.top, HelpPage)
    app.frame(FRAME)
    app.pop()
    app.pop()
    assert not app.failed


@pytest.mark.parametrize("game", NULL_GAMES)
def test_it_is_played_to_its_result_by_keys(
    app: App, null_games: tuple[str, ...], game: str
) -> None:
    app.push(open_game(app, game, None, None, {}, False, "human"))
    table: Any = app.top
    assert isinstance(table, Table)
    presses = 0
    for _ in range(400):
        if app.top is not table:
            break
        press(app, "choice_1")
        app.frame(0.05)
        presses += 1
    assert isinstance(app.top, ResultPage)
    assert presses >= 3
    report = app.top.report
    assert report.headline
    assert len(report.lines) == len(table.session.seats)
    profile = app.library.current
    assert profile is not None
    (record,) = app.library.statistics(profile.id).of(game)
    assert record.matches == 1
    assert not app.failed


@pytest.mark.parametrize("game", NULL_GAMES)
def test_the_scene_of_a_template_is_short(game: str) -> None:
    scene = ROOT / "tests" / "support" / game / "games" / game / "scene.py"
    assert len(scene.read_text(encoding="utf-8").splitlines()) <= 40


def test_three_seats_are_filled_in_order(app: App, null_games: tuple[str, ...]) -> None:
    table = open_game(app, "nullbids", "low,high", 4, {}, False)
    assert [seating.agent for seating in table.setup.seats] == ["human", "low", "high"]
    table = open_game(app, "nullbids", "low", 4, {}, False)
    assert [seating.agent for seating in table.setup.seats] == ["human", "low", "low"]
    table = open_game(app, "nullbids", "human,low", 4, {}, False)
    assert table.session.people == (0, 1)


def test_a_match_of_three_people_counts_for_each_player(
    app: App, null_games: tuple[str, ...]
) -> None:
    ada = app.profile
    assert ada is not None
    for name in ("Bea", "Cleo"):
        app.library.create(name)
    app.change_settings(last_profile=ada.id)
    for people, told in (
        ("human:name=Bea,human:name=Cleo", "Counted for Ada, Bea and Cleo."),
        ("human:name=Zoe,human", "Counted for Ada."),
    ):
        app.push(open_game(app, "nullbids", people, None, {"rounds": "3"}, False))
        table = app.top
        for _ in range(60):
            if app.top is table:
                press(app, "choice_2")
                app.frame(0.05)
        assert isinstance(app.top, ResultPage)
        assert app.top.report.lines[-1] == told
    counts = {
        profile.name: sum(r.matches for r in app.library.statistics(profile.id).of("nullbids"))
        for profile in app.library.profiles()
    }
    assert counts == {"Ada": 2, "Bea": 1, "Cleo": 1}


def test_people_whose_views_are_the_same_need_no_curtain(
    app: App, null_games: tuple[str, ...]
) -> None:
    seats = (Seating("human"), Seating("human"), Seating("even"))
    app.push(start_table(app, Setup("nullbids", seats, {"rounds": 3}, 1)))
    table = app.top
    for _ in range(30):
        if app.top is not table:
            break
        press(app, "choice_2")
    assert isinstance(app.top, ResultPage)


@pytest.fixture
def secretive(app: App, null_games: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table of two people whose views differ."""
    rules = catalog.rules("nullbids")
    monkeypatch.setattr(type(rules), "view", lambda self, state, seat: (state, seat))
    monkeypatch.setattr(Table, "seen", property(lambda self: self.session.seen[0]), raising=False)
    seats = (Seating("human"), Seating("human"), Seating("even"))
    table = start_table(app, Setup("nullbids", seats, {"rounds": 2}, 1))
    app.push(table)
    app.frame(FRAME)
    return table


def test_between_people_whose_views_differ_a_curtain_falls(app: App, secretive: Table) -> None:
    curtains = 0
    for _ in range(40):
        if isinstance(app.top, Curtain):
            curtains += 1
            assert app.top.name in ("Ada", "Guest")
            if curtains % 2 == 0:
                press(app, "confirm")
            else:
                app.guard(app.top.handle, Pointer("down", 10, 10, 1))
        elif app.top is secretive:
            press(app, "choice_2")
        else:
            break
    assert curtains == 4  # before the first looks, then each time it goes from one to the other
    assert isinstance(app.top, ResultPage)
    assert not app.failed


def test_a_pause_over_the_curtain_leads_out(app: App, secretive: Table) -> None:
    press(app, "choice_2")
    app.frame(FRAME)
    assert isinstance(app.top, Curtain)
    press(app, "back")
    assert app.stack[-2].__class__ is Curtain
    press(app, "back")
    assert isinstance(app.top, Curtain)
    press(app, "confirm")
    assert app.top is secretive


# -- storms --------------------------------------------------------------------------------


def storm(folder: Path, game: str, events: int, rng: Random) -> int:
    """Send so many events at everything that a player sees of a game.

    Returns how many scenes were stormed.
    """
    agents = AGENTS[game]
    scenes = {
        "launcher": storms.first,
        **storms.of_games((game,)),
        "result": storms.result(game, {}, agents),
    }
    if len(agents) > 1:
        scenes["people"] = storms.game(game, {}, ("human", "human", *agents[2:]))
    arcade = Arcade(folder)
    for scene in scenes.values():
        assert rage(arcade, scene, events, rng.getrandbits(32)) >= 1
        assert not arcade.faults, arcade.faults[0]
    table = open_game(arcade.app, game, None, 4, {}, False, "human")
    arcade.resize((1280, 720))
    arcade.app.change_settings(save=False, bindings={})
    arcade.show(lambda app: table)
    for _ in range(200):
        if table.match.turns:
            break
        arcade.press(pygame.K_1)
        arcade.frames(1, 0.1)
    assert table.match.turns, "the game can still be played"
    assert not arcade.faults, arcade.faults[0]
    arcade.app.close()
    return len(scenes)


@pytest.mark.parametrize("game", NULL_GAMES)
@row("events", everyday=200, full=20_000, between=5_000, each=20_000)
def test_storms_leave_all_of_a_game_standing(
    tmp_path: Path, null_games: tuple[str, ...], game: str, sweep: Sweep
) -> None:
    def check(one: Try) -> str:
        assert storm(tmp_path, game, one.each, one.rng) >= 6
        return "stood"

    sweep.run(check)
