"""A match of Set race by race: what lay on the table, what could be claimed, and how it ended.

The log has the moves alone; what lay there is found by playing them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from games.core import Turn
from games.moments import Moments
from games.set.rules.cards import NUMBERS, kind_of
from games.set.rules.claims import right_claims
from games.set.rules.game import GAME
from games.set.rules.state import State
from games.spec import Params

START_SECONDS: Final = 0.6
"""Before that nobody finds anything (as in the horse race)."""
WEIGHTS: Final = (2.0, 1.4, 1.0, 0.7)
"""How much sooner sets are found that differ in 1, 2, 3, 4 features, as a guess: the horse race's
own (`ai.set.race`)."""


class Race(NamedTuple):
    """A race on a table, or the rest of it after a wrong claim.

    `claims` could rightly be claimed; it began `since` ms after the table was laid and ended at
    `ms`, None where that is unknown. `result` is as in the event, `seat` the claimer of the
    `cards`. `aided` marks a race with a hint or a pause.
    """

    table: tuple[int, ...]
    claims: tuple[tuple[int, ...], ...]
    since: int
    ms: int | None
    result: str
    seat: int | None
    cards: tuple[int, ...]
    aided: bool = False

    @property
    def searched(self) -> float:
        """The seconds in which a set could be found."""
        if self.ms is None:
            return 0.0
        end, start = self.ms / 1000, self.since / 1000
        return max(0.0, end - START_SECONDS) - max(0.0, start - START_SECONDS)

    @property
    def weight(self) -> float:
        """The speed of finding a set here, as a sum of weights."""
        return sum(WEIGHTS[kind_of(claim) - 1] for claim in self.claims)


class Races:
    """The races of a match with these options; `follow` plays on as turns come."""

    def __init__(self, params: Params) -> None:
        """Nothing was played yet."""
        self._moments = Moments(GAME, params)
        self._seconds = 0.0
        self.races: list[Race] = []

    def follow(self, turns: Sequence[Turn]) -> Sequence[Race]:
        """Return the races of these `turns`, of which those that were followed are not played."""
        known = len(self._moments.turns)
        if self._moments.turns != list(turns[:known]):
            self._moments.cut(0)
            self.races, self._seconds, known = [], 0.0, 0
        self._moments.follow(turns)
        for before, after in pairwise(self._moments[known:]):
            for event in after.events:
                if event.kind == "race":
                    self.races.append(_race(before.state, event.data))
        return self.races

    def seconds(self, raced: float) -> float:
        """Return the time of all tables, the last of which has `raced` so many seconds.

        It never runs back: a frame may carry the clock a little beyond the claim that was sealed.
        """
        self._seconds = max(self._seconds, clock_ms(self.races) / 1000 + raced)
        return self._seconds


def _race(state: State, data: Mapping[str, Any]) -> Race:
    return Race(
        (*state.table, *state.beside),
        tuple(right_claims(state)),
        state.after,
        data["ms"] if data["ms"] is not None else data.get("at"),
        data["result"],
        data["seat"],
        tuple(NUMBERS[name] for name in data["cards"]),
        "hint" in data or "paused" in data,
    )


def clock_ms(races: Sequence[Race]) -> int:
    """Return the time of all tables together, as far as it is known."""
    return sum(race.ms or 0 for race in races if race.result != "wrong")


def tables(races: Sequence[Race]) -> Iterator[tuple[Race, ...]]:
    """Yield the races table by table: those on one follow a wrong claim."""
    found: list[Race] = []
    for race in races:
        found.append(race)
        if race.result != "wrong":
            yield tuple(found)
            found = []
    if found:
        yield tuple(found)


class Passed(NamedTuple):
    """A set that lay there for `seconds`, on `tables` tables, and was not claimed."""

    cards: tuple[int, ...]
    seconds: float
    tables: int


def passed_by(races: Sequence[Race]) -> list[Passed]:
    """Return the sets that were not claimed before one of their cards went, the longest first."""
    lay: dict[frozenset[int], Passed] = {}
    taken: set[frozenset[int]] = set()
    for each in tables(races):
        last = each[-1]
        for claim in last.claims:
            name = frozenset(claim)
            before = lay.get(name, Passed(claim, 0.0, 0))
            seconds = before.seconds + (last.ms or each[-1].since) / 1000
            lay[name] = Passed(claim, seconds, before.tables + 1)
        if last.result == "set":
            taken.add(frozenset(last.cards))
    found = [passed for name, passed in lay.items() if name not in taken]
    return sorted(found, key=lambda passed: -passed.seconds)


def pace(races: Sequence[Race], seat: int | None = None) -> float:
    """Return the one rate that explains the number of sets found, by a `seat` or by all.

    It stands for a weight of 1; 0 without any search.
    """
    searched = sum(race.weight * race.searched for race in races)
    found = sum(race.result == "set" and seat in (None, race.seat) for race in races)
    return found / searched if searched > 0 else 0.0


def expected_kinds(races: Sequence[Race], seat: int) -> tuple[float, ...]:
    """Return the number of sets of each kind that a seat should have found by the horse race, at
    its pace.
    """
    rate = pace(races, seat)
    found = [0.0] * len(WEIGHTS)
    for race in races:
        for claim in race.claims:
            kind = kind_of(claim)
            found[kind - 1] += rate * WEIGHTS[kind - 1] * race.searched
    return tuple(found)
