"""The laboratory of Set for tests: entered with hands, its process in this one, nothing waits."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from typing import Any

import pytest

from ai.set import desk
from games.set.laboratory.counting import CountPane
from games.set.laboratory.room import Laboratory
from games.shell import workroom
from games.shell.app import App


class Near:
    """The process in this one: what is asked is answered when it is taken, one answer a frame."""

    def __init__(self, module: str) -> None:
        assert module == "ai.set.desk"
        self.desk, self.ended, self.closed = desk.LaboratoryDesk(), False, False
        self.asked: deque[Mapping[str, Any]] = deque()
        self.given = False

    def send(self, message: Mapping[str, Any]) -> None:
        self.asked.append(json.loads(json.dumps(message)))

    def take(self) -> Mapping[str, Any] | None:
        self.given = not self.given  # one answer, then none, so that a frame ends
        if not self.given or not self.asked or self.ended:
            self.given = False
            return None
        reply: Mapping[str, Any] = json.loads(json.dumps(self.desk.answer(self.asked.popleft())))
        return reply

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laboratories have their process near, count for moments only, and compile nothing."""
    monkeypatch.setattr(workroom, "Child", Near)
    monkeypatch.setattr(desk, "STRETCH", 1e-9)
    monkeypatch.setattr(desk, "SPEED_SECONDS", 1e-9)
    monkeypatch.setattr(desk, "PIECE", 200)
    monkeypatch.setattr(desk, "FEW_GAMES", 4)
    monkeypatch.setattr(desk.LaboratoryDesk, "compiles", False)


def entered(app: App, place: int = 0) -> Laboratory:
    """The laboratory with the pane at a place open, after its first frames."""
    scene = Laboratory(app, place)
    app.push(scene)
    for _ in range(3):
        app.frame(1 / 60)
    return scene


def counting(scene: Laboratory) -> CountPane:
    """The pane that counts."""
    (found,) = (pane for pane in scene.panes if isinstance(pane, CountPane))
    return found


def counted(app: App, scene: Laboratory, frames: int = 6) -> None:
    """Let some frames pass in which answers come."""
    for _ in range(frames):
        app.frame(1 / 30)
    assert scene.child is not None
