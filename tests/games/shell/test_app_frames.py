"""Every frame is drawn where it differs from the one before: no pixel may be stale, anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from games import catalog
from games.shell.app import App
from games.shell.draw.display_list import DisplayList
from games.shell.draw.sprites import SpriteCache
from games.shell.opening import open_game
from games.shell.start import open_app
from tests.support.frames import pixels, stale
from tests.support.hands import FRAME, Rig
from tests.support.replays import thinking_here
from tests.support.storms import SCENES, Arcade, rage
from tests.support.sweep import Sweep, Try, row


@pytest.fixture(scope="module")
def attract(tmp_path_factory: pytest.TempPathFactory, drawings: SpriteCache) -> Iterator[App]:
    """An arcade in a small window, in attract mode."""
    app = open_app(str(tmp_path_factory.mktemp("frames")), size=(640, 480))
    app.change_settings(save=False, mind_open=True)
    app.sound.close()
    app.push(app.first_scene())
    app.demo = True
    yield app
    app.close()


@pytest.mark.parametrize("name", catalog.GAMES)
def test_a_match_is_drawn_in_part_as_whole(
    attract: App, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attract.push(open_game(attract, name, None, 3, {}, demo=True))
    found, asked = [], []
    monkeypatch.setattr(DisplayList, "flush", lambda steps: asked.append(name))
    for number in range(12):
        attract.frame(1 / 4)
        if number in (5, 11):
            found.append(stale(attract))
    attract.pop()
    assert found == ["", ""]
    assert not asked, "who draws on the surface itself has all of it drawn each time"


def test_little_is_drawn_where_little_moves(attract: App) -> None:
    attract.push(open_game(attract, "set", None, 3, {}, demo=True))
    width, height = attract.window.get_size()
    shares = []
    for _ in range(30):
        attract.canvas.begin_frame()
        attract.top.update(FRAME)
        attract.top.draw(attract.canvas)
        places = attract.canvas.end_frame()
        shares.append(sum(place.w * place.h for place in places) / (width * height))
    attract.pop()
    assert shares[0] == 1.0
    assert sorted(shares)[len(shares) // 2] < 0.5


@pytest.mark.parametrize("event", [pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED])
def test_a_window_that_was_covered_or_resized_and_back_is_drawn_whole(rig: Rig, event: int) -> None:
    rig.show(SCENES["settings"](rig.app))
    before = pixels(rig.app.window)
    rig.app.window.fill((255, 0, 0))
    rig.frames(2)
    assert pixels(rig.app.window) != before, "nothing has changed, so nothing is drawn"
    rig.give(event)
    rig.frames(1)
    assert pixels(rig.app.window) == before


def test_toasts_cards_and_fades_leave_nothing_behind(rig: Rig) -> None:
    app = rig.app
    app.change_settings(save=False, mind_open=True)
    table, found = rig.show(open_game(app, "numbers", None, 5, {}, demo=False)), []
    app.toast("A sentence that is read and goes.")
    for name in ("", "escape", "", "f1", ""):
        if name:
            rig.key(name)
        rig.frames(2, dt=0.1)
        found.append(stale(app))
        if name:
            app.back_to(table)
    assert found == [""] * 5


@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.usefixtures("drawings")
def test_no_pixel_of_a_wide_window_is_left_out(tmp_path: Path, name: str) -> None:
    app = open_app(str(tmp_path), size=(1600, 480))
    app.sound.close()
    app.push(open_game(app, name, None, 3, {}, demo=True))
    for _ in range(2):  # the second frame has the pictures that the first has painted
        app.window.fill((255, 0, 255))
        app.canvas.forget_frame()
        app.draw()
    rubbish = pygame.mask.from_threshold(app.window, (255, 0, 255), (1, 1, 1, 255))
    app.close()
    assert rubbish.count() == 0


@pytest.mark.usefixtures("brief_miniatures")
@pytest.mark.parametrize("name", SCENES)
@row("events, every frame looked at", everyday=0, full=20_000, between=600, each=600)
def test_a_storm_leaves_no_stale_pixel(
    tmp_path_factory: pytest.TempPathFactory, drawings: SpriteCache, name: str, sweep: Sweep
) -> None:
    def check(one: Try) -> str:
        arcade = Arcade(tmp_path_factory.mktemp("storm"))
        draw, found = arcade.app.frame, []

        def looked_at(dt: float, passed: float | None = None) -> None:
            draw(dt, passed)
            if arcade.app.stack and not arcade.app.too_small:
                found.append(stale(arcade.app))

        arcade.app.frame = looked_at  # type: ignore[method-assign]
        with thinking_here():
            rage(arcade, SCENES[name], one.each, one.rng.getrandbits(32))
        arcade.app.close()
        assert {where for where in found if where} == set()
        return "no stale pixel"

    sweep.run(check)
