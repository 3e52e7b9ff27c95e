"""A room on the wall: the poster, the round, how far the class thought, who is ahead.

The page is a client of the service. It may be left and come back; the class goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from games.beside import Made
from games.guess import SPEC
from games.guess.classroom.calls import Refused, Unreachable
from games.guess.classroom.drawing import (
    draw_before,
    draw_board,
    draw_open,
    draw_poster,
    draw_result,
    draw_thinking,
)
from games.guess.classroom.follower import LOST, Now, RoomFollower
from games.guess.classroom.names import NameGrid, NamePanel, take_notices
from games.guess.classroom.replies import BadReply, Named
from games.guess.classroom.room_keys import KeptRoom
from games.guess.line import TAKEN
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import WARNING
from games.shell.draw.theme import EDGE, GAP, HEADING, LABEL, TEXT
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Timer
from games.shell.input import InputEvent, Press
from games.shell.pages.clipboard import open_folder
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Choice, Toggle
from games.shell.widgets.form import Form
from games.shell.widgets.tabs import Tabs
from games.store.library import export_text

VIEWS: Final = ("Join", "Round", "Thinking", "Leaderboard")
JOIN, ROUND, THINKING, BOARD = range(len(VIEWS))
CLOSE_SECONDS: Final = 4.5
"""A close for a whole class, which reads it from afar; chosen by eye."""
LOOK: Final = 0.2
"""Seconds between two frames while nothing moves: the count has to follow."""
TABS_TOP: Final = 84.0
FOOT: Final = 84.0
POSTER: Final = 0.38
"""The share of the wall that the poster keeps beside the names; chosen by eye."""
TIMES: Final = (20, 30, 60, 120, 300)
"""Seconds that a round may have, as it is offered; chosen."""


class Closing:
    """The way that the next round closes: by hand, after a time, or after a number of guesses."""

    def __init__(self) -> None:
        self.index = 0
        self.players = 0

    def labels(self) -> list[str]:
        """Return the ways in words, for a room with its present `players`."""
        times = [f"after {s} s" if s < 60 else f"after {s // 60} min" for s in TIMES]
        return ["by hand", *times, *(f"after {many} guesses" for many in self.numbers())]

    def numbers(self) -> list[int]:
        """Return the numbers of guesses on offer: all players', and half of them."""
        many = self.players
        return sorted({many, (many + 1) // 2} - {0, 1}, reverse=True)

    @property
    def terms(self) -> tuple[int | None, int | None]:
        """The terms for the service: close after a number of guesses, or of seconds."""
        place = self.index - 1
        if place < 0:
            return None, None
        if place < len(TIMES):
            return None, TIMES[place]
        numbers = self.numbers()
        place -= len(TIMES)
        return (numbers[place] if place < len(numbers) else None), None


class RoomPage(Scene):
    """One room, followed until the page is left."""

    title = "For a class"
    contexts = ("menu", "all")

    def __init__(
        self,
        shell: Shell,
        room: KeptRoom,
        follower: RoomFollower,
        alone: bool,
        again: Callable[[], None],
    ) -> None:
        """A page of a `room`; `alone` is whether the service is for this machine alone.

        `again` starts the service and opens the room, where the service has ended.
        """
        super().__init__(shell)
        self.size = shell.size
        self.room, self.follower = room, follower
        self.view = JOIN
        self.shown = 0
        self.closing = Timer()
        self.closes = Closing()
        self._alone, self._again = alone, again
        self._seen: tuple[int, bool] | None = None
        self._pressed: Now | None = None
        self._told_shown = 0
        self._written = Path()
        self._work: Made[str] | None = None
        self.tabs = Tabs(VIEWS, JOIN, self._show)
        self.main = Button("Open round 1", self._act, "main", "play")
        self.choice = Choice("Closes", self.closes.labels(), 0, self._chosen)
        self.choice.label_share = 0.24
        self.earlier = Button("", lambda: self._turn(-1), icon="back", hint="The round before")
        self.later = Button("", lambda: self._turn(1), icon="forward", hint="The round after")
        self.save = Button(
            "Export", self._export, icon="export", hint="Write all closed rounds as a table (CSV)."
        )
        self.folder = Button("Open folder", self._open_folder, icon="eye")
        self.names = Toggle("Names", True, lambda on: self._refresh())
        self.grid = NameGrid(self._choose)
        self.back = Button("Back", shell.pop, icon="back", hint="The class goes on meanwhile.")
        self.form = Form((), shell.play_sound)
        self._refresh()
        self.form.focus_on(self.main)

    def enter(self) -> None:
        """Begin to follow."""
        self.follower.start()

    @property
    def now(self) -> Now:
        """The state of the room."""
        return self.follower.now

    # -- what can be done ----------------------------------------------------------------------

    def _act(self) -> None:
        """Open the next round, or close the one that is open; or start a service that has ended."""
        now = self.now
        if now.trouble == LOST:
            self.shell.pop()
            self._again()
            return
        if now.room is None:
            return
        if now.open:
            assert now.room.round is not None
            self.follower.close_round(now.room.round.number)
        else:
            self.follower.open_round(*self.closes.terms)
        self.main.enabled = False  # until the service has told what came of it
        self._pressed = now

    def _chosen(self, index: int) -> None:
        self.closes.index = index

    def _show(self, view: int) -> None:
        """Another view; a close that is being shown is over."""
        self.view = self.tabs.index = view
        self.closing.stop()
        self._refresh()

    def _turn(self, by: int) -> None:
        """An earlier or a later round."""
        self.shown = max(1, min(len(self.now.outcomes), self.shown + by))
        self.closing.stop()
        self._refresh()

    def _choose(self, named: Named) -> None:
        self.shell.push(NamePanel(self.shell, named, self.follower))

    def _open_folder(self) -> None:
        if not open_folder(self._written.parent):
            self.shell.toast(f"No program here shows folders. It is {self._written.parent}.")

    def _export(self) -> None:
        if self._work is not None:
            return
        library = self.shell.library
        folder = (library.store.root or Path.home()) / "exports"
        path = folder / f"guess-{self.room.code.lower()}.csv"

        def call() -> str:
            return export_text(library, path, self.follower.export(), "the table")

        self._written = path
        self._work = Made(call)
        self._refresh()

    # -- following -----------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Show what has become of the room."""
        self.closing.update(dt)
        self._take_notices()
        now = self.now
        last = None if now.room is None else now.room.round
        seen = (0, False) if last is None else (last.number, last.open)
        if self._seen is not None and seen != self._seen:
            self._changed(now, seen)
        elif self._seen is None and now.room is not None:
            self._arrived(now, seen)
        if now.room is not None:
            self._seen = seen
        self._say_shown(now)
        if self._pressed is not None and self._pressed is not now:
            self.main.enabled, self._pressed = True, None
        self._refresh()

    def _arrived(self, now: Now, seen: tuple[int, bool]) -> None:
        """The room as it was found: a round that is open is shown, else the poster."""
        self.shown = len(now.outcomes)
        self._show(ROUND if seen[1] else JOIN)

    def _changed(self, now: Now, seen: tuple[int, bool]) -> None:
        """A round was opened or closed, here or elsewhere."""
        before = self.shown
        self.shown = len(now.outcomes)
        self._show(ROUND)
        if self.shown > before and not seen[1]:
            self.closing.start(CLOSE_SECONDS)
        self.shell.play_sound("opened" if not seen[1] else "press")

    def _say_shown(self, now: Now) -> None:
        """Let phones show a result once its target has fallen on this wall."""
        fallen = not self.closing.running or self.closing.progress >= TAKEN
        closed = len(now.outcomes)
        if fallen and not now.open and closed > self._told_shown:
            self._told_shown = closed
            self.follower.show(closed)

    def _take_notices(self) -> None:
        take_notices(self.follower, self.shell)
        work = self._work
        if work is not None and work.done:
            self._work = None
            try:
                problem = work.found
            except (Unreachable, Refused, BadReply) as refused:
                problem = str(refused)
            if problem:
                self._written = Path()
            self.shell.toast(problem or f"Written to {self._written}.")

    def _refresh(self) -> None:
        """The buttons for what can be done now."""
        now = self.now
        self.main.label = "Close round" if now.open else f"Open round {now.next_round}"
        self.main.icon = "stop" if now.open else "play"
        if now.trouble == LOST:
            self.main.label, self.main.icon = "Start service", "redo"
        players = 0 if now.room is None else now.room.players
        if players != self.closes.players:
            self.closes.players = players
            self.choice.labels = self.closes.labels()
            self.choice.index = self.closes.index = min(
                self.closes.index, len(self.choice.labels) - 1
            )
        self.choice.enabled = not now.open
        widgets = [self.tabs, self.back, self.choice, self.main]
        if self.view in (ROUND, THINKING) and len(now.outcomes) > 1 and not now.open:
            self.earlier.enabled = self.shown > 1
            self.later.enabled = self.shown < len(now.outcomes)
            widgets += [self.earlier, self.later]
        self.grid.show(now.names or ())
        if self.view == JOIN and self.grid.names:
            widgets += [self.names, *([self.grid] if self.names.value else [])]
        if self.view == BOARD and now.outcomes:
            widgets.append(self.save)
            if self._written.name and self._work is None:
                widgets.append(self.folder)
        focused = self.form.focused
        if widgets != self.form.widgets:
            self.form.widgets = list(widgets)
            stays = focused is not None and focused in widgets and focused.enabled
            self.form.focus_on(focused if focused is not None and stays else self.main)
            self.layout(*self.size)

    # -- the scene -----------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Skip a close by any confirming key; back leaves, the class goes on."""
        if isinstance(event, Press) and not event.repeat:
            if self.closing.running and event.action in ("confirm", "skip"):
                self.closing.stop()
                return True
            if event.action in ("back", "pause"):
                self.shell.pop()
                return True
            if event.action == "help":
                self.shell.push(self.shell.doors.help(self.shell, SPEC, None))
                return True
            if event.action in ("next_tab", "previous_tab"):
                self.tabs.turn(1 if event.action == "next_tab" else -1)
                return True
            if event.action in ("page_up", "page_down") and self.earlier in self.form.widgets:
                self._turn(-1 if event.action == "page_up" else 1)
                return True
        return self.form.handle(event)

    def leave(self) -> None:
        """Follow no longer."""
        self.follower.stop()

    def next_frame(self) -> float | None:
        """Ask for the next frame at once while a round closes, else often enough for the count."""
        return 0.0 if self.closing.running else LOOK

    def toast_place(self, width: float) -> Strip:
        """Return the strip under the tabs, where there is no control."""
        return Strip(EDGE, TABS_TOP + 52, width - 2 * EDGE)

    def layout(self, width: float, height: float) -> None:
        """Place tabs above, the way on below."""
        self.size = (width, height)
        self.tabs.box = (EDGE, TABS_TOP, width - 2 * EDGE, 44)
        top = height - FOOT + 14
        self.back.box = (EDGE, top, 128, 52)
        self.main.box = (width - EDGE - 264, top, 264, 52)
        left = EDGE + 128 + GAP
        self.choice.box = (left, top, min(420.0, width - EDGE - 264 - GAP - left), 52)
        self.earlier.box = (width - EDGE - 112, 30, 48, 44)
        self.later.box = (width - EDGE - 56, 30, 48, 44)
        self.save.box = (width - EDGE - 160, 30, 160, 44)
        self.folder.box = (width - EDGE - 172 - 180, 30, 180, 44)
        self.names.box = (width - EDGE - 176, 30, 176, 44)
        x, y, w, h = self.body_box
        beside = w * POSTER + GAP
        self.grid.box = (x + beside, y, w - beside, h)

    @property
    def body_box(self) -> Box:
        """The box of the wall."""
        width, height = self.size
        top = TABS_TOP + 44 + 20
        below = FOOT + (52.0 if self._trouble() else 0.0)
        return (EDGE, top, width - 2 * EDGE, height - below - top - 4)

    def draw(self, canvas: Canvas) -> None:
        """Draw the room's title, the view, and what can be done."""
        canvas.fill("ink")
        now, width = self.now, self.size[0]
        title = now.room.title if now.room is not None else self.room.title
        aside = (self.earlier, self.folder, self.save, self.names)
        shown = [widget.box[0] - GAP for widget in aside if widget in self.form.widgets]
        right = min(shown, default=width - EDGE)
        if self.view != JOIN and now.room is not None:
            words = f"{self.room.code} · {now.room.players} joined"
            canvas.text(words, (right, 52), LABEL, "quiet", "bold", "right")
            right -= canvas.text_width(words, LABEL, "bold") + GAP
        canvas.text(title, (EDGE, 50), HEADING, "brass", "title", max_width=right - EDGE)
        self._view(canvas)
        self.form.draw(canvas)
        self._draw_trouble(canvas)

    def _view(self, canvas: Canvas) -> None:
        now, box = self.now, self.body_box
        if self.view == JOIN and self.grid in self.form.widgets:
            draw_poster(canvas, (*box[:2], box[2] * POSTER, box[3]), now, True)
        elif self.view == JOIN:
            draw_poster(canvas, box, now)
        elif self.view == BOARD:
            draw_board(canvas, box, now.board)
        elif self.view == THINKING:
            draw_thinking(canvas, box, now, self.shown)
        elif now.open:
            draw_open(canvas, box, now, self._left(now))
        elif self.shown:
            still = self.shell.theme.reduced_motion
            draw_result(canvas, box, now, self.shown, self.closing.progress, still)
        else:
            draw_before(canvas, box, now)

    def _left(self, now: Now) -> float | None:
        """Return seconds that the open round has left, None where it has no time."""
        assert now.room is not None
        assert now.room.round is not None
        at = now.room.round.closes_at
        return None if at is None else max(0.0, at - time.time())

    def _trouble(self) -> str:
        """Return the present fault, or why phones cannot join."""
        if self._alone and self.view == JOIN and not self.now.trouble:
            return "Phones cannot join: this service is for this machine alone."
        return self.now.trouble

    def _draw_trouble(self, canvas: Canvas) -> None:
        """Draw the present fault, under the wall."""
        told = self._trouble()
        if told:
            x, y, w, h = self.body_box
            box = (x, y + h + 8, w, 44.0)
            canvas.panel(box, "raised", WARNING, 2)
            canvas.icon("info", (x + 26, box[1] + 22), 22, WARNING)
            canvas.text(told, (x + 48, box[1] + 22), TEXT, "paper", "bold", max_width=w - 60)
