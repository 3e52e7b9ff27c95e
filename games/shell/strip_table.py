"""A table whose open mind is a strip below a wide board, so that the board is as large as can be.

Where the numbers of the mind are shown, and in a replay, it stands beside the board as elsewhere.
"""

from __future__ import annotations

from typing import Final

from games.shell.draw.toasts import Strip
from games.shell.mind.strip import TALL, StripView
from games.shell.table import Table

EDGE, TOAST_WIDE = 16.0, 560.0  # units; chosen by eye
ABOVE: Final = 12.0
"""Units between a toast and what it stands on."""


class StripTable(Table):
    """A table with its mind below the board.

    >>> StripTable.mind_kind.__name__
    'StripView'
    """

    mind_kind = StripView
    foot: float = 0.0
    """How high the words and buttons below the board are, which no toast may hide."""

    def layout(self, width: float, height: float) -> None:
        """Place as every table, but the sentence of the mind in a strip below the stage."""
        super().layout(width, height)
        self._numbers = self.shell.numbers_shown
        if self.panel is None or self.setup.replay or self._numbers:
            return
        self.stage = (0, 0, width, height - TALL)
        self.panel = (0, height - TALL, width, TALL)
        self.mind_view.place(self.panel)
        self.place(self.stage)

    def update(self, dt: float) -> None:
        """Go on as every table; the mind moves where its numbers are shown or hidden."""
        super().update(dt)
        if self._numbers != self.shell.numbers_shown:
            self.lay_out_again()

    def toast_place(self, width: float) -> Strip:
        """Return the place of toasts: over the strip, or without a panel above the foot."""
        if self.panel is not None and self.panel[0] > 0:
            return super().toast_place(width)
        x, y, w, h = self.stage if self.panel is None else self.panel
        foot = self.foot if self.panel is None else 0.0
        return Strip(x + EDGE, y + h - foot - ABOVE, min(w - 2 * EDGE, TOAST_WIDE), upward=True)
