"""The window: opens it, runs the loop, and survives the faults of scenes.

The loop draws only when the picture changes: a scene returns when it will next look different, and
until then the process sleeps. A scene that raises is taken off with all above the launcher; a card
shows the fault and the place of the log.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from games import weights
from games.shell.access.bridge import open_bridge
from games.shell.access.reader import ScreenReader
from games.shell.audio.sound import Sound
from games.shell.draw.canvas import SMALLEST_WINDOW, Box, Canvas
from games.shell.draw.theme import SCENE_SECONDS
from games.shell.draw.toasts import draw_small_window
from games.shell.input import InputEvent, Press
from games.shell.shell import LONGEST_STEP, PageMakers, Scene, Shell
from games.shell.window import open_window, size_to_open
from games.store.library import Library

FRAME = 1 / 60  # seconds: what screens show
LONGEST_SLEEP = 0.5  # seconds, after which the loop looks up anyhow; chosen by hand
SETTLING_SECONDS = 0.7  # how long a window that was opened anew may lose the focus by itself


class App(Shell):
    """The shell with a window and a loop."""

    def __init__(
        self,
        library: Library,
        sound: Sound,
        doors: PageMakers,
        demo: bool = False,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(library, sound, doors, demo)
        s = self.settings
        self.window_size = size or size_to_open((s.window_width, s.window_height))
        self._opened_size = self.window_size
        self.reader = ScreenReader(self, None if demo else open_bridge())
        self.window = open_window(self.window_size, s.fullscreen and size is None)
        self.canvas = Canvas(self.window, self.theme)
        self._laid_out = self.window.get_size()
        self.size = (self.canvas.width, self.canvas.height)
        self.frame_seconds: list[float] = []
        self._shown = self._loaded = False  # the first frame, and then all pages
        self._drawn: Scene | None = None  # what the window shows whole
        self._settled = 0.0
        self._dirty = True

    # -- the window --------------------------------------------------------------------

    def toggle_fullscreen(self) -> None:
        """Change between the window and the full screen."""
        self.set_fullscreen(not self.settings.fullscreen)

    def set_fullscreen(self, wanted: bool) -> None:
        """Show the arcade on the full screen where that is `wanted`, else in its window."""
        self.change_settings(fullscreen=wanted)
        self.window = open_window(size_to_open(self.window_size), wanted)
        self._settled = time.perf_counter() + SETTLING_SECONDS
        self.resized()

    def resized(self) -> None:
        """Lay all out anew for another size of the window."""
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
        """True if the window is too small to play in."""
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
        still = self.theme.reduced_motion or self.demo
        if self._shown and self.stack and not still and self.top.lingers:
            self._fade_from = self.window.copy()
            self._fade.start(SCENE_SECONDS / 2)

    # -- events ------------------------------------------------------------------------

    def take_events(self, events: list[pygame.event.Event]) -> None:
        """Let window, settings and scenes have what happened."""
        self._deliver(self._translated(events))

    def _translated(self, events: list[pygame.event.Event]) -> Iterator[InputEvent]:
        """Yield the input events for the scene that is on top when their turn comes.

        Events of the window itself are handled here.
        """
        for event in events:
            if event.type == pygame.QUIT:
                self.quit()
            elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
                self._window_changed()
            elif event.type == pygame.WINDOWFOCUSLOST:
                self.reader.focused, self._dirty = False, True
                self._lose_focus()
            elif event.type == pygame.WINDOWMINIMIZED:
                self._be_unseen()
            elif event.type == pygame.WINDOWHIDDEN:  # one that is opened begins with it
                self._lose_focus()
            elif event.type == pygame.WINDOWFOCUSGAINED:
                self.reader.focused, self._dirty = True, True
                if not self.demo:
                    self.library.refresh()
            elif event.type == pygame.DROPFILE and not self.demo:
                self.guard(self._take_file, event.file)
            elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN):
                self._draw_anew()
            elif self.stack:
                self.input.contexts = self.top.contexts
                self.input.use(self.top.actions)
                self.input.typing = self.top.wants_text
                yield from self.input.translate([event], self.canvas.units)

    def _take_file(self, path: str) -> None:
        """A file was dropped on the window: for the scene on top, else a match."""
        if not (self.stack and self.top.take_file(path)):
            self.doors.open_match(self, path)

    def _window_changed(self) -> None:
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == (0, 0):
            return
        if surface is not self.window or surface.get_size() != self._laid_out:
            self.resized()
        else:  # away and back at once: the size is the same, what it shows is gone
            self._draw_anew()
        if self.too_small:
            self._be_unseen()
        elif not self.settings.fullscreen:
            self.window_size = surface.get_size()

    def _draw_anew(self) -> None:
        """Draw the next frame whole: the window may show any picture."""
        self.canvas.forget_frame()
        self._dirty = True

    def _lose_focus(self) -> None:
        self.input.release_all()
        if self.stack and time.perf_counter() >= self._settled:
            self.guard(self.top.focus_lost)

    def _be_unseen(self) -> None:
        """Tell the scene on top that the window is hidden, and release all inputs."""
        self.input.release_all()
        if self.stack:
            self.guard(self.top.focus_lost)

    def _deliver(self, events: Iterable[InputEvent]) -> None:
        """Let the scene on top have each event; an unused one may be a shortcut of the arcade."""
        for event in events:
            if not self.stack or self.too_small:
                continue
            self._dirty, used = True, False
            self.reader.pressed = True
            with self.guarded():
                used = self.top.handle(event)
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
        """Run until the end; return the exit code. Ctrl-C ends like closing the window.

        So does the system's order to end (SIGTERM), without a question: all that can be kept is.
        """
        self._settled = time.perf_counter() + SETTLING_SECONDS
        before = None
        with contextlib.suppress(ValueError):  # only the main thread is told by signals
            before = signal.signal(signal.SIGTERM, self._end_now)
        try:
            self._loop()
        except KeyboardInterrupt:
            self.exit_code = 130
        if not self.running:
            for scene in list(self.stack):
                self.guard(scene.keep_in_time, math.inf)
        self.close()
        if before is not None:
            signal.signal(signal.SIGTERM, before)
        return self.exit_code

    def _end_now(self, *_: object) -> None:
        """The system wants the arcade to end, and waits for no answer."""
        self.running = False

    def _loop(self) -> None:
        last = time.perf_counter()
        while self.running and self.stack:
            self.take_events(self._wait())
            now = time.perf_counter()
            passed, last = now - last, now
            if self.running:
                self.frame(min(passed, LONGEST_STEP), passed)
                self.frame_seconds.append(time.perf_counter() - now)
                del self.frame_seconds[:-240]
            left = FRAME - (time.perf_counter() - now)
            if left > 0:
                time.sleep(left)

    def _wait(self) -> list[pygame.event.Event]:
        """Return the events; with no picture to show, sleep until an event comes or a frame is due.

        SDL's own waiting asks a thousand times a second where a driver cannot wake it; once a frame
        is enough.
        """
        due = time.perf_counter() + self._sleep_seconds()
        events = pygame.event.get()
        while self.running and not events and (left := due - time.perf_counter()) > 0:
            time.sleep(min(FRAME, left))
            events = pygame.event.get()
        return events

    def _sleep_seconds(self) -> float:
        if self._dirty or self._fade.running or self.input.repeating or not self._loaded:
            return 0.0
        wishes = [self.toasts.next_frame(), self.reader.next_frame(), LONGEST_SLEEP]
        if self.stack and not self.too_small:
            wishes.append(self.guard(self.top.next_frame))
        return min(wish for wish in wishes if wish is not None)

    def frame(self, dt: float, passed: float | None = None) -> None:
        """Move all on by `dt` seconds, and draw if the picture changed.

        `passed` are the seconds of the clock since the last frame, where they are more than `dt`.
        """
        if self._shown and not self._loaded:
            self._loaded = True
            self.doors.load()
        self._deliver(self.input.repeats(dt))
        self._dirty = self.reader.update(dt) or self._dirty
        for sentence in (*self.library.store.take_notices(), *weights.take_notices()):
            self.toasts.add(sentence, stays=True)
        scene = self.top if self.stack else None
        due = scene is not None and self.guard(scene.next_frame) is not None
        if scene is not None:
            self.guard(scene.update, dt)
        self._keep(dt if passed is None else passed)
        moving = self.toasts.update(dt) or self._fade.running
        self._fade.update(dt)
        if self.running and (self._dirty or due or moving or scene is not self.top):
            self._show(self._dirty or moving)
            self._after_frame()

    def _show(self, whole: bool) -> None:
        """Bring to the screen what there is to see: all of it, or where less will do that."""
        places = None if whole or self._drawn is not self.top else self._redraw()
        if places is None:
            self._dirty = False
            self.draw()
            self._drawn = self.top if self.stack else None
        elif places:
            pygame.display.update([self.canvas.box(place) for place in places])

    def _redraw(self) -> Sequence[Box] | None:
        """Return the boxes that the scene on top draws again by itself; None where they are
        covered.

        Under a toast or a fade the whole picture is drawn.
        """
        if self.too_small or self.settings.show_frame_rate:
            return None
        return self.guard(self.top.redraw, self.canvas)

    def _keep(self, seconds: float) -> None:
        """Let every scene keep what is due, also those that stand still under another.

        What could not be kept before is tried again.
        """
        for scene in list(self.stack):
            self.guard(scene.keep_in_time, seconds)
        self.library.later.pass_time(seconds)

    def _after_frame(self) -> None:
        if not self._shown:
            self._shown = True
            self.sound.prepare()
        if self._faults and not any(type(scene).__name__ == "Card" for scene in self.stack):
            self._faults = 0

    def draw(self) -> None:
        """Show the scenes that can be seen, and what lies over them.

        They say all that is to be seen; it is drawn where that differs from what the window shows.
        """
        self.canvas.begin_frame()
        self._draw_all(self.canvas)
        changed = self.canvas.end_frame()
        if changed:
            pygame.display.update(changed)

    def _draw_all(self, canvas: Canvas) -> None:
        canvas.fill("ink")  # a scene may leave parts of the window out, as beside a stage
        if self.too_small:
            width, height = SMALLEST_WINDOW
            least = f"Make it at least {width} x {height}."
            draw_small_window(canvas, f"This window is too small to play in. {least}")
            return
        first = len(self.stack) - 1
        while first > 0 and self.stack[first].overlay:
            first -= 1
        for scene in self.stack[first:]:
            canvas.set_clip(None)
            canvas.listener = self.reader.listener() if scene is self.stack[-1] else None
            self.guard(scene.draw, canvas)
        canvas.set_clip(None)
        listener, canvas.listener = canvas.listener, None
        self.reader.show(listener)
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
        self.keep_uses()
        if not self.demo and self.window_size != self._opened_size:
            width, height = self.window_size
            self.change_settings(window_width=width, window_height=height)
        self.library.later.try_last()
        if self.library.store.waiting:
            print(self._lost_words(), file=sys.stderr)
        self.sound.close()
        pygame.display.quit()
