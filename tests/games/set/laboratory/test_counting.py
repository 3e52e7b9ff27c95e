"""The pane that counts, by mouse and keys: stopped, gone on with, kept, forgotten."""

from __future__ import annotations

import pygame
import pytest

from games.shell.app import App
from games.shell.opening import ensure_profile
from tests.support import hands
from tests.support.set_laboratory import counted, counting, entered, near

__all__ = ["near"]
pytestmark = pytest.mark.usefixtures("near")
COUNT = 1


def test_counting_starts_stops_and_goes_on_by_mouse(app: App) -> None:
    ensure_profile(app)
    scene = entered(app, COUNT)
    hands.touch(app, counting(scene).go)
    counted(app, scene)
    figures = counting(scene).figures
    assert figures is not None
    assert figures["boards"] >= 400
    hands.touch(app, counting(scene).go)
    counted(app, scene)
    seen = counting(scene).figures
    counted(app, scene)
    assert counting(scene).figures == seen
    app.pop()
    again = entered(app, COUNT)
    assert counting(again).figures == seen
    hands.touch(app, counting(again).forget)
    assert counting(again).figures is None
    counted(app, again, 2)
    app.pop()
    assert counting(entered(app, COUNT)).figures is None


def test_games_are_counted_by_keys_in_four_ways(app: App) -> None:
    scene = entered(app, COUNT)
    scene.form.focus_on(counting(scene).what)
    hands.key(app, pygame.K_RIGHT)
    assert counting(scene).games
    assert counting(scene).key == "game random"
    counting(scene).policy.direction("left")
    assert counting(scene).key == "game yours 100 70 50 35"
    scene.form.focus_on(counting(scene).go)
    hands.key(app, pygame.K_RETURN)
    counted(app, scene)
    figures = counting(scene).figures
    assert figures is not None
    assert figures["games"] >= 8
    assert len(figures["course"]) == 70
