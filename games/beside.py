"""Work that goes on beside the window, step by step, so that no frame waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


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


class Made(Beside, Generic[T]):
    """Something that is made in a thread, in one step; `found` is what was made."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []
        self._problem: BaseException | None = None
        super().__init__()

    def steps(self) -> Iterator[None]:
        """The one step."""
        try:
            self._made.append(self._make())
        except BaseException as problem:  # raised where it is asked for
            self._problem = problem
        yield

    @property
    def found(self) -> T:
        """What was made, once it is done; raises what the making raised."""
        if self._problem is not None:
            raise self._problem
        return self._made[0]
