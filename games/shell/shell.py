"""A screen and its tools: the stack, settings, the player, sound, messages.

A `Scene` is one screen: it takes events, moves on with time, and draws itself. Scenes lie on a
stack that the `Shell` owns. The top one has the input; a scene that is `overlay` lets the one below
be seen (and stand still). Scene and Shell know each other, so they share a module. Pages that a
shell opens by itself (the launcher, a card) come through its `PageMakers`, so that no page below
needs to import a page above.
"""

from __future__ import annotations

import dataclasses
import math
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import methodcaller
from typing import Any, Final, TypeVar

import pygame

from games.paths import plain_file
from games.session.setup import Setup, Shown
from games.shell.audio.sound import Sound
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Theme
from games.shell.draw.toasts import ABOVE_TITLE, Strip, Toasts
from games.shell.draw.tween import Timer
from games.shell.input import Input, InputEvent
from games.spec import Action, GameSpec
from games.store.library import Library
from games.store.profiles import Profile, Settings

CLOSED: Final = "The mind is closed in this game: {} opens it."
LOG_LIMIT = 256 * 1024  # bytes, after which the log begins anew; chosen by hand
LONGEST_STEP = 0.1
"""The longest time in seconds that passes in one frame."""
T = TypeVar("T")
ASK_AFTER: Final = 2.0
"""Seconds for which the arcade tries to keep everything before it asks whether to leave."""


class Scene:
    """The base of all screens; a subclass overrides what it needs.

    `contexts` are the kinds of actions it listens to, first match wins (`games.shell.input`);
    `actions` are what can be done here beside what can be done everywhere.
    """

    title = ""
    overlay = False
    contexts: tuple[str, ...] = ("menu", "all")
    actions: tuple[Action, ...] = ()

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def enter(self) -> None:
        """Begin, as the scene was put on top for the first time."""

    def resume(self) -> None:
        """Go on after the scene above is gone."""

    def leave(self) -> None:
        """Save what has to be kept: the scene is taken off for good."""

    def focus_lost(self) -> None:
        """React to a window that lost the focus while the scene was on top."""

    def layout(self, width: float, height: float) -> None:
        """Place all parts for a canvas of this virtual size; called before the first draw."""

    def handle(self, event: InputEvent) -> bool:
        """Take an event; True if it was used (else the app may use it)."""
        return False

    def take_file(self, path: str) -> bool:
        """Take the file that was dropped on the window; False leaves it to the app."""
        return False

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""

    def keep_in_time(self, seconds: float) -> None:
        """Keep the data that are due after `seconds` of the clock, for a scene at any place of the
        stack.
        """

    def draw(self, canvas: Canvas) -> None:
        """Draw the whole scene."""

    def redraw(self, canvas: Canvas) -> Sequence[Box] | None:
        """Draw again only the parts that have changed by themselves since all was drawn, in their
        places.

        Returns the boxes that were drawn, in units; None where all has to be drawn. It is called
        only where no scene lies above and no event has come.
        """
        return None

    def toast_place(self, width: float) -> Strip:
        """Return the strip where toasts cover no control or word, on a canvas of this `width`."""
        return Strip(48.0, 4.0, width - 96, tall=ABOVE_TITLE)  # a title stands below

    def next_frame(self) -> float | None:
        """Return seconds until it looks different by itself: 0 at once, None never without
        input.
        """
        return None

    @property
    def lingers(self) -> bool:
        """True if its picture may fade away; False covers it at once with what comes on top."""
        return True

    @property
    def wants_text(self) -> bool:
        """True if typed letters are text now."""
        return False


Answers = Sequence[tuple[str, Callable[[], None]]]
"""What can be answered to a question, each with what is done then."""


@dataclass(frozen=True)
class PageMakers:
    """The pages that are opened from below them: each makes a scene, ready to be pushed.

    `load` loads what the pages need, once there is time.
    """

    home: Callable[[Shell], Scene]
    setup: Callable[[Shell, str, Setup | None], Scene]
    result: Callable[[Shell, Scene], Scene]
    help: Callable[[Shell, GameSpec, Scene | None], Scene]
    settings: Callable[[Shell], Scene]
    players: Callable[[Shell], Scene]
    exercises: Callable[[Shell], Scene]
    pause: Callable[[Shell, Scene], Scene]
    card: Callable[[Shell, str, str, str], Scene]
    about: Callable[[Shell], Scene]
    today: Callable[[Shell, str], Scene]
    today_words: Callable[[Shell, GameSpec], tuple[str, str]]
    curtain: Callable[[Shell, str, Callable[[], None], Callable[[], None]], Scene]
    ask: Callable[[Shell, str, str, Answers], Scene]
    replay: Callable[[Shell, Shown], Scene]
    matches: Callable[[Shell, Profile, str], Scene]
    open_match: Callable[[Shell, str], object]
    load: Callable[[], object] = lambda: None


class Shell:
    """The tools of a scene: the stack, settings, the player, sound, and messages."""

    def __init__(
        self, library: Library, sound: Sound, doors: PageMakers, demo: bool = False
    ) -> None:
        self.library = library
        self.doors = doors
        self.sound = sound
        self.demo = demo
        self.settings: Settings = Settings() if demo else library.settings
        self.theme = self._theme()
        self.input = Input(self.settings.bindings)
        self.toasts = Toasts()
        self.stack: list[Scene] = []
        self.running = True
        self.listening = False
        """True while a screen reader asks what is on the screen."""
        self.spoke = False
        """True if a line was spoken that the reader has to hear at once."""
        self.exit_code = 0
        self.size = (1280.0, 720.0)
        self._numbers: dict[str, bool] = {}
        self._uses: dict[str, list[str]] = {}  # by the player's id, not yet on the disk
        self._fade = Timer()
        self._fade_from: pygame.Surface | None = None
        self._faults = 0
        self.failed = False
        self._leaving: Scene | None = None

    def _theme(self) -> Theme:
        s = self.settings
        return Theme.of(s.high_contrast, s.larger_text, s.reduced_motion)

    # -- the player --------------------------------------------------------------------

    @property
    def profile(self) -> Profile | None:
        """The player whose results are kept, or None before there is one."""
        return None if self.demo else self.library.current

    @property
    def numbers_shown(self) -> bool:
        """True if open minds show the player their numbers below the sentence."""
        profile = self.profile
        usual = profile is not None and profile.numbers
        return self._numbers.get("" if profile is None else profile.id, usual)

    def show_numbers(self, shown: bool) -> None:
        """Let open minds show the player their numbers, or not, from now on."""
        profile = self.profile
        self._numbers["" if profile is None else profile.id] = shown
        if profile is not None:
            self.library.change(profile.id, lambda p: dataclasses.replace(p, numbers=shown))

    def uses(self, name: str) -> int:
        """Return how often the player has used the key `name` (`games.shell.keys`)."""
        profile = self.profile
        here, kept = ("", ()) if profile is None else (profile.id, profile.uses)
        return kept.count(name) + self._uses.get(here, []).count(name)

    def note_use(self, name: str) -> None:
        """Count a use of the key `name`; `keep_uses` writes it."""
        profile = self.profile
        self._uses.setdefault("" if profile is None else profile.id, []).append(name)

    def keep_uses(self) -> None:
        """Keep the uses of keys with their players, between two scenes, so that no frame waits."""
        for identity in [identity for identity in self._uses if identity]:
            uses = self._uses.pop(identity)
            self.library.change(identity, methodcaller("having_used", *uses))

    def change_settings(self, save: bool = True, **changes: Any) -> None:
        """Use changed settings at once; `save` keeps them."""
        self.settings = dataclasses.replace(self.settings, **changes)
        if save and not self.demo:
            self.library.save_settings(self.settings)
        before, self.theme = self.theme, self._theme()
        s = self.settings
        self.sound.set_volumes(s.effects_volume, s.music_volume, s.mute)
        self.input.rebind(s.bindings)
        if self.theme != before:
            self.theme_changed()

    def show_mind(self, game: str, shown: bool, games: Sequence[str], said: bool = False) -> None:
        """Show the mind view of a `game` from now on, or close it; all other `games` stay as they
        are. What is closed is `said`, with the key that opens it.
        """
        if shown != self.settings.sees_mind(game):
            self.change_settings(**self.settings.with_mind(game, shown, games))
        self.toasts.remove(CLOSED.format(self.input.label("mind")))
        if said:
            self.say_closed(game)

    def say_closed(self, game: str) -> None:
        """Say how the mind view of a `game` comes back where its player closed it."""
        if game in self.settings.closed_minds.split():
            self.toast(CLOSED.format(self.input.label("mind")))

    def theme_changed(self) -> None:
        """Adapt to settings that may have changed how things look."""

    def play_sound(self, name: str) -> None:
        """Play the effect `name`."""
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
        """Take off all scenes above a scene of the stack."""
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
        if not self.demo:
            self.keep_uses()
            self.library.refresh()
        self.input.release_all()
        self.input.capturing = False
        scene.layout(*self.size)

    def _begin_fade(self) -> None:
        """Remember the frame now shown, so that the next scene fades in over it."""

    def quit(self) -> None:
        """End the arcade, after every scene has kept what it must.

        If a file cannot be kept, that is shown first; a second request leaves.
        """
        for scene in list(self.stack):
            self.guard(scene.keep_in_time, math.inf)
        self.library.later.try_last(ASK_AFTER)
        if not self.library.store.waiting or self._leaving in self.stack:
            self.running = False
            return
        answers = (("Try again", self.quit), ("Leave anyway", self._leave))
        question = "Not everything is kept"
        self._leaving = self.doors.ask(self, question, self._lost_words(), answers)
        self.push(self._leaving)

    def _leave(self) -> None:
        self.running = False

    def _lost_words(self) -> str:
        """Return the files that are lost if the arcade ends now, and why."""
        store = self.library.store
        return f"Not on the disk yet: {', '.join(store.waiting)}. {store.trouble}"

    # -- faults ------------------------------------------------------------------------

    def guard(self, call: Callable[..., T], *arguments: Any) -> T | None:
        """Call into a scene, `guarded`; returns what it returned, or None after a fault."""
        with self.guarded():
            return call(*arguments)
        return None

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Log and show any fault in the block, and go back to the launcher."""
        try:
            yield
        except Exception as fault:
            self.fault(fault)

    def fault(self, fault: BaseException) -> None:
        """Log a fault and go back to the launcher with a card that describes it."""
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
        self.guard(
            self.push, self.doors.card(self, "That game stopped", message[:300], f"Log: {place}")
        )

    def first_scene(self) -> Scene:
        """Return the scene at the bottom of the stack."""
        return self.doors.home(self)

    def log_fault(self, fault: BaseException) -> str:
        """Append the traceback of a `fault` to the log; returns where it is."""
        text = "".join(traceback.format_exception(fault))
        root = self.library.store.root
        if root is None or self.library.store.place.gone:
            print(text, file=sys.stderr)
            return "the terminal"
        path = root / "log.txt"
        try:
            root.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size > LOG_LIMIT:
                path.replace(root / "log.old.txt")
            told = f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{text}\n"
            with plain_file(path, append=True) as log:
                log.write(told.encode("utf-8", "replace"))
        except OSError:
            print(text, file=sys.stderr)
            return "the terminal"
        return str(path)
