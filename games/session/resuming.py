"""A match that goes on: one that was kept, a few of its turns at a time, or one for practice.

Agents observe every turn again, and what they expected of it is asked of them again: after some
thousand turns that takes seconds, and no frame waits for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from games import catalog
from games.core import CHANCE, Log, Turn
from games.match import Match
from games.session.film import FilmProgress
from games.session.session import Session
from games.session.setup import Setup
from games.store.library import Library


class Resuming(FilmProgress):
    """The turns of a kept match, and the `session` that has played as many of them as it could."""

    def __init__(
        self,
        setup: Setup,
        turns: Sequence[Turn],
        library: Library | None = None,
        notify: Callable[[str], None] = lambda sentence: None,
        log_fault: Callable[[BaseException], object] = lambda fault: None,
    ) -> None:
        """Of a `setup` after its `turns`; the rest as `Session` has it, and what it raises."""
        super().__init__(turns)
        self.session = Session(setup, library, notify, log_fault)

    @property
    def done(self) -> int:
        """The number of turns that have been played."""
        return len(self.session.match.turns)

    def film_on(self, seconds: float) -> bool:
        """Go on for this number of `seconds`; return whether all is played.

        Raises `IllegalMove` at a turn that cannot be played.
        """
        until = time.perf_counter() + seconds
        while self.done < len(self):
            self.session.follow(self.turns[self.done : self.done + 1])
            if time.perf_counter() >= until:
                break
        return self.done == len(self)


def standing(found: Log) -> Match[Any] | None:
    """Return the match of the log `found` with all its turns played; None where they cannot be.

    It has no players, so it takes no longer than the rules do.
    """
    rules = catalog.rules(found.game)
    try:
        params = rules.params_for_resume(found.params, len(found.turns))
        match: Match[Any] = Match(rules, params, found.seed)
        match.replay(found.turns)
    except ValueError:
        return None
    return match


def choices_in(found: Log) -> int:
    """Return the number of turns of the log `found` in which a player chose, not chance."""
    return sum(any(seat != CHANCE for seat, _ in turn) for turn in found.turns)
