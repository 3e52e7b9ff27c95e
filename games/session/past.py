"""A saved match is gone over again before it is continued: its agents observe every turn anew.

A short one is ready at once. A long one takes its share of each frame, under a page that tells how
far it is (`games.shell.pages.resuming`). Nothing is saved or recorded meanwhile.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from games import catalog
from games.core import Match, Turn
from games.session.setup import Setup, new_match

AT_ONCE: Final = 150
"""So many turns are gone over before the first frame, and as many more as `FIRST_SECONDS` let."""
FIRST_SECONDS: Final = 0.15

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
