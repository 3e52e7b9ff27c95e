"""Progress on standard error: a line that renews itself in a terminal, a line now and then else."""

from __future__ import annotations

import sys
import time

_TERMINAL_SECONDS = 0.2
_ELSEWHERE_SECONDS = 20.0


class Progress:
    """Tells how much is done and how long the rest will take, judging by the time so far."""

    def __init__(self) -> None:
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._every = _TERMINAL_SECONDS if self._terminal else _ELSEWHERE_SECONDS
        self._begun = self._shown = time.perf_counter()
        self._wrote = False

    def __call__(self, done: float, text: str) -> None:
        """Show that the share `done` (0..1) is done, if the last word was long enough ago."""
        now = time.perf_counter()
        if now - self._shown < self._every or sys.stderr is None:
            return
        self._shown = now
        left = (now - self._begun) * (1.0 - done) / done if done > 0 else 0.0
        line = f"{done:4.0%}  {text}" + (f", {_duration(left)} left" if done > 0 else "")
        self._wrote = True
        print(
            f"\r{line:78}" if self._terminal else line, end=self._end, file=sys.stderr, flush=True
        )

    @property
    def _end(self) -> str:
        return "" if self._terminal else "\n"

    def close(self) -> None:
        """Clear the line."""
        if self._wrote and self._terminal:
            print(f"\r{'':78}\r", end="", file=sys.stderr, flush=True)
        self._wrote = False


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
