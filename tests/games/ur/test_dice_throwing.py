"""Dice that a person throws: by a key, a click, a drag; and dice that fall by themselves."""

from __future__ import annotations

import pygame
import pytest

from games.core import CHANCE
from games.shell.app import App
from games.ur.scene import Scene
from tests.support.hands import at_table, choose, click_box, give, key, look, until, wait


def opened(app: App, own: bool = True, seats: tuple[str, str] = ("human", "greedy")) -> Scene:
    app.change_settings(own_throw=own, coach="off")
    scene = at_table(app, "ur", seats, {"rules": "finkel", "pieces": 3})
    until(app, lambda: scene.watch.seated, step=0.02)
    wait(app, 0.5)
    return scene


def by_key(app: App, scene: Scene) -> None:
    key(app, pygame.K_SPACE)


def by_number(app: App, scene: Scene) -> None:
    key(app, pygame.K_1)


def by_click(app: App, scene: Scene) -> None:
    click_box(app, scene.motion.dice.box)


def by_drag(app: App, scene: Scene) -> None:
    x, y, w, h = scene.motion.dice.box
    place = (app.canvas.x(x + w / 2), app.canvas.y(y + h / 2))
    away = (place[0] + 150, place[1] - 120)
    give(app, pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 0))
    give(app, pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    give(app, pygame.MOUSEMOTION, pos=away, rel=(150, -120), buttons=(1, 0, 0))
    look(app)
    assert scene.motion.dice.shift[0] > 50.0
    assert scene.match.turns == []
    give(app, pygame.MOUSEBUTTONUP, pos=away, button=1)


@pytest.mark.parametrize("hand", [by_key, by_number, by_click, by_drag])
def test_the_dice_wait_for_the_person_and_are_thrown(app: App, hand: object) -> None:
    scene = opened(app)
    wait(app, 3.0)
    assert scene.match.turns == []
    assert scene.motion.dice.ready
    assert "Throw: " in scene.caption
    look(app)
    hand(app, scene)  # type: ignore[operator]
    until(app, lambda: len(scene.match.turns) == 1, most=3)
    assert scene.motion.dice.rolling
    assert not scene.motion.dice.ready
    roll = scene.match.state.roll
    until(app, lambda: not scene.busy)
    assert scene.motion.dice.roll == roll
    assert scene.motion.dice.marked_up().count(True) == roll


def test_how_they_are_thrown_changes_nothing(app: App) -> None:
    rolls = []
    for hand in (by_key, by_drag):
        scene = opened(app)
        hand(app, scene)
        until(app, lambda: len(scene.match.turns) >= 1, most=3)  # noqa: B023
        rolls.append(scene.match.turns[0])
        app.pop()
    scene = opened(app, own=False)
    rolls.append(scene.match.turns[0])
    assert rolls[0] == rolls[1] == rolls[2]


def test_only_the_persons_throws_wait_and_a_press_beside_the_dice_throws_nothing(app: App) -> None:
    scene = opened(app)
    x, y, w, h = scene.motion.dice.box
    click_box(app, (x, y - 4 * h, w, h))
    wait(app, 0.5)
    assert scene.match.turns == []
    thrown = 0
    for _ in range(400):
        if thrown == 4:
            break
        if scene.hand.waits and not scene.busy:
            assert scene.match.to_act == (CHANCE,)
            assert scene.seen.turn == 0
            turns = len(scene.match.turns)
            wait(app, 1.0)
            assert len(scene.match.turns) == turns
            key(app, pygame.K_SPACE)
            thrown += 1
        elif scene.waiting_for_person is not None:
            choose(scene, scene.seen.moves[0])
        app.frame(0.1)
    assert thrown == 4
    assert len([turn for turn in scene.match.turns if dict(turn).get(1)]) >= 1


@pytest.mark.parametrize(("own", "seats"), [(False, ("human", "greedy")), (True, ("random",) * 2)])
def test_otherwise_they_fall(app: App, own: bool, seats: tuple[str, str]) -> None:
    scene = opened(app, own, seats)
    wait(app, 1.0)
    assert len(scene.match.turns) >= 1
    assert not scene.hand.waits


def test_the_key_changes_it_at_once(app: App) -> None:
    scene = opened(app)
    key(app, pygame.K_d)
    assert not app.settings.own_throw
    until(app, lambda: len(scene.match.turns) >= 1, most=5)
    key(app, pygame.K_d)
    assert app.settings.own_throw
