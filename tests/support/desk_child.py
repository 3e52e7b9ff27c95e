"""The school of Ur without a process of its own, for tests of what shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from ai.ur import school


class DeskChild:
    """Answers in the place of `games.child.Child` before the next frame."""

    def __init__(self, module: str) -> None:
        assert module == "ai.ur.school"
        self.desk = school.SchoolDesk()
        self.told: list[str] = []
        self.ended = False

    def send(self, message: Mapping[str, Any]) -> None:
        self.told += map(json.dumps, self.desk.answers(json.loads(json.dumps(message))))

    def take(self, seconds: float = 0.0) -> Mapping[str, Any] | None:
        return json.loads(self.told.pop(0)) if self.told else None  # type: ignore[no-any-return]

    def close(self) -> None:
        self.ended = True


@pytest.fixture
def desk_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings go on beside the test, and few games are played to measure them."""
    monkeypatch.setattr("games.ur.training.course.Child", DeskChild)
    monkeypatch.setattr(school, "MEASURED", 4)
