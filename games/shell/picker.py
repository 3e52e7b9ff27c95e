"""A choice among many: a row that opens a list of names with a line on each.

Left and right still go through the values one by one; confirm, or a click between the arrows,
opens the list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.shell.canvas import Box, Canvas
from games.shell.input import InputEvent, Pointer, Press
from games.shell.scene import Scene
from games.shell.theme import EDGE, GAP, HEADING, NOTE
from games.shell.widgets import Button, Choice, Form, ListBox, inside

if TYPE_CHECKING:
    from games.shell.app import Shell

MANY = 12
"""From so many values on a list is the better way."""
WIDEST = 760.0
Row = tuple[str, str]


class PickChoice(Choice):
    """A choice whose values can also be taken from a list; each value is a name and a line."""

    def __init__(
        self,
        shell: Shell,
        label: str,
        rows: Sequence[Row],
        index: int,
        changed: Callable[[int], None],
        hint: str = "",
    ) -> None:
        super().__init__(label, [name for name, _ in rows], index, changed, hint)
        self.shell, self.rows = shell, list(rows)

    def activate(self) -> None:
        """Open the list."""
        self.shell.push(Picker(self.shell, self.label, self.rows, self.index, self.changed))

    def pointer(self, event: Pointer) -> bool:
        """The arrows go on by one; between them the list opens."""
        x, _, w, _ = self.box
        between = x + w * 0.42 + 48 <= event.x < x + w - 48
        if event.kind == "down" and event.button == 1 and between:
            self.activate()
            return True
        return super().pointer(event)


class Picker(Scene):
    """The list, over the scene below; confirm or a second click takes a row, back leaves."""

    overlay = True

    def __init__(
        self,
        shell: Shell,
        title: str,
        rows: Sequence[Row],
        index: int,
        chosen: Callable[[int], None],
    ) -> None:
        super().__init__(shell)
        self.title, self.chosen = title, chosen
        self.list = ListBox(rows, index, lambda number: None, confirmed=self._take)
        self.take = Button(self.tr("take"), self._take, "main", "check")
        self.back = Button(self.tr("back"), shell.pop, icon="back")
        self.form = Form((self.list, self.take, self.back), shell.play_sound)
        self.form.focus_on(self.list)
        self._panel: Box = (0, 0, 0, 0)

    def _take(self) -> None:
        index = self.list.index
        self.shell.pop()
        self.chosen(index)

    def layout(self, width: float, height: float) -> None:
        """A tall panel in the middle."""
        wide = min(WIDEST, width - 2 * EDGE)
        left, top, tall = (width - wide) / 2, 32.0, height - 64
        self._panel = (left, top, wide, tall)
        inset = wide - 2 * GAP
        self.list.box = (left + GAP, top + 84, inset, tall - 84 - 100)
        for number, button in enumerate((self.take, self.back)):
            button.box = (left + GAP + number * 216, top + tall - 80, 200, 56)

    def handle(self, event: InputEvent) -> bool:
        """The list and its buttons; a click on the chosen row takes it."""
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.shell.pop()
            return True
        before = self.list.index
        used = self.form.handle(event)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            again = used and self.list.index == before and self._on_row(event)
            if again:
                self._take()
        return used

    def _on_row(self, event: Pointer) -> bool:
        row = self.list.first + int((event.y - self.list.box[1]) // self.list.row_height)
        return inside(self.list.box, event.x, event.y) and row == self.list.index

    def draw(self, canvas: Canvas) -> None:
        """Darken what is below and draw the list."""
        canvas.rect((-400, -400, canvas.width + 800, canvas.height + 800), "ink", alpha=190)
        canvas.panel(self._panel, "raised", "line", 2, 16)
        x, y, w, _ = self._panel
        canvas.text(self.title, (x + GAP, y + 46), HEADING, "paper", "title", max_width=w - 200)
        place = self.tr("place_of", place=self.list.index + 1, count=len(self.list.rows))
        canvas.text(place, (x + w - GAP, y + 50), NOTE, "quiet", align="right")
        self.form.draw(canvas)
