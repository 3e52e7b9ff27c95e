"""A long match on its way to the screen: it is played through in slices, over the page before.

A match of somebody else's can be as long as a match can be. No frame waits for it: a card tells how
far it is, and it can be left. Most matches are there before the card is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.session.reel import Reel
from games.session.setup import Shown
from games.shell.draw.canvas import Canvas
from games.shell.pages.overlays import Overlay
from games.shell.pages.past.replay import ReplayPage, reel_of
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, ProgressBar
from games.shell.widgets.form import Widget

AT_ONCE: Final = 0.05
"""Seconds within which a match may be opened without a card: nobody notices them."""
UNSEEN: Final = 0.1
"""Seconds for which the card is not drawn: one that is gone at once would only flicker."""
SLICE: Final = 0.02
"""Seconds of a frame for the match: the rest is enough to draw the card."""


def replay_page(shell: Shell, shown: Shown) -> Scene:
    """A page to look at a match, or where that takes time, the card that leads to it.

    Raises `ValueError` for a match that cannot be played here, as far as that is known at once.
    """
    reel = reel_of(shown)
    if reel.wind(AT_ONCE):
        return ReplayPage(shell, shown, reel)
    return WindingCard(shell, shown, reel)


class WindingCard(Overlay):
    """How much of a long match is ready to be looked at; in its place comes the page itself."""

    def __init__(self, shell: Shell, shown: Shown, reel: Reel) -> None:
        self.shown, self.reel, self._age = shown, reel, 0.0
        self.bar = ProgressBar()
        super().__init__(shell, "Opening the match")

    def widgets(self) -> Sequence[Widget]:
        """How far it is, and a button that leaves it."""
        return (self.bar, Button("Cancel", self.cancel, "main"))

    def update(self, dt: float) -> None:
        """Play on for a slice of time; a match that turns out to be none is told of."""
        self._age += dt
        try:
            if self.reel.wind(SLICE):
                self.shell.replace(ReplayPage(self.shell, self.shown, self.reel))
        except ValueError as problem:
            self.shell.pop()
            self.shell.toast(f"This match cannot be played here: {problem}")

    def next_frame(self) -> float | None:
        """At once, until it is there."""
        return 0.0

    def draw(self, canvas: Canvas) -> None:
        """The card, once it is worth reading."""
        done, turns = len(self.reel.reveals), len(self.reel)
        self.bar.share = done / max(1, turns)
        self.bar.label = f"{done:,} of {turns:,} turns" if done else "Getting ready"
        if self._age >= UNSEEN:
            super().draw(canvas)
