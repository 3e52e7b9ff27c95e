"""Progress on standard error: a line that renews itself in a terminal, a line now and then else.

A reader that goes away does not end the work: the lines are dropped.
"""

from __future__ import annotations

import contextlib
import sys
import time

_TERMINAL_SECONDS = 0.2
_ELSEWHERE_SECONDS = 20.0


class Progress:
    """Shows the share that is done and the time left, by the time that was needed."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._every = _TERMINAL_SECONDS if self._terminal else _ELSEWHERE_SECONDS
        self._begun = self._shown = time.perf_counter()
        self._wrote = False

    def __call__(self, done: float, text: str) -> None:
        """Show that the share `done` (0..1) is done, if the last word was long enough ago."""
        now = time.perf_counter()
        if now - self._shown < self._every:
            return
        self._shown = now
        left = (now - self._begun) * (1.0 - done) / done if done > 0 else 0.0
        line = f"{done:4.0%}  {text}" + (f", {_duration(left)} left" if done > 0 else "")
        self._wrote = True
        _show(f"\r{line:78}" if self._terminal else f"{line}\n")

    def close(self) -> None:
        """Clear the line."""
        if self._wrote and self._terminal:
            _show(f"\r{'':78}\r")
        self._wrote = False


def _show(text: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        print(text, end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
