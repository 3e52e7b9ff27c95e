"""Two clocks: the time of day, which may jump, and one that only goes on."""

from __future__ import annotations

import time


class Clocks:
    """The clocks of this machine; a test has others."""

    def wall(self) -> float:
        """Return seconds since 1970."""
        return time.time()

    def steady(self) -> float:
        """Return seconds since some moment, never going back."""
        return time.monotonic()
