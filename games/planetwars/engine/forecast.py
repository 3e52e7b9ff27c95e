"""The future of the planets without further orders: the face of the rules for agents.

All of it is about a `State` as its seats see it. A fleet that was ordered is in it; the end of the
match does not matter here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Final, NamedTuple

from games.planetwars.engine.state import Fleet, Order, State
from games.planetwars.engine.turns import battle, depart

Course = list[tuple[int, int]]
"""Owner and ships of a planet, turn by turn; the first entry is now."""
Arrivals = Mapping[int, tuple[int, int]]
"""Ships of owner 1 and owner 2 that reach a planet, by turns from now."""
_NONE: Final[Arrivals] = {}


def arrivals(fleets: Sequence[Fleet], turn: int) -> dict[int, dict[int, tuple[int, int]]]:
    """Return for each planet that `fleets` fly to what comes there, from the `turn` that is now."""
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for owner, ships, _, target, _, arrives in fleets:
        due = found.get(target)
        if due is None:
            due = found[target] = {}
        one, two = due.get(arrives - turn, (0, 0))
        due[arrives - turn] = (one + ships, two) if owner == 1 else (one, two + ships)
    return found


def course(owner: int, ships: int, growth: int, due: Arrivals, turns: int) -> Course:
    """Return the course of one planet over `turns` turns, with all that is `due` there."""
    found: Course = []
    begun = 0
    for when in sorted(due):
        if when > turns:
            break
        length = when - begun
        grows = growth if owner else 0
        found += _steady(owner, ships, grows, length)
        owner, ships = battle(owner, ships + grows * length, *due[when])
        begun = when
    return found + _steady(owner, ships, growth if owner else 0, turns + 1 - begun)


def _steady(owner: int, ships: int, grows: int, length: int) -> Course:
    """Return the course of a planet over a `length` of turns without a fleet."""
    if not grows:
        return [(owner, ships)] * length
    return list(zip(repeat(owner, length), range(ships, ships + grows * length, grows)))  # noqa: B905


def project(
    state: State, turns: int, first: Sequence[Order] = (), second: Sequence[Order] = ()
) -> list[Course]:
    """Return the course of each planet over `turns` turns, the good orders of both seats first.

    Entry 0 is after their departure.

    >>> from games.planetwars.engine.state import begun
    >>> start = begun([(0.0, 0.0), (3.0, 0.0)], [1, 0], [20, 4], [2, 1])
    >>> project(start, 4, [(0, 1, 6)])[1]
    [(0, 4), (0, 4), (0, 4), (1, 2), (1, 3)]
    """
    ships, fleets = depart(state, first, second)
    due = arrivals(fleets, state.turn)
    rows = zip(state.owners, ships, state.world.growth, strict=True)
    return [
        course(owner, count, growth, due.get(planet, _NONE), turns)
        for planet, (owner, count, growth) in enumerate(rows)
    ]


def need(state: State, seat: int, planet: int, turns: int, until: int) -> int:
    """Return the least ships that have to come to a `planet` in `turns` turns to keep it.

    They come exactly then, beside all that flies, and the planet belongs to the `seat` from then up
    to turn `until` from now; 0 where it does without.
    """
    due = arrivals([fleet for fleet in state.fleets if fleet[3] == planet], state.turn)
    owner, ships = state.owners[planet], state.ships[planet]
    come = due.get(planet, _NONE)
    return least(owner, ships, state.world.growth[planet], come, seat + 1, turns, until)


def least(
    owner: int, ships: int, growth: int, due: Arrivals, own: int, turns: int, until: int
) -> int:
    """Return the same as `need` for a planet with what is `due` there; `own` is the owner to be."""
    holder, here = course(owner, ships, growth, due, turns - 1)[-1]
    here += growth if holder else 0
    keep = -_lowest(growth, due, own, turns, until)
    one, two = due.get(turns, (0, 0))
    mine, theirs = (one, two) if own == 1 else (two, one)
    if holder == own:
        return max(0, keep + theirs - here - mine)
    against = max(theirs, here) if holder == 0 else theirs + here
    return max(0, against + max(keep, 1) - mine)


def _lowest(growth: int, due: Arrivals, own: int, turns: int, until: int) -> int:
    """Return how low a planet of `own` with 0 ships after `turns` would fall up to `until`."""
    level, lowest, begun = 0, 0, turns
    for when in sorted(due):
        if turns < when <= until:
            mine, theirs = due[when] if own == 1 else due[when][::-1]
            level += growth * (when - begun) + mine - theirs
            lowest, begun = min(lowest, level), when
    return lowest


def at_end(state: State) -> tuple[int, int]:
    """Return the ships of both owners, flying ones too, after the last turn without an order."""
    turns = max(0, state.max_turns - state.turn)
    due = arrivals(state.fleets, state.turn)
    found = [0, 0, 0]
    rows = zip(state.owners, state.ships, state.world.growth, strict=True)
    for planet, (owner, ships, growth) in enumerate(rows):
        begun, come = 0, due.get(planet, _NONE)
        for when in sorted(come):
            if when <= turns:
                ships += growth * (when - begun) if owner else 0
                owner, ships = battle(owner, ships, *come[when])
                begun = when
            else:
                found[1] += come[when][0]
                found[2] += come[when][1]
        found[owner] += ships + growth * (turns - begun)
    return found[1], found[2]


class Spare(NamedTuple):
    """The most ships that may leave a planet now, and the turn in which it falls even so."""

    ships: int
    fall: int | None


def spare(state: State, seat: int) -> dict[int, Spare]:
    """Return for each planet of a `seat` what may leave without it ever falling to what flies."""
    due, found = arrivals(state.fleets, state.turn), {}
    for planet, owner in enumerate(state.owners):
        if owner == seat + 1:
            lowest = level = state.ships[planet]
            come, begun, fall = due.get(planet, _NONE), 0, None
            for when in sorted(come):
                mine, theirs = come[when] if owner == 1 else come[when][::-1]
                level += state.world.growth[planet] * (when - begun) + mine - theirs
                lowest, begun = min(lowest, level), when
                if level < 0:
                    fall = when
                    break
            found[planet] = Spare(max(0, lowest), fall)
    return found
