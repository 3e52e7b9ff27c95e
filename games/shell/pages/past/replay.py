"""A match that is looked at again, in every game: its own scene at any moment, and the minds.

It may still go on: `Setup.eyes` then are a veil over what its viewer may not know.

The game's scene is drawn above a bar with a slider. It stands where the slider stands, or goes on
by itself. The seats' thoughts at that moment are thought again beside the window
(`games.session.replaying`), so that no frame waits for them; they come into the mind view when they
are there. Where an agent has changed since, the bar has a note.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Final

from games import catalog
from games.mind import Mind, Note
from games.session.film import FilmedMatch
from games.session.replaying import Replay, Rethinking, replay_setup
from games.session.setup import Shown
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import MARK
from games.shell.draw.theme import NOTE, TEXT
from games.shell.draw.toasts import Strip
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.pace import Pace
from games.shell.pages.before.sentences import listed
from games.shell.pages.framed import FramedTable
from games.shell.replay_steps import ReplaySteps
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Slider
from games.shell.widgets.form import Form, Look, Widget
from games.spec import Action

# Units; chosen by eye.
BAR: Final = 96.0
EDGE: Final = 20.0
TRACK: Final = 36.0  # the row of the slider
BUTTON: Final = 40.0
LABELLED: Final = 132.0  # a button with a word
SPEED_ROOM: Final = 52.0
PLAY: Final = 60.0
NARROW: Final = 1100.0
SLOWER: Final = "Slower"
LEAVE: Final = "Back"
KNOB: Final = 11.0
MOST_WORDED: Final = 2
"""The most buttons of a game that have their words on a narrow window."""
PACES: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Times the usual speed."""
UNREADY: Final = 0.05
"""Seconds between two frames while something of a moment that stands still is not there yet."""
ASK_AFTER: Final = 0.1
"""Seconds at one moment after which its minds are asked for: who drags the slider passes many."""
OWN_ACTIONS: Final = (
    Action("replay_play", "Play or stop", "replay", ("key:space", "pad:2")),
    Action("to_start", "To the start", "replay", ("key:home",)),
    Action("to_end", "To the end", "replay", ("key:end",)),
)
LATE: Final = 0.7
"""Seconds at one moment after which a mind of another one is no longer on show; by eye: one that
comes sooner would only flicker."""
THINKING: Final = "Thinking again what was thought here."
DIFFERS: Final = "The list has another end, {}: played again, this match ended {}."
NOT_KEPT: Final = "Of what a bot shows, nothing was kept here: of a long match, the last part is."
NO_CHOICE: Final = "No move yet."


class Scrubber(Slider):
    """The moments of a match as a track as wide as the page; confirm plays or stops."""

    label_share = 0.0

    def __init__(
        self, first: int, last: int, changed: Callable[[float], None], toggle: Callable[[], None]
    ) -> None:
        super().__init__("Moment", first, first, max(first + 1, last), 1, changed, room=0.0)
        self.marks: Sequence[int] = ()
        self._toggle = toggle

    def activate(self) -> None:
        """Play or stop."""
        self._toggle()

    def _track(self) -> tuple[float, float]:
        """With room for half the knob at both ends."""
        return self.box[0] + KNOB, self.box[2] - 2 * KNOB

    def wheel(self, turn: float) -> bool:
        """Go a moment on or back."""
        return self.direction("left" if turn > 0 else "right")

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the track, what is behind and the knob, larger while it is held or pointed at."""
        x, w = self._track()
        _, y, _, h = self.box
        middle, share = y + h / 2, (self.value - self.low) / (self.high - self.low)
        canvas.rect((x, middle - 4, w, 8), "line", 4)
        canvas.rect((x, middle - 4, w * share, 8), "brass", 4)
        for mark in self.marks:
            at = x + w * (mark - self.low) / (self.high - self.low)
            canvas.rect((at - 1.5, middle - 10, 3, 20), MARK, 1)
        grown = 1.25 if look.hovered or self.dragging else 1.0
        canvas.circle((x + w * share, middle), KNOB * grown, "paper")
        if look.focused:
            side = KNOB * grown + 5
            canvas.outline(
                (x + w * share - side, middle - side, 2 * side, 2 * side), "brass", 3, side
            )


def reel_of(shown: Shown) -> FilmedMatch:
    """Return the match on an empty reel, with all who have to see it; raises `ValueError` for one
    that cannot be played here.
    """
    setup = replay_setup(shown.log, shown.names, shown.eyes)
    kind = catalog.scene(setup.game).Scene.kind(setup)
    return FilmedMatch(setup, shown.log.turns, kind.witnesses(setup))


def differs(listed: Sequence[float], played: Sequence[float]) -> str:
    """Return the words where a list has other scores than the match itself, else ""."""
    if not listed or tuple(listed) == tuple(played):
        return ""
    told, found = (" : ".join(f"{score:,.5g}" for score in each) for each in (listed, played))
    return DIFFERS.format(told, found)


class ReplayPage(FramedTable):
    """A match that is looked at again: the table of its game, and the bar below."""

    contexts = ("replay", "menu", "play", "all")
    bar_height = BAR

    def __init__(self, shell: Shell, shown: Shown, reel: FilmedMatch | None = None) -> None:
        """Begin as `shown` says; raises `ValueError` for a match that cannot be played.

        A `reel` of it may have been wound already.
        """
        super().__init__(shell)
        self.shown = shown
        reel = reel or reel_of(shown)
        setup = reel.setup
        self.table: Table = catalog.scene(setup.game).Scene.open(shell, setup, reel.filmed_whole())
        self.title, self.table.finished = self.table.title, True
        replay = self.table.session
        assert isinstance(replay, Replay)
        replay.restore(shown.log)
        self.differs = differs(shown.scores, replay.match.returns)
        self.again: ReplaySteps = self.table.again()
        self.again.may_help = shown.may_help
        thinks = self.again.rethinks
        self.rethinking = Rethinking(replay, shown.log, kept=shown.minds) if thinks else None
        own = {action.id for action in OWN_ACTIONS}
        others = tuple(action for action in self.table.actions if action.id not in own)
        self.actions = (*others, *OWN_ACTIONS)
        self.pace = Pace(PACES)
        self.playing = shown.at is None
        self._rest = self._still = 0.0
        self._minded: tuple[object, ...] = ()
        self._ready = True
        self.slider = Scrubber(self.again.first, self.again.moments, self._slid, self.toggle)
        self.slider.marks = self.again.marks
        self.form = Form(self._widgets(), shell.play_sound)
        self.go_to(shown.at or 0)

    def _widgets(self) -> list[Widget]:
        """Return the slider and the buttons of the bar, in their order."""

        def button(label: str, icon: str, act: Callable[[], None], hint: str) -> Button:
            return Button(label, act, icon=icon, hint=hint)

        self.play_button = Button("", self.toggle, "main", "play", "Play or stop")
        self.leave_button = button(LEAVE, "back", self.shell.pop, "Back to where you were")
        self.entries = [
            Button(label, functools.partial(self._act, act), icon=icon)
            for label, icon, act in self.again.entries()
        ]
        self._entry_labels = [entry.label for entry in self.entries]
        return [
            self.slider,
            button("", "redo", lambda: self.go_to(0), "From the start"),
            button("", "step-back", lambda: self.step(-1), "One back"),
            self.play_button,
            button("", "step", lambda: self.step(1), "One on"),
            button("", "down", lambda: self.pace.change(-1), SLOWER),
            button("", "up", lambda: self.pace.change(1), "Faster"),
            *self.entries,
            button("", "mind", self.table.toggle_mind, "Show or hide its mind"),
            self.leave_button,
        ]

    def _act(self, act: Callable[[], None]) -> None:
        """Do what the game offers, and stand still where that leads to another moment."""
        before = self.moment
        act()
        self._jumped_from(before)

    def _jumped_from(self, before: int) -> None:
        """Stand still at the moment to which the game went, so that its mistake can be read."""
        self.playing = self.playing and self.moment == before
        self._arrived()

    # -- where it stands ---------------------------------------------------------------

    @property
    def moment(self) -> int:
        """The moment on show."""
        return self.again.moment

    def go_to(self, moment: int) -> None:
        """Show a moment; where it plays, it goes on from there."""
        self.again.stand_at(max(self.again.first, min(moment, self.again.moments)))
        self._rest = self.again.rest
        self._arrived()

    def step(self, by: int) -> None:
        """Stop, and go `by` moments on or back; a single one on is played."""
        self.playing = False
        if by == 1 and self.moment < self.again.moments and not self.table.busy:
            self.again.play_on()
            self._arrived()
        else:
            self.go_to(self.moment + by)

    def toggle(self) -> None:
        """Play on, from the start where it stands at the end, or stop."""
        self.playing = not self.playing
        if self.playing and self.moment >= self.again.moments:
            self.go_to(0)

    def _slid(self, value: float) -> None:
        self.go_to(int(value))

    def _arrived(self) -> None:
        """The table stands elsewhere: the slider follows, and the minds are asked for."""
        self.slider.value, self._still = self.moment, 0.0
        self._open_minds()

    def enter(self) -> None:
        """Listen to the keys of this page; what was held when it was covered is let go."""
        self.slider.let_go()
        self.shell.input.use(self.actions)

    def leave(self) -> None:
        """Let the processes go."""
        if self.rethinking is not None:
            self.rethinking.close()
        self.table.leave()

    # -- the minds ---------------------------------------------------------------------

    def _open_minds(self) -> None:
        """Show what belongs to this moment, where it is another than was shown last."""
        thinking, view = self.rethinking, self.table.mind_view
        if thinking is None or self.again.mind_taken:
            self._minded = ()
            return
        thought = thinking.minds(self.moment).items()
        asked = {seat: turn for turn, seat in thinking.questions(self.moment)}
        minds = {seat: self.again.said(seat, mind, asked[seat]) for seat, mind in thought if mind}
        now = (self.moment, tuple(sorted(minds)), thinking.knows(self.moment))
        seen = bool(self._minded and self._minded[1]) and self._still < LATE
        if now == self._minded or (seen and not thinking.knows(self.moment)):
            return  # a mind on show stays a while, until it is known what comes
        self._minded = now
        if not minds:
            view.go_back({}, None, self._waiting())
            view.caption = ""
            return
        latest = max(minds, key=lambda seat: (asked[seat], seat))
        view.go_back(minds, latest, minds[latest])
        seat = view.shown_seat(latest)
        self.table.show_mind_of(seat)
        word = self.again.turn_words(asked[seat] - 1)
        view.caption = f"{self.table.seat_name(seat)}, before {word}"

    def wait_for_minds(self) -> None:
        """Have the minds of this moment open, however long it takes."""
        if self.rethinking is not None:
            self.rethinking.wait_for(self.moment)
            self._open_minds()
            self.table.on_thoughts()

    def _waiting(self) -> Mind:
        """Return the note of the mind view where there is no mind."""
        assert self.rethinking is not None
        if self.rethinking.lost:
            return (Note(self.rethinking.lost),)
        if not self.rethinking.knows(self.moment):
            return (Note(THINKING),)
        return (Note(NOT_KEPT if self.rethinking.unkept(self.moment) else NO_CHOICE),)

    @property
    def notice(self) -> str:
        """A sentence where the list has another end of the match, or an agent is not as it was."""
        thinking = self.rethinking
        if self.differs:
            return self.differs
        if thinking is None:
            return ""
        if thinking.without:
            told = f"What {self._names(thinking.without)} had learned by then cannot be read"
            return f"{told}: these are thoughts without it."
        seats = sorted({*self.shown.changed, *thinking.otherwise})
        if not seats:
            return ""
        names = self._names(seats)
        have = "has" if len(seats) == 1 else "have"
        return f"{names} {have} changed since then: these are thoughts of today."

    def _names(self, seats: Sequence[int]) -> str:
        return listed([self.table.seat_name(seat) for seat in seats])

    # -- time --------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Move the table on, and play the next moment when its time has come."""
        table, fast = self.table, dt * self.pace.speed
        table.springs.still = self.shell.theme.reduced_motion
        table.springs.update(dt)
        table.mind_view.update(dt)
        self.again.look_on(fast)
        self._think(dt)
        if self.moment != self.slider.value:  # the game went elsewhere by itself
            self._arrived()
        if self.playing and not self.again.settling and not self.slider.dragging:
            self._play_on(fast)

    def _think(self, dt: float) -> None:
        """Ask for the minds of a moment that is stayed at, and show what has come."""
        before, self._still = self._still, self._still + dt
        if self.rethinking is None:
            return
        if self._still >= ASK_AFTER or self.playing:
            self.rethinking.wanted = self.moment
        if self.rethinking.update():
            self._open_minds()
            self.table.on_thoughts()
        elif before < LATE <= self._still:
            self._open_minds()

    def _play_on(self, seconds: float) -> None:
        self._rest -= seconds
        if self._rest > 0:
            return
        if self.moment >= self.again.moments:
            self.playing = False
            return
        self._rest = self.again.rest
        self.again.play_on()
        self._arrived()

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves or a thought is awaited."""
        table, thinking = self.table, self.rethinking
        moves = table.busy or table.moving or table.springs.moving or table.mind_view.moving
        waits = thinking is not None and not thinking.knows(self.moment)
        if self.playing or moves or waits or self.again.settling:
            return 0.0
        shown, self._ready = self._ready, self.again.ready
        return None if shown and self._ready else UNREADY  # what came is to be seen once

    # -- input -------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Handle the keys of the replay, the bar, the mind view, then the game's stage."""
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Pointer):
            return self._point(event)
        if isinstance(event, Wheel) and event.y < self.bar[1]:
            x, y = self.into(event.x, event.y)
            return self.over_mind(x, y) and self.table.mind_view.handle(Wheel(x, y, event.turn))
        return self.form.handle(event)

    def _press(self, event: Press) -> bool:
        if not event.repeat:
            act = {
                "replay_play": self.toggle,
                "pause": self.toggle,
                "skip": self.toggle,
                "to_start": lambda: self.go_to(0),
                "to_end": lambda: self.go_to(self.again.moments),
                "faster": lambda: self.pace.change(1),
                "slower": lambda: self.pace.change(-1),
                "mind": lambda: self.table.turn_mind(event.device),
                "help": self.table.open_help,
                "back": self.shell.pop,
            }.get(event.action)
            if act is not None:
                act()
                return True
        if event.action in ("step", "step_back"):
            self.step(1 if event.action == "step" else -1)
            return True
        if self.form.focused is self.slider and event.action in ("left", "right"):
            self.step(1 if event.action == "right" else -1)
            return True
        before = self.moment
        if self.again.press(event):
            self._jumped_from(before)
            return True
        return self.table.mind_view.handle(event) or self.form.handle(event)

    def _point(self, event: Pointer) -> bool:
        """Give the bar the presses that begin on it; a click gives the slider the keys."""
        if self.slider.dragging or event.y >= self.bar[1]:
            used = self.form.handle(event)
            if event.kind == "up" or (event.kind == "down" and not self.slider.dragging):
                self.form.focus_on(self.slider)
            return used
        self.form.handle(event._replace(kind="move") if event.kind == "move" else event)
        x, y = self.into(event.x, event.y)
        inner = event._replace(x=x, y=y)
        return self.table.mind_view.handle(inner) or self.again.point(inner)

    # -- places ------------------------------------------------------------------------

    def place_bar(self, width: float, top: float) -> None:
        """Place the slider, and the buttons below it."""
        self.slider.box = (EDGE, top + 4, width - 2 * EDGE, TRACK)
        self._place_buttons(width, top + 4 + TRACK + 4)

    def _place_buttons(self, width: float, top: float) -> None:
        """The last two at the right end, the others from the left; words have what remains."""
        labelled = LABELLED * self.shell.theme.text_size(TEXT) / TEXT
        if width < NARROW and labelled > LABELLED:
            labelled = BUTTON  # there is no room for larger words: icons alone
        for place, (entry, label) in enumerate(zip(self.entries, self._entry_labels, strict=True)):
            room = labelled > BUTTON and (width >= NARROW or place < MOST_WORDED)
            entry.label, entry.hint = (label, "") if room else ("", label)
        left, right, last = EDGE, width - EDGE, self.form.widgets[-2:]
        crowded = width < NARROW and labelled > BUTTON and len(self.entries) > 1
        self.leave_button.label = "" if crowded else LEAVE
        for widget in self.form.widgets[1:-2]:
            wide = labelled if widget.label else BUTTON
            wide = PLAY if widget is self.play_button else wide
            widget.box = (left, top, wide, BUTTON)
            left += wide + 8
            if widget.hint == SLOWER:
                self._speed_at = (left + SPEED_ROOM / 2 - 4, top + BUTTON / 2)
                left += SPEED_ROOM
        for widget in reversed(last):
            wide = LABELLED if widget.label else BUTTON
            widget.box = (right - wide, top, wide, BUTTON)
            right -= wide + 8
        self._words: Box = (left + 8, top, right - left - 8, BUTTON)

    def toast_place(self, width: float) -> Strip:
        """Place toasts over the foot of the stage, where in play the choices are."""
        return Strip(EDGE, self.bar[1] - 8, min(width - 2 * EDGE, 760.0), upward=True, tall=64.0)

    # -- drawing -----------------------------------------------------------------------

    def draw_bar(self, canvas: Canvas) -> None:
        """Draw the slider, the buttons, the pace and the words."""
        self.play_button.icon = "pause" if self.playing else "play"
        self.form.draw(canvas)
        told = f"{self.pace.speed:g}x"
        canvas.text(told, self._speed_at, TEXT, "quiet", "bold", "centre")
        self._draw_words(canvas)

    def _draw_words(self, canvas: Canvas) -> None:
        """Draw the name of the moment, and a hint or the note on the minds."""
        x, y, w, h = self._words
        if w < 60:
            return
        words = self.again.words(self.moment)
        if canvas.text_width(words, TEXT, "bold") > w:
            words = words.partition(" ")[2] or words
        second = self.form.hint or self.notice or self.shown.about
        if second == self.notice and canvas.text_width(second, NOTE) > w:
            short = second.rpartition(": ")[2]
            second = short[:1].upper() + short[1:]
        shift = canvas.line_height(NOTE) / 2 if second else 0.0
        canvas.text(words, (x, y + h / 2 - shift), TEXT, "paper", "bold", max_width=w)
        if second:
            canvas.text(second, (x, y + h / 2 + shift + 1), NOTE, "quiet", max_width=w)
