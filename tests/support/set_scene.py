"""Set's table in a window, for tests."""

from __future__ import annotations

from typing import Any

from games.set.scene import Scene
from tests.support.hands import Rig, open_for_record, until


def racing(scene: Scene) -> bool:
    """Whether the clock of a race is seen to run."""
    return scene.look().clock is not None


def opened(rig: Rig, agent: str = "steady-1", **options: Any) -> Scene:
    """A table with its first cards laid, and the clock running."""
    rig.app.change_settings(guided="set")
    made = open_for_record(rig.app, "set", agent, 5, options)
    rig.app.change_settings(mind_open=False)
    assert isinstance(made, Scene)
    rig.show(made)
    until(rig.app, lambda: racing(made))
    return made
