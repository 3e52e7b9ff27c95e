"""Work beside the window, so that no frame waits for it.

`Beside` takes the steps of a long work, `Made` makes one thing, `Latest` answers the newest
question. Each has one thread, and all others of the arcade stand on them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
Q = TypeVar("Q")
A = TypeVar("A")


class Beside:
    """Takes the steps of some work in a thread, until all are taken or it is to `end`."""

    def __init__(self) -> None:
        """Begin at once: whatever `steps` needs has to be there."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def steps(self) -> Iterator[None]:
        """Do the work; it may be left at every yield."""
        yield from ()

    def _run(self) -> None:
        for _ in self.steps():
            if self._ended.is_set():
                return

    @property
    def done(self) -> bool:
        """True if no further step is going to be taken."""
        return not self._thread.is_alive()

    def wait(self, seconds: float | None = None) -> None:
        """Come back when all is done, or after `seconds`."""
        self._thread.join(seconds)

    def end(self) -> None:
        """Take no further step."""
        self._ended.set()


class Made(Beside, Generic[T]):
    """One thing that a thread makes.

    >>> total = Made(lambda: sum(range(5)))
    >>> total.wait()
    >>> total.found
    10
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []
        self._problem: BaseException | None = None
        super().__init__()

    def steps(self) -> Iterator[None]:
        """Take the one step."""
        try:
            self._made.append(self._make())
        except BaseException as problem:  # raised where it is asked for
            self._problem = problem
        yield

    @property
    def found(self) -> T:
        """The thing, once it is made; raises what the making raised."""
        if self._problem is not None:
            raise self._problem
        return self._made[0]


class Latest(Generic[Q, A]):
    """Answers the newest question in a thread; an older one that still waits is dropped.

    `question` is the one that stands, None before the first. An exception of a class in `known` is
    the `problem` of the question that met it; any other is raised by whatever is asked of the
    question next, so that a fault does not stay in a thread.

    >>> lengths = Latest(len)
    >>> lengths.ask("abc")
    True
    >>> lengths.wait()
    >>> lengths.answer
    3
    """

    def __init__(self, answer: Callable[[Q], A], *known: type[Exception]) -> None:
        """Start without a question; `answer` is called in the thread."""
        self.question: Q | None = None
        self._find, self._known = answer, known
        self._answer: A | None = None
        self._problem: BaseException | None = None
        self._open = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, question: Q) -> bool:
        """Answer `question` next; False where it equals the one that stands, whose answer stays."""
        with self._lock:
            if self.question is not None and self.question == question:
                return False
            self.question, self._answer, self._problem, self._open = question, None, None, True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            return True

    def _run(self) -> None:
        while True:
            with self._lock:
                question = self.question
                if question is None or not self._open:
                    self._thread = None
                    return
            found: A | None = None
            problem: BaseException | None = None
            try:
                found = self._find(question)
            except BaseException as raised:  # belongs to its question
                problem = raised
            with self._lock:
                if self.question is question:
                    self._answer, self._problem, self._open = found, problem, False

    def _check(self) -> None:
        if self._problem is not None and not isinstance(self._problem, self._known):
            raise self._problem

    @property
    def busy(self) -> bool:
        """True if the question that stands has no answer yet."""
        self._check()
        return self._open

    @property
    def answer(self) -> A | None:
        """The answer to the question that stands, None where there is none or not yet."""
        self._check()
        return self._answer

    @property
    def problem(self) -> str:
        """Why the question that stands has no answer, in a sentence; else ""."""
        self._check()
        return "" if self._problem is None else str(self._problem)

    def wait(self, seconds: float | None = None) -> None:
        """Return when there is no question left to answer, or after `seconds`."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def end(self) -> None:
        """Drop the question; its answer will not be kept."""
        with self._lock:
            self.question, self._answer, self._problem, self._open = None, None, None, False
