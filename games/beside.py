"""Work that goes on beside the window, step by step, so that no frame waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator


class Beside:
    """Takes the steps of some work in a thread, until all are taken or it is to `end`."""

    def __init__(self) -> None:
        """Begin at once: whatever `steps` needs has to be there."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def steps(self) -> Iterator[None]:
        """The work; it may be left at every yield."""
        yield from ()

    def _run(self) -> None:
        for _ in self.steps():
            if self._ended.is_set():
                return

    @property
    def done(self) -> bool:
        """Whether no further step is going to be taken."""
        return not self._thread.is_alive()

    def wait(self, seconds: float | None = None) -> None:
        """Come back when all is done, or after `seconds`."""
        self._thread.join(seconds)

    def end(self) -> None:
        """Take no further step."""
        self._ended.set()
