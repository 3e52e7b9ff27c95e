"""One turn of Planet Wars: departure, advancement, arrival, end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.planetwars.engine.state import FIRST, NOBODY, SECOND, Fleet, Order, State, outcome

FAULTS: Final = ("planet", "owner", "same", "negative", "ships")
"""What can be wrong with an order, in the order in which it is looked for."""


class BadOrder(NamedTuple):
    """The first bad order of a seat: its number, and why it is bad (one of `FAULTS`)."""

    order: int
    why: str


class Landing(NamedTuple):
    """The battle at a planet that fleets reached.

    `before` and `after` are owner and ships, `before` with the growth of the turn; `forces` are the
    ships of neutral, owner 1 and owner 2 that met, those of the planet among them.
    """

    planet: int
    before: tuple[int, int]
    forces: tuple[int, int, int]
    after: tuple[int, int]


def battle(owner: int, ships: int, one: int, two: int) -> tuple[int, int]:
    """Return owner and ships of a planet after `one` and `two` ships of owners 1 and 2 came to it.

    >>> battle(0, 4, 6, 9), battle(0, 2, 8, 8), battle(1, 14, 0, 14), battle(2, 3, 9, 1)
    ((2, 3), (0, 0), (1, 0), (1, 5))
    """
    if owner == FIRST:
        one += ships
        return (FIRST, one - two) if one >= two else (SECOND, two - one)
    if owner == SECOND:
        two += ships
        return (SECOND, two - one) if two >= one else (FIRST, one - two)
    if one > two:
        return (FIRST, one - max(two, ships)) if one > ships else (NOBODY, ships - one)
    if two > one:
        return (SECOND, two - max(one, ships)) if two > ships else (NOBODY, ships - two)
    return NOBODY, max(ships - one, 0)


def fault(state: State, seat: int, orders: Iterable[Order]) -> BadOrder | None:
    """Return the first of the `orders` that loses the match for a `seat`; None where all are good.

    Numbers may be any whole ones.
    """
    owners, left, size = state.owners, dict[int, int](), len(state.owners)
    for number, (source, target, ships) in enumerate(orders):
        if not (0 <= source < size and 0 <= target < size):
            return BadOrder(number, "planet")
        if owners[source] != seat + 1:
            return BadOrder(number, "owner")
        if source == target:
            return BadOrder(number, "same")
        if ships < 0:
            return BadOrder(number, "negative")
        rest = left.get(source, state.ships[source]) - ships
        if rest < 0:
            return BadOrder(number, "ships")
        left[source] = rest
    return None


def depart(
    state: State, first: Sequence[Order], second: Sequence[Order]
) -> tuple[Sequence[int], tuple[Fleet, ...]]:
    """Return the ships left on the planets and all fleets once good orders of both seats left."""
    if not first and not second:
        return state.ships, state.fleets
    trips, turn, ships = state.world.trips, state.turn, list(state.ships)
    new = []
    for owner, orders in ((FIRST, first), (SECOND, second)):
        for source, target, count in orders:
            ships[source] -= count
            trip = trips[source][target]
            new.append(Fleet(owner, count, source, target, trip, turn + trip))
    return ships, (*state.fleets, *new)


def apply(
    state: State,
    first: Sequence[Order],
    second: Sequence[Order],
    landings: list[Landing] | None = None,
) -> State:
    """Return the state after a turn with the orders of seat 0 and seat 1, which must be good.

    What happens where fleets arrive is added to `landings`, by number of the planet.
    """
    world, turn, most, owners, _, _, _ = state
    here, fleets = depart(state, first, second)
    turn += 1
    ships = [
        n + grows if owner else n
        for n, grows, owner in zip(here, world.growth, owners)  # noqa: B905 (as long as each other)
    ]
    left = [fleet for fleet in fleets if fleet[5] > turn]
    if len(left) < len(fleets):
        owners = _land(owners, ships, [f for f in fleets if f[5] == turn], landings)
        fleets = tuple(left)
    after = State(world, turn, most, owners, tuple(ships), fleets)
    if turn < most and FIRST in owners and SECOND in owners:
        return after
    return after._replace(winner=outcome(after))


def _land(
    owners: tuple[int, ...],
    ships: list[int],
    fleets: Iterable[Fleet],
    landings: list[Landing] | None,
) -> tuple[int, ...]:
    """Let `fleets` reach their planets; change `ships` and return the owners."""
    come: dict[int, list[int]] = {}
    for owner, count, _, target, _, _ in fleets:
        if target not in come:
            come[target] = [0, 0, 0]
        come[target][owner] += count
    after = list(owners)
    for planet in sorted(come) if landings is not None else come:
        owner, here = owners[planet], ships[planet]
        _, one, two = forces = come[planet]
        after[planet], ships[planet] = now = battle(owner, here, one, two)
        if landings is not None:
            forces[owner] += here
            met = (forces[0], forces[1], forces[2])
            landings.append(Landing(planet, (owner, here), met, now))
    return tuple(after)
