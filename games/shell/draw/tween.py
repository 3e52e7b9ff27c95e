"""Motion: values that ease from where they are to where they should be.

All values ease out (fast first, then settling); under reduced motion a value jumps.
"""

from __future__ import annotations

from collections.abc import Hashable


def ease_out(progress: float) -> float:
    """Return cubic ease-out of a progress in 0..1."""
    left = 1.0 - min(1.0, max(0.0, progress))
    return 1.0 - left * left * left


def ease_in_out(progress: float) -> float:
    """Return smoothstep of a progress in 0..1, for what starts and ends at rest."""
    progress = min(1.0, max(0.0, progress))
    return progress * progress * (3.0 - 2.0 * progress)


def overshoot(progress: float) -> float:
    """Return ease-out of a `progress` that passes its goal by a tenth and comes back."""
    back = min(1.0, max(0.0, progress)) - 1.0
    return 1.0 + 2.70158 * back**3 + 1.70158 * back**2


class Timer:
    """A span of time that is running or done; `progress` goes from 0 to 1."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.elapsed = seconds

    def start(self, seconds: float | None = None) -> None:
        """Run from the beginning, for `seconds` where they are given."""
        if seconds is not None:
            self.seconds = seconds
        self.elapsed = 0.0

    def stop(self) -> None:
        """Be done at once."""
        self.elapsed = self.seconds

    def update(self, dt: float) -> bool:
        """Move on by `dt` seconds; True on the one call that finishes it."""
        was_running = self.running
        self.elapsed = min(self.seconds, self.elapsed + dt)
        return was_running and not self.running

    @property
    def running(self) -> bool:
        """True if it has still to go on."""
        return self.elapsed < self.seconds

    @property
    def progress(self) -> float:
        """The part that is done, 0 to 1."""
        return 1.0 if self.seconds <= 0 else self.elapsed / self.seconds


class Springs:
    """Named values that move toward their goals, a share of the way each moment.

    `get(key, goal)` is asked while drawing; `update(dt)` moves all. Values that were not asked for
    in the last drawing are forgotten, so that only those on the screen are held; without drawing
    they are all kept.
    """

    def __init__(self, seconds: float = 0.24) -> None:
        self.seconds = seconds
        self.values: dict[Hashable, list[float]] = {}
        self._asked: set[Hashable] = set()
        self.still = False

    def get(self, key: Hashable, goal: float, start: float | None = None) -> float:
        """Return the value of `key` nearing `goal`; a new one starts at `start` (else `goal`)."""
        self._asked.add(key)
        entry = self.values.get(key)
        if entry is None:
            entry = self.values[key] = [goal if start is None else start, goal]
        entry[1] = goal
        return goal if self.still else entry[0]

    def update(self, dt: float) -> None:
        """Move every value; four time constants are `seconds`."""
        keep = 0.0 if self.still else 2.718281828 ** (-4.0 * dt / self.seconds)
        if self._asked:
            for key in [key for key in self.values if key not in self._asked]:
                del self.values[key]
        for entry in self.values.values():
            gap = (entry[0] - entry[1]) * keep
            entry[0] = entry[1] + (gap if abs(gap) > 1e-3 else 0.0)
        self._asked.clear()

    @property
    def moving(self) -> bool:
        """True if some value has not arrived."""
        return not self.still and any(now != goal for now, goal in self.values.values())
