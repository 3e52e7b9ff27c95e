"""The end of an epoch: every seat's tiles before they are cleared, and its points by source.

It stands over the table for a while and goes by itself; one can hold it. The history has it all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.ra.board import draw_stack
from games.ra.drawing import NIGHT
from games.ra.places import stacks_of
from games.ra.rules.scoring import SOURCES
from games.ra.tiles import pack
from games.ra.words import SOURCE_WORDS
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import LOSS
from games.shell.draw.theme import HEADING, LABEL, NOTE, SEAT_COLOURS, SEAT_MARKS, TEXT

# Seconds; chosen by eye.
STANDS: Final = 14.0
STANDS_WATCHED: Final = 5.0
GO_ON: Final = ("do", "skip", "choice_1", "confirm")
"""The actions that end what stands over the table."""
NAME: Final = 170.0  # units; by eye
NAME_SHARE: Final = 0.2
"""Of a narrow sum's width, for names."""
HEAD: Final = 96.0
WIDEST: Final = 96.0
"""The room of a heading; where columns are closer, every second one stands higher."""


class Reckoning:
    """The sum of an epoch from its event's `data`; `watched` without people.

    A score that is None is hidden.
    """

    def __init__(self, data: Mapping[str, Any], names: Sequence[str], watched: bool) -> None:
        self.data, self.names = data, tuple(names)
        self.seconds = STANDS_WATCHED if watched else STANDS
        self.left = self.seconds
        self.held = self.over = False

    @property
    def moving(self) -> bool:
        """True if it goes by itself."""
        return not self.held

    def skip(self) -> bool:
        """Go on: it is gone at once."""
        return True

    def update(self, dt: float) -> bool:
        """Let time pass; whether it goes now."""
        if not self.held:
            self.left -= dt
        return self.left <= 0

    def hold(self) -> None:
        """Let it stand until a press, or let its time run again."""
        self.held = not self.held

    def press(self, action: str) -> bool:
        """Go on, or hold it; False for an action that is neither."""
        if action in GO_ON:
            self.over = True
        elif action == "hint":
            self.hold()
        return action in (*GO_ON, "hint")

    def draw(self, canvas: Canvas, stage: Box, keys: str) -> None:
        """Draw the sum over the `stage`; `keys` go on."""
        x, y, w, h = stage
        canvas.rect(stage, NIGHT, alpha=215)
        box = (x + 8, y + 8, w - 16, h - 16)
        canvas.panel(box, "raised", "brass", 2)
        x, y, w, h = box
        data = self.data
        told = f"Epoch {data['epoch']} is over"
        used = canvas.text(told, (x + 20, y + 34), HEADING, "brass", "title")
        why = "The last Ra was drawn." if data["ended_by"] == "last_ra" else "All suns are spent."
        room = w - used - 200
        lines = min(2, len(canvas.wrap(why, room, TEXT)))
        top = y + 38 - lines * canvas.line_height(TEXT) / 2
        canvas.paragraph(why, (x + 40 + used, top), room, TEXT, "quiet", most=2)
        columns = self._columns(box)
        close = columns[2] - columns[1] < WIDEST
        for number, (source, at) in enumerate(
            zip(("", *SOURCES, "total", "score"), columns, strict=True)
        ):
            words = {**SOURCE_WORDS, "total": "Epoch", "score": "Score", "": ""}[source]
            line = y + HEAD - (canvas.line_height(NOTE) - 4 if close and number % 2 else 0.0)
            canvas.text(words, (at, line), NOTE, "quiet", align="right", max_width=WIDEST)
        tall = (h - HEAD - 12 - 40) / len(self.names)
        for seat in range(len(self.names)):
            row = (x + 12, y + HEAD + 14 + seat * tall, w - 24, tall - 6)
            self._draw_seat(canvas, seat, row, columns)
        self._draw_foot(canvas, box, keys)

    def _columns(self, box: Box) -> list[float]:
        """Return the right ends of the figures, from left to right: the name, the sources, total
        and score.
        """
        x, _, w, _ = box
        name = _name_room(w)
        first, last = x + name + 60, x + w - 24
        count = len(SOURCES) + 1
        return [x + name, *(first + (last - first) * n / count for n in range(count + 1))]

    def _draw_seat(self, canvas: Canvas, seat: int, row: Box, columns: Sequence[float]) -> None:
        """Draw a seat's name, its points by source, and its tiles below."""
        x, y, w, h = row
        canvas.rect(row, "ink", 8, 150)
        canvas.icon(SEAT_MARKS[seat], (x + 14, y + 18), 16, SEAT_COLOURS[seat])
        most = _name_room(w + 24) - 20
        canvas.text(self.names[seat], (x + 28, y + 18), TEXT, "paper", "bold", max_width=most)
        own = self.data["breakdown"][seat]
        for source, at in zip(SOURCES, columns[1:], strict=False):
            points = own[source]
            ink = "quiet" if not points else LOSS if points < 0 else "paper"
            told = f"{points:+d}" if points else "0"
            canvas.text(told, (at, y + 18), TEXT, ink, "bold" if points else "text", "right")
        canvas.text(f"{own['total']:+d}", (columns[-2], y + 18), LABEL, "brass", "title", "right")
        score = self.data["after"][seat]
        after = "?" if score is None else str(score)
        canvas.text(after, (columns[-1], y + 18), LABEL, "paper", "title", "right")
        room = (x + 28, y + 36, w - 40, h - 40)
        for stack in stacks_of(pack(self.data["tiles"][seat]), room):
            draw_stack(canvas, stack, [])

    def _draw_foot(self, canvas: Canvas, box: Box, keys: str) -> None:
        """Draw how to go on, and the time left as a line."""
        x, y, w, h = box
        canvas.text(keys, (x + 20, y + h - 22), NOTE, "quiet")
        share = 1.0 if self.held else max(0.0, self.left / self.seconds)
        canvas.rect((x + 20, y + h - 8, (w - 40) * share, 3), "brass", 1)


def _name_room(wide: float) -> float:
    """Return units for a name where the sum is so `wide`."""
    return min(NAME, wide * NAME_SHARE)
