"""A hint for the person who plays: first a sentence, then all of it, then closed again.

It is thought over in a thread, so that no frame waits for it. A match in which a hint was shown is
practice, in every game (`HintRule`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from games.beside import Latest
from games.session.session import Session

V = TypeVar("V")
A = TypeVar("A")
CLOSED, SENTENCE, ALL = "", "sentence", "all"
THINKING: Final = "A hint is thought over ..."
HINTED: Final = "You took a hint"
NONE_TODAY: Final = "Today's match has no hints."
NOT_NOW: Final = "A hint comes when it is your turn: ask again then."
WARNING: Final = "With a hint this match is practice: no record is kept. Ask again to see it."


class Sentences(Protocol):
    """Shows sentences for the player, as `games.shell.draw.toasts.Toasts`."""

    def add(self, sentence: str) -> None:
        """Show a sentence."""

    def remove(self, sentence: str) -> None:
        """Remove a sentence."""


class HintRule:
    """The rule of hints in the match of a `session`: with a hint that was shown it is practice.

    In a match for the record the first question only warns the player. Today's match has no hints.
    """

    def __init__(self, session: Session, toasts: Sentences) -> None:
        """`toasts` show sentences for the player."""
        self._session, self._toasts, self._warned = session, toasts, False

    def allows(self) -> bool:
        """Return whether a hint may be shown now; the match is practice from then on."""
        session = self._session
        if session.setup.day and session.counts and not session.match.over:
            self._toasts.add(NONE_TODAY)
            return False
        if session.for_record:
            if not self._warned:
                self._warned = True
                self._toasts.add(WARNING)
                return False
            session.practise(HINTED)
        self._toasts.remove(WARNING)
        return True

    def refuse(self) -> None:
        """Tell a player who asks for a hint while no choice of a person is due."""
        if self._session.people and not self._session.over:
            self._toasts.add(NOT_NOW)


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
        """The reason why there is no hint, in a sentence; else ""."""
        return self._latest.problem
