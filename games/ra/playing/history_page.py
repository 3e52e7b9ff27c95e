"""The whole history of a game of Ra: every deed in a sentence, every epoch by source, to copy."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Event
from games.ra.report import epochs_of
from games.ra.rules.scoring import SOURCES
from games.ra.telling import SOURCE_WORDS, history
from games.shell.draw.theme import NOTE, TEXT
from games.shell.pages.clipboard import to_clipboard
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.form import Widget

COPIED, NOT_COPIED = "Copied.", "This system has no clipboard."
TABS = ("What happened", "Points by source")


class HistoryPage(Page):
    """What happened, the latest first, and who got how many points by what."""

    def __init__(self, shell: Shell, events: Sequence[Event], names: Sequence[str]) -> None:
        self.lines = history(events, names)
        self.points = points_table(events, names)
        super().__init__(shell, "History", TABS)
        copy = Button("Copy", self.copy, icon="copy")
        self.foot.widgets.append(copy)
        self.opened(0)

    def opened(self, index: int) -> None:
        """A tab was opened."""
        self.index = index
        lines = list(reversed(self.lines)) if index == 0 else self.points
        size = TEXT if index == 0 else NOTE + 2
        labels: list[Widget] = [Label(line, size) for line in lines]
        self.fill(labels or [Label("Nothing has happened yet.", TEXT, "quiet")])

    def place(self, box: tuple[float, float, float, float]) -> None:
        """The sentences below each other."""
        self.body.column(box, 30, 2)

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
            parts = [f"{SOURCE_WORDS[s].lower()} {own[s]:+d}" for s in SOURCES if own[s]]
            told = ", ".join(parts) or "nothing"
            lines.append(f"{name}: {told}; together {own['total']:+d}, score {after}")
    return lines
