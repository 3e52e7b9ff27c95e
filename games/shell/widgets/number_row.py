"""A row with a whole number from a range too large to step through: it can be typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import TEXT
from games.shell.input import Pointer, Typed
from games.shell.widgets.basic import Choice
from games.shell.widgets.form import Look

CARET: Final = 24.0
"""Units; its height, chosen by eye."""


class NumberRow(Choice):
    """A number of `low` to `high`: typed, or one on or back by the arrows, round the ends.

    The first digit begins a new number, and so does one for which there is no room. Backspace takes
    the last one away, Delete all of them. `shown` returns the number as text.
    """

    def __init__(
        self,
        label: str,
        value: int,
        ends: tuple[int, int],
        changed: Callable[[int], None],
        shown: Callable[[int], str] = str,
        hint: str = "",
    ) -> None:
        super().__init__(label, (shown(value),), 0, changed, hint)
        self.value, self.shown = value, shown
        self.low, self.high = ends
        self._typing = False

    @property
    def wants_text(self) -> bool:
        """Digits belong to the row."""
        return True

    @property
    def several(self) -> bool:
        """True if there is more than one number."""
        return self.high > self.low

    def _set(self, value: int, typing: bool) -> None:
        self._typing = typing
        if value != self.value:
            self.value, self.labels = value, [self.shown(value)]
            self.changed(value)

    def _turn(self, by: int) -> None:
        many = self.high - self.low + 1
        self._set(self.low + (self.value + by - self.low) % many, False)

    def typed(self, event: Typed) -> None:
        """Take digits, and what takes them away; left and right go one back or on."""
        if event.key in ("left", "right"):
            self._turn(1 if event.key == "right" else -1)
        elif event.key == "backspace":
            self._set(max(self.low, self.value // 10), True)
        elif event.key == "delete":
            self._set(self.low, False)
        for letter in event.text:
            if letter in "0123456789":
                self._add(int(letter))

    def _add(self, digit: int) -> None:
        longer = 10 * self.value + digit if self._typing else digit
        value = longer if longer <= self.high else digit
        self._set(max(self.low, value), True)

    def activate(self) -> None:
        """Set the number that was typed; the next digit begins another."""
        self._typing = False

    def pointer(self, event: Pointer) -> bool:
        """Go one back or on by the arrows; a click between them takes the focus alone."""
        if event.kind != "down" or event.button != 1:
            return False
        x, _, w, _ = self.box
        if x + w * self.label_share <= event.x < x + w * self.label_share + 48:
            self._turn(-1)
        elif event.x >= x + w - 48:
            self._turn(1)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw as a choice, with a caret behind what is being typed."""
        self._typing = self._typing and look.focused
        super().draw(canvas, look)

    def draw_value(self, canvas: Canvas, box: Box) -> None:
        """Draw the number, or what it means."""
        super().draw_value(canvas, box)
        if self._typing:
            x, y, w, h = box
            left = x + (w + canvas.text_width(self.labels[0], TEXT, "bold")) / 2 + 2
            canvas.rect((left, y + (h - CARET) / 2, 2, CARET), "brass")
