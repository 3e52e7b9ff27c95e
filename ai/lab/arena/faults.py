"""Faults of agents, as data: one raises, answers with no legal move, or does not answer.

Agents of the arcade's own are trusted: their games are played without any guard, and only a game
that failed is played again behind guards, which tell whose fault it was. Whoever is at fault
forfeits the game, and the arena goes on.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from types import FrameType
from typing import Any, Final, NamedTuple

from ai.core import Agent
from games.arrays import BadWeights
from games.core import FAILURES, Decision, Event, Game, GivesUp, Limit, Player
from games.spec import BadOption, Params
from games.streams import Stream

NOT_THEIRS: Final = (BadWeights, BadOption)
"""What is missing on this machine or was asked for wrongly; that ends the whole arena."""
_LONGEST: Final = 600
"""Characters of a sentence that an agent says itself."""


class GameFault(NamedTuple):
    """The fault that ended a game: the place at the table, the game, the turn, and a sentence.

    `other` is the sentence about the other side of a pair, where both forfeited in one turn.
    """

    who: int
    game: int
    turn: int
    sentence: str
    other: str = ""

    def of(self, who: int) -> str:
        """Return the sentence about the place `who` of the table, "" where it did not forfeit."""
        return self.sentence if self.who == who else self.other

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return a sentence for each seat that forfeited."""
        return (self.sentence, self.other) if self.other else (self.sentence,)


class Forfeit(Exception):
    """Raised by a guard: who is to blame, by the place at the table, and what for."""

    def __init__(self, who: int, sentence: str) -> None:
        super().__init__(who, sentence)
        self.who = who
        self.sentence = sentence


class Late(Exception):
    """An agent took longer than it may."""


class Guard(Agent):
    """An agent whose faults become `Forfeit`s; in a match it may take `seconds`, or any time."""

    def __init__(self, agent: Player, who: int, name: str, seconds: float | None = None) -> None:
        self.agent = agent
        self.prepare = getattr(agent, "prepare", None)
        self.who = who
        self.name = name
        self.seconds = self.left = seconds

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        begun = time.monotonic()
        try:
            with alarm(self.left):
                yield
        except NOT_THEIRS:
            raise
        except Late:
            raise self._forfeit(f"took longer than {self.seconds:g} s") from None
        except GivesUp as given_up:
            raise Forfeit(self.who, " ".join(str(given_up).split())[:_LONGEST]) from given_up
        except FAILURES as error:
            message = " ".join(str(error).split())[:120]
            raise self._forfeit(f"raised {type(error).__name__}: {message}") from error
        finally:
            if self.left is not None:
                self.left -= time.monotonic() - begun

    def _forfeit(self, what: str) -> Forfeit:
        return Forfeit(self.who, f"{self.name} {what}.")

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Pass on."""
        self.left = self.seconds
        with self._guarded():
            self.agent.begin(seats, game, params, rng)

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Pass on, and look at the answer."""
        with self._guarded():
            decision = self.agent.act(seat, view, legal, limit)
        if not isinstance(decision, Decision) or not isinstance(decision.move, str):
            raise self._forfeit("answered with no move")
        if decision.move not in legal:
            raise self._forfeit(f"answered {decision.move[:40]!r}, which is not legal")
        return decision

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on."""
        with self._guarded():
            self.agent.observe(events)

    def finish(self, result: Sequence[float]) -> None:
        """Pass on."""
        with self._guarded():
            self.agent.finish(result)


@contextlib.contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise `Late` in what takes longer; with None, in threads and on Windows it has all time."""
    in_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not in_main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
