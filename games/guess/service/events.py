"""Who listens to a room, and how they learn that it changed: at most four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from games.guess.service.refusals import Refusal

LEAST_PAUSE: Final = 0.25
MOST_LISTENERS: Final = 1000


class Listener:
    """One who listens: is woken by `news`, and always told the latest."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.news.set()


class Hub:
    """All listeners by room; `clock` tells seconds that never go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rooms: dict[str, set[Listener]] = {}
        self._told: dict[str, float] = {}
        self._due: set[str] = set()
        self.count = 0
        self.closing = False

    def enter(self, code: str) -> Listener:
        """A new listener of a room; raises `Refusal` where there are too many."""
        if self.count >= MOST_LISTENERS or self.closing:
            told = f"More than {MOST_LISTENERS} listen already; ask for the room itself."
            raise Refusal("store_unavailable", told, {"Retry-After": "5"})
        listener = Listener()
        self._rooms.setdefault(code, set()).add(listener)
        self.count += 1
        return listener

    def leave(self, code: str, listener: Listener) -> None:
        """A listener has gone."""
        there = self._rooms.get(code, set())
        if listener in there:
            there.discard(listener)
            self.count -= 1
        if not there:
            self._rooms.pop(code, None)
            self._told.pop(code, None)

    def changed(self, codes: set[str]) -> None:
        """These rooms changed; who listens there is woken now, or when the pause is over."""
        for code in codes & self._rooms.keys():
            wait = self._told.get(code, -LEAST_PAUSE) + LEAST_PAUSE - self._clock()
            if wait <= 0:
                self._tell(code)
            elif code not in self._due:
                self._due.add(code)
                asyncio.get_running_loop().call_later(wait, self._tell, code)

    def _tell(self, code: str) -> None:
        self._due.discard(code)
        self._told[code] = self._clock()
        for listener in self._rooms.get(code, ()):
            listener.news.set()

    def close(self) -> None:
        """Wake everybody for the last time."""
        self.closing = True
        for there in self._rooms.values():
            for listener in there:
                listener.news.set()
