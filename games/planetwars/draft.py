"""The orders that a person puts together before the turn is over, without a window.

Sources are chosen, then a target: a share of each source's ships goes there, or all that may leave
without a fall. With `together` nearer sources wait, so that all ships land in one turn. A supply
line sends what is safe in every turn. Each order can be taken back until the turn is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.planetwars.engine.forecast import spare
from games.planetwars.engine.orders import written
from games.planetwars.engine.state import FIRST, Order, Orders, State

SAFE: Final = 0
"""The share that stands for all ships that may leave without a fall."""
SHARES: Final = (5, 100)


class DelayedOrder(NamedTuple):
    """An order that leaves in the turn number `turn`."""

    turn: int
    source: int
    target: int
    ships: int


@dataclass
class Draft:
    """The present turn's orders of the person in seat 0 of a view, and what is to come."""

    share: int = 50
    together: bool = False
    sources: tuple[int, ...] = ()
    groups: list[tuple[Orders, tuple[DelayedOrder, ...]]] = field(default_factory=list)
    """Orders by the press that gave them, and those that leave later."""
    delayed: list[DelayedOrder] = field(default_factory=list)
    """Orders of earlier turns that still have to leave."""
    lines: dict[int, int] = field(default_factory=dict)
    """Supply lines: from a planet to another."""

    def begin_turn(self, view: State) -> set[int]:
        """Start a turn: keep what still leaves later, and own planets alone as sources.

        Returns the planets that fell, and lost an order that waited or a supply line with that.
        """
        own = view.owners
        later = [each for _, group in self.groups for each in group]
        later = [each for each in (*self.delayed, *later) if each.turn >= view.turn]
        fell = {
            planet for planet in (*self.lines, *(o.source for o in later)) if own[planet] != FIRST
        }
        self.delayed = [each for each in later if each.source not in fell]
        self.groups = []
        self.sources = tuple(planet for planet in self.sources if own[planet] == FIRST)
        self.lines = {a: b for a, b in self.lines.items() if a not in fell}
        return fell

    def forget(self) -> None:
        """Forget all, for another match."""
        self.sources, self.groups, self.delayed, self.lines = (), [], [], {}

    @property
    def begun(self) -> bool:
        """True if orders have not left yet, or supply lines stand."""
        return bool(self.groups or self.delayed or self.lines)

    def turn_share(self, by: int) -> None:
        """Make the share larger or smaller by so many percent."""
        low, high = SHARES
        self.share = min(high, max(low, (self.share or high) + by))

    def enlarge(self) -> None:
        """Make the share larger by a quarter of the ships; after all of them it is a quarter."""
        self.share = 25 * (self.share // 25 % 4 + 1)

    def toggle(self, planet: int) -> None:
        """Add a planet to the sources, or take it out."""
        kept = tuple(each for each in self.sources if each != planet)
        self.sources = kept if len(kept) < len(self.sources) else (*kept, planet)

    def left(self, view: State, planet: int) -> int:
        """Return the ships of a planet that no order of this turn takes."""
        sent = sum(ships for source, _, ships in self.orders(view) if source == planet)
        return view.ships[planet] - sent

    def amount(self, view: State, planet: int) -> int:
        """Return the ships that an order sends from a planet now."""
        left = self.left(view, planet)
        if self.share == SAFE:
            return max(0, min(left, spare(view, 0)[planet].ships - (view.ships[planet] - left)))
        return min(left, round(view.ships[planet] * self.share / 100))

    def send(self, view: State, target: int) -> int:
        """Order ships from all sources to a `target`; return how many leave, now or later."""
        trips = view.world.trips
        sources = [s for s in self.sources if s != target and view.owners[s] == FIRST]
        longest = max((trips[source][target] for source in sources), default=0)
        now: list[Order] = []
        later: list[DelayedOrder] = []
        for source in sources:
            ships = self.amount(view, source)
            wait = longest - trips[source][target] if self.together else 0
            if ships and wait:
                later.append(DelayedOrder(view.turn + wait, source, target, ships))
            elif ships:
                now.append((source, target, ships))
        if now or later:
            self.groups.append((tuple(now), tuple(later)))
        return sum(each[2] for each in now) + sum(each.ships for each in later)

    def supply(self, target: int) -> None:
        """Let all sources send what is safe to a `target` in every turn; again ends it."""
        for source in self.sources:
            if self.lines.get(source) == target or source == target:
                self.lines.pop(source, None)
            else:
                self.lines[source] = target

    def take_back(self) -> bool:
        """Take back the last order of this turn, else the last that still waits."""
        if self.groups:
            self.groups.pop()
        elif self.delayed:
            self.delayed.pop()
        else:
            return False
        return True

    def orders(self, view: State) -> Orders:
        """Return the good orders of this turn: those given, those that are due, supply lines."""
        left = {planet: n for planet, n in enumerate(view.ships) if view.owners[planet] == FIRST}
        found: dict[tuple[int, int], int] = {}

        def add(source: int, target: int, ships: int) -> None:
            ships = min(ships, left.get(source, 0))
            if ships > 0:
                left[source] -= ships
                found[source, target] = found.get((source, target), 0) + ships

        for group, _ in self.groups:
            for order in group:
                add(*order)
        for each in self.delayed:
            if each.turn == view.turn:
                add(each.source, each.target, each.ships)
        safe = spare(view, 0) if self.lines else {}
        for source, target in self.lines.items():
            if source in safe:
                add(source, target, safe[source].ships - (view.ships[source] - left[source]))
        return tuple((source, target, ships) for (source, target), ships in found.items())

    def waiting(self) -> Iterable[DelayedOrder]:
        """Yield the orders that leave in a later turn."""
        yield from self.delayed
        for _, group in self.groups:
            yield from group

    def move(self, view: State) -> str:
        """Return the orders of this turn as a move."""
        return written(self.orders(view))
