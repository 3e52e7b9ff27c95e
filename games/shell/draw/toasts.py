"""Sentences shown over a scene for a few seconds, and what a window too small to play in says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import MOVE_SECONDS, TEXT
from games.shell.draw.tween import ease_out

TOAST_SECONDS = 6.0  # at most; chosen by eye
TOASTS = 2  # at a time; chosen by eye
TOASTS_HIGH = 108.0
"""How far down from the top toasts reach at most: above it no page has its tabs or rows."""
_FIRST = 12.0
"""How far down from the top, or up from the bottom, toasts begin."""
_GAP = 6.0  # units between two of them
_FIGURES = re.compile(r"[0-9]+([.,][0-9]+)*")


class Strip(NamedTuple):
    """Where a scene has room for toasts, in units: they grow down from `top`, or up from it."""

    left: float
    top: float
    width: float
    upward: bool = False


class Toast(NamedTuple):
    """A sentence, how long it has been shown and how long it is to be, in seconds.

    One that `stays` is not of the scene it was said in, and does not go with it.
    """

    text: str
    age: float
    lasts: float
    stays: bool = False

    @property
    def topic(self) -> str:
        """What it is about: sentences that differ in figures alone replace each other."""
        return _FIGURES.sub("", self.text)


class Toasts:
    """Sentences shown at the top for a few seconds, at most two at a time."""

    def __init__(self) -> None:
        self._shown: list[Toast] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """What is shown now, the newest last."""
        return tuple(toast.text for toast in self._shown)

    def add(self, sentence: str, stays: bool = False) -> None:
        """Show a `sentence` as long as it takes to read; one about the same thing goes.

        One that `stays` does not go with the scene that said it.
        """
        new = Toast(sentence, 0.0, min(TOAST_SECONDS, 2.5 + len(sentence) / 20), stays)
        self._shown = [toast for toast in self._shown if toast.topic != new.topic]
        self._shown = [*self._shown, new][-TOASTS:]

    def leave_scene(self) -> None:
        """Another scene is on top: what was said before goes, what is said at this moment stays."""
        self._shown = [toast for toast in self._shown if toast.stays or toast.age == 0.0]

    def update(self, dt: float) -> bool:
        """Let time pass; True while something is shown."""
        before = bool(self._shown)
        aged = [toast._replace(age=toast.age + dt) for toast in self._shown]
        self._shown = [toast for toast in aged if toast.age < toast.lasts]
        return before

    def next_frame(self) -> float | None:
        """Seconds until something changes by itself."""
        if not self._shown:
            return None
        fresh = any(toast.age < MOVE_SECONDS for toast in self._shown)
        return 0.0 if fresh else min(toast.lasts - toast.age for toast in self._shown)

    def draw(self, canvas: Canvas, strip: Strip) -> list[Box]:
        """Draw the sentences in a `strip`, newest last; returns where.

        Where both do not fit the height there is for them, the newest stands alone.
        """
        boxes = self.boxes(canvas, strip)
        for toast, box in zip(self._shown[-len(boxes) :], boxes, strict=False):
            self._draw_one(canvas, toast, box, 1.0 if strip.upward else -1.0)
        return boxes

    def boxes(self, canvas: Canvas, strip: Strip) -> list[Box]:
        """Where in a `strip` the sentences stand that are shown now."""
        boxes = self._stacked(canvas, strip, self._shown)
        low = boxes[-1][1] + boxes[-1][3] if boxes else 0.0
        high = low - boxes[0][1] + _FIRST if strip.upward and boxes else low
        return self._stacked(canvas, strip, self._shown[-1:]) if high > TOASTS_HIGH else boxes

    def _stacked(self, canvas: Canvas, strip: Strip, shown: Sequence[Toast]) -> list[Box]:
        line, room = canvas.line_height(TEXT), strip.width - 72
        tall = [line * min(3, len(canvas.wrap(toast.text, room, TEXT))) + 16 for toast in shown]
        top = strip.top - sum(tall) - _GAP * (len(tall) - 1) if strip.upward else strip.top
        boxes = []
        for high in tall:
            boxes.append((strip.left, top, strip.width, high))
            top += high + _GAP
        return boxes

    def _draw_one(self, canvas: Canvas, toast: Toast, box: Box, side: float) -> None:
        """One sentence, which comes in from above (`side` -1) or below (1)."""
        x, y, w, h = box
        shown = 1.0 if canvas.theme.reduced_motion else min(1.0, toast.age / MOVE_SECONDS)
        y += side * (1 - ease_out(shown)) * 40
        canvas.panel((x, y, w, h), "high", "brass", 1.5)
        canvas.icon("info", (x + 30, y + h / 2), 24, "brass")
        canvas.paragraph(toast.text, (x + 56, y + 8), w - 72, TEXT, most=3)


def draw_small_window(canvas: Canvas, text: str) -> None:
    """Say that the window is too small: `text`, in as much room as there is."""
    surface = canvas.surface
    surface.fill(canvas.theme["ink"])
    width, height = surface.get_size()
    if width < 60 or height < 24:
        return
    small = canvas.sibling(surface, (width, height))
    size = max(10.0, min(24.0, width / 16))
    lines = small.wrap(text, width - 16, size)
    tall = small.line_height(size) * len(lines)
    small.paragraph(
        text, (width / 2, max(4.0, (height - tall) / 2)), width - 16, size, align="centre"
    )
