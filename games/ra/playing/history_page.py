"""The whole history of a game of Ra: every turn in a paragraph, every epoch by source, to copy.

A paragraph has the match looked back on from that moment; the page behind it keeps its line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.core import Event
from games.ra.playing.turn_paragraphs import Paragraph, PointsTable, SeenTurns, paragraphs
from games.ra.report import epochs_of
from games.ra.rules.scoring import SOURCES
from games.ra.words import IN_SENTENCES, history
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, TEXT
from games.shell.pages.clipboard import to_clipboard
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.form import Widget

COPIED, NOT_COPIED = "Copied.", "This system has no clipboard."
TABS = ("What happened", "Points by source")
NOTHING = ("Nothing has happened yet.", "No epoch is over yet.")


class HistoryPage(Page):
    """The past events, the latest first, and the points of each player by source.

    `stand_at` is called with the number of turns played at the table that a line shows.
    """

    def __init__(
        self,
        shell: Shell,
        past: SeenTurns,
        names: Sequence[str],
        stand_at: Callable[[int], None],
    ) -> None:
        events = past.events
        self.stand_at = stand_at
        self.past, self.names = past, tuple(names)
        self.lines = history(events, names)
        self.points = points_table(events, names)
        told = paragraphs(events, names)
        opens = [partial(self.open_line, number) for number in range(len(told))]
        self.told = [Paragraph(*each) for each in zip(told, opens, strict=True)][::-1]
        self.table = PointsTable(epochs_of(events), names)
        self.index = 0
        self.left: Widget | None = None
        super().__init__(shell, "History", TABS)
        copy = Button("Copy", self.copy, icon="copy")
        self.foot.widgets.append(copy)
        self.opened(0)

    def opened(self, index: int) -> None:
        """Fill the tab that was opened; what happened has its line in focus as it was left."""
        line = self.body.focused if self.index == 0 else self.left
        self.index, self.left = index, line
        shown: Sequence[Widget] = self.told
        if index:
            shown = [self.table] if self.table.blocks else []
        self.fill(shown or [Label(NOTHING[index], TEXT, "quiet")])
        if line is not None and line in shown:
            self.body.focus_on(line)
            self.active = self.body

    @property
    def body_box(self) -> Box:
        """The table of points is as wide as there is room."""
        x, y, w, h = super().body_box
        return (x, y, self.size[0] - 2 * EDGE if self.index else w, h)

    def open_line(self, number: int) -> None:
        """Show the table as it was with a line, counted in order of time."""
        self.stand_at(self.past.stood(self.told[-1 - number].told))

    def seek(self, turns: int) -> None:
        """Give the focus to the last line whose table stands after `turns` turns, or the first."""
        stand = self.past.stood
        known = (told for told in self.told if stand(told.told) <= turns)
        found = next(known, self.told[-1] if self.told else None)
        if found is not None:
            self.body.focus_on(found)

    def place(self, box: Box) -> None:
        """Place one below the other, each as tall as it was measured."""
        self.body.column(box, 30, 2)

    def draw(self, canvas: Canvas) -> None:
        """Draw as every page, when it is known how tall the text is."""
        wide, changed = self.body_box[2], False
        for widget in self.body.widgets:
            if isinstance(widget, Paragraph | PointsTable):
                tall = widget.height(canvas, wide)
                changed = changed or widget.box[3] != tall
                widget.box = (*widget.box[:3], tall)
        if changed:
            self.place(self.body_box)
        super().draw(canvas)

    def copy(self) -> None:
        """Put what stands here on the clipboard, in order of time."""
        text = "\n".join(self.lines if self.index == 0 else self.points)
        self.shell.toast(COPIED if to_clipboard(text) else NOT_COPIED)


def points_table(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return a line for each seat and epoch with its points by source, as text."""
    lines = []
    for data in epochs_of(events):
        lines.append(f"Epoch {data['epoch']}")
        for name, own, after in zip(names, data["breakdown"], data["after"], strict=True):
            parts = [f"{IN_SENTENCES[s]} {own[s]:+d}" for s in SOURCES if own[s]]
            told = ", ".join(parts) or "nothing"
            score = "" if after is None else f", score {after}"
            lines.append(f"{name}: {told}; together {own['total']:+d}{score}")
    return lines
