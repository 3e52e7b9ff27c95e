"""A saved match is gone over again before it is continued: its agents observe every turn anew.

A short one is ready at once. A long one takes its share of each frame, under a page that tells how
far it is. Nothing is saved or recorded meanwhile: who leaves the page finds the match as it was.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from games import catalog
from games.core import Match, Turn
from games.session.setup import Setup, new_match
from games.shell.pages.page import Page
from games.shell.widgets.basic import Label, Progress
from games.shell.widgets.form import Widget

if TYPE_CHECKING:
    from games.shell.app import Shell
    from games.shell.scene import Scene

AT_ONCE: Final = 150
"""So many turns are gone over before the first frame, and as many more as `FIRST_SECONDS` let."""
FIRST_SECONDS: Final = 0.15
FRAME_SECONDS: Final = 0.012

Relive = Callable[[Match[Any], Turn], Any]
"""Plays one saved turn again; what it returns is kept for the scene (see `Table.relive`)."""


class Past:
    """A saved match that is played again turn by turn.

    `kept` has what `relive` returned for each turn. Raises `IllegalMove` (a `ValueError`) at once
    for turns that cannot be played.
    """

    def __init__(self, setup: Setup, turns: Sequence[Turn], relive: Relive) -> None:
        Match(catalog.rules(setup.game), setup.params, setup.seed).replay(turns)
        self.match = new_match(setup)
        self.length = len(turns)
        self.kept: list[Any] = []
        self._ahead = deque(turns)
        self._relive = relive

    def go_on(self, seconds: float = math.inf, least: int = 1) -> bool:
        """Play turns again for so long, and at least so many; whether none is left."""
        until = time.perf_counter() + seconds
        while self._ahead and (least > 0 or time.perf_counter() < until):
            self.kept.append(self._relive(self.match, self._ahead.popleft()))
            least -= 1
        return not self._ahead


class PastPage(Page):
    """Tells how much of a long match is gone over again, and then gives way to it."""

    def __init__(self, shell: Shell, past: Past, ready: Callable[[], Scene]) -> None:
        """`ready` makes the scene of the match once all its turns are played."""
        super().__init__(shell, shell.tr("past.title"))
        self.past = past
        self._ready = ready
        self.label, self.bar = Label(shell.tr("past.body")), Progress()
        rows: tuple[Widget, ...] = (self.label, self.bar)
        self.fill(rows)
        self.active = self.foot
        self._tell()

    def _tell(self) -> None:
        done, length = len(self.past.match.turns), self.past.length
        self.bar.label = self.tr("past.done", done=f"{done:,}", length=f"{length:,}")
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
