"""An app on a window that nobody sees, and hands for it: real pygame events, given in order."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from games.shell.app import App
from games.shell.audio.sound import Sound
from games.shell.input import InputEvent
from games.shell.shell import Scene
from games.shell.start import DOORS, open_display
from games.shell.widgets.form import Widget
from games.store.files import Store
from games.store.library import Library
from tests.support.quick_files import QuickFiles

FRAME = 1 / 60


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

    def __init__(self, folder: Path | None, size: tuple[int, int] = (1280, 720)) -> None:
        open_display()
        sound = Sound(silent=True)  # no device is opened and closed for each test
        self.app = App(Library(Store(folder, QuickFiles())), sound, DOORS, size=size)
        self.floor = Floor(self.app)
        self.app.push(self.floor)

    def show(self, scene: Scene) -> None:
        """Put a scene on top and draw it."""
        self.app.push(scene)
        self.frames(2)

    def frames(self, count: int = 1, dt: float = FRAME) -> None:
        for _ in range(count):
            self.app.frame(dt)

    # -- hands -------------------------------------------------------------------------

    def give(self, kind: int, **values: object) -> None:
        self.app.take_events([pygame.event.Event(kind, **values)])

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
            self.give(pygame.JOYBUTTONDOWN, button=button, instance_id=pad)
            self.give(pygame.JOYBUTTONUP, button=button, instance_id=pad)
        self.frames()

    def hat(self, *ways: str, pad: int = 0) -> None:
        values = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
        for way in ways:
            self.give(pygame.JOYHATMOTION, hat=0, value=values[way], instance_id=pad)
            self.give(pygame.JOYHATMOTION, hat=0, value=(0, 0), instance_id=pad)
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
