"""The number of requests that a client may make: a bucket that fills again, by token or address."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from games.guess.service.refusals import Refusal

_MOST_BUCKETS: Final = 20_000


class Limits:
    """Limits of `rate` requests a second with a burst of twice as many; 0 is no limit.

    `clock` returns seconds that never go back. Of more clients than it can hold the one that was
    quiet longest is forgotten, which gives that one a full bucket again.
    """

    def __init__(self, rate: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @property
    def on(self) -> bool:
        """True if there is a limit."""
        return self._rate > 0

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, who: str) -> None:
        """Count a request of `who`; raises `Refusal` where it is one too many."""
        if not self._rate:
            return
        now, burst = self._clock(), 2 * self._rate
        left, before = self._buckets.pop(who, (burst, now))
        left = min(burst, left + self._rate * max(0.0, now - before))
        spent = left >= 1
        self._buckets[who] = (left - spent, now)
        while len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not spent:
            wait = max(1, math.ceil((1 - left) / self._rate))
            told = f"Too many requests came at once; go on in {wait} s."
            raise Refusal("rate_limited", told, {"Retry-After": str(wait)})
