"""The listeners of a room, and how they learn that it changed: at most four times a second."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from games.guess.service.refusals import Refusal

LEAST_PAUSE: Final = 0.25
MOST_LISTENERS: Final = 1000
MOST_OF_ONE: Final = 300
"""Listeners of one address: several classes behind one proxy, and places left for others."""


class Listener:
    """A listener from an address: it is woken by `news`, and always reads the latest.

    A wall has `here`, which is false once its connection is gone.
    """

    def __init__(self, address: str, here: Callable[[], bool] | None = None) -> None:
        self.address, self.here = address, here
        self.news = asyncio.Event()
        self.news.set()


class Hub:
    """All listeners by room; `clock` returns seconds that never go back.

    One address has at most `most_of_one` of them, None for as many as there is room for.
    """

    def __init__(self, clock: Callable[[], float], most_of_one: int | None = MOST_OF_ONE) -> None:
        self._clock = clock
        self._most_of_one = most_of_one
        self._addresses: Counter[str] = Counter()
        self._rooms: dict[str, set[Listener]] = {}
        self._told: dict[str, float] = {}
        self._due: set[str] = set()
        self._walls: dict[str, set[Listener]] = {}
        self.count = 0
        self.closing = False

    def watched(self, code: str) -> bool:
        """Return whether a wall listens to a room."""
        return any(one.here() for one in self._walls.get(code, ()) if one.here is not None)

    def enter(
        self, code: str, address: str = "", here: Callable[[], bool] | None = None
    ) -> Listener:
        """Return a new listener of a room; raises `Refusal` where there are too many."""
        full = f"{MOST_LISTENERS} listen" if self.count >= MOST_LISTENERS else ""
        if self._most_of_one is not None and self._addresses[address] >= self._most_of_one:
            full = f"{self._most_of_one} listen from this address"
        if full or self.closing:
            told = f"{full or 'The last ones listen'} already; ask for the room itself."
            raise Refusal("store_unavailable", told, {"Retry-After": "5"})
        listener = Listener(address, here)
        if here is not None:
            self._walls.setdefault(code, set()).add(listener)
        self._rooms.setdefault(code, set()).add(listener)
        self._addresses[address] += 1
        self.count += 1
        return listener

    def leave(self, code: str, listener: Listener) -> None:
        """Drop a listener who has gone."""
        there = self._rooms.get(code, set())
        if listener in there:
            there.discard(listener)
            self.count -= 1
            self._walls.get(code, set()).discard(listener)
            self._addresses[listener.address] -= 1
            if not self._addresses[listener.address]:
                del self._addresses[listener.address]
        if not there:
            self._rooms.pop(code, None)
            self._told.pop(code, None)
            self._walls.pop(code, None)

    def changed(self, codes: set[str]) -> None:
        """Note that these rooms changed; listeners are woken now, or when the pause is over."""
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
        """Wake all listeners for the last time."""
        self.closing = True
        for there in self._rooms.values():
            for listener in there:
                listener.news.set()
