"""Widgets on a scene of their own, for tests."""

from __future__ import annotations

from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.input import InputEvent
from games.shell.shell import Scene
from games.shell.widgets.form import Form, Widget
from tests.support.hands import Rig


class Stage(Scene):
    """One form on a scene."""

    def __init__(self, app: App, widgets: list[Widget], view: bool = True) -> None:
        super().__init__(app)
        self.form = Form(widgets)
        if view:
            self.form.column((100, 100, 600, 300), 50, 10)

    def handle(self, event: InputEvent) -> bool:
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill("ink")
        self.form.draw(canvas)

    @property
    def wants_text(self) -> bool:
        return self.form.wants_text


def staged(rig: Rig, *widgets: Widget, view: bool = True) -> Form:
    """The form with these widgets, shown; without `view` nothing is laid out."""
    stage = Stage(rig.app, list(widgets), view)
    rig.show(stage)
    return stage.form
