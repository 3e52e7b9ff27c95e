"""The whole history of a game of Ra: every turn in a paragraph, every epoch by source, to copy."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Event
from games.ra.playing.chronicle import Chronicle, PointsTable, paragraphs
from games.ra.report import epochs_of
from games.ra.rules.scoring import SOURCES
from games.ra.telling import IN_SENTENCES, history
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import TEXT
from games.shell.pages.clipboard import to_clipboard
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.form import Widget

COPIED, NOT_COPIED = "Copied.", "This system has no clipboard."
TABS = ("What happened", "Points by source")
NOTHING = ("Nothing has happened yet.", "No epoch is over yet.")


class HistoryPage(Page):
    """What happened, the latest first, and who got how many points by what."""

    def __init__(self, shell: Shell, events: Sequence[Event], names: Sequence[str]) -> None:
        self.lines = history(events, names)
        self.points = points_table(events, names)
        self.told = Chronicle(paragraphs(events, names))
        self.table = PointsTable(epochs_of(events), names)
        super().__init__(shell, "History", TABS)
        copy = Button("Copy", self.copy, icon="copy")
        self.foot.widgets.append(copy)
        self.opened(0)

    def opened(self, index: int) -> None:
        """A tab was opened."""
        self.index = index
        there = self.told.told if index == 0 else self.table.blocks
        shown: Widget = self.told if index == 0 else self.table
        self.fill([shown if there else Label(NOTHING[index], TEXT, "quiet")])

    def place(self, box: Box) -> None:
        """One widget, as tall as it was measured."""
        self.body.column(box, 30, 2)

    def draw(self, canvas: Canvas) -> None:
        """As every page, when it is known how tall the text is."""
        x, y, w, h = self.body_box
        for widget in self.body.widgets:
            if isinstance(widget, Chronicle | PointsTable):
                tall = widget.height(canvas, w)
                if widget.box[3] != tall:
                    widget.box = (x, y, w, tall)
                    self.place((x, y, w, h))
        super().draw(canvas)

    def copy(self) -> None:
        """Put what stands here on the clipboard, in order of time."""
        text = "\n".join(self.lines if self.index == 0 else self.points)
        self.shell.toast(COPIED if to_clipboard(text) else NOT_COPIED)


def points_table(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """A line for each seat and epoch with its points by source, as text."""
    lines = []
    for data in epochs_of(events):
        lines.append(f"Epoch {data['epoch']}")
        for name, own, after in zip(names, data["breakdown"], data["after"], strict=True):
            parts = [f"{IN_SENTENCES[s]} {own[s]:+d}" for s in SOURCES if own[s]]
            told = ", ".join(parts) or "nothing"
            score = "" if after is None else f", score {after}"
            lines.append(f"{name}: {told}; together {own['total']:+d}{score}")
    return lines
