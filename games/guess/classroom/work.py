"""Work of a page beside the window: started, and asked about each frame until it is done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Work(Generic[T]):
    """One call in a thread of its own; `problems` are the exceptions that it may end with."""

    def __init__(self, call: Callable[[], T], problems: tuple[type[Exception], ...]) -> None:
        self._call, self._problems = call, problems
        self.result: T | None = None
        self.problem = ""
        self._thread = threading.Thread(target=self._run, name="guess-class-work", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.result = self._call()
        except self._problems as problem:
            self.problem = str(problem) or "It could not be done."

    @property
    def done(self) -> bool:
        """True if the call has ended, with a `result` or a `problem`."""
        return not self._thread.is_alive()
