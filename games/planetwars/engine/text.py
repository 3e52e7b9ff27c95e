"""The two notations of Planet Wars: the lines of 2010, and the state as data of JSON.

Map and state are lines `P x y owner ships growth` and
`F owner ships source destination total left`; `#` begins a comment. `playback` is what viewers of
2010 read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import starmap
from typing import Any, Final, NamedTuple

from games.core import BadPosition
from games.planetwars.engine.state import (
    MAX_TURNS,
    SECOND,
    Fleet,
    Order,
    State,
    outcome,
    world_of,
)

GO: Final = "go"
MOST_PLANETS: Final = 1000
MOST_SHIPS: Final = 10**9
LONGEST_TRIP: Final = 10**9
"""Turns of a fleet; far more than between any two places that a map can have."""
FARTHEST: Final = 1_000_000
"""No coordinate lies farther from 0."""
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,400}")
_FLOAT: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SHOWN: Final = 40

PlanetRow = tuple[float, float, int, int, int]
"""x, y, owner, ships, growth."""
FleetRow = tuple[int, int, int, int, int, int]
"""Owner, ships, source, destination, the whole trip, the turns left."""


class BadText(ValueError):
    """Raised for text that is no map, and no orders; the message names the line."""


# -- positions -----------------------------------------------------------------------------


def position(
    planets: Sequence[PlanetRow],
    fleets: Sequence[FleetRow],
    turn: int = 0,
    max_turns: int = MAX_TURNS,
) -> State:
    """Return the state of these rows, its winner worked out; raises `BadPosition`."""
    _check_planets(planets)
    if turn < 0 or max_turns < 1:
        raise BadPosition("The turn is at least 0, and a match has at least 1 turn.")
    for number, (owner, ships, source, target, total, left) in enumerate(fleets):
        if owner not in (1, SECOND) or not 0 <= ships <= MOST_SHIPS:
            raise BadPosition(f"Fleet {number} needs owner 1 or 2, and ships from 0 to 1e9.")
        if not (0 <= source < len(planets) and 0 <= target < len(planets)):
            raise BadPosition(f"Fleet {number} flies from or to a planet that does not exist.")
        if not 1 <= left <= total <= LONGEST_TRIP:
            raise BadPosition(
                f"Fleet {number} has {str(left)[:_SHOWN]} of {str(total)[:_SHOWN]} turns left; "
                "it needs 1 to all, of at most 1e9."
            )
    state = State(
        world_of(tuple([(x, y) for x, y, *_ in planets]), tuple([row[4] for row in planets])),
        turn,
        max_turns,
        tuple([row[2] for row in planets]),
        tuple([row[3] for row in planets]),
        tuple([Fleet(*row[:5], arrives=turn + row[5]) for row in fleets]),
    )
    return state._replace(winner=outcome(state))


def _check_planets(planets: Sequence[PlanetRow]) -> None:
    if not 2 <= len(planets) <= MOST_PLANETS:
        raise BadPosition(f"A map has 2 to {MOST_PLANETS} planets, not {len(planets)}.")
    for number, (x, y, owner, ships, growth) in enumerate(planets):
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
            raise BadPosition(f"Planet {number} lies farther away than a million.")
        if owner not in range(SECOND + 1):
            raise BadPosition(
                f"Planet {number} has owner {str(owner)[:_SHOWN]}; it needs 0, 1 or 2."
            )
        if not (0 <= ships <= MOST_SHIPS and 0 <= growth <= MOST_SHIPS):
            raise BadPosition(f"Planet {number} needs ships and growth from 0 to 1e9.")
    if len({row[:2] for row in planets}) < len(planets):
        raise BadPosition("Two planets lie on one spot.")


def planet_rows(state: State) -> list[PlanetRow]:
    """Return the planets of a `state` as rows."""
    world = state.world
    rows = zip(world.places, state.owners, state.ships, world.growth, strict=True)
    return [(x, y, owner, ships, growth) for (x, y), owner, ships, growth in rows]


def fleet_rows(state: State) -> list[FleetRow]:
    """Return the fleets of a `state` as rows."""
    return [(*fleet[:5], fleet[5] - state.turn) for fleet in state.fleets]


def plain_state(state: State) -> dict[str, Any]:
    """Return a `state` as data of JSON."""
    return {
        "turn": state.turn,
        "max_turns": state.max_turns,
        "planets": list(map(list, planet_rows(state))),
        "fleets": list(map(list, fleet_rows(state))),
        "over": state.winner is not None,
        "winner": state.winner,
    }


# -- the lines of 2010 ---------------------------------------------------------------------


def number_text(value: float) -> str:
    """Return a coordinate with a decimal point, as short as reads back the same.

    >>> number_text(3), number_text(0.00001)
    ('3.0', '0.00001')
    """
    text = repr(float(value))
    if "e" not in text:
        return text
    text = f"{Decimal(text):f}"
    return text if "." in text else f"{text}.0"


def map_text(state: State) -> str:
    """Return planets and fleets of a `state` as lines."""
    return rows_text(planet_rows(state), fleet_rows(state))


def rows_text(planets: Iterable[PlanetRow], fleets: Iterable[FleetRow]) -> str:
    """Return rows of planets and of fleets as lines."""
    lines = [f"P {_planet_text(row, ' ')}\n" for row in planets]
    lines += [f"F {' '.join(map(str, row))}\n" for row in fleets]
    return "".join(lines)


def _planet_text(row: PlanetRow, between: str) -> str:
    return between.join((number_text(row[0]), number_text(row[1]), *map(str, row[2:])))


def view_text(view: State) -> str:
    """Return a view as the lines that a program reads, with `go` at the end."""
    return f"{map_text(view)}{GO}\n"


def read_map(text: str) -> tuple[list[PlanetRow], list[FleetRow]]:
    """Return planets and fleets of the lines of a map; raises `BadText`."""
    planets: list[PlanetRow] = []
    fleets: list[FleetRow] = []
    for number, line in enumerate(text.split("\n"), start=1):
        kind, *words = line.partition("#")[0].split() or ("",)
        places = words[:2] if kind == "P" else []
        whole = all(map(_WHOLE.fullmatch, words[len(places) :]))
        if kind == "P" and len(words) == 5 and whole and all(map(_FLOAT.fullmatch, places)):
            owner, ships, growth = map(int, words[2:])
            planets.append((float(words[0]), float(words[1]), owner, ships, growth))
        elif kind == "F" and len(words) == 6 and whole:
            owner, ships, source, target, total, left = map(int, words)
            fleets.append((owner, ships, source, target, total, left))
        elif kind:
            shown = " ".join(line.split())[:_SHOWN]
            raise BadText(
                f"Line {number} is {shown!r}; it must be P x y owner ships growth, or "
                "F owner ships source destination total left."
            )
    return planets, fleets


def state_of(text: str, max_turns: int = MAX_TURNS) -> State:
    """Return the state at turn 0 that the lines of a map say.

    Raises `BadText` and `BadPosition`.
    """
    return position(*read_map(text), max_turns=max_turns)


class WrittenOrders(NamedTuple):
    """A program's answer for one turn: its orders, and the lines that are none."""

    orders: list[Order]
    ignored: list[str]


def read_orders(text: str) -> WrittenOrders:
    """Return the orders in lines that a program wrote, up to `go` or the end.

    Raises `BadText` for three words that are no whole numbers.
    """
    found = WrittenOrders([], [])
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if [word.lower() for word in words] == [GO]:
            break
        if len(words) == 3:
            if not all(map(_WHOLE.fullmatch, words)):
                shown = " ".join(words)[:_SHOWN]
                raise BadText(f"Line {number} is {shown!r}; an order has three whole numbers.")
            found.orders.append((int(words[0]), int(words[1]), int(words[2])))
        elif words:
            found.ignored.append(line.rstrip("\r"))
    return found


def orders_text(orders: Iterable[Sequence[int]]) -> str:
    """Return `orders` as the lines that a program writes, with `go` at the end."""
    return "".join([f"{a} {b} {n}\n" for a, b, n in orders]) + f"{GO}\n"


# -- playback ------------------------------------------------------------------------------


def playback(states: Sequence[State]) -> str:
    """Return a game as viewers of 2010 read it: the planets, then each state after the first."""
    planets = ":".join(_planet_text(row, ",") for row in planet_rows(states[0]))
    return f"{planets}|{':'.join(map(_moment, states[1:]))}"


def _moment(state: State) -> str:
    planets = starmap("{}.{}".format, zip(state.owners, state.ships, strict=True))
    fleets = (".".join(map(str, row)) for row in fleet_rows(state))
    return ",".join((*planets, *fleets))
