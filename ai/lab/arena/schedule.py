"""The schedule of an arena: pairs and tables, seats, and the seed of each game.

A *table* holds the names that play together, one for each side of the game: two for a
pair. A *side* is a seat, or all seats of a team. In game g the table is turned by g places, so that
the sides of a pair alternate, and n games of a table of n put each of them on every side.

The seed of a game of a pair comes from the arena's seed, the names of the pair and the number of
the game, so that it does not depend on who else plays. At a larger table the n turned games are one
*deal*: they have one seed, which comes from the arena's seed and the number of the deal.

Work is cut into chunks by the number of games alone, never by the number of jobs.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.lab.errors import BadArguments
from games import bots
from games.session.starting import check_players
from games.spec import GameSpec, Option, Params
from games.streams import stream_key

CHUNKS_A_TABLE: Final = 40
LARGEST_CHUNK: Final = 500
MOST_VALUES: Final = 32
"""An option with more values than this is not tried to find one with enough seats."""


class Chunk(NamedTuple):
    """Some games of one table, to be played by one worker.

    `nodes` limits the searches of agents. `seconds` is how long an agent may take in
    one game altogether, or None for agents of the arcade's own, which are trusted to answer.
    With `keep` every game is played by itself and timed, and its match is kept as text.
    """

    game: str
    table: tuple[str, ...]
    params: Mapping[str, Any]
    options: Mapping[str, Any]
    seed: int
    games: range
    nodes: int | None
    seconds: float | None = None
    keep: bool = False


def tables(agents: Sequence[str], sides: int) -> list[tuple[str, ...]]:
    """Return the tables of these agents: all pairs, or one table for more than two sides."""
    return list(itertools.combinations(agents, 2)) if sides == 2 else [tuple(agents)]


def chunks(games: int, common: Chunk, tables: Sequence[tuple[str, ...]]) -> list[Chunk]:
    """Return the chunks of `games` games of each table, in order; the rest is as in `common`."""
    size = min(LARGEST_CHUNK, math.ceil(games / CHUNKS_A_TABLE))
    return [
        common._replace(table=table, games=range(first, min(games, first + size)))
        for table in tables
        for first in range(0, games, size)
    ]


def sitting(number: int, count: int) -> list[int]:
    """Return the place at a table of `count` that has each side in game `number`."""
    return [(side + number) % count for side in range(count)]


def game_seed(seed: int, table: Sequence[str], number: int) -> int:
    """Return the seed of the game of a `number` at a `table`: 63 bits that any save can hold.

    All bots meet an agent in the same games, so that one can be compared with what it was before.
    """
    if len(table) == 2:
        a, b = ("bot" if name.startswith(bots.PREFIX) else name for name in table)
        return stream_key(seed, f"arena {a} {b} {number}") >> 1
    return stream_key(seed, f"arena deal {number // len(table)}") >> 1


# -- sides -------------------------------------------------------------------------------


def sides(spec: GameSpec, params: Params) -> list[list[int]]:
    """Return the seats of each side in a game of this `spec`, in the order of their first seats."""
    teams = spec.teams_for(params)
    return [[seat for seat, of in enumerate(teams) if of == team] for team in range(max(teams) + 1)]


def possible(spec: GameSpec, given: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """Return all options of a game for each number of sides its `spec` allows, first the usual
    number.

    Those `given` stand as they are; one that is not given may be changed where seats follow it.
    """
    found: dict[int, dict[str, Any]] = {}
    for params in (spec.params(given), *_others(spec, given)):
        found.setdefault(len(sides(spec, params)), params)
    return found


def params_for(spec: GameSpec, given: Mapping[str, Any], agents: int) -> dict[str, Any]:
    """Return all options of the game `spec` for `agents` agents: as many sides, or two that play in
    pairs.

    Raises `BadArguments` where that many cannot play with the options that are `given`.
    """
    check_players(spec, given, spec.params(given))
    found = possible(spec, given)
    usual = next(iter(found))
    if agents in found or usual == 2:
        return found[agents if agents in found else usual]
    known = " or ".join(str(number) for number in sorted(found) if number > 1)
    raise BadArguments(
        f"A table of {spec.id} with these options is for {known} agents; "
        f"name as many in --agents, not {agents}."
    )


def _others(spec: GameSpec, given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the options with one value changed that was not given, where seats follow them."""
    free = [option for option in spec.options if option.name not in given]
    if not callable(spec.seats):
        return []
    return [
        spec.params({**given, option.name: value}) for option in free for value in _values(option)
    ]


def _values(option: Option) -> Sequence[Any]:
    if option.kind == "choice":
        return option.choices
    if option.kind != "int" or option.low is None or option.high is None:
        return ()
    return range(int(option.low), int(option.high) + 1)[:MOST_VALUES]
