"""A newcomer's first match of a game: a guide points at one thing after the other.

A `GuidePoint` comes in its moment and holds the match until it is read, or until its task is done.
Without a press the guide goes on by itself, or does the task itself. The words stand in the file
`help/guide.md` of the game (`games.shell.guide_text`). The pause page starts the guide again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from games import catalog
from games.core import CHANCE, Turn
from games.session.setup import HUMAN, WAS_PRACTICE, Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import POINTER
from games.shell.draw.theme import NOTE, TEXT
from games.shell.guide_text import Section, guide_sections
from games.shell.hooks import CornerButton
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import inside

SECONDS: Final = 14.0
"""After so many seconds without a press it goes on: long enough to read a stop; by hand."""
SEEN: Final = 0.5
"""A stop that stood for fewer seconds does not count as read; by hand."""
WIDTH: Final = 372.0  # units; chosen by eye
GAP: Final = 22.0
CLEAR_GAP: Final = 16.0
EDGE: Final = 6.0
INSET: Final = 14.0
GO_ON: Final = "Space goes on"
AGAIN: Final = "Show me how"
"""What starts the guide again, on the pause page and in the corner of a newcomer's table."""
NEW: Final = 3
"""The matches of a game after which a player is no newcomer to it; by hand."""


class GuidePoint(NamedTuple):
    """One thing that is pointed at: its `id` in `guide.md`, when it is `due`, and the box `at`.

    It is over when `done` holds, or, where that is None, when the player goes on; meanwhile the
    match stands still. `play` does the task without a press. `room` is the place of the words, at
    its right end, where they would otherwise hide something near the box. Where it is `free`, a
    click of play is taken meanwhile.
    """

    id: str
    due: Callable[[Any], bool]
    at: Callable[[Any], Box]
    done: Callable[[Any], bool] | None = None
    play: Callable[[Any], object] | None = None
    room: Callable[[Any], Box] | None = None
    free: bool = False


class Guide:
    """The stops of a `table`, one after the other; a stop without words is left out."""

    def __init__(
        self, table: object, stops: Sequence[GuidePoint], texts: Mapping[str, Section]
    ) -> None:
        self._table, self._texts = table, texts
        self._stops = [stop for stop in stops if stop.id in texts]
        self._place, self._shown, self._waited, self._seen = 0, False, 0.0, 0.0
        self.bubble: Box = (0.0, 0.0, 0.0, 0.0)
        """The words as they were drawn last."""

    @property
    def stop(self) -> GuidePoint | None:
        """The stop that is shown now, or None."""
        return self._stops[self._place] if self._shown else None

    @property
    def text(self) -> Section:
        """The words of the stop that is shown now; empty ones where none is."""
        return Section() if self.stop is None else self._texts[self.stop.id]

    @property
    def over(self) -> bool:
        """True after the last stop."""
        return self._place >= len(self._stops)

    @property
    def holds(self) -> bool:
        """True if the match has to wait until this is read."""
        return self.stop is not None and self.stop.done is None

    def beside(self, event: Pointer) -> bool:
        """Return whether an event is beside words that let play go on."""
        stop = self.stop
        return stop is not None and stop.free and not inside(self.bubble, event.x, event.y)

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass: a stop may come, or be over."""
        if self.over:
            return
        stop = self._stops[self._place]
        if not self._shown:
            self._shown, self._waited, self._seen = stop.due(self._table), 0.0, 0.0
            return
        self._waited += dt
        self._seen += dt
        if stop.done is not None and stop.done(self._table):
            self.read()
        elif self._waited >= SECONDS:
            self._waited = 0.0
            self.go_on() if stop.play is None else stop.play(self._table)

    def note_press(self) -> None:
        """Note that the player is there, so that the guide does not act for them yet."""
        self._waited = 0.0

    @property
    def was_seen(self) -> bool:
        """True if the stop stood on the screen long enough to be read."""
        return self._shown and self._seen > SEEN - 1e-6

    def read(self) -> None:
        """Go on from a stop that was on the screen long enough."""
        if self.was_seen:
            self.go_on()

    def go_on(self) -> None:
        """Go on, as this was read."""
        self._place, self._shown = self._place + 1, False

    # -- drawing -----------------------------------------------------------------------

    def draw(
        self,
        canvas: Canvas,
        stage: Box,
        clear: Box | None = None,
        spared: Sequence[Box] = (),
        go_on: str = GO_ON,
        pad: bool = False,
        label: Callable[[str], str] = str,
    ) -> None:
        """Draw a frame around the explained part, and the words beside it on the `stage`.

        The words leave the box `clear` free that the part belongs to, where there is room outside,
        and the boxes `spared` where there is another place; `go_on` names the key that goes on
        after reading, `pad` is True for a gamepad, `label` returns the key of an action.
        """
        stop = self.stop
        if stop is None:
            return
        x, y, w, h = target = stop.at(self._table)
        canvas.outline((x - 5, y - 5, w + 10, h + 10), POINTER, 3, 12)
        room = None if stop.room is None else stop.room(self._table)
        wide = min(WIDTH, stage[2] - 32 if room is None else room[2])
        words = self.text.said(pad, label)
        lines = canvas.wrap(words, wide - 2 * INSET, TEXT)
        tall = len(lines) * canvas.line_height(TEXT) + canvas.line_height(NOTE) + 2 * INSET + 4
        if room is None:
            box = bubble_box((wide, tall), target, stage, clear, spared)
        else:
            box = box_within((wide, tall), target, room)
        self.bubble = box
        _draw_lead(canvas, box, target)
        self._draw_bubble(canvas, words, box, go_on if stop.done is None else "")
        _draw_tip(canvas, box, target)

    def _draw_bubble(self, canvas: Canvas, words: str, box: Box, go_on: str) -> None:
        x, y, w, _ = box
        canvas.panel(box, "high", POINTER, 2, 12)
        used = canvas.paragraph(words, (x + INSET, y + INSET), w - 2 * INSET, TEXT, "paper")
        foot = y + INSET + used + 4 + canvas.line_height(NOTE) / 2
        canvas.text(go_on, (x + INSET, foot), NOTE, POINTER, "bold")
        place = f"{self._place + 1} of {len(self._stops)}"
        canvas.text(place, (x + w - INSET, foot), NOTE, "quiet", "text", "right")


def bubble_box(
    size: tuple[float, float],
    target: Box,
    stage: Box,
    clear: Box | None = None,
    spared: Sequence[Box] = (),
) -> Box:
    """Return the box of words of a `size`: below their target, above, or beside it, on the `stage`.

    Where the target is in the box `clear` they stand below or above all of that, if they can. The
    first place is taken that covers none of the boxes `spared`, else the first of all.
    """
    wide, tall = size
    x, y, w, h = target
    left, top, room, height = stage
    across = _within(x + w / 2 - wide / 2, left + 16, left + room - wide - 16)
    along = _within(y + h / 2 - tall / 2, top + 16, top + height - tall - 16)
    below, above, right, before = y + h + GAP, y - GAP - tall, x + w + GAP, x - GAP - wide
    places = [(across, below), (across, above), (right, along), (before, along)]
    if clear is not None and clear[1] <= y + h / 2 <= clear[1] + clear[3]:
        under = clear[1] + clear[3] + CLEAR_GAP
        places[:0] = [
            (across, under),
            (across, clear[1] - CLEAR_GAP - tall),
            (left + 16, under),
        ]
    places += [(side, y + shift) for side in (right, before) for shift in (0.0, h - tall)]
    places += [(x + shift, over) for over in (below, above) for shift in (0.0, w - wide)]
    fitting = [
        (at_x, at_y, wide, tall)
        for at_x, at_y in places
        if left <= at_x <= left + room - wide and top <= at_y <= top + height - tall
    ]
    free = (box for box in fitting if not any(_covers(box, other) for other in spared))
    last = (across, top + height - tall - 16, wide, tall)
    return next(free, fitting[0] if fitting else last)


def _within(place: float, low: float, high: float) -> float:
    """Return the `place`, or the nearer end; the higher one where they have changed sides."""
    return min(max(low, place), high)


def _covers(box: Box, other: Box) -> bool:
    """Return whether two boxes have some place in common."""
    x, y, w, h = box
    left, top, wide, tall = other
    return x < left + wide and left < x + w and y < top + tall and top < y + h


def box_within(size: tuple[float, float], target: Box, room: Box) -> Box:
    """Return the box of words of a `size` in a `room`: at its right end, near their `target`.

    Where the room is less tall than the words, they stand over its middle, below the window's edge.
    """
    wide, tall = size
    left, top, across, high = room
    middle = target[1] + target[3] / 2 - tall / 2
    along = (
        min(max(top, middle), top + high - tall)
        if high >= tall
        else max(EDGE, top + (high - tall) / 2)
    )
    return (left + across - wide, along, wide, tall)


def _draw_lead(canvas: Canvas, box: Box, target: Box) -> None:
    """Draw a line from words that stand away from what they mean."""
    x, y, w, h = box
    left, top, wide, tall = target
    middle = min(max(x + 20, left + wide / 2), x + w - 20)
    goal = min(max(left + 12, middle), left + wide - 12) if wide > 24 else left + wide / 2
    if y > top + tall + GAP:
        canvas.line((middle, y - 12), (goal, top + tall + 6), POINTER, 2)
    elif y + h < top - GAP:
        canvas.line((middle, y + h + 12), (goal, top - 6), POINTER, 2)


def _draw_tip(canvas: Canvas, box: Box, target: Box) -> None:
    """Draw a small arrow from the words to what they mean."""
    x, y, w, h = box
    left, top, wide, tall = target
    middle_x = min(max(x + 20, left + wide / 2), x + w - 20)
    middle_y = min(max(y + 20, top + tall / 2), y + h - 20)
    if y >= top + tall:
        corners = ((middle_x - 9, y), (middle_x + 9, y), (middle_x, y - 13))
    elif y + h <= top:
        corners = ((middle_x - 9, y + h), (middle_x + 9, y + h), (middle_x, y + h + 13))
    elif x >= left + wide:
        corners = ((x, middle_y - 9), (x, middle_y + 9), (x - 13, middle_y))
    elif x + w <= left:
        corners = ((x + w, middle_y - 9), (x + w, middle_y + 9), (x + w + 13, middle_y))
    else:
        return
    canvas.polygon(corners, POINTER)


def guide_name(setup: Setup) -> str:
    """Return the subject of a guide: the game, or its mode where each has a scene of its own."""
    mode = catalog.spec(setup.game).modes.option
    return str(setup.params[mode]) if catalog.scene(setup.game).Scene.modes else setup.game


class GuidedTable(Table):
    """A table whose first match has a `guide`; None in all others."""

    guiding: ClassVar[tuple[GuidePoint, ...]] = ()
    """The stops of the first match of this game."""
    guide_clear: Box | None = None
    """A box that the words leave free, where they have room elsewhere."""
    spared: ClassVar[tuple[Callable[[Any], Box], ...]] = ()
    """Boxes that the words do not cover where there is another place for them."""
    first_practice: ClassVar[str] = ""
    """The reason why the first match of this game is practice; "" where it counts."""
    first_counts: ClassVar[tuple[str, ...]] = ()
    """Agents against which a first match counts all the same."""
    corner_names: ClassVar[Mapping[str, str]] = {"guide": AGAIN}
    first_seed: ClassVar[int | None] = None
    """The seed of the first match, where that is practice; None for a fresh one."""

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.guide: Guide | None = None
        first = bool(setup.humans) and not turns and self._is_first(shell, setup)
        met = {seating.agent for seating in setup.seats} - {HUMAN, *self.first_counts}
        if first and met and setup.afresh and not setup.day and self.first_practice:
            seed = setup.seed if self.first_seed is None else self.first_seed
            why = self.first_practice
            setup = dataclasses.replace(setup, seed=seed, practice=True, why_practice=why)
        super().__init__(shell, setup, turns)

    @property
    def first_match(self) -> bool:
        """True in the first match of this game, where that is practice, also when continued."""
        why, profile = self.setup.why_practice, self.shell.profile
        if not self.first_practice or why not in (self.first_practice, WAS_PRACTICE):
            return False
        counted = 0
        if why == WAS_PRACTICE and profile is not None:
            counted = self.shell.library.statistics(profile.id).total(self.setup.game).matches
        return not counted

    @staticmethod
    def _is_first(shell: Shell, setup: Setup) -> bool:
        """Return whether the guide of this game, or of this mode of it, was never met."""
        met = shell.settings.guided.split()
        return not (setup.replay or setup.demo) and guide_name(setup) not in met

    def enter(self) -> None:
        """Begin the guide in the first match of a game."""
        moved = any(turn[0][0] != CHANCE for turn in self.match.turns)
        if self.session.people and not moved and self._is_first(self.shell, self.setup):
            met = self.shell.settings.guided.split()
            self.shell.change_settings(guided=" ".join([*met, guide_name(self.setup)]))
            self.start_guide()
            if self.first_match:
                self.shell.toast(f"{self.first_practice}, so it is practice.")

    def stops(self) -> tuple[GuidePoint, ...]:
        """Return the stops of this match."""
        return self.guiding

    def start_guide(self) -> None:
        """Begin the guide at its first stop."""
        self.guide = Guide(self, self.stops(), guide_sections(self.spec.id))

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Offer the guide again."""
        if not self.session.people or self.session.over:
            return []
        return [(AGAIN, "guide", self.after_pages(self.start_guide))]

    def corner_buttons(self) -> list[CornerButton]:
        """Return the table's buttons; a newcomer has one more, which starts the guide again."""
        found, profile = super().corner_buttons(), self.shell.profile
        if profile is None or not self.session.people or self.session.over or self.setup.replay:
            return found
        if self.shell.library.statistics(profile.id).total(self.setup.game).matches >= NEW:
            return found
        x, y, w, h = min(button.box for button in found)
        return [*found, CornerButton((x - w - 8, y, w, h), "guide", "guide")]

    @property
    def guided(self) -> bool:
        """True if the guide has stops left."""
        return self.guide is not None and not self.guide.over

    @property
    def explaining(self) -> bool:
        """True while the match waits for words to be read."""
        return self.guide is not None and self.guide.holds

    @property
    def turn_of_person(self) -> bool:
        """True while a person's choice is due, also beside words that are read."""
        reads = self.explaining and self.session.due() is not None
        return reads or self.waiting_for_person is not None

    @property
    def busy(self) -> bool:
        """True while words are read."""
        return self.explaining

    @property
    def moving(self) -> bool:
        """While the guide waits for its moment."""
        return self.guided

    def skip(self) -> None:
        """Go on from a stop that was read."""
        self.skip_words()

    def skip_words(self) -> None:
        """Go on from a stop that was read, and from no more than that."""
        if self.guide is not None and self.guide.holds:
            self.guide.read()

    def point(self, event: Pointer) -> bool:
        """Take a click beside words that let play go on as one without them; it has read them."""
        guide, pressed = self.guide, event.kind == "down" and event.button == 1
        if pressed and guide is not None and guide.beside(event) and self.handle_game(event):
            self.skip_words()
            return True
        return super().point(event)

    def update(self, dt: float) -> None:
        """Move on, and the guide with it."""
        super().update(dt)
        if self.guide is not None and self.guided:
            self.guide.update(dt)

    @property
    def guiding_words(self) -> str:  # type: ignore[override]
        """The guide's present words for a screen reader, with the keys of the device in hand."""
        guide, hands = self.guide if self.guided else None, self.shell.input
        return guide.text.said(hands.state.device == "gamepad", hands.label) if guide else ""

    def handle(self, event: InputEvent) -> bool:
        """Handle an event as any table; after a press the guide waits for the player.

        A choice by its key goes on from words: no press is needed before the first move.
        """
        guide = self.guide
        if guide is not None and not (isinstance(event, Pointer) and event.kind == "move"):
            guide.note_press()
            stop = guide.stop if guide.holds else None
            if stop is not None and not stop.free and self._chooses(event):
                guide.go_on()
        return super().handle(event)

    def _chooses(self, event: InputEvent) -> bool:
        """Return whether an event is a choice by its key that is due; a pad's choices go on."""
        if not isinstance(event, Press) or event.repeat or event.device == "gamepad":
            return False
        return event.action.startswith("choice_") and self.session.due() in self.session.people

    def press(self, event: Press) -> bool:
        """Go on by confirm, while words are read."""
        if self.explaining and event.action == "confirm" and not event.repeat:
            self.skip()
            return True
        if event.action == "guide":
            self.start_guide()
            return True
        return super().press(event)

    def draw_guide(self, canvas: Canvas) -> None:
        """Draw the words of the guide over the stage."""
        if self.guide is not None and not self.finished:
            spared = [box_of(self) for box_of in type(self).spared]
            hands, pad = self.shell.input, self.shell.input.state.device == "gamepad"
            go_on = f"{hands.label('confirm' if pad else 'skip')} goes on"
            self.guide.draw(canvas, self.stage, self.guide_clear, spared, go_on, pad, hands.label)
