"""Hands for an arcade on a window that nobody sees: keys, the mouse, gamepads, and time.

Functions for any arcade; `Rig` is a bare arcade with hands of its own.
"""

from __future__ import annotations

import dataclasses
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from games import catalog
from games.core import Seating
from games.session.setup import Setup
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.audio.sound import Sound
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Theme
from games.shell.input import InputEvent
from games.shell.miniature import Miniature
from games.shell.opening import ensure_profile, start_table
from games.shell.pages.before.tune import TunePage
from games.shell.pages.past.film_progress import FilmProgressCard
from games.shell.pages.setup import SetupPage
from games.shell.shell import Scene
from games.shell.start import DOORS, open_display
from games.shell.table import Table
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Form, Widget
from games.store.files import Store
from games.store.library import Library
from tests.support.quick_files import QuickFiles

FRAME = 1 / 60
Shown = TypeVar("Shown", bound=Scene)


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


def click_box(app: App, box: Box) -> None:
    """Press the mouse in the middle of a box."""
    x, y, w, h = box
    click(app, x + w / 2, y + h / 2)


def touch(app: App, widget: Widget) -> None:
    """Press the mouse in the middle of a widget."""
    click_box(app, widget.box)


def push_button(scene: Scene, label: str) -> None:
    """Push the button of a scene with this label, or hint; raises AssertionError without one."""
    for form in vars(scene).values():
        for widget in form.widgets if isinstance(form, Form) else ():
            if isinstance(widget, Button) and label in (widget.label, widget.hint):
                assert widget.enabled, f"{label} cannot be pushed"
                widget.activate()
                return
    raise AssertionError(f"there is no button {label}")


def labels_of(scene: Scene) -> list[str]:
    """The words on the buttons of a scene."""
    forms = [form for form in vars(scene).values() if isinstance(form, Form)]
    return [w.label for form in forms for w in form.widgets if isinstance(w, Button)]


def paused_labels(app: App) -> list[str]:
    """The words of all entries of the pause page on top, those behind More in its place."""
    labels = labels_of(app.top)
    if "More" not in labels:
        return labels
    push_button(app.top, "More")
    rest = [label for label in labels_of(app.top) if label != "Back"]
    push_button(app.top, "Back")
    place = labels.index("More")
    return [*labels[:place], *rest, *labels[place + 1 :]]


def push_entry(app: App, label: str) -> None:
    """Push an entry of the pause page on top, behind More where it stands there."""
    if label not in labels_of(app.top):
        push_button(app.top, "More")
    push_button(app.top, label)


def there_and_back(rig: Rig, label: str) -> Scene:
    """Open the pause of a table, and from it the page behind a button; returns that page.

    Raises AssertionError where back does not lead to the pause again.
    """
    rig.key("escape")
    pause = rig.app.top
    push_entry(rig.app, label)
    page = rig.app.top
    assert page is not pause, f"{label} opens nothing"
    rig.key("escape")
    assert rig.app.top is pause
    return page


def press_pad(app: App, button: int, number: int = 0) -> None:
    """Press a button of a gamepad and let it go."""
    give(app, pygame.JOYBUTTONDOWN, button=button, instance_id=number)
    give(app, pygame.JOYBUTTONUP, button=button, instance_id=number)


def push_hat(app: App, x: int, y: int, number: int = 0) -> None:
    """Push the cross of a gamepad one way, and let it go."""
    give(app, pygame.JOYHATMOTION, hat=0, value=(x, y), instance_id=number)
    give(app, pygame.JOYHATMOTION, hat=0, value=(0, 0), instance_id=number)


SEEN: int = 20
"""While time passes one frame in so many is drawn: drawing takes nearly all of the time."""


def tuned(app: App, game: str, before: Setup | None = None) -> TunePage:
    """What is folded behind the page before a game, opened from that page."""
    page = SetupPage(app, game, before)
    app.push(page)
    push_button(page, "Tune")
    assert isinstance(app.top, TunePage)
    app.top.unfold()
    app.frame(FRAME)
    return app.top


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

    One in `seen` of them is drawn, and the last.
    """
    for number in range(frames):
        if number % seen == 0 or number == frames - 1:
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

    Threads beside the window have the real time: from the hundredth frame on each waits for them.
    Raises AssertionError if it does not hold after `most` frames.
    """
    if done():
        return 0
    for number in passing(app, most, step):
        if done():
            app.draw()
            return number + 1
        if number > 100:
            time.sleep(0.002)
    raise AssertionError("it did not come")


def filmed_whole(app: App) -> Scene:
    """What is on top once a match that is opened is there, or is none."""

    def there() -> bool:
        if not isinstance(app.top, FilmProgressCard):
            return True
        time.sleep(0.002)  # for what is made ready beside the window, whose time is the real one
        return False

    until(app, there)
    return app.top


def at_table(
    app: App, game: str, seats: Sequence[str], params: Mapping[str, Any], seed: int = 7, **more: Any
) -> Any:
    """A new match on the screen, one frame old: its seats filled by those whom `seats` name.

    `params` are the options that are not the usual ones; `more` goes into the setup.
    """
    params = catalog.spec(game).params(params)
    setup = Setup(game, tuple(map(Seating, seats)), params, seed, **more)
    table = catalog.scene(game).Scene.open(app, setup)
    app.push(table)
    app.frame(FRAME)
    return table


def open_for_record(
    app: App, game: str, agent: str | None, seed: int, options: Mapping[str, Any]
) -> Table:
    """A table whose match counts although its seed is known, as if it had been drawn."""
    ensure_profile(app)
    setup = make_setup(game, agent, seed, options, False)
    return start_table(app, dataclasses.replace(setup, practice=False))


def choose(table: Table, move: str) -> bool:
    """Choose a move at a table, and have it played; whether it could be chosen."""
    taken = table.choose(move)
    table.drive(0.0)
    return taken


def film(miniature: Miniature, theme: Theme, frames: int = 36, step: float = 1 / 9) -> list[bytes]:
    """The pictures of a miniature of the launcher, one every `step` seconds."""
    surface = pygame.Surface((480, 270))
    canvas = Canvas(pygame.Surface((1280, 720)), theme).sibling(surface, miniature.units)
    pictures = []
    for _ in range(frames):
        miniature.update(step)
        miniature.draw(canvas)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    return pictures


def filmed_twice(make: Callable[[Theme], Any], reduced: bool) -> tuple[list[bytes], int]:
    """The pictures of a miniature, which plays the same match each time it is made, and its turns.

    `reduced` is whether little moves. Raises AssertionError where the second film is another.
    """
    pygame.font.init()
    theme = Theme(reduced_motion=reduced)
    first, again = make(theme), make(theme)
    pictures = film(first, theme)
    assert film(again, theme) == pictures
    return pictures, len(first.match.turns)


# -- an arcade with hands -------------------------------------------------------------------


class Floor(Scene):
    """A scene at the bottom of the stack that does nothing but remember what reached it."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.seen: list[InputEvent] = []

    def handle(self, event: InputEvent) -> bool:
        self.seen.append(event)
        return False


class Rig:
    """An app with hands."""

    def __init__(self, folder: Path | None, size: tuple[int, int] = (800, 450)) -> None:
        open_display()
        sound = Sound(silent=True)  # no device is opened and closed for each test
        self.app = App(Library(Store(folder, QuickFiles())), sound, DOORS, size=size)
        self.floor = Floor(self.app)
        self.app.push(self.floor)

    def show(self, scene: Shown) -> Shown:
        """Put a scene on top and draw it."""
        self.app.push(scene)
        self.frames(2)
        return scene

    def frames(self, count: int = 1, dt: float = FRAME) -> None:
        for _ in range(count):
            self.app.frame(dt)

    # -- hands -------------------------------------------------------------------------

    def give(self, kind: int, **values: object) -> None:
        give(self.app, kind, **values)

    def key_down(self, name: str, mod: int = 0) -> None:
        self.give(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod, unicode="", scancode=0)

    def key_up(self, name: str, mod: int = 0) -> None:
        self.give(pygame.KEYUP, key=pygame.key.key_code(name), mod=mod, unicode="", scancode=0)

    def key(self, *names: str, mod: int = 0) -> None:
        for name in names:
            self.key_down(name, mod)
            self.key_up(name, mod)
        self.frames()

    def type(self, text: str) -> None:
        for letter in text:
            name = "space" if letter == " " else letter.lower()
            if letter.isascii():
                self.key_down(name)
            self.give(pygame.TEXTINPUT, text=letter)
            if letter.isascii():
                self.key_up(name)
        self.frames()

    def pad(self, *buttons: int, pad: int = 0) -> None:
        for button in buttons:
            press_pad(self.app, button, pad)
        self.frames()

    def hat(self, *ways: str, pad: int = 0) -> None:
        values = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        for way in ways:
            push_hat(self.app, *values[way], pad)
        self.frames()

    def axis(self, axis: int, value: float, pad: int = 0) -> None:
        self.give(pygame.JOYAXISMOTION, axis=axis, value=value, instance_id=pad)

    # -- mouse -------------------------------------------------------------------------

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        return self.app.canvas.x(x), self.app.canvas.y(y)

    def move(self, x: float, y: float) -> None:
        buttons = (0, 0, 0)
        self.give(pygame.MOUSEMOTION, pos=self.pixel(x, y), rel=(1, 1), buttons=buttons)

    def press(self, x: float, y: float, button: int = 1) -> None:
        self.move(x, y)
        self.give(pygame.MOUSEBUTTONDOWN, pos=self.pixel(x, y), button=button)

    def let_go(self, x: float, y: float, button: int = 1) -> None:
        self.give(pygame.MOUSEBUTTONUP, pos=self.pixel(x, y), button=button)

    def click(self, x: float, y: float, button: int = 1) -> None:
        self.press(x, y, button)
        self.let_go(x, y, button)
        self.frames()

    def click_on(self, widget: Widget, offset: float = 0.0) -> None:
        x, y, w, h = widget.box
        self.click(x + w / 2, y + h / 2 - offset)

    def wheel(self, x: float, y: float, turn: float) -> None:
        self.move(x, y)
        self.give(pygame.MOUSEWHEEL, x=0, y=int(turn), precise_x=0.0, precise_y=turn, flipped=False)
        self.frames()
