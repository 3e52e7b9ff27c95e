"""The tracker's page opened in an arcade, and time for it."""

from __future__ import annotations

from typing import Any

from games.core import Seating
from games.session.setup import Setup
from games.shell.app import App
from games.tracker import SPEC
from games.tracker.scene import Scene
from tests.support.hands import passing, touch

FRAME = 1 / 60
SEED = 7


def opened(app: App, agent: str = "explorer", **options: Any) -> Scene:
    """The page over a small maze, standing still unless the person hides."""
    params = SPEC.params({"maze": "loops-small", **options})
    app.change_settings(toured=True)
    scene = Scene(app, Setup("tracker", (Seating(agent),), params, SEED))
    app.push(scene)
    assert scene.walk.playback.playing
    scene.walk.playback.playing = scene.walk.hiding
    run(app, 2)
    return scene


def hide(app: App, **options: Any) -> Scene:
    """The page with the person as the hidden one, chosen by its button."""
    scene = opened(app, **options)
    touch(app, scene.controls.transport[6])
    assert scene.walk.hiding
    settle(app, scene)
    return scene


def run(app: App, frames: int, step: float = FRAME) -> None:
    """Let `frames` frames of `step` seconds pass."""
    for _ in passing(app, frames, step):
        pass


def settle(app: App, scene: Scene) -> None:
    """Let time pass until everything was heard and shown."""
    for _ in passing(app, 400, 0.25):
        if not scene.walk.playback.running and scene.walk.caught_up:
            app.draw()
            return
    raise AssertionError("the page did not come to rest")
