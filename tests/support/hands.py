"""Hands for an arcade on a window that nobody sees: keys, the mouse, and time."""

from __future__ import annotations

import math

import pygame

from games.shell.app import App
from games.shell.table import Table
from games.shell.widgets.form import Widget


def give(app: App, kind: int, **values: object) -> None:
    """One event of pygame."""
    app.take_events([pygame.event.Event(kind, **values)])


def key(app: App, code: int) -> None:
    """Press a key and let it go."""
    give(app, pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0)
    give(app, pygame.KEYUP, key=code, mod=0, unicode="", scancode=0)


def click(app: App, x: float, y: float) -> None:
    """Press the mouse at a place in units."""
    pixel = (app.canvas.x(x), app.canvas.y(y))
    give(app, pygame.MOUSEMOTION, pos=pixel, rel=(1, 1), buttons=(0, 0, 0))
    give(app, pygame.MOUSEBUTTONDOWN, pos=pixel, button=1)
    give(app, pygame.MOUSEBUTTONUP, pos=pixel, button=1)


def touch(app: App, widget: Widget) -> None:
    """Press the mouse in the middle of a widget."""
    x, y, w, h = widget.box
    click(app, x + w / 2, y + h / 2)


def wait(app: App, seconds: float, step: float = 1 / 15) -> None:
    """Let time pass in frames of this length."""
    for _ in range(math.ceil(seconds / step)):
        app.frame(step)


def choose(table: Table, move: str) -> bool:
    """Choose a move at a table, and have it played; whether it could be chosen."""
    taken = table.choose(move)
    table.drive(0.0)
    return taken
