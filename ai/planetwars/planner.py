"""`planner`: the need, the reserve and the surplus of each planet, and targets by pay-back.

The planner does not search. From the outlook of the planets with all fleets it works out the ships
that may leave each own planet. For each target and landing turn it finds the least ships that take
and hold the target against all fleets and against the enemy's possible answer. Targets are served
in the order of their pay-back. A `Temper` changes the manner; the rows and columns of `sensei`'s
matrix are plans of several tempers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ai.planetwars.outlook import AHEAD, Launch, PlanetsAhead, Whole
from games.planetwars.engine.forecast import least
from games.planetwars.engine.state import NOBODY, Orders

LONGEST: Final = 40
"""No landing later than this is planned."""
STERILE: Final = 0.2
"""Growth that an enemy planet without growth counts for: the last ones have to be taken too."""
_TURNS: Final = np.arange(AHEAD + 1)


class Temper(NamedTuple):
    """The manner of a plan.

    - `fear`: the share of the enemy's full attack, less what own planets can bring, that a planet
      keeps ships against.
    - `answer`: the share of the enemy's possible answer that a target's ships are made up by.
    - `patience`: the latest pay-back, in turns.
    - `waits`: whether far planets start and near ones wait, so that all land together.
    - `flows`: whether what is left flies to the front.
    - `extra`: ships beyond those needed, as a share of them.
    """

    fear: float = 0.25
    answer: float = 0.8
    patience: int = 22
    waits: bool = True
    flows: bool = True
    extra: float = 0.0


class Aim(NamedTuple):
    """A target: its planet, the turn of landing, the ships, the pay-back in turns.

    `launched` ships leave now, the others wait. `falls` is True for an own planet that is saved.
    """

    planet: int
    turn: int
    ships: int
    payback: float
    launched: int
    falls: bool


class FleetPlan(NamedTuple):
    """Launches, now and later, with their reasons: the aims in the order of pay-back, and the ships
    that each own planet keeps against a full attack.
    """

    launches: tuple[Launch, ...]
    aims: tuple[Aim, ...] = ()
    keeps: Mapping[int, int] = MappingProxyType({})

    @property
    def orders(self) -> Orders:
        """The orders of the present turn."""
        return orders_of(self.launches)


def orders_of(launches: Iterable[Launch]) -> Orders:
    """Return the orders of `launches` that do not wait, those along one way as one."""
    found: dict[tuple[int, int], int] = {}
    for source, target, ships, wait in launches:
        if not wait:
            found[source, target] = found.get((source, target), 0) + ships
    return tuple((source, target, ships) for (source, target), ships in found.items())


class Strength(NamedTuple):
    """The strength of both sides, as arrays (planets, turns): full attacks of `own` and `enemy`,
    and the ships `needed`. `spare` has `AHEAD` + 2 columns.
    """

    spare: Whole
    own: Whole
    enemy: Whole
    needed: Whole


def strength_of(outlook: PlanetsAhead, owner: int) -> Strength:
    """Return the strength of an `owner` and the enemy in an `outlook`."""
    spare = outlook.surplus(owner)
    against = outlook.attack(outlook.surplus(3 - owner))
    return Strength(spare, outlook.attack(spare), against, outlook.needed(owner))


def plan(
    outlook: PlanetsAhead, owner: int, temper: Temper, strength: Strength | None = None
) -> FleetPlan:
    """Return the plan of an `owner` for the present turn; the `outlook` stays as it is."""
    return _Planning(outlook, owner, temper, strength or strength_of(outlook, owner)).plan()


class _Planning:
    """One plan as it is made: `free` are the ships that each planet may still send."""

    def __init__(
        self, outlook: PlanetsAhead, owner: int, temper: Temper, strength: Strength
    ) -> None:
        self.outlook, self.owner, self.temper, self.strength = outlook, owner, temper, strength
        self.after = outlook.with_launches((), owner)
        self.launches: list[Launch] = []
        self.own = [p for p, (holder, _) in enumerate(outlook.now) if holder == owner]
        self.free, self.keeps = self._free()

    def plan(self) -> FleetPlan:
        """Serve the targets, then send the rest forward."""
        aims = tuple(filter(None, [self._serve(*aim) for aim in self._aims()]))
        self._flee()
        if self.temper.flows:
            self._flow()
        return FleetPlan(tuple(self.launches), aims, self.keeps)

    def _free(self) -> tuple[list[int], dict[int, int]]:
        """Return the ships that each planet may send, and those that it keeps for a full attack."""
        spare, own, enemy, _ = self.strength
        threat = np.ceil(self.temper.fear * np.maximum(enemy - own, 0)).astype(np.int64)
        room = np.where(threat > 0, self.outlook.ships - threat, spare[:, :1]).min(axis=1)
        may = np.clip(room, 0, spare[:, 0])
        keeps = {p: int(spare[p, 0] - may[p]) for p in self.own if spare[p, 0] > may[p]}
        mine = np.isin(np.arange(len(may)), self.own)
        return np.where(mine, may, 0).tolist(), keeps

    def _aims(self) -> list[tuple[float, int, int, int]]:
        """Return pay-back, planet, landing turn and ships of each target within reach."""
        outlook, owner, temper = self.outlook, self.owner, self.temper
        last = min(AHEAD, outlook.left)
        latest = min(LONGEST, last)
        growth, owners, needed = outlook.growth, outlook.owners, self.strength.needed
        free = np.array(self.free)
        come = outlook.gathered(free, np.where(temper.waits & (free > 0), growth, 0))
        neutral = owners == NOBODY
        drift = self.strength.enemy - self.strength.own - growth[:, None] * _TURNS
        most = np.maximum.accumulate(drift[:, ::-1], axis=1)[:, ::-1]
        answer = temper.answer * (most + growth[:, None] * _TURNS)
        answer = np.maximum(answer + np.where(neutral, outlook.ships, 0), 0)
        held = np.array([holder == owner for holder, _ in outlook.now])
        ships = np.ceil(needed * (1 + temper.extra) + np.where(held[:, None], 0, answer))
        enemy = owners[:, last] == 3 - owner
        worth = np.where(enemy, np.maximum(2 * growth, STERILE), growth)[:, None]
        lost = np.where(neutral, needed, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            payback = np.where(worth > 0, _TURNS + lost / worth, np.inf)
        possible = (needed > 0) & (come >= ships) & (payback <= min(temper.patience, outlook.left))
        possible[:, latest + 1 :] = False
        safe = (owners[:, last] == owner) & ~(owners[:, 1:] == 3 - owner).any(axis=1)
        payback = np.where(possible & ~safe[:, None], payback, np.inf)
        best = payback.argmin(axis=1)
        found = []
        for planet, turn in enumerate(best.tolist()):
            if payback[planet, turn] < np.inf:
                row = float(payback[planet, turn]), planet, turn, int(ships[planet, turn])
                found.append(row)
        return sorted(found)

    def _serve(self, payback: float, planet: int, turn: int, ships: int) -> Aim | None:
        """Send to a target what has to leave now, and set aside what waits; None if it is too
        much for what is left.
        """
        after, trips = self.after, self.outlook.roads.trips[planet]
        holder, here = after.now[planet]
        growth, due = int(after.growth[planet]), after.due[planet]
        least_now = least(holder, here, growth, due, self.owner, turn, AHEAD)
        if not least_now:
            return None
        ships, got, parts = max(ships, least_now), 0, list[tuple[int, int, int]]()
        for source in self.outlook.roads.sources[planet].tolist():
            trip = int(trips[source])
            if trip > turn or got >= ships:
                break
            have = self.free[source]
            if have > 0:
                waits = int(self.outlook.growth[source]) * (turn - trip) if self.temper.waits else 0
                part = min(have + waits, ships - got)
                got += part
                parts.append((source, part, trip))
        if got < ships:
            return None
        launched = 0
        for source, part, trip in parts:
            wait = turn - trip if self.temper.waits else 0
            launched += 0 if wait else part
            self._launch(Launch(source, planet, part, wait))
        return Aim(planet, turn, ships, payback, launched, holder == self.owner)

    def _launch(self, launch: Launch) -> None:
        self.launches.append(launch)
        self.free[launch.source] = max(0, self.free[launch.source] - launch.ships)
        self.after.launch([launch], self.owner)

    def _flee(self) -> None:
        """Let all ships leave a planet that falls in the turn to come, for the nearest own one."""
        for planet in self.own:
            here = self.after.now[planet][1]
            if here and self.after.owners[planet, 1] == 3 - self.owner:
                for refuge in self.outlook.roads.sources[planet].tolist():
                    landing = min(int(self.outlook.roads.trips[planet, refuge]), AHEAD)
                    if self.after.owners[refuge, landing] == self.owner:
                        self._launch(Launch(planet, refuge, here))
                        break

    def _flow(self) -> None:
        """Send what is left towards the own planet nearest to the enemy, from planet to planet."""
        trips, owners = self.outlook.roads.trips, self.after.owners
        enemy = (owners[:, 0] == 3 - self.owner) | (owners[:, AHEAD] == 3 - self.owner)
        held = np.flatnonzero(owners[:, AHEAD] == self.owner)
        if not enemy.any() or not len(held):
            return
        gap: npt.NDArray[np.int64] = trips[:, enemy].min(axis=1)
        for source in self.own:
            ahead = held[(gap[held] < gap[source]) & (held != source)]
            landing = np.minimum(trips[source, ahead], AHEAD)
            ahead = ahead[owners[ahead, landing] == self.owner]
            if self.free[source] <= 0 or not len(ahead):
                continue
            goal = min(ahead.tolist(), key=lambda p: (gap[p], trips[source, p]))
            direct = trips[source, goal] + 1
            hops = [p for p in ahead.tolist() if trips[source, p] + trips[p, goal] <= direct]
            hop = min(hops, key=lambda p: (trips[source, p], gap[p]))
            self._launch(Launch(source, hop, self.free[source]))
