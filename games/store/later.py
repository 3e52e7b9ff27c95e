"""Work that cannot be done at once: tried again by a timer, and the work that has to wait for it.

A full disk may have room again, a stick that was pulled out may come back. Only the clock asks for
that, so a window reports the time that has passed to a `Later`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from games.store.files import Store

TRY_EVERY: Final = 5.0
"""Seconds after which what could not be written is tried again; as long as a match may wait."""
TRY_TURN: Final = 0.1
"""Seconds after which a turn that another arcade had is asked for again."""
LAST_TRY: Final = 10.0
"""Seconds for which the last turns are asked for when a window is closed."""


class Later:
    """Tries again to save what a `store` could not save, and does what waits for that."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seconds = 0.0
        self._waiting: list[tuple[tuple[str, ...], Callable[[], object]]] = []

    def when_kept(self, names: Sequence[str], act: Callable[[], object]) -> None:
        """Do `act` once the files `names` are on the disk: now, or when they are."""
        self._waiting.append((tuple(names), act))
        self._do_what_can_be_done()

    def pass_time(self, seconds: float) -> None:
        """Let `seconds` pass: what waits is tried again every `TRY_EVERY` of them.

        Where only another arcade is in the way, that is every `TRY_TURN`.
        """
        waits = self._waiting or self._store.waiting
        self._seconds = self._seconds + seconds if waits else 0.0
        if self._seconds >= (TRY_TURN if self._store.turns.refused else TRY_EVERY):
            self.try_now()

    def try_now(self) -> None:
        """Try again at once, as before the end."""
        self._seconds = 0.0
        self._store.flush()
        self._do_what_can_be_done()

    def try_last(self, seconds: float = LAST_TRY) -> None:
        """Try again at once, and for some `seconds` where another arcade is in the way."""
        until = time.monotonic() + seconds
        self.try_now()
        while self._store.turns.refused and time.monotonic() < until:
            time.sleep(TRY_TURN / 10)
            self.try_now()

    def _do_what_can_be_done(self) -> None:
        waiting, self._waiting = self._waiting, []
        for names, act in waiting:
            if self._store.place.gone or any(map(self._store.is_waiting, names)):
                self._waiting.append((names, act))
            else:
                act()
