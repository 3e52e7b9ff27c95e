"""A row of titles, one of them open, however many there are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from games.shell.access.node import Node
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import TEXT
from games.shell.input import Pointer
from games.shell.widgets.form import Look, Widget
from games.shell.widgets.lists import options

END: Final = 28.0  # units: a sign at the end of a row of tabs that runs on


class Tabs(Widget):
    """A row of titles, one of them open.

    All are as wide as each other where each title has room in that; else each takes its share.
    Where they have no room in letters that can be read, the row runs on under its ends, so that the
    open one and its neighbours show.
    """

    widest = 200.0
    role = "tabs"
    sizes = (TEXT, TEXT - 1, TEXT - 2)

    def __init__(self, labels: Sequence[str], index: int, changed: Callable[[int], None]) -> None:
        super().__init__()
        self.label = "Pages"
        self.labels, self.index, self.changed = list(labels), index, changed
        self._natural = [0.0] * len(self.labels)

    @property
    def spoken_value(self) -> str:
        """The open tab."""
        return self.labels[self.index]

    def parts(self) -> Sequence[Node]:
        """Return a node for each tab."""
        tabs = options([(label, "") for label in self.labels], self.index, self._open)
        for tab in tabs:
            tab.role = "tab"
        return tabs

    def _open(self, index: int) -> None:
        self.turn(index - self.index)

    def _measure(self, canvas: Canvas) -> float:
        """Measure the titles; returns the size at which they all fit, or the smallest one."""
        for size in self.sizes:
            self._natural = [canvas.text_width(label, size, "bold") + 16 for label in self.labels]
            if sum(self._natural) <= self.box[2]:
                return size
        return self.sizes[-1]

    @property
    def shift(self) -> float:
        """The shift of the row under its left end, so that the open tab stands in the middle."""
        over = sum(self._natural) - self.box[2]
        if over <= 0:
            return 0.0
        edges = self._edges()
        middle = (edges[self.index] + edges[self.index + 1]) / 2
        return min(over, max(0.0, middle - self.box[2] / 2))

    def turn(self, by: int) -> None:
        """Open the tab `by` places on, round the ends."""
        if len(self.labels) > 1:
            self.index = (self.index + by) % len(self.labels)
            self.changed(self.index)

    def direction(self, action: str) -> bool:
        """Open the neighbours with left and right."""
        goal = self.index + {"left": -1, "right": 1}.get(action, 0)
        if goal == self.index or not 0 <= goal < len(self.labels):
            return False
        self.turn(goal - self.index)
        return True

    def _edges(self) -> list[float]:
        """Return the left end of each title, from the left end of the row, and the right end of the
        last.
        """
        count, total = len(self._natural), sum(self._natural)
        equal = min(self.widest, self.box[2] / max(1, count))
        widths = [equal] * count
        if total > self.box[2]:
            widths = self._natural
        elif max(self._natural, default=0.0) > equal:
            spare = (min(self.widest * count, self.box[2]) - total) / count
            widths = [natural + spare for natural in self._natural]
        return [0.0, *accumulate(widths)]

    def pointer(self, event: Pointer) -> bool:
        """Open the tab under the mouse."""
        if event.kind != "down" or event.button != 1:
            return False
        index = bisect_right(self._edges(), event.x - self.box[0] + self.shift) - 1
        if 0 <= index < len(self.labels) and index != self.index:
            self.turn(index - self.index)
        return True

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the titles over a line, the open one with a brass bar."""
        x, y, w, h = self.box
        size = self._measure(canvas)
        shift = self.shift
        canvas.rect((x, y + h - 2, w, 2), "line")
        with canvas.clip((x - 4, y - 4, w + 8, h + 8)):
            self._draw_titles(canvas, look, size, shift)
        left, right = shift > 0, shift < sum(self._natural) - w - 0.5
        for hidden, at, icon in ((left, x, "back"), (right, x + w - END, "forward")):
            if hidden:  # there are more
                canvas.rect((at, y, END, h - 2), "ink")
                canvas.icon(icon, (at + END / 2, y + h / 2 - 2), 18, "quiet")

    def _draw_titles(self, canvas: Canvas, look: Look, size: float, shift: float) -> None:
        x, y, _, h = self.box
        edges = self._edges()
        for index, label in enumerate(self.labels):
            here = index == self.index
            left, width = x + edges[index] - shift, edges[index + 1] - edges[index]
            ink, face = ("paper", "bold") if here else ("quiet", "text")
            place = (left + width / 2, y + h / 2 - 2)
            canvas.text(label, place, size, ink, face, "centre", width - 8)
            if here:
                canvas.rect((left, y + h - 4, width, 4), "brass", 2)
                if look.focused:
                    canvas.outline((left, y, width, h - 8), "brass", 3, 10)
