"""The open mind in a strip below a wide board: its sentence, and the button for its numbers.

The way that a bot means to go is drawn on the board, so that the strip needs no picture. With the
numbers shown the panel is as tall as elsewhere, and stands beside the board.
"""

from __future__ import annotations

from typing import Final

from games.mind import Mind, Note, Route
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import HEADING, LABEL, NOTE, TEXT
from games.shell.keys import asked
from games.shell.mind.panel import EMPTY, INSET, MindView

# Units, chosen by eye.
TALL: Final = 84.0
NAMED: Final = 250.0  # from the left end to the sentence
ASIDE: Final = 24.0  # between the sentence and the button
BUTTON_WIDE: Final = 84.0  # beside its words and its key
TAB, TAB_PITCH = 32.0, 36.0
LINES: Final = 2  # of a sentence at most


class StripView(MindView):
    """A mind view that is a strip where its box is wider than tall."""

    @property
    def low(self) -> bool:
        """True if the panel is a strip."""
        return self.box is not None and self.box[2] > 2 * self.box[3]

    def show(self, mind: Mind, whole: bool = False) -> None:
        """Show this mind; a sentence stands alone also where it is long."""
        super().show(mind, whole)
        if not whole and not self._first and mind and isinstance(mind[0], Note):
            self._first = 1

    @property
    def has_numbers(self) -> bool:
        """True if the mind has more than its sentence and a way, which the board shows."""
        return self._first > 0 and any(not isinstance(item, Route) for item in self.mind[1:])

    @property
    def _view(self) -> Box:
        """The box in which the sentence is seen, or the button: in a strip nothing scrolls."""
        return self.box if self.low and self.box is not None else super()._view

    @property
    def furthest(self) -> float:
        """The longest way to scroll the items, in units."""
        return 0.0 if self.low else super().furthest

    @property
    def moving(self) -> bool:
        """True if some bar has not arrived, or help is shown that goes by itself."""
        return not self.low and super().moving

    @property
    def tabs(self) -> list[tuple[Box, int]]:
        """A small tab for each of several open minds: its box and its seat."""
        if not self.low or self.box is None:
            return super().tabs
        if len(self.heads) < 2 or self.shell.demo:
            return []
        x, y, _, h = self.box
        left, top = x + NAMED - ASIDE - TAB_PITCH * len(self.heads), y + (h - TAB) / 2
        return [
            ((left + TAB_PITCH * number, top, TAB, TAB), seat)
            for number, seat in enumerate(sorted(self.heads))
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel and the items, or in a strip the sentence and the button."""
        if not self.low or self.box is None:
            super().draw(canvas)
            return
        x, y, w, h = self.box
        canvas.rect((x - canvas.width, y, w + 2 * canvas.width, h + canvas.height), "raised")
        canvas.rect((x - canvas.width, y, w + 2 * canvas.width, 2), "line")
        canvas.shade((x, y, w * 0.6, 2), "brass", 255, 0)
        self._draw_name(canvas, self.box)
        right = x + w - INSET
        self.button = None
        if self.has_numbers:
            words = canvas.text_width("Show the numbers", TEXT, "bold")
            keys = canvas.text_width(asked("{numbers}", self.shell.input), NOTE)
            wide = min(BUTTON_WIDE + words + keys, w / 3)
            self.button = (right - wide, y + (h - 40) / 2, wide, 40.0)
            self._draw_button(canvas, self.button)
            right -= wide + ASIDE
        self._draw_sentence(canvas, (x + NAMED, y, right - x - NAMED, h))

    def _draw_name(self, canvas: Canvas, box: Box) -> None:
        """Draw the sign, the title, and the name of whose mind it is."""
        x, y, _, h = box
        canvas.icon("mind", (x + INSET + 15, y + h / 2), 34, "brass")
        left, tabs = x + INSET + 44, self.tabs
        room = (tabs[0][0][0] - 8 if tabs else x + NAMED - ASIDE) - left
        fits = (name for name in self.titles if canvas.text_width(name, LABEL, "title") <= room)
        title = next(fits, "" if tabs else self.titles[-1])
        middle = y + h / 2
        if title:
            at = middle - 13 if self.caption else middle
            canvas.text(title, (left, at), LABEL, "paper", "title", max_width=room)
        if self.caption:
            at = middle + 14 if title else middle
            canvas.text(self.caption, (left, at), NOTE, self.owner, max_width=room)
        self._draw_tabs(canvas)

    def _draw_sentence(self, canvas: Canvas, box: Box) -> None:
        """Draw the sentence of the mind as large as it fits."""
        x, y, w, h = box
        first = self.mind[0] if self.mind else Note(EMPTY)
        words = first.text if isinstance(first, Note) else getattr(first, "title", EMPTY)
        ink = "paper" if self.mind else "quiet"
        for size in (HEADING, LABEL, TEXT, NOTE):
            lines = canvas.wrap(words, w, size, "bold")
            if len(lines) == 1 or (len(lines) <= LINES and size != HEADING) or size == NOTE:
                break
        tall = len(lines) * canvas.line_height(size)
        canvas.paragraph(words, (x, y + (h - tall) / 2), w, size, ink, "bold")
