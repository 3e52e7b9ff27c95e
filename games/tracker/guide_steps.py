"""The guided tour: the whole idea in eight steps, for someone who has never met Bayes.

A step sets the page up, explains one idea, and asks for one action to try; `note_action` gets every
action on the page, and the step gets its tick at the right one. The walk that was in hand before is
kept, and given back when the person leaves the tour for another tab than the step speaks of.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from games.core import Seating
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import RIGHT
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.guide_text import Section, guide_section
from games.shell.input import Input
from games.shell.keys import asked
from games.tracker import SPEC
from games.tracker.controls import NARROW_HEIGHTS, PAST, SETUP, TOUR, WATCH
from games.tracker.model import KeptWalk, Model

SHOWN: Final[Mapping[str, tuple[str | int, ...]]] = MappingProxyType(
    {"truth": (), "step": (), "faster": (), "noise": (2,), "walker": ("explorer",)}
)
"""The tasks that the tour shows itself where nothing is pressed, and what each is done with; to be
the ghost is left to who is there.
"""
SHOW_AFTER: Final = 12.0
"""Seconds without a press after which it does: long enough to read a step's words; by hand."""


class GuidedPage(Protocol):
    """The page of the tour, which begins other walks and goes back to one."""

    def begin_with(self, setup: Setup) -> None:
        """Begin the match of another `setup`."""

    def resume_walk(self, kept: KeptWalk) -> None:
        """Go on with the walk `kept`, as it was."""

    def open_tab(self, tab: int) -> None:
        """Show what a tab holds."""


class GuideStep(NamedTuple):
    """One step: its `id` in `guide.md`, the action that ticks its task off, and how often.

    `walker`, `models` and `params` set the page up; None leaves it. `tab` is the other tab that
    the step speaks of.
    """

    id: str
    action: str
    times: int = 1
    walker: str | None = None
    models: tuple[str, ...] | None = None
    params: tuple[tuple[str, Any], ...] = ()
    start_step: int = 0
    tab: int = TOUR


STOPS: Final = (
    GuideStep(
        "tour-ghost",
        "truth",
        2,
        "random",
        ("random",),
        (("noise", 6), ("sight", 5), ("start", "unknown"), ("maze", "loops"), ("stay", 0.0)),
        3,
    ),
    GuideStep("tour-predict", "step", 1),
    GuideStep("tour-hint", "step", 4),
    GuideStep("tour-doubt", "noise", 1, tab=SETUP),
    GuideStep(
        "tour-assume",
        "truth",
        1,
        "explorer",
        ("random", "explore"),
        (("noise", 6), ("start", "known")),
    ),
    GuideStep("tour-sure", "faster", 1, "explorer", ("explore", "explore-expected")),
    GuideStep("tour-auto", "walker", 1, "food", ("auto",), tab=SETUP),
    GuideStep("tour-back", "hide", 1, "explorer", ("auto",), tab=PAST),
)


class GuideSteps:
    """The person's place in the tour, and the actions tried."""

    def __init__(self, walk: Model, ground: GuidedPage, play_sound: Callable[[str], None]) -> None:
        self._walk, self._ground, self._play_sound = walk, ground, play_sound
        self.place = 0
        self.count = 0
        self.kept: KeptWalk | None = None
        self._waited = 0.0
        self._entered = self._set_up = -1

    @property
    def stop(self) -> GuideStep:
        """The present step."""
        return STOPS[self.place]

    @property
    def text(self) -> Section:
        """The words of the present step."""
        return guide_section(SPEC.id, self.stop.id)

    @property
    def done(self) -> bool:
        """True if its task was tried."""
        return self.count >= self.stop.times

    @property
    def last(self) -> bool:
        """True if there is no other step after this."""
        return self.place == len(STOPS) - 1

    @property
    def waiting(self) -> bool:
        """True if it shows the present task itself before long, without a press."""
        return self._entered == self.place and not self.done and self.stop.action in SHOWN

    def wait(self, seconds: float) -> tuple[str | int, ...]:
        """Let time pass without a press; return the action to show now with its argument, or ()."""
        if not self.waiting:
            return ()
        self._waited += seconds
        if self._waited < SHOW_AFTER:
            return ()
        self._waited = 0.0
        return (self.stop.action, *SHOWN[self.stop.action])

    def note_action(self, action: str) -> None:
        """Note an `action` of the person on the page: it may tick the task off."""
        self._waited = 0.0
        if action == self.stop.action and self._entered == self.place:
            self.count += 1
            if self.count == self.stop.times:
                self._play_sound("right")

    def next_stop(self) -> None:
        """Go to the next step; after the last one the tour is over."""
        if self.last:
            self._ground.open_tab(WATCH)
            self.place = self.count = 0
            return
        self._go(self.place + 1)

    def previous_stop(self) -> None:
        """Go to the step before."""
        self._go(max(0, self.place - 1))

    def _go(self, place: int) -> None:
        self.place, self.count, self._waited = place, 0, 0.0
        self._entered = -1
        self.enter()

    def enter(self) -> None:
        """Set the page up for the present step, unless it is; the walk in hand is kept."""
        if self._entered == self.place:
            return
        if self.kept is None:
            self.kept = self._walk.keep()
        self._entered, self.count = self.place, 0
        ground = max(n for n in range(self.place + 1) if STOPS[n].models is not None)
        if ground != self._set_up or ground == self.place:
            self._set_up = ground
            self._arrange(STOPS[ground])

    def _arrange(self, stop: GuideStep) -> None:
        """Begin the walk that a step speaks of."""
        walk, setup = self._walk, self._walk.session.setup
        walk.session.save()
        walk.lineup.models, walk.lineup.active = list(stop.models or ("auto",)), 0
        walk.truth = walk.outlined = False
        params = walk.session.spec.params({**setup.params, **dict(stop.params)})
        seats = (Seating(stop.walker or "explorer"),)
        setup = dataclasses.replace(setup.for_another(), seats=seats, params=params)
        self._ground.begin_with(setup)
        walk.playback.playing = False
        for _ in range(stop.start_step):
            walk.tape.extend()
        walk.jump_to_end()

    def leave_unless_needed(self, tab: int) -> None:
        """Go on if the step speaks of the tab that is opened, else leave the tour."""
        if self.kept is not None and tab not in (TOUR, self.stop.tab):
            self.end()
            told = "Your own walk again. The tour waits where you left it."
            self._walk.session.notify(told)

    def end(self) -> None:
        """Give back the walk that was kept, if one was."""
        if self.kept is not None:
            kept, self.kept = self.kept, None
            self._entered = self._set_up = -1
            self._walk.outlined = True
            self._ground.resume_walk(kept)

    def draw(self, canvas: Canvas, box: Box, hands: Input) -> None:
        """Draw the step's words, its task with a tick when done, and where one is.

        The task names what is pressed on the device in hand.
        In a wide box the buttons stand beside the task, in a narrow one beside the title.
        """
        x, y, w, h = box
        if h == NARROW_HEIGHTS[TOUR]:
            self._draw_title(canvas, x, y + 22, LABEL - 4, w - 184)
            words = self.text.words
            tall = h - 52 - 12 - 2 * canvas.line_height(NOTE + 2, "bold")
            fits = len(canvas.wrap(words, w, TEXT)) * canvas.line_height(TEXT) <= tall
            used = canvas.paragraph(words, (x, y + 52), w, TEXT if fits else NOTE, "paper")
            self._draw_task(canvas, x, y + 52 + used + 18, w, hands)
            return
        self._draw_title(canvas, x, y + 12, LABEL, w)
        size = TEXT if not canvas.theme.larger_text else NOTE
        used = canvas.paragraph(self.text.words, (x, y + 30), w, size, "paper", most=5)
        self._draw_task(canvas, x, min(y + 30 + used + 18, y + h - 22), w - 272, hands)

    def _draw_title(self, canvas: Canvas, x: float, y: float, size: float, room: float) -> None:
        number = f"{self.place + 1} of {len(STOPS)}"
        wide = canvas.text(self.text.title, (x, y), size, "paper", "title", max_width=room)
        if wide + 16 + canvas.text_width(number, NOTE) <= room:
            canvas.text(number, (x + wide + 16, y + 2), NOTE, "quiet")

    def _draw_task(self, canvas: Canvas, x: float, y: float, room: float, hands: Input) -> None:
        """Draw the action to try, its first line around the height `y`."""
        colour, icon = (RIGHT, "check") if self.done else ("brass", "forward")
        canvas.icon(icon, (x + 10, y), 18, colour)
        place = (x + 28, y - 11)
        canvas.paragraph(
            asked(self.text.task, hands), place, room - 28, NOTE + 2, colour, "bold", most=2
        )
