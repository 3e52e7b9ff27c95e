"""Sentences shown over a scene for a few seconds, and the words of a window too small to
play in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import MOVE_SECONDS, NOTE, TEXT
from games.shell.draw.tween import ease_out

TOAST_SECONDS = 6.0  # at most; chosen by eye
TOASTS = 2  # at a time; chosen by eye
TOASTS_HIGH = 96.0
"""How high toasts are together, where a scene does not say otherwise."""
ABOVE_TITLE = 36.0
"""How high they may be above a title."""
SIZES = ((TEXT, 16.0), (TEXT, 8.0), (NOTE + 2, 16.0), (NOTE + 2, 8.0), (NOTE, 4.0))
"""How large a sentence can be and how much it has above and below: the first that fits is taken."""
_GAP = 6.0  # units between two of them
_ICON, _ROOM = 56.0, 72.0  # what stands before a sentence, and beside it in all
_FIGURES = re.compile(r"[0-9]+([.,][0-9]+)*")


class Strip(NamedTuple):
    """The room of a scene for toasts, in units: they grow down from `top`, or up from it, and are
    at most `tall` together.
    """

    left: float
    top: float
    width: float
    upward: bool = False
    tall: float = TOASTS_HIGH


class Toast(NamedTuple):
    """A sentence, how long it has been shown and how long it is to be, in seconds.

    A toast that `stays` does not go when its scene goes.
    """

    text: str
    age: float
    lasts: float
    stays: bool = False

    @property
    def topic(self) -> str:
        """The sentence without its figures: toasts with the same topic replace each other."""
        return _FIGURES.sub("", self.text)


class Toasts:
    """Sentences shown at the top for a few seconds, at most two at a time."""

    def __init__(self) -> None:
        self._shown: list[Toast] = []

    @property
    def shown(self) -> tuple[Toast, ...]:
        """The toasts shown now, the newest last."""
        return tuple(self._shown)

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences shown now, the newest last."""
        return tuple(toast.text for toast in self._shown)

    def add(self, sentence: str, stays: bool = False) -> None:
        """Show a `sentence` as long as it takes to read; one on the same topic goes.

        A sentence that `stays` does not go when its scene goes.
        """
        new = Toast(sentence, 0.0, min(TOAST_SECONDS, 2.5 + len(sentence) / 20), stays)
        self._shown = [toast for toast in self._shown if toast.topic != new.topic]
        self._shown = [*self._shown, new][-TOASTS:]

    def remove(self, sentence: str) -> None:
        """Remove a `sentence` that is shown."""
        self._shown = [toast for toast in self._shown if toast.text != sentence]

    def leave_scene(self) -> None:
        """Remove the toasts of the scene below, except those of this moment."""
        self._shown = [toast for toast in self._shown if toast.stays or toast.age == 0.0]

    def update(self, dt: float) -> bool:
        """Let time pass; return True while a toast is shown."""
        before = bool(self._shown)
        aged = [toast._replace(age=toast.age + dt) for toast in self._shown]
        self._shown = [toast for toast in aged if toast.age < toast.lasts]
        return before

    def next_frame(self) -> float | None:
        """Return the seconds until the picture changes by itself."""
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
            self._draw_one(canvas, toast, box, strip)
        return boxes

    def boxes(self, canvas: Canvas, strip: Strip) -> list[Box]:
        """Return the boxes in a `strip` of the sentences shown now."""
        boxes = self._stacked(canvas, strip, self._shown)
        if sum(box[3] + _GAP for box in boxes) - _GAP > strip.tall:
            return self._stacked(canvas, strip, self._shown[-1:])
        return boxes

    def _stacked(self, canvas: Canvas, strip: Strip, shown: Sequence[Toast]) -> list[Box]:
        sizes = [_size(canvas, toast.text, strip) for toast in shown]
        tall = [size.tall for size in sizes]
        top = strip.top - sum(tall) - _GAP * (len(tall) - 1) if strip.upward else strip.top
        boxes = []
        for size in sizes:
            boxes.append((strip.left, top, size.wide, size.tall))
            top += size.tall + _GAP
        return boxes

    def _draw_one(self, canvas: Canvas, toast: Toast, box: Box, strip: Strip) -> None:
        """Draw one sentence, which comes in from above, or from below where toasts grow upward."""
        x, y, w, h = box
        shown = 1.0 if canvas.theme.reduced_motion else min(1.0, toast.age / MOVE_SECONDS)
        y += (1.0 if strip.upward else -1.0) * (1 - ease_out(shown)) * 40
        size = _size(canvas, toast.text, strip)
        canvas.panel((x, y, w, h), "high", "brass", 1.5)
        canvas.icon("info", (x + 30, y + h / 2), min(24.0, h - 8), "brass")
        place, room = (x + _ICON, y + size.around / 2), strip.width - _ROOM
        canvas.paragraph(toast.text, place, room, size.type)


class Size(NamedTuple):
    """The size of a sentence: its type, its margins above and below, and its box, in units."""

    type: float
    around: float
    wide: float
    tall: float


def _size(canvas: Canvas, text: str, strip: Strip) -> Size:
    """Return the largest size of `SIZES` at which a sentence fits a `strip`, or else the smallest:
    none is ever cut.
    """
    room = strip.width - _ROOM
    for size, around in SIZES:
        lines = canvas.wrap(text, room, size)
        tall = canvas.line_height(size) * len(lines) + around
        if tall <= strip.tall:
            break
    wide = max(canvas.text_width(line, size) for line in lines) + _ROOM
    return Size(size, around, min(strip.width, wide), tall)


def draw_small_window(canvas: Canvas, text: str) -> None:
    """Say that the window is too small: `text`, in as much room as there is."""
    canvas.fill("ink")
    width, height = canvas.size
    if width < 60 or height < 24:
        return
    small = canvas.upper_part(height, (width, height))
    size = max(10.0, min(24.0, width / 16))
    lines = small.wrap(text, width - 16, size)
    tall = small.line_height(size) * len(lines)
    small.paragraph(
        text, (width / 2, max(4.0, (height - tall) / 2)), width - 16, size, align="centre"
    )
