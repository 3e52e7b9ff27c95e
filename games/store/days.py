"""Today's matches of a player: one scored try a game and day, in a list that touches no record.

Plain frozen values, the `Format` of the file, and the `DayBook` that keeps it by the store's rules.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from games.fields import BadSave, Fields
from games.store.files import Store
from games.store.formats import Format

DAYS_KEPT: Final = 4000
"""So many tries are kept, ten years of one game a day; then the oldest go."""
LINE_LENGTH: Final = 200
BOXES_LENGTH: Final = 60
OUTCOMES: Final = ("", "won", "drawn", "lost", "played", "left")
"""How a try ended: as in `games.store.statistics.Outcome`, or "left" where it was given up."""


class DayMatch(NamedTuple):
    """A try at the match of a `game` on a `day` ("2026-01-31").

    `line` is what was scored, as text to share; "" where the try has begun and is not over.
    `outcome` is one of `OUTCOMES`, and `boxes` the way there (`games.core.Game.boxes`); both are ""
    where an older arcade scored it.
    """

    game: str
    day: str
    match_id: str
    line: str = ""
    outcome: str = ""
    boxes: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class DayTries:
    """All tries of a player, in the order in which they were begun."""

    matches: tuple[DayMatch, ...] = ()

    def of(self, game: str, day: str) -> DayMatch | None:
        """Return the try at the match of a `game` on a `day`, if there was one."""
        return next(
            (match for match in self.matches if (match.game, match.day) == (game, day)), None
        )

    def scored(self, game: str) -> tuple[DayMatch, ...]:
        """Return the tries at a `game` that are over, the latest day first."""
        found = (match for match in self.matches if match.game == game and match.line)
        return tuple(sorted(found, key=lambda match: match.day, reverse=True))

    def begun(self, game: str, day: str) -> tuple[DayMatch, ...]:
        """Return the tries at a `game` begun before a `day` and not over, the latest first."""
        found = (m for m in self.matches if m.game == game and m.day < day and not m.line)
        return tuple(sorted(found, key=lambda match: match.day, reverse=True))

    def streak(self, day: str) -> int:
        """Return how many days in a row up to `day` have a try that is over; a `day` without one
        yet does not end the row. Later days, from a clock that was set back, count for nothing.
        """
        played = {date.fromisoformat(m.day).toordinal() for m in self.matches if m.line}
        end = date.fromisoformat(day).toordinal()
        end -= end not in played
        return next(count for count in itertools.count() if end - count not in played)

    def last(self, day: str, count: int) -> tuple[tuple[str, int, int], ...]:
        """Return the last `count` days up to `day`, each with its tries that are over and those
        won.
        """
        end, found = date.fromisoformat(day), []
        for back in reversed(range(min(count, end.toordinal()))):
            at = (end - timedelta(back)).isoformat()
            over = [match for match in self.matches if match.day == at and match.line]
            found.append((at, len(over), sum(match.outcome == "won" for match in over)))
        return tuple(found)

    def having(self, new: DayMatch) -> DayTries:
        """Return the days with the try `new`, or that further on; one that is scored stays as it
        is.
        """
        known = self.of(new.game, new.day)
        if known is not None and known.line:
            return self
        others = tuple(match for match in self.matches if match is not known)
        return DayTries((*others, new)[-DAYS_KEPT:])


def _parse_match(fields: Fields) -> DayMatch:
    return DayMatch(
        fields.identity("game"),
        fields.day("day"),
        fields.identity("match_id"),
        fields.text("line", "", LINE_LENGTH),
        fields.choice("outcome", OUTCOMES, ""),
        fields.text("boxes", "", BOXES_LENGTH),
    )


def _parse_days(fields: Fields) -> DayTries:
    days = DayTries(fields.objects("matches", _parse_match, DAYS_KEPT))
    if len({(match.game, match.day) for match in days.matches}) != len(days.matches):
        raise BadSave("It has two tries at one day.")
    return days


def _plain_days(days: DayTries) -> dict[str, Any]:
    return {"matches": [_plain_match(match) for match in days.matches]}


def _plain_match(match: DayMatch) -> dict[str, str]:
    """Return a match without the parts that are not known, as an older arcade writes it."""
    plain: dict[str, str] = match._asdict()
    return {part: value for part, value in plain.items() if value or part not in NEW_PARTS}


def _written(plain: Mapping[str, Sequence[Mapping[str, str]]]) -> int:
    return 2 if any(not NEW_PARTS.isdisjoint(match) for match in plain["matches"]) else 1


NEW_PARTS: Final = frozenset(("outcome", "boxes"))
DAYS: Final = Format(
    "days",
    "today's matches",
    _parse_days,
    _plain_days,
    version=2,
    max_bytes=1 << 21,
    written=_written,
)


class DayBook:
    """The list of the player `identity` in a `store`: read anew each time, since another window may
    have written.
    """

    def __init__(self, store: Store, identity: str) -> None:
        self._store = store
        self._folder = f"profiles/{identity}"

    def read(self) -> DayTries:
        """Return all tries of the player."""
        return self._store.load(f"{self._folder}/days", DAYS, DayTries())

    def is_kept(self, game: str, day: str) -> bool:
        """Return whether a try is on the disk; without a disk, whether it is known."""
        waits = self._store.is_waiting(f"{self._folder}/days")
        return not waits and self.read().of(game, day) is not None

    def keep(self, match: DayMatch) -> DayMatch:
        """Keep a try; returns the one that counts for its day: one scored before stays.

        No try is kept for a player who was deleted meanwhile.
        """
        before, own = self.read(), f"{self._folder}/profile"
        after = before.having(match)
        if after != before and (self._store.exists(own) or self._store.place.gone):
            name = f"{self._folder}/days"
            self._store.update(name, DAYS, before, lambda days: days.having(match), own)
        return after.of(match.game, match.day) or match
