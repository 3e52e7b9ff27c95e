"""The pane of the solvers with hands: stepped, raced to the end, measured."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from ai.set import desk
from games.set.laboratory.room import Laboratory
from games.set.laboratory.solvers import NAMES, SolversPane
from games.set.laboratory.ways import sets_seen
from games.set.rules.cards import sets_among
from games.shell.app import App
from tests.support import hands
from tests.support.set_laboratory import entered, near

__all__ = ["near"]
pytestmark = pytest.mark.usefixtures("near")


def opened(tmp_path: Path) -> tuple[App, Laboratory, SolversPane]:
    app = hands.Rig(tmp_path, (1280, 720)).app
    scene = entered(app, 2)
    pane = scene.pane
    assert isinstance(pane, SolversPane)
    return app, scene, pane


def test_it_is_stepped_by_keys_and_raced_by_the_mouse(tmp_path: Path) -> None:
    app, scene, pane = opened(tmp_path)
    hands.key(app, pygame.K_PERIOD)
    assert pane.at == 1
    hands.touch(app, pane.one)
    assert pane.at == 2
    pane.pace.index = 2
    hands.touch(app, pane.go)
    assert pane.running
    hands.until(app, lambda: pane.over)
    assert not pane.running
    assert sets_seen(pane.looks["table"][: pane.at]) == set(sets_among(pane.cards))
    before = pane.cards
    hands.touch(app, pane.fresh)
    assert pane.at == 0
    assert pane.cards != before
    assert scene.pane is pane


def test_every_solver_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "TIMED", 4)
    app, _, pane = opened(tmp_path)
    hands.touch(app, pane.measure)
    hands.until(app, lambda: len(pane.speeds) == len(NAMES), 60)
    assert pane.speeds["compiled"] is None
    assert all(speed for name, speed in pane.speeds.items() if name != "compiled")
    assert not pane.waiting
