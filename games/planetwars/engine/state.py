"""States of Planet Wars: the planets that stay where they are, and what changes turn by turn."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

NOBODY, FIRST, SECOND = range(3)
"""Owners: neutral, seat 0, seat 1."""
DRAW: Final = "draw"
SWAPPED: Final = (NOBODY, SECOND, FIRST)
"""Each owner as the other seat sees it."""
MAX_TURNS: Final = 200

Order = tuple[int, int, int]
"""Source, destination, ships."""
Orders = tuple[Order, ...]
Place = tuple[float, float]


@dataclass(frozen=True)
class World:
    """The part of a map that never changes: places and growth of the planets, in their order.

    `trips[a][b]` are the turns that a fleet takes from a to b, 0 from a planet to itself.
    """

    places: tuple[Place, ...]
    growth: tuple[int, ...]
    trips: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "trips", _trips(self.places))

    def __len__(self) -> int:
        return len(self.growth)


@functools.lru_cache(64)
def world_of(places: tuple[Place, ...], growth: tuple[int, ...]) -> World:
    """Return the world of these planets; equal ones are the same object for a while."""
    return World(places, growth)


def _trips(places: tuple[Place, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the turns from each place to each: the distance, rounded up."""
    root, up = math.sqrt, math.ceil
    rows: list[list[int]] = []
    for number, (x, y) in enumerate(places):
        row = [earlier[number] for earlier in rows]
        for ax, ay in places[number:]:
            dx, dy = ax - x, ay - y
            row.append(up(root(dx * dx + dy * dy)))
        rows.append(row)
    return tuple(map(tuple, rows))


class Fleet(NamedTuple):
    """Ships on their way; they reach `target` in the turn that makes the turn number `arrives`."""

    owner: int
    ships: int
    source: int
    target: int
    total: int
    arrives: int


class State(NamedTuple):
    """A position: who owns each planet with how many ships, and all fleets, oldest first.

    `winner` is a seat, "draw", or None while the match goes on.
    """

    world: World
    turn: int
    max_turns: int
    owners: tuple[int, ...]
    ships: tuple[int, ...]
    fleets: tuple[Fleet, ...]
    winner: int | str | None = None

    def total(self, owner: int) -> int:
        """Return the ships of an `owner`, on planets and flying."""
        own = sum([n for n, of in zip(self.ships, self.owners, strict=True) if of == owner])
        return own + sum([fleet.ships for fleet in self.fleets if fleet.owner == owner])

    def growth(self, owner: int) -> int:
        """Return the ships that the planets of an `owner` make in a turn."""
        each = zip(self.world.growth, self.owners, strict=True)
        return sum([n for n, of in each if of == owner])

    def alive(self, owner: int) -> bool:
        """Return whether an `owner` has a planet or a fleet, be it one of 0 ships."""
        return owner in self.owners or any(fleet.owner == owner for fleet in self.fleets)


def turned(state: State) -> State:
    """Return a `state` with the two seats changed over.

    >>> world = world_of(((0.0, 0.0), (3.0, 4.0)), (5, 1))
    >>> turned(State(world, 0, 200, (1, 0), (100, 7), ())).owners
    (2, 0)
    """
    return state._replace(
        owners=tuple([SWAPPED[owner] for owner in state.owners]),
        fleets=tuple([Fleet(SWAPPED[fleet[0]], *fleet[1:]) for fleet in state.fleets]),
        winner=1 - state.winner if isinstance(state.winner, int) else state.winner,
    )


def outcome(state: State) -> int | str | None:
    """Return who has won a `state` by its planets, fleets and turn: a seat, "draw", or None."""
    alive = state.alive(FIRST), state.alive(SECOND)
    if alive != (True, True):
        return DRAW if alive == (False, False) else alive.index(True)
    if state.turn < state.max_turns:
        return None
    first, second = state.total(FIRST), state.total(SECOND)
    return DRAW if first == second else int(second > first)


def begun(
    places: Iterable[Place],
    owners: Iterable[int],
    ships: Iterable[int],
    growth: Iterable[int],
    max_turns: int = MAX_TURNS,
) -> State:
    """Return the start of a match on these planets, without fleets."""
    world = world_of(tuple(places), tuple(growth))
    state = State(world, 0, max_turns, tuple(owners), tuple(ships), ())
    return state._replace(winner=outcome(state))
