"""A field for a whole number: typed, stepped by arrows or pad, turned by the wheel."""

from __future__ import annotations

from collections.abc import Callable

from games.guess.rules.scoring import MOST
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import LABEL
from games.shell.input import Pointer, Typed
from games.shell.widgets.form import Look, Widget


class NumberField(Widget):
    """A whole number from 0 to `most`; `submitted` hears confirm."""

    def __init__(self, submitted: Callable[[], None], most: int = MOST) -> None:
        super().__init__("Type a number, or step with left and right. Page Up adds 10.")
        self.submitted, self.most = submitted, most
        self.number = 50
        self.fresh = True

    @property
    def wants_text(self) -> bool:
        """Digits belong to the field."""
        return True

    def set(self, number: int) -> None:
        """Show another number; the next digit begins a new one."""
        self.number, self.fresh = min(max(0, number), self.most), True

    def activate(self) -> None:
        """Confirm gives the number."""
        if self.enabled:
            self.submitted()

    def typed(self, event: Typed) -> None:
        """Add a digit, take one away, or step."""
        if event.key == "backspace":
            self.number, self.fresh = self.number // 10, False
        elif event.key in ("left", "right"):
            self.direction(event.key)
        elif event.key in ("delete", "home", "end"):
            self.set(self.most if event.key == "end" else 0)
        for digit in event.text:
            if digit in "0123456789":
                number = (0 if self.fresh else self.number * 10) + int(digit)
                self.number, self.fresh = min(number, self.most), False

    def direction(self, action: str) -> bool:
        """Left and right step by one."""
        if action not in ("left", "right"):
            return False
        self.set(self.number + (1 if action == "right" else -1))
        return True

    def wheel(self, turn: float) -> bool:
        """Step by one a notch."""
        return self.direction("right" if turn > 0 else "left")

    def pointer(self, event: Pointer) -> bool:
        """Take one away on the left third, add one on the right third; else take the focus
        alone.
        """
        if event.kind == "down" and event.button == 1:
            x, _, w, _ = self.box
            if event.x < x + 40:
                self.direction("left")
            elif event.x >= x + w - 40:
                self.direction("right")
        return event.kind == "down"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The number between its two arrows, with a cursor where digits go to it."""
        x, y, w, h = self.box
        canvas.panel(self.box, "ink", "brass" if look.focused else "line", 2, 8)
        for icon, place in (("back", x + 22), ("forward", x + w - 22)):
            canvas.icon(icon, (place, y + h / 2), 20, "brass")
        words = f"{self.number:,}"
        size = LABEL
        while size > 14 and canvas.text_width(words, size, "bold") > w - 92:
            size -= 1
        wide = canvas.text(words, (x + w / 2, y + h / 2), size, "paper", "bold", "centre")
        if look.focused:
            canvas.rect((x + (w + wide) / 2 + 3, y + h / 2 - 12, 2, 24), "brass")
        self.ring(canvas, look, 8)
