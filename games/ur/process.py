"""The process that works beside the window (`ai.ur_school`): started, spoken to, and read from.

Lines of JSON go in and out; a thread collects what comes, and the scene asks for it each frame.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]


class Helper:
    """A running process; `close` ends it."""

    def __init__(self) -> None:
        threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ai.ur_school"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, **threads},
        )
        self._replies: queue.Queue[str | None] = queue.Queue()
        self.ended = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._replies.put(line)
        self._replies.put(None)

    def send(self, **request: Any) -> None:
        """Ask for something; a process that has ended is noticed when it is read from."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._replies.put(None)

    def take(self) -> list[Mapping[str, Any]]:
        """All that came since the last time; sets `ended` when no more will come."""
        found: list[Mapping[str, Any]] = []
        while True:
            try:
                line = self._replies.get_nowait()
            except queue.Empty:
                return found
            if line is None:
                self.ended = True
                continue
            found.append(json.loads(line))

    def close(self) -> None:
        """End the process; what it had written stays."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        self._process.wait()
        self.ended = True
