"""A process beside the window: a module of ours, spoken to in lines of JSON, and read from.

It runs with the same interpreter and one thread of linear algebra. One thread writes what it is
told and one collects the lines that come, so that a frame waits for neither: not for a process that
reads no more, nor for one that has nothing to say. What is in it may be of strangers: a line that
is endless is cut, and of lines that nobody has taken only so many are held. What it has started
itself ends with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.paths import ROOT

_END: Final = ""
MOST_CHARACTERS: Final = 8 << 20
"""A longer line is no message: the longest that is sent, with a tree of trials, has about 300,000
characters, what was learned 200,000."""
MOST_WAITING: Final = 256
"""So many lines wait to be taken; the process then waits with the next. Chosen by hand."""
_LOOK_SECONDS: Final = 0.1
_END_SECONDS: Final = 1.0
"""So long closing waits for the threads of a process that was killed."""


class Child:
    """A running `process`; `close` ends it. `lines` are those that came and were not yet taken."""

    def __init__(self, module: str, command: Sequence[str] = ()) -> None:
        """Start `module`, or another command in its place."""
        threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        self.process = subprocess.Popen(
            list(command) or [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, **threads},
            start_new_session=True,
        )
        self.lines: queue.Queue[str] = queue.Queue(MOST_WAITING)
        self._told: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._closed = False
        self.ended = False
        works = (self._listen, self._speak)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError), self.process.stdout:  # what it writes may be no text
            while line := self.process.stdout.readline(MOST_CHARACTERS):
                self._put(line)
                if len(line) == MOST_CHARACTERS:
                    break
        self._put(_END)

    def _put(self, line: str) -> None:
        """Hold a `line` until somebody takes it or the process is closed."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self.lines.put(line, timeout=_LOOK_SECONDS)
                return

    def _speak(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError), self.process.stdin:  # it may have ended
            while (line := self._told.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()

    def send(self, message: Mapping[str, Any]) -> None:
        """Tell it a `message`; a process that has ended is noticed when it is read from."""
        self._told.put(json.dumps(message) + "\n")

    def take(self, seconds: float = 0.0) -> Mapping[str, Any] | None:
        """The next message, or None where none came within `seconds`.

        Sets `ended` where no more will come. Raises `ValueError` for a line that is no message.
        """
        try:
            line = self.lines.get(seconds > 0, seconds or None)
        except queue.Empty:
            return None
        if line == _END:
            self.ended = True
            return None
        try:
            message = json.loads(line)
        except RecursionError:
            raise ValueError("A line of the process is nested too deeply.") from None
        if not isinstance(message, dict):
            raise ValueError("A line of the process is no message.")
        return message

    def close(self) -> None:
        """End the process; what it had written stays."""
        self._closed = True
        self._told.put(None)
        with contextlib.suppress(OSError):  # it is gone with all that it started
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(_END_SECONDS)
        self.ended = True
