"""A hint for the person who plays: first a sentence, then all of it, then closed again.

It is thought over in a thread, so that no frame waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from games.beside import Latest

V = TypeVar("V")
A = TypeVar("A")
CLOSED, SENTENCE, ALL = "", "sentence", "all"
THINKING: Final = "A hint is thought over ..."


def hints_in_words(asked: int) -> str:
    """Return the number of hints asked for, in words."""
    return f"You asked for {asked} hint{'s' if asked != 1 else ''}."


class Counsel(Generic[V, A]):
    """The hints of one match, for one person at a time.

    `showing` says how much of a hint is open: `CLOSED`, `SENTENCE` or `ALL`. `asked` counts the
    views that a hint was asked for.

    >>> counsel = Counsel(len)
    >>> counsel.hint("view")
    >>> counsel.wait()
    >>> counsel.showing, counsel.answer
    ('sentence', 4)
    """

    def __init__(self, answer: Callable[[V], A], *known: type[Exception]) -> None:
        """`answer` makes the hint for a view; an exception of a class in `known` is told of."""
        self.showing = CLOSED
        self.asked = 0
        self._latest = Latest(answer, *known)

    def hint(self, view: V) -> None:
        """Open a hint for a `view`, or more of the one that is open, or close it."""
        if self.showing != CLOSED:
            self.showing = ALL if self.showing == SENTENCE else CLOSED
            return
        self.showing = SENTENCE
        self.asked += self._latest.ask(view)

    def forget(self) -> None:
        """Close the hint, for the choice is made that it was for."""
        self.showing = CLOSED

    def wait(self) -> None:
        """Come back when the hint is there."""
        self._latest.wait()

    @property
    def thinking(self) -> bool:
        """True while a hint is open and on its way."""
        return self.showing != CLOSED and self._latest.busy

    @property
    def view(self) -> V | None:
        """The view that the hint is for."""
        return self._latest.question

    @property
    def answer(self) -> A | None:
        """The hint, None while it is on its way and where there is none."""
        return self._latest.answer

    @property
    def problem(self) -> str:
        """Why there is no hint, in a sentence; else ""."""
        return self._latest.problem
