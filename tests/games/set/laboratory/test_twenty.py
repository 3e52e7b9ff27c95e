"""The pane of twenty cards with hands: asked about by keys and mouse, another by the button."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from games.set.laboratory.twenty import CAP, TwentyPane
from tests.support import hands
from tests.support.set_laboratory import entered, near

__all__ = ["near"]
pytestmark = pytest.mark.usefixtures("near")


def test_cards_are_asked_about_and_another_collection_comes(tmp_path: Path) -> None:
    app = hands.Rig(tmp_path, (1280, 720)).app
    scene = entered(app, 3)
    pane = scene.pane
    assert isinstance(pane, TwentyPane)
    scene.form.focus_on(pane.grid)
    for code in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RIGHT):
        hands.key(app, code)
    assert pane.grid.cursor == 11
    hands.click_box(app, pane.grid.boxes()[80])
    assert pane.grid.cursor == 80
    hands.touch(app, pane.more)
    app.frame(1 / 60)
    assert len(set(pane.cap)) == 20
    assert pane.cap != CAP


def test_an_arrow_at_the_edge_of_the_cards_leaves_them(tmp_path: Path) -> None:
    app = hands.Rig(tmp_path, (1280, 720)).app
    scene = entered(app, 3)
    pane = scene.pane
    assert isinstance(pane, TwentyPane)
    scene.form.focus_on(pane.grid)
    hands.click_box(app, pane.grid.boxes()[80])
    hands.key(app, pygame.K_RIGHT)
    assert scene.form.focused is pane.more
    assert pane.grid.cursor == 80
