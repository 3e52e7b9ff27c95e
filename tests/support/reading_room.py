"""The reading room for tests: entered with hands, its process in this one."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import pygame
import pytest

from ai.numbers.desk import ReadingDesk
from games.numbers.room import ReadingRoom
from games.shell import workroom
from games.shell.app import App
from tests.support import hands
from tests.support.words import Words

CLASS = "Ada: 12341234123412341234\nBen: 13241142311424132214\nCleo: 12121212121212121212\n"


class Near:
    """The process in this one: answers lie there at once, but one a frame is taken."""

    def __init__(self, module: str) -> None:
        assert module == "ai.numbers.desk"
        self.desk, self.ended, self.closed = ReadingDesk(), False, False
        self.replies: deque[Mapping[str, Any]] = deque()
        self.asked: list[Mapping[str, Any]] = []

    def send(self, message: Mapping[str, Any]) -> None:
        self.asked.append(message)
        self.replies.extend(self.desk.answers(message))

    def take(self) -> Mapping[str, Any] | None:
        return self.replies.popleft() if self.replies else None

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the room is in this one."""
    monkeypatch.setattr(workroom, "Child", Near)


def entered(app: App, place: int = 0) -> ReadingRoom:
    scene = ReadingRoom(app)
    app.push(scene)
    for _ in range(place):
        scene.tabs.turn(1)
    app.frame(0.1)
    return scene


def asked(scene: ReadingRoom) -> list[Mapping[str, Any]]:
    child: Any = scene.child
    return list(child.asked)


def type_keys(app: App, keys: str) -> None:
    for key in keys:
        hands.key(app, getattr(pygame, f"K_{key}"))
    app.frame(0.1)


def texts(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    words = Words(app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    return [word.text for word in words.seen]
