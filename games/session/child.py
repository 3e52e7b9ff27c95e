"""A process beside the window: a module of ours, spoken to in lines of JSON, and read from.

It runs with the same interpreter and one thread of linear algebra. A thread collects the lines
that come, so that a frame never waits for one; who has the process asks for them.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.paths import ROOT

_END: Final = ""


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
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.ended = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(_END)

    def send(self, message: Mapping[str, Any]) -> None:
        """Tell it a `message`; a process that has ended is noticed when it is read from."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            self.lines.put(_END)

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
        message = json.loads(line)
        if not isinstance(message, dict):
            raise ValueError("A line of the process is no message.")
        return message

    def close(self) -> None:
        """End the process; what it had written stays."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        self.process.wait()
        self.ended = True
