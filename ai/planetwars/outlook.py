"""The planets over the turns to come, as arrays: owners, ships, surplus, need, and full attacks.

All arrays have a row for each planet and a column for each turn from now (0) to `AHEAD`. They hold
for a match without further orders. Launches, now or after a wait, are added to a copy.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from games.planetwars.engine.state import FIRST, NOBODY, SECOND, State, World
from games.planetwars.engine.turns import battle

Whole = npt.NDArray[np.int64]
AHEAD: Final = 50
"""Turns that are looked ahead. No trip in a circle of radius 15 takes more than 30."""
MANY: Final = 60
"""Planets that a planet is reached from, in sums; the farther ones of a huge map are left out."""
_TURNS: Final = np.arange(AHEAD + 1)


class Launch(NamedTuple):
    """Ships that leave a source for a target, after a `wait` of so many turns."""

    source: int
    target: int
    ships: int
    wait: int = 0


class Lanes(NamedTuple):
    """The trips of a world, laid out for sums over all planets.

    - `trips` (planets, planets): turns from one to the other.
    - `sources` (planets, sources): for each planet the others, the nearest first, at most `MANY`.
    - `departs` (planets, sources, turns): for each landing turn the index into a table of (planets,
      `AHEAD` + 2) of the turn in which a fleet has to leave; the last column of the table stands
      for trips that come too late, and has to be 0.
    - `comes`, `waits`, of the same shape: 1.0 where a fleet that leaves now or later can land in
      that turn, and the turns that it waits.
    """

    trips: Whole
    sources: Whole
    departs: Whole
    comes: npt.NDArray[np.float64]
    waits: npt.NDArray[np.float64]


@functools.lru_cache(16)
def roads_of(world: World) -> Lanes:
    """Return the roads of a `world`."""
    trips = np.array(world.trips, np.int64)
    far = trips + np.eye(len(trips), dtype=np.int64) * (trips.max() + 1)
    sources = np.argsort(far, axis=1, kind="stable")[:, : min(len(trips) - 1, MANY)]
    leaves = _TURNS - np.take_along_axis(trips, sources, axis=1)[:, :, None]
    late = leaves < 0
    departs = sources[:, :, None] * (AHEAD + 2) + np.where(late, AHEAD + 1, leaves)
    waits = np.where(late, 0, leaves).astype(float)
    return Lanes(trips, sources, departs, (~late).astype(float), waits)


class PlanetsAhead:
    """The planets of a view over the turns to come, without further orders.

    `owners` and `ships` are arrays (planets, turns). `due` has for each planet the
    landing ships of owner 1 and owner 2, by the turn.
    """

    def __init__(self, view: State) -> None:
        self.roads = roads_of(view.world)
        self.growth: Whole = np.array(view.world.growth, np.int64)
        self.left = view.max_turns - view.turn
        size = len(view.owners)
        self.now = list(zip(view.owners, view.ships, strict=True))
        self.due: list[dict[int, tuple[int, int]]] = [{} for _ in range(size)]
        for owner, ships, _, target, _, arrives in view.fleets:
            self._expect(target, arrives - view.turn, owner, ships)
        self.owners: Whole = np.zeros((size, AHEAD + 1), np.int64)
        self.ships: Whole = np.zeros((size, AHEAD + 1), np.int64)
        for planet in range(size):
            self._run(planet)

    def with_launches(self, launches: Iterable[Launch], owner: int) -> Self:
        """Return a copy in which an `owner` has these `launches`, which must be good together."""
        after = object.__new__(type(self))
        after.__dict__.update(self.__dict__)
        after.now, after.due = list(self.now), list(self.due)
        after.owners, after.ships = self.owners.copy(), self.ships.copy()
        after.launch(launches, owner)
        return after

    def launch(self, launches: Iterable[Launch], owner: int) -> None:
        """Add `launches` of an `owner`."""
        changed = set[int]()
        for source, target, count, wait in launches:
            for planet in {source, target} - changed:
                self.due[planet] = dict(self.due[planet])  # it may be another outlook's
            changed |= {source, target}
            if wait:
                self._expect(source, wait, owner, -count)
            else:
                holder, here = self.now[source]
                self.now[source] = holder, here - count
            self._expect(target, wait + int(self.roads.trips[source, target]), owner, count)
        for planet in changed:
            self._run(planet)

    def _expect(self, planet: int, turn: int, owner: int, ships: int) -> None:
        one, two = self.due[planet].get(turn, (0, 0))
        self.due[planet][turn] = (one + ships, two) if owner == 1 else (one, two + ships)

    def _run(self, planet: int) -> None:
        owner, ships = self.now[planet]
        growth, due = int(self.growth[planet]), self.due[planet]
        owners, here, begun = self.owners[planet], self.ships[planet], 0
        for turn in sorted(due):
            if turn > AHEAD:
                break
            grows = growth if owner else 0
            owners[begun:turn] = owner
            here[begun:turn] = _TURNS[: turn - begun] * grows + ships
            one, two = due[turn]
            ships += grows * (turn - begun)
            if one < 0 or two < 0:  # a launch that waits: nothing leaves a planet that has fallen
                one, two = max(one, -ships * (owner == FIRST)), max(two, -ships * (owner == SECOND))
            owner, ships = battle(owner, ships, one, two)
            begun = turn
        owners[begun:] = owner
        here[begun:] = _TURNS[: AHEAD + 1 - begun] * (growth if owner else 0) + ships

    def flying(self) -> tuple[int, int]:
        """Return the ships of both owners that fly."""
        rows = [both for due in self.due for both in due.values()]
        return sum(one for one, _ in rows), sum(two for _, two in rows)

    def surplus(self, owner: int) -> Whole:
        """Return the ships that may leave in each turn, and never come back, without a fall.

        0 for planets that are not held to the end; the last of the `AHEAD` + 2 columns is 0.
        """
        own = self.owners == owner
        held = np.logical_and.accumulate(own[:, ::-1], axis=1)[:, ::-1]
        lowest = np.minimum.accumulate(np.where(own, self.ships, 0)[:, ::-1], axis=1)[:, ::-1]
        found = np.zeros((len(own), AHEAD + 2), np.int64)
        found[:, :-1] = np.where(held, lowest, 0)
        return found

    def attack(self, surplus: Whole, turns: Sequence[int] | None = None) -> Whole:
        """Return the most ships that can land on each planet in each turn, all others sending.

        `turns` are the columns that are wanted, all by default.
        """
        departs = self.roads.departs if turns is None else self.roads.departs[:, :, turns]
        found: Whole = surplus.ravel().take(departs).sum(axis=1)
        return found

    def gathered(self, ships: Whole, growing: Whole) -> npt.NDArray[np.float64]:
        """Return the ships that can land on each planet in each turn, nearer planets waiting.

        `ships` (planets,) may leave now; a planet adds `growing` (planets,) for each turn of
        waiting. The shape is (planets, turns).
        """
        sources = self.roads.sources
        now = ships[sources][:, None, :] @ self.roads.comes
        later = growing[sources][:, None, :] @ self.roads.waits
        return (now + later)[:, 0]

    def needed(self, owner: int) -> Whole:
        """Return the least ships with which an `owner` holds each planet from their landing on.

        Ships in flight land too. The shape is (planets, turns); column 0 is 0.
        """
        size = len(self.owners)
        come = np.zeros((2, size, AHEAD + 1), np.int64)
        for planet, due in enumerate(self.due):
            for turn, both in due.items():
                if turn <= AHEAD:
                    come[:, planet, turn] = both
        mine, theirs = come if owner == 1 else come[::-1]
        level = np.cumsum(mine - theirs + self.growth[:, None], axis=1)
        keep = level - np.minimum.accumulate(level[:, ::-1], axis=1)[:, ::-1]
        before = self.owners[:, :-1]
        here = self.ships[:, :-1] + np.where(before == NOBODY, 0, self.growth[:, None])
        mine, theirs, keep = mine[:, 1:], theirs[:, 1:], keep[:, 1:]
        against = np.where(before == NOBODY, np.maximum(theirs, here), theirs + here)
        taken = against + np.maximum(keep, 1) - mine
        found = np.zeros((size, AHEAD + 1), np.int64)
        found[:, 1:] = np.where(before == owner, keep + theirs - here - mine, taken)
        return np.maximum(found, 0)
