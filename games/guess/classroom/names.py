"""The names in a room: a grid to choose one from, and the panel to change, free or remove it."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from typing import Final

from games.guess.classroom.follower import RoomFollower
from games.guess.classroom.replies import Named
from games.guess.rules.names import LONGEST_NAME, RefusedName, clean_name
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import NOTE, TEXT
from games.shell.input import Pointer
from games.shell.pages.overlays import Overlay
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, TextField
from games.shell.widgets.form import Look, Widget

HELP: Final = (
    "New phone: the next phone that joins by this name goes on in this place. Remove: the guess of "
    "an open round does not count, closed rounds show no name, and the phone says so."
)
STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_ROW, _BETWEEN = 40.0, 6.0
_NARROWEST: Final = 190.0
"""Units that a name has at least; chosen for the longest in the usual letters."""
_EDGE, _NUMBER, _BAR = 12.0, 38.0, 4.0


class NameGrid(Widget):
    """All names in order of joining, in as many columns as there is room for.

    Arrow keys go from name to name, confirm and a click choose one, the wheel scrolls.
    """

    role, label = "grid", "Names of the room"

    def __init__(self, chosen: Callable[[Named], None]) -> None:
        super().__init__("Choose a name to change it, to free it for a new phone, or to remove it.")
        self.names: tuple[Named, ...] = ()
        self.cursor = 0
        self.top = 0
        self._chosen = chosen

    def show(self, names: tuple[Named, ...]) -> None:
        """Take the names that are there now; the cursor stays on its player, or else its place."""
        if names == self.names:
            return
        held = self.names[self.cursor].number if self.names else 0
        numbers = [named.number for named in names]
        self.names = names
        last = max(0, len(names) - 1)
        self.cursor = numbers.index(held) if held in numbers else min(self.cursor, last)
        self._scroll_to(self.cursor // self.columns)

    @property
    def columns(self) -> int:
        """The number of names in a row."""
        return max(1, int((self.box[2] - _BAR + _BETWEEN) / (_NARROWEST + _BETWEEN)))

    @property
    def rows(self) -> int:
        """The number of visible rows."""
        return max(1, int((self.box[3] + _BETWEEN) / (_ROW + _BETWEEN)))

    @property
    def _most(self) -> int:
        """The last row that can be the upper one."""
        return max(0, -(-len(self.names) // self.columns) - self.rows)

    def _scroll_to(self, row: int) -> None:
        self.top = min(self._most, max(row - self.rows + 1, min(self.top, row)))

    def activate(self) -> None:
        """Choose the name under the cursor."""
        if self.names:
            self._chosen(self.names[self.cursor])

    def direction(self, action: str) -> bool:
        """Go to a neighbour; False at the edge, where the focus goes on."""
        columns, (right, down) = self.columns, STEPS[action]
        row, column = divmod(self.cursor, columns)
        goal = min((row + down) * columns + column + right, len(self.names) - 1)
        inside = 0 <= column + right < columns and goal // columns != row - (not down)
        if not inside or goal < 0 or goal == self.cursor or (down > 0 and goal // columns == row):
            return False
        self.cursor = goal
        self._scroll_to(goal // columns)
        return True

    def wheel(self, turn: float) -> bool:
        """Scroll by rows."""
        before = self.top
        self.top = min(self._most, max(0, self.top - round(turn)))
        return self.top != before

    def pointer(self, event: Pointer) -> bool:
        """Choose the name under the pointer."""
        if event.kind == "down" and event.button == 1:
            place = self._at(event.x, event.y)
            if place is not None:
                self.cursor = place
                self.activate()
        return event.kind == "down"

    def _at(self, x: float, y: float) -> int | None:
        left, top, _, _ = self.box
        column = int((x - left) / (self._wide + _BETWEEN))
        place = (self.top + int((y - top) / (_ROW + _BETWEEN))) * self.columns + column
        return place if column < self.columns and place < len(self.names) else None

    @property
    def _wide(self) -> float:
        return (self.box[2] - _BAR + _BETWEEN) / self.columns - _BETWEEN

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the rows that are seen, and beside them how far the list goes."""
        x, y, w, h = self.box
        columns, wide = self.columns, self._wide
        begun = self.top * columns
        for place, named in enumerate(self.names[begun : begun + self.rows * columns], begun):
            row, column = divmod(place - begun, columns)
            box = (x + column * (wide + _BETWEEN), y + row * (_ROW + _BETWEEN), wide, _ROW)
            canvas.rect(box, "raised", 8)
            middle = box[1] + _ROW / 2
            number = (box[0] + _EDGE, middle)
            canvas.text(str(named.number), number, NOTE, "quiet", "bold")
            room = wide - _NUMBER - _EDGE
            canvas.text(named.name, (box[0] + _NUMBER, middle), TEXT, "paper", "bold", "left", room)
            if look.focused and place == self.cursor:
                canvas.outline(box, "brass", 3, 8)
        if self._most:
            share = self.rows / (self._most + self.rows)
            bar = (x + w - _BAR, y + h * self.top / (self._most + self.rows), _BAR, h * share)
            canvas.rect(bar, "line", 2)


class NamePanel(Overlay):
    """The panel of a chosen name: rename it, free it, or remove it."""

    width = 620.0

    def __init__(self, shell: Shell, named: Named, follower: RoomFollower) -> None:
        self.named, self.follower = named, follower
        self.field = TextField(
            "Name", named.name, lambda text: None, LONGEST_NAME, "", self._rename
        )
        super().__init__(shell, label(named), HELP)

    def widgets(self) -> Sequence[Widget]:
        """Return the name as it can be typed, and what is done with it."""
        return (
            self.field,
            Button("Rename", self._rename, "main", "edit"),
            Button("New phone", lambda: self._done(self.follower.free), icon="profile"),
            Button("Remove", lambda: self._done(self.follower.remove), icon="trash"),
            Button("Cancel", self.cancel),
        )

    def _rename(self) -> None:
        try:
            name = clean_name(self.field.text)
        except RefusedName as problem:
            self.shell.toast(f"That name cannot be taken: {problem}")
            return
        if name != self.named.name:
            self.follower.rename(self.named, name)
        self.shell.pop()

    def _done(self, act: Callable[[Named], None]) -> None:
        self.shell.pop()
        act(self.named)


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
