"""The names in a room: the teacher sees all of them, and removes a player after a question."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Final

from games.guess.classroom.follower import RoomFollower
from games.guess.classroom.replies import Named
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, LABEL
from games.shell.pages.page import FOOT, TABS_TOP, Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button

WHAT: Final = "Choose a name to remove that player from the room."
NOBODY: Final = "Nobody has joined yet."
LOST_NAME: Final = (
    "The guess of an open round does not count, and closed rounds show no name. The phone is told, "
    "and can join again."
)
LOOK: Final = 0.2
"""Seconds between two frames while nothing moves: new names have to show."""
_ROW, _BETWEEN = 52.0, 8.0
_NARROWEST: Final = 260.0
"""Units that a name has at least; chosen for the longest in the usual letters."""


class NamesPage(Page):
    """All names of the room that a `follower` follows, in order of joining."""

    def __init__(self, shell: Shell, follower: RoomFollower) -> None:
        super().__init__(shell, "Names")
        self.follower = follower
        self.names: tuple[Named, ...] | None = None

    def enter(self) -> None:
        """Ask for the names from now on."""
        self.follower.naming = True

    def leave(self) -> None:
        """Ask for the names no longer."""
        self.follower.naming = False

    def update(self, dt: float) -> None:
        """Show who is there now."""
        take_notices(self.follower, self.shell)
        names = self.follower.now.names
        if names is not None and names != self.names:
            self._show(names)

    def _show(self, names: tuple[Named, ...]) -> None:
        """Fill the list; the focus stays on its name, or else on its place."""
        before, place = self.names or (), self.body.focus
        held = before[place] if 0 <= place < len(before) else None
        first, self.names = self.names is None, names
        self.fill([Button(label(named), self._asker(named)) for named in names], True)
        if names:
            place = names.index(held) if held in names else min(max(0, place), len(names) - 1)
            self.body.focus_on(self.body.widgets[place])
        if first:
            self.active = self.body

    def _asker(self, named: Named) -> Callable[[], None]:
        def ask() -> None:
            answers = [("Remove", lambda: self.follower.remove(named))]
            question = f"Remove {label(named)}?"
            self.shell.push(self.shell.doors.ask(self.shell, question, LOST_NAME, answers))

        return ask

    def next_frame(self) -> float | None:
        """Often enough for new names."""
        return LOOK

    @property
    def body_box(self) -> Box:
        """The whole width below the sentence."""
        width, height = self.size
        top = TABS_TOP + GAP / 2 + 40
        return (EDGE, top, width - 2 * EDGE, height - FOOT - GAP - top)

    def place(self, box: Box) -> None:
        """As many columns as there is room for."""
        x, y, w, _ = box
        columns = max(1, int((w + _BETWEEN) / (_NARROWEST + _BETWEEN)))
        wide = (w + _BETWEEN) / columns - _BETWEEN
        for number, widget in enumerate(self.body.widgets):
            row, column = divmod(number, columns)
            left, top = x + column * (wide + _BETWEEN), y + row * (_ROW + _BETWEEN)
            widget.box = (left, top, wide, _ROW)
        self.body.view = box

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the advice, and the number of players in the room."""
        x, y, w, _ = self.body_box
        trouble = self.follower.now.trouble
        told = trouble or (WHAT if self.names else NOBODY if self.names == () else "")
        ink = "paper" if trouble else "quiet"
        canvas.text(told, (x, y - 32), LABEL, ink, max_width=w - 160)
        if self.names:
            place = (x + w, y - 32)
            canvas.text(f"{len(self.names)} joined", place, LABEL, "quiet", "bold", "right")


def label(named: Named) -> str:
    """Return a name behind its number, which separates names that this machine has no
    letters for.
    """
    return f"{named.number} · {named.name}"


def take_notices(follower: RoomFollower, shell: Shell) -> None:
    """Show what the follower has to say to the teacher."""
    while True:
        try:
            shell.toast(follower.notices.get_nowait())
        except queue.Empty:
            return
