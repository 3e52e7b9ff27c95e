"""The page under which a long saved match is gone over again (`games.session.past`).

Who leaves it finds the match as it was: nothing is saved or recorded meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.session.past import Past
from games.shell.pages.page import Page
from games.shell.widgets.basic import Label, Progress
from games.shell.widgets.form import Widget

if TYPE_CHECKING:
    from games.shell.app import Shell
    from games.shell.scene import Scene

FRAME_SECONDS: Final = 0.012


class PastPage(Page):
    """Tells how much of a long match is gone over again, and then gives way to it."""

    def __init__(self, shell: Shell, past: Past, ready: Callable[[], Scene]) -> None:
        """`ready` makes the scene of the match once all its turns are played."""
        super().__init__(shell, "One moment")
        self.past = past
        self._ready = ready
        self.label = Label("A long match is gone over again, so that the opponent knows all of it.")
        self.bar = Progress()
        rows: tuple[Widget, ...] = (self.label, self.bar)
        self.fill(rows)
        self.active = self.foot
        self._tell()

    def _tell(self) -> None:
        done, length = len(self.past.match.turns), self.past.length
        self.bar.label = f"{done:,} of {length:,} turns"
        self.bar.share = done / length

    def update(self, dt: float) -> None:
        """Go over as many turns as a frame has time for."""
        if self.past.go_on(FRAME_SECONDS):
            self.shell.replace(self._ready())
        else:
            self._tell()

    def next_frame(self) -> float | None:
        """At once."""
        return 0.0
