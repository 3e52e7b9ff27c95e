"""The five starters of 2010, order for order: `random`, `bully`, `prospector`, `dual`, `rage`.

They take the first of equals, in the order of the planets, and compare with the smallest positive
number, so that a planet without ships is never a source. All is read from the view, where the own
planets have owner 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from ai.core import Agent
from games.core import Decision, Limit
from games.mind import Mind, Note
from games.planetwars.engine.orders import written
from games.planetwars.engine.state import FIRST, NOBODY, SECOND, Orders, State
from games.streams import Stream

OWN, ENEMY = FIRST, SECOND
LEAST: Final = 5e-324
"""The smallest positive number."""


class Sending(NamedTuple):
    """The orders of a turn, and in one sentence why."""

    orders: Orders
    why: str


Rule = Callable[[State, Stream], Sending]


class Starter(Agent):
    """Plays by a fixed rule, from the view alone."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the orders of the rule."""
        plan = self._rule(view, self.rng)
        mind: Mind | None = (Note(plan.why),) if limit.mind else None
        return Decision(written(plan.orders), mind)


def planets_of(view: State, *owners: int) -> list[int]:
    """Return the planets that belong to one of the `owners`, by number."""
    return [planet for planet, owner in enumerate(view.owners) if owner in owners]


def best(planets: Iterable[int], score: Callable[[int], float]) -> int | None:
    """Return the first planet of the highest `score` that is above 0; None without one."""
    found, most = None, LEAST
    for planet in planets:
        value = score(planet)
        if value > most:
            found, most = planet, value
    return found


def _flying(view: State, owner: int = OWN) -> int:
    return sum(fleet.owner == owner for fleet in view.fleets)


def by_lot(view: State, rng: Stream) -> Sending:
    """Send half of a random planet of its own to a random planet, unless a fleet flies."""
    own = planets_of(view, OWN)
    if _flying(view) or not own:
        return Sending((), "I wait until my fleet has landed.")
    source, target = own[rng.below(len(own))], rng.below(len(view.owners))
    if source == target:
        return Sending((), f"I drew planet {source} as source and target, and wait.")
    return _half(view, source, target, "I drew both by lot")


def bully(view: State, rng: Stream) -> Sending:
    """Send half of its planet with most ships to the one with fewest that is not its own."""
    if _flying(view):
        return Sending((), "I wait until my fleet has landed.")
    ships = view.ships
    source = best(planets_of(view, OWN), lambda planet: float(ships[planet]))
    targets = planets_of(view, NOBODY, ENEMY)
    target = best(targets, lambda planet: 1.0 / (1 + ships[planet]))
    return _half(view, source, target, "it has the fewest ships")


def prospector(view: State, rng: Stream) -> Sending:
    """Do as `bully`, with ships for each unit of growth."""
    if _flying(view):
        return Sending((), "I wait until my fleet has landed.")
    return _prospect(view, planets_of(view, NOBODY, ENEMY))


def dual(view: State, rng: Stream) -> Sending:
    """Do as `prospector` with up to 1, 3 or 5 fleets, by growth and ships of both sides."""
    ahead = view.total(OWN) > view.total(ENEMY)
    growing = view.growth(OWN) > view.growth(ENEMY)
    fleets = 1 if growing else 3 if ahead else 5
    if _flying(view) >= fleets:
        return Sending((), f"I wait: {fleets} of my fleets fly, as many as I allow myself.")
    owners = (ENEMY,) if ahead and growing else (NOBODY, ENEMY)
    return _prospect(view, planets_of(view, *owners))


def rage(view: State, rng: Stream) -> Sending:
    """Send all of each planet with ten turns' growth to the nearest planet of the enemy."""
    enemies, orders = planets_of(view, ENEMY), []
    for source in planets_of(view, OWN):
        if enemies and view.ships[source] >= 10 * view.world.growth[source]:
            trips = view.world.trips[source]
            orders.append((source, min(enemies, key=trips.__getitem__), view.ships[source]))
    if not orders:
        return Sending((), "I gather ships: no planet has ten turns of its growth yet.")
    listed = ", ".join(str(source) for source, _, _ in orders[:5])
    return Sending(
        tuple(orders), f"I send all ships of planet {listed} to the nearest enemy planet."
    )


def _prospect(view: State, targets: Iterable[int]) -> Sending:
    ships, growth = view.ships, view.world.growth
    source = best(planets_of(view, OWN), lambda planet: ships[planet] / (1 + growth[planet]))

    def worth(planet: int) -> float:
        return (1 + growth[planet]) / ships[planet] if ships[planet] else math.inf

    return _half(view, source, best(targets, worth), "it gives most growth for its ships")


def _half(view: State, source: int | None, target: int | None, why: str) -> Sending:
    """Return the order to send half of a planet's ships, rounded down, where both are known."""
    if source is None or target is None:
        return Sending((), "I wait: there is no planet to send from, or none to send to.")
    ships = view.ships[source] // 2
    return Sending(
        ((source, target, ships),), f"I send {ships} ships from {source} to {target}: {why}."
    )


RULES: Final[dict[str, Rule]] = {
    "random": by_lot,
    "bully": bully,
    "prospector": prospector,
    "dual": dual,
    "rage": rage,
}
"""The rules of the starters by their id, from the weakest."""
