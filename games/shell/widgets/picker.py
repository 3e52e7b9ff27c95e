"""A choice of a player: a row that opens a list of names with a line on each.

Left and right still go through the values one by one; confirm, or a click between the arrows, opens
the list. There the wheel scrolls, and impossible ones are grey, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, HEADING, TEXT
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Choice, Form, ListBox, inside

WIDEST = 800.0  # units; chosen by eye


class PickRow(NamedTuple):
    """A value: its name, a line on it, why it cannot be taken."""

    name: str
    line: str = ""
    hindrance: str = ""


class PickChoice(Choice):
    """A choice whose values can also be taken from a list."""

    def __init__(
        self,
        shell: Shell,
        label: str,
        rows: Sequence[PickRow],
        index: int,
        changed: Callable[[int], None],
        hint: str = "",
    ) -> None:
        super().__init__(label, [row.name for row in rows], index, changed, hint)
        self.shell, self.rows = shell, list(rows)

    def _turn(self, by: int) -> None:
        """Go on by one, past what cannot be taken."""
        able = [i for i, row in enumerate(self.rows) if not row.hindrance or i == self.index]
        if self.enabled and len(able) > 1:
            self.index = able[(able.index(self.index) + by) % len(able)]
            self.changed(self.index)

    def activate(self) -> None:
        """Open the list."""
        self.shell.push(Picker(self.shell, self.label, self.rows, self.index, self.changed))

    def pointer(self, event: Pointer) -> bool:
        """Go on by one on the arrows; between them open the list."""
        x, _, w, _ = self.box
        between = x + w * 0.42 + 48 <= event.x < x + w - 48
        if event.kind == "down" and event.button == 1 and between:
            self.activate()
            return True
        return super().pointer(event)


class PageChoice(Choice):
    """A row with one value that is changed on a page of its own."""

    def __init__(self, label: str, value: str, opens: Callable[[], None], hint: str = "") -> None:
        super().__init__(label, [value], 0, lambda index: None, hint)
        self._opens = opens

    def activate(self) -> None:
        """Open the page."""
        self._opens()

    def pointer(self, event: Pointer) -> bool:
        """Open the page on any click."""
        if event.kind != "down" or event.button != 1:
            return False
        self._opens()
        return True


class Picker(Scene):
    """The list, over the scene below; confirm or a second click takes a row, back leaves."""

    overlay = True

    def __init__(
        self,
        shell: Shell,
        title: str,
        rows: Sequence[PickRow],
        index: int,
        chosen: Callable[[int], None],
    ) -> None:
        super().__init__(shell)
        self.title, self.rows, self.chosen = title, tuple(rows), chosen
        lines = [(row.name, row.hindrance or row.line) for row in rows]
        self.list = ListBox(lines, index, lambda index: None, confirmed=self._confirm)
        self.list.greyed = {number for number, row in enumerate(rows) if row.hindrance}
        self.confirm = Button("Choose", self._confirm, "main", "check")
        self.back = Button("Back", shell.pop, icon="back")
        self.form = Form((self.list, self.confirm, self.back), shell.play_sound)
        self.form.wraps = True
        self.form.focus_on(self.list)
        self._panel: Box = (0, 0, 0, 0)

    def _confirm(self) -> None:
        index = self.list.index
        if hindrance := self.rows[index].hindrance:
            self.shell.toast(hindrance)
            return
        self.shell.pop()
        self.chosen(index)

    def layout(self, width: float, height: float) -> None:
        """Place a tall panel in the middle; the words on the chosen row stand below the list."""
        wide = min(WIDEST, width - 2 * EDGE)
        left, top, tall = (width - wide) / 2, 32.0, height - 64
        self._panel = (left, top, wide, tall)
        self.list.box = (left + GAP, top + 84, wide - 2 * GAP, tall - 84 - 188)
        for number, button in enumerate((self.confirm, self.back)):
            button.box = (left + GAP + number * 216, top + tall - 80, 200, 56)

    def handle(self, event: InputEvent) -> bool:
        """Handle the list and its buttons; a click on the chosen row takes it."""
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.shell.pop()
            return True
        if isinstance(event, Press) and event.action in ("page_up", "page_down"):
            self.list.page(1 if event.action == "page_down" else -1)
            return True
        before = self.list.index
        used = self.form.handle(event)
        if isinstance(event, Pointer) and event.kind == "down" and event.button == 1:
            on_list = used and inside(self.list.box, event.x, event.y)
            if on_list and self.list.row_at(event.y) == before:
                self._confirm()
        return used

    def draw(self, canvas: Canvas) -> None:
        """Darken what is below and draw the list and the words on the chosen row."""
        canvas.rect((-400, -400, canvas.width + 800, canvas.height + 800), "ink", alpha=190)
        canvas.panel(self._panel, "raised", "line", 2, 16)
        x, y, w, h = self._panel
        canvas.text(self.title, (x + GAP, y + 46), HEADING, "paper", "title", max_width=w - 200)
        place = f"{self.list.index + 1} of {len(self.list.rows)}"
        canvas.text(place, (x + w - GAP, y + 50), TEXT, "quiet", align="right")
        row = self.rows[self.list.index]
        words, ink = (row.hindrance, "brass") if row.hindrance else (row.line, "paper")
        canvas.rect((x + GAP, y + h - 182, w - 2 * GAP, 1.5), "line")
        size = TEXT - 2 if row.hindrance else TEXT
        canvas.paragraph(words, (x + GAP, y + h - 174), w - 2 * GAP, size, ink, most=4)
        self.form.draw(canvas)
