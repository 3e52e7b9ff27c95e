"""A room of panes: what is asked, answered, left and ended, with keys; its process is a list."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import pygame
import pytest

from games.shell import workroom
from games.shell.app import App
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Widget
from games.shell.workroom import Pane, Room, Workroom
from tests.support.hands import key


class Echo:
    """A process that answers with what it was asked, until it has ended."""

    def __init__(self, module: str) -> None:
        self.module, self.ended, self.closed = module, False, False
        self.asked: deque[Mapping[str, Any]] = deque()

    def send(self, message: Mapping[str, Any]) -> None:
        self.asked.append(message)

    def take(self) -> Mapping[str, Any] | None:
        return self.asked.popleft() if self.asked else None

    def close(self) -> None:
        self.closed = True


class Asking(Pane[Room]):
    """A pane that asks when it is begun."""

    title = "Asking"

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.fates: list[str] = []
        self.again = Button("Again", self.begin)

    def begin(self) -> None:
        self.waiting = True
        self.room.send({"op": self.title})

    def stop(self) -> None:
        self.fates.append("stopped")

    def widgets(self) -> Sequence[Widget]:
        return () if self.waiting else (self.again,)

    def take(self, reply: Mapping[str, Any]) -> None:
        self.waiting = False
        self.fates.append(reply["op"])


class Other(Asking):
    """Another."""

    title = "Other"


class Study(Workroom):
    """A room of two panes."""

    title = "Study"
    desk = "ai.study"
    sign = "mind"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, (Asking, Other))

    def take(self, reply: Mapping[str, Any]) -> None:
        self.pane.take(reply)

    def stopped(self) -> None:
        self.pane.begin()


@pytest.fixture
def study(app: App, monkeypatch: pytest.MonkeyPatch) -> Study:
    monkeypatch.setattr(workroom, "Child", Echo)
    scene = Study(app)
    app.push(scene)
    return scene


def test_an_answer_comes_in_a_later_frame_and_brings_widgets(app: App, study: Study) -> None:
    first: Any = study.panes[0]
    assert isinstance(study.child, Echo)
    assert study.child.module == "ai.study"
    assert study.next_frame() == workroom.AWAITING
    assert [type(widget).__name__ for widget in study.form.widgets] == ["Tabs", "Button"]
    app.frame(0.1)
    assert first.fates == ["Asking"]
    assert study.form.widgets[1] is first.again
    assert study.next_frame() is None


def test_a_pane_is_left_before_the_next_begins(app: App, study: Study) -> None:
    first: Any = study.panes[0]
    second: Any = study.panes[1]
    app.frame(0.1)
    key(app, pygame.K_RIGHT)
    assert study.pane is second
    app.frame(0.1)
    assert (first.fates, second.fates) == (["Asking", "stopped"], ["Other"])


def test_a_process_that_ends_is_closed_and_another_asked(app: App, study: Study) -> None:
    app.frame(0.1)
    gone: Any = study.child
    gone.ended = True
    app.frame(0.1)
    assert gone.closed
    assert study.child is not gone
    assert study.pane.waiting
    app.frame(0.1)
    assert not study.pane.waiting


def test_leaving_ends_the_process(app: App, study: Study) -> None:
    child: Any = study.child
    key(app, pygame.K_ESCAPE)
    assert app.top is not study
    assert child.closed
    assert study.child is None
