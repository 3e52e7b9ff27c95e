"""The window: opens it, runs the loop, owns the stack of scenes, and survives their faults.

`Shell` is what scenes use of it. The loop draws only when something changes: a scene says when
it will next look different, and until then the process sleeps in SDL's event queue. A scene that
raises is taken off with everything above the launcher; a card says what happened and where the
log is.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from games.shell.audio.sound import Sound
from games.shell.draw.canvas import SMALLEST_WINDOW, Canvas
from games.shell.draw.theme import SCENE_SECONDS, Theme
from games.shell.draw.tween import Timer
from games.shell.input import Captured, Input, InputEvent, Pointer, Press
from games.shell.pages.overlays import Toasts, draw_small_window
from games.shell.scene import Scene
from games.shell.window import UNSEEN, open_window, size_to_open
from games.store.files import Store, open_store
from games.store.library import Library
from games.store.profiles import Profile, Settings

FRAME = 1 / 60
LONGEST_STEP = 0.1
LONGEST_SLEEP = 0.5
SETTLING_SECONDS = 0.7  # how long a window that was opened anew may lose the focus by itself
LOG_LIMIT = 256 * 1024
T = TypeVar("T")


class NoDisplay(Exception):
    """No window can be opened here; the message says what to do."""


class Shell:
    """What a scene may use: the stack, settings, the player, sound, and messages."""

    def __init__(self, library: Library, sound: Sound, demo: bool = False) -> None:
        self.library = library
        self.sound = sound
        self.demo = demo
        self.settings: Settings = Settings() if demo else library.settings
        self.theme = self._theme()
        self.input = Input(self.settings.bindings)
        self.toasts = Toasts()
        self.stack: list[Scene] = []
        self.running = True
        self.exit_code = 0
        self.size = (1280.0, 720.0)
        self._fade = Timer()
        self._fade_from: pygame.Surface | None = None
        self._faults = 0
        self.failed = False

    def _theme(self) -> Theme:
        s = self.settings
        return Theme.of(s.high_contrast, s.larger_text, s.reduced_motion)

    # -- the player --------------------------------------------------------------------

    @property
    def profile(self) -> Profile | None:
        """The player whose results are kept, or None before there is one."""
        return None if self.demo else self.library.current

    def change_settings(self, save: bool = True, **changes: Any) -> None:
        """Use changed settings at once, and keep them."""
        self.settings = dataclasses.replace(self.settings, **changes)
        if save and not self.demo:
            self.library.save_settings(self.settings)
        before, self.theme = self.theme, self._theme()
        s = self.settings
        self.sound.set_volumes(s.effects_volume, s.music_volume, s.mute)
        self.input.rebind(s.bindings)
        if self.theme != before:
            self.theme_changed()

    def theme_changed(self) -> None:
        """The settings may have changed how things look."""

    def play_sound(self, name: str) -> None:
        """Play one of the effects."""
        self.sound.play(name)  # type: ignore[arg-type]

    def toast(self, sentence: str) -> None:
        """Show a sentence for a few seconds, or until another scene is on top."""
        self.toasts.add(sentence)

    # -- the stack ---------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that has the input."""
        return self.stack[-1]

    def push(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._begin_fade()
        self.stack.append(scene)
        self._arrive(scene)
        scene.enter()

    def pop(self) -> None:
        """Take the top scene off; taking the last one off ends the arcade."""
        self._begin_fade()
        scene = self.stack.pop()
        self.guard(scene.leave)
        if not self.stack:
            self.running = False
            return
        self._arrive(self.top)
        self.top.resume()

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one."""
        self._begin_fade()
        old = self.stack.pop()
        self.guard(old.leave)
        self.stack.append(scene)
        self._arrive(scene)
        scene.enter()

    def back_to(self, scene: Scene) -> None:
        """Take off everything above a scene of the stack."""
        self._begin_fade()
        first = self.stack.index(scene) + 1
        above = self.stack[first:]
        del self.stack[first:]
        for left in reversed(above):
            self.guard(left.leave)
        if self.top is scene:  # else a fault on the way out has put a card on top
            self._arrive(scene)
            scene.resume()

    def _arrive(self, scene: Scene) -> None:
        self.toasts.leave_scene()
        self.input.release_all()
        self.input.capturing = False
        scene.layout(*self.size)

    def _begin_fade(self) -> None:
        """Remember the frame now shown, so that the next scene fades in over it."""

    def quit(self) -> None:
        """End the arcade, after every scene has kept what it must."""
        self.running = False

    # -- faults ------------------------------------------------------------------------

    def guard(self, call: Callable[..., T], *arguments: Any) -> T | None:
        """Call into a scene; a fault is logged and shown, and the launcher takes over."""
        try:
            return call(*arguments)
        except Exception as fault:
            self.fault(fault)
            return None

    def fault(self, fault: BaseException) -> None:
        """Log a fault and go back to the launcher with a card that says what happened."""
        from games.shell.pages.overlays import Card

        place = self.log_fault(fault)
        self._faults += 1
        self.failed = True
        if self._faults > 3:
            self.exit_code, self.running = 1, False
            print(
                f"The arcade cannot go on ({type(fault).__name__}); see {place}.", file=sys.stderr
            )
            return
        faulty = self.stack[1:]
        del self.stack[1:]
        for scene in reversed(faulty):
            try:
                scene.leave()
            except Exception as second:
                self.log_fault(second)
        if not faulty and self.stack:
            self.stack[0] = self.first_scene()
            self.guard(self._arrive, self.stack[0])
            self.guard(self.stack[0].enter)
        if not self.stack:
            self.stack.append(self.first_scene())
        message = str(fault) or type(fault).__name__
        self.guard(self.push, Card(self, "That game stopped", message[:300], f"Log: {place}"))

    def first_scene(self) -> Scene:
        """The scene at the bottom of the stack."""
        from games.shell.pages.launcher import Launcher

        return Launcher(self)

    def log_fault(self, fault: BaseException) -> str:
        """Append the traceback to the log; returns where it is."""
        text = "".join(traceback.format_exception(fault))
        root = self.library.store.root
        if root is None:
            print(text, file=sys.stderr)
            return "the terminal"
        path = root / "log.txt"
        try:
            root.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size > LOG_LIMIT:
                path.replace(root / "log.old.txt")
            with path.open("a", encoding="utf-8", errors="replace") as log:
                log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{text}\n")
        except OSError:
            print(text, file=sys.stderr)
            return "the terminal"
        return str(path)


class App(Shell):
    """The shell with a window and a loop."""

    def __init__(
        self,
        library: Library,
        sound: Sound,
        demo: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(library, sound, demo)
        s = self.settings
        self._window_size = size or size_to_open((s.window_width, s.window_height))
        self._opened_size = self._window_size
        self.window = open_window(self._window_size, s.fullscreen and size is None)
        self.canvas = Canvas(self.window, self.theme)
        self._laid_out = self.window.get_size()
        self.size = (self.canvas.width, self.canvas.height)
        self.frame_seconds: list[float] = []
        self._prepared = False
        self._focused = True
        self._settled = 0.0
        self._dirty = True

    # -- the window --------------------------------------------------------------------

    def toggle_fullscreen(self) -> None:
        """Change between the window and the full screen."""
        self.set_fullscreen(not self.settings.fullscreen)

    def set_fullscreen(self, wanted: bool) -> None:
        """Show the arcade on the full screen, or in its window."""
        self.change_settings(fullscreen=wanted)
        self.window = open_window(size_to_open(self._window_size), wanted)
        self._settled = time.perf_counter() + SETTLING_SECONDS
        self._resized()

    def _resized(self) -> None:
        self.window = pygame.display.get_surface() or self.window
        self._laid_out = self.window.get_size()  # SDL resizes the same surface in place
        self.canvas.resize(self.window)
        self.canvas.sprites.clear()
        self.size = (self.canvas.width, self.canvas.height)
        self._fade_from = None
        for scene in list(self.stack):
            self.guard(scene.layout, *self.size)
        self._dirty = True

    @property
    def too_small(self) -> bool:
        """Whether the window is too small to play in."""
        width, height = self.window.get_size()
        return width < SMALLEST_WINDOW[0] or height < SMALLEST_WINDOW[1]

    def theme_changed(self) -> None:
        """Draw in the new theme."""
        self.canvas.theme = self.theme
        self.canvas.resize(self.window)
        for scene in list(self.stack):
            self.guard(scene.layout, *self.size)
        self._dirty = True

    def _begin_fade(self) -> None:
        if self.stack and not self.theme.reduced_motion and not self.demo:
            self._fade_from = self.window.copy()
            self._fade.start(SCENE_SECONDS / 2)

    # -- events ------------------------------------------------------------------------

    def take_events(self, events: list[pygame.event.Event]) -> None:
        """Let window, settings and scenes have what happened."""
        for event in events:
            if event.type == pygame.QUIT:
                self.quit()
            elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
                self._window_changed()
            elif event.type == pygame.WINDOWFOCUSLOST:
                self._lose_focus()
            elif event.type == pygame.WINDOWFOCUSGAINED:
                self._focused = True
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN):
                self._dirty = True
            elif self.stack:
                self._translate(event)

    def _window_changed(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == (0, 0):
            return
        if surface is not self.window or surface.get_size() != self._laid_out:
            self._resized()
        if not self.settings.fullscreen and not self.too_small:
            self._window_size = surface.get_size()

    def _lose_focus(self) -> None:
        self._focused = False
        self.input.release_all()
        if self.stack and time.perf_counter() >= self._settled:
            self.guard(self.top.focus_lost)

    def _translate(self, event: pygame.event.Event) -> None:
        self.input.contexts = self.top.contexts
        self.input.typing = self.top.wants_text
        for ours in self.input.translate([event], self.canvas.units):
            self._give(ours)

    def _give(self, event: InputEvent) -> None:
        if not self.stack or self.too_small:
            return
        self._dirty = True
        used = self.guard(self.top.handle, event)
        if not used and isinstance(event, Press) and not event.repeat:
            self._global(event.action)

    def _global(self, action: str) -> None:
        if action == "fullscreen":
            self.toggle_fullscreen()
        elif action == "mute":
            self.change_settings(mute=not self.settings.mute)
            self.toast("Sound off." if self.settings.mute else "Sound on.")

    # -- the loop ----------------------------------------------------------------------

    def run(self) -> int:
        """Run until the end; returns the exit code. Ctrl-C ends like closing the window."""
        try:
            self._loop()
        except KeyboardInterrupt:
            self.exit_code = 130
        self.close()
        return self.exit_code

    def _loop(self) -> None:
        last = time.perf_counter()
        while self.running and self.stack:
            self.take_events(self._wait())
            now = time.perf_counter()
            dt, last = min(now - last, LONGEST_STEP), now
            if self.running:
                self.frame(dt)
                self.frame_seconds.append(time.perf_counter() - now)
                del self.frame_seconds[:-240]
            left = FRAME - (time.perf_counter() - now)
            if left > 0:
                time.sleep(left)

    def _wait(self) -> list[pygame.event.Event]:
        """What happened; with nothing to show, sleep until something does or is due.

        SDL's own waiting asks a thousand times a second where a driver cannot wake it; once a
        frame is enough.
        """
        due = time.perf_counter() + self._sleep_seconds()
        events = pygame.event.get()
        while not events and (left := due - time.perf_counter()) > 0:
            time.sleep(min(FRAME, left))
            events = pygame.event.get()
        return events

    def _sleep_seconds(self) -> float:
        if self._dirty or self._fade.running or self.input.repeating or not self._prepared:
            return 0.0
        wishes = [self.toasts.next_frame(), LONGEST_SLEEP]
        if self.stack and not self.too_small:
            wishes.append(self.guard(self.top.next_frame))
        return min(wish for wish in wishes if wish is not None)

    def frame(self, dt: float) -> None:
        """Move everything on by `dt` seconds, and draw if anything changed."""
        for event in self.input.repeats(dt):
            self._give(event)
        for sentence in self.library.store.take_notices():
            self.toasts.add(sentence, stays=True)
        scene = self.top if self.stack else None
        due = scene is not None and self.guard(scene.next_frame) is not None
        if scene is not None:
            self.guard(scene.update, dt)
        moving = self.toasts.update(dt) or self._fade.running
        self._fade.update(dt)
        if self.running and (self._dirty or due or moving or scene is not self.top):
            self._dirty = False
            self.draw()
            pygame.display.flip()
            self._after_frame()

    def _after_frame(self) -> None:
        if not self._prepared:
            self._prepared = True
            self.sound.prepare()
        if self._faults and not any(type(scene).__name__ == "Card" for scene in self.stack):
            self._faults = 0

    def draw(self) -> None:
        """Draw the scenes that can be seen, and what lies over them."""
        canvas = self.canvas
        if self.too_small:
            width, height = SMALLEST_WINDOW
            least = f"Make it at least {width} x {height}."
            draw_small_window(canvas, f"This window is too small to play in. {least}")
            return
        first = len(self.stack) - 1
        while first > 0 and self.stack[first].overlay:
            first -= 1
        for scene in self.stack[first:]:
            canvas.surface.set_clip(None)
            self.guard(scene.draw, canvas)
        canvas.surface.set_clip(None)
        if self.stack:
            self.toasts.draw(canvas, self.top.toast_place(canvas.width))
        if self.settings.show_frame_rate:
            self._draw_frame_rate()
        if self._fade.running and self._fade_from is not None:
            share = 1.0 - self._fade.progress
            canvas.blit(self._fade_from, (0, 0), round(255 * share * share))

    def _draw_frame_rate(self) -> None:
        if self.frame_seconds:
            work = sorted(self.frame_seconds)[len(self.frame_seconds) // 2]
            text = f"{work * 1000:.1f} ms a frame"
            self.canvas.text(text, (self.canvas.width - 8, 12), 14, "quiet", align="right")

    def close(self) -> None:
        """Let every scene keep what it must, keep a changed size, and close the window."""
        for scene in reversed(self.stack):
            try:
                scene.leave()
            except Exception as fault:
                self.log_fault(fault)
        self.stack.clear()
        if not self.demo and self._window_size != self._opened_size:
            width, height = self._window_size
            self.change_settings(window_width=width, window_height=height)
        self.sound.close()
        pygame.display.quit()


# -- ways in -----------------------------------------------------------------------------


def open_display() -> None:
    """Start SDL's video; raises `NoDisplay` where no window can be shown."""
    wanted = os.environ.get("SDL_VIDEODRIVER", "")
    advice = "start it on a desktop, or set SDL_VIDEODRIVER=dummy to run without a window"
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(f"There is no display ({error}); {advice}.") from None
    driver = pygame.display.get_driver()
    if driver in UNSEEN and driver not in wanted.lower():
        pygame.display.quit()
        raise NoDisplay(f"There is no display; {advice}.")
    pygame.font.init()
    pygame.joystick.init()


def open_app(data_dir: str | None, demo: bool = False, size: tuple[int, int] | None = None) -> App:
    """An app with its window, library and sound; raises `NoDisplay` and `BadDataDirectory`.

    Without a size the window has that of the settings, as far as it fits the desktop.
    """
    open_display()
    store = Store(None) if demo else open_store(data_dir)
    if store.root is not None:  # agents, also in processes of their own, find their tables there
        os.environ["OPEN_MIND_ARCADE_DATA"] = str(store.root)
    library = Library(store)
    settings = Settings() if demo else library.settings
    mute = settings.mute or demo
    sound = Sound(settings.effects_volume, settings.music_volume, mute)
    app = App(library, sound, demo, size)
    app.input.open_gamepads()
    return app


def run_launcher(data_dir: str | None = None) -> int:
    """Open the launcher and run until the player leaves; returns the exit code."""
    try:
        app = open_app(data_dir)
    except NoDisplay as problem:
        print(problem, file=sys.stderr)
        return 2
    app.push(app.first_scene())
    return app.run()


def run_game(
    game_id: str,
    opponent: str | None = None,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    demo: bool = False,
    frames: int | None = None,
    screenshot: str | None = None,
    data_dir: str | None = None,
    seat: str | None = None,
) -> int:
    """Open one game directly, or its attract mode; returns the exit code.

    With `demo` nothing depends on a profile; with `frames` the clock is injected and stands still
    while an agent thinks, so that the picture is the same for the same seed. `seat` is an agent
    for the first seat, or "human".
    """
    from games.shell.pages.setup import open_game

    counted = frames is not None or screenshot is not None
    try:
        app = open_app(data_dir, demo, (1280, 720) if counted else None)
    except NoDisplay as problem:
        print(problem, file=sys.stderr)
        return 2
    scene = open_game(app, game_id, opponent, seed, dict(options or {}), demo, seat)
    if not demo:
        app.push(app.first_scene())
    app.guard(app.push, scene)
    if not counted:
        return app.run()
    return run_frames(app, 120 if frames is None else frames, screenshot)


def run_frames(app: App, frames: int, screenshot: str | None) -> int:
    """Run so many frames of 1/60 s on an injected clock, then save the last one."""
    for _ in range(max(1, frames)):
        app.take_events([event for event in pygame.event.get() if event.type == pygame.QUIT])
        if not app.running:
            break
        app.frame(FRAME)
    app.draw()
    picture = app.window.copy()
    app.close()
    if screenshot is not None:
        try:
            Path(screenshot).parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(picture, screenshot)
        except (OSError, pygame.error) as error:
            print(f"Could not write {screenshot}: {error}; name another file.", file=sys.stderr)
            return 2
    return 1 if app.failed else app.exit_code


__all__ = ["App", "Captured", "NoDisplay", "Pointer", "Shell", "open_app", "run_game"]
__all__ += ["run_frames", "run_launcher"]
