"""Hands for an arcade on a window that nobody sees: keys, the mouse, and time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


SEEN: int = 12
"""While time passes one frame in so many is drawn: drawing takes nearly all of the time."""


@contextmanager
def unseen(app: App) -> Iterator[None]:
    """Frames that are not drawn, up to the end of the block."""
    app.draw = lambda: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        del app.draw


def passing(app: App, frames: int, step: float = 1 / 15, seen: int = SEEN) -> Iterator[int]:
    """Let frames of `step` seconds pass; yields after each.

    One in `seen` of them is drawn, and the last two.
    """
    for number in range(frames):
        if number % seen == 0 or number >= frames - 2:
            app.frame(step)
        else:
            with unseen(app):
                app.frame(step)
        if app.stack and isinstance(app.top, Table) and app.top.session.host.busy:
            time.sleep(0.002)  # for the process beside the window, whose time is the real one
        yield number


def look(app: App, step: float = 1 / 60) -> None:
    """Let one frame pass, which is drawn whether anything has changed or not."""
    give(app, pygame.WINDOWEXPOSED)
    app.frame(step)


def wait(app: App, seconds: float, step: float = 1 / 15, seen: int = SEEN) -> None:
    """Let time pass in frames of this length, and draw what has come of it."""
    for _ in passing(app, math.ceil(seconds / step), step, seen):
        pass


def until(app: App, done: Callable[[], bool], most: int = 3000, step: float = 1 / 15) -> int:
    """Let frames of `step` seconds pass until something holds; returns how many it took.

    Raises AssertionError if it does not hold after `most` frames.
    """
    if done():
        return 0
    for number in passing(app, most, step):
        if done():
            app.draw()
            return number + 1
    raise AssertionError("it did not come")


def choose(table: Table, move: str) -> bool:
    """Choose a move at a table, and have it played; whether it could be chosen."""
    taken = table.choose(move)
    table.drive(0.0)
    return taken
