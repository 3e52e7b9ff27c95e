"""The choices before a match, as plain data: a session and its host begin from them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.core import Kept, Log, Seating
from games.store.bot_minds import KeptMinds

HUMAN = "human"
WAS_PRACTICE: Final = "It was practice before you left it"
LAST: Final = 1 << 30
"""A moment to begin at behind every moment: the last one."""


@dataclass(frozen=True)
class Setup:
    """The choices before a match: the players of the seats, the options, the seed, the mode.

    - `glass_box` shows the mind before the choice and records no result; `demo` is attract mode.
    - `practice` counts for no record, because the seed was chosen or for the reason in
      `why_practice`.
    - `match_id` is the id of a match to continue, and `kept` its place.
    - `day` is the date of today's match ("2026-01-31"), or "" (`games.session.today`).
    - `replay` is a finished match that is looked at again (`games.session.replaying`), a demo of
      the turns played.
    - `afresh` means that the seed was not chosen, so that in a match for the record chance, too, is
      drawn afresh at each turn: the seed stands in the match as it is kept, and six digits are soon
      tried.
    - `asked` is the seat whose choices are shown, or asked once more, at moments of a replay
      (`games.session.replaying.Asking`).
    - `eyes` is the seat whose view limits a replay of a match that goes on; None where all of it
      lies open.
    """

    game: str
    seats: tuple[Seating, ...]
    params: Mapping[str, Any]
    seed: int
    glass_box: bool = False
    demo: bool = False
    match_id: str = field(default="", compare=False)
    practice: bool = False
    day: str = ""
    kept: Kept | None = field(default=None, compare=False)
    replay: bool = False
    why_practice: str = field(default="", compare=False)
    afresh: bool = field(default=False, compare=False)
    asked: int | None = None
    eyes: int | None = None

    @cached_property
    def humans(self) -> tuple[int, ...]:
        """The seats that people fill."""
        return tuple(i for i, seating in enumerate(self.seats) if seating.agent == HUMAN)

    def for_another(self) -> Setup:
        """Return the same for another match: what is kept of this one is not its own."""
        return dataclasses.replace(self, match_id="", kept=None)


def agent_seats(setup: Setup) -> tuple[int, ...]:
    """Return the seats of a `setup` that no person fills."""
    return tuple(seat for seat in range(len(setup.seats)) if seat not in setup.humans)


class Shown(NamedTuple):
    """A match to look at: its log, the names of its seats, and a line about it.

    `changed` are the seats whose agents play with other weights today, `scores` the seats' scores
    at the end in a list of matches, if it has them. The match stands at the moment `at` at first;
    without one it plays from its start. `eyes` are those of `Setup`; `may_help` is asked before
    a tool of the page shows as much as a hint does. `minds` are what its bots showed, as far as it
    was kept.
    """

    log: Log
    names: Sequence[str] = ()
    about: str = ""
    changed: Sequence[int] = ()
    scores: Sequence[float] = ()
    at: int | None = None
    eyes: int | None = None
    may_help: Callable[[], bool] = lambda: True
    minds: KeptMinds = MappingProxyType({})
