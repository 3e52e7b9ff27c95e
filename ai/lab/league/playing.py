"""The games of a league: who meets whom, what is played, and the results between two agents.

In a game of two sides every agent meets every other. In a game of more sides all tables of
different agents are played, and with fewer agents than sides some of them sit twice. Agents that do
not meet (`ai.lab.contest.SOLO`) play the same seeds, each alone, and a seed is won by the better
score.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ai.lab import rooms
from ai.lab.arena import prepared
from ai.lab.arena.faults import GameFault
from ai.lab.arena.play import Played, Result, play_chunk, trace_of
from ai.lab.arena.schedule import Chunk, sides
from ai.lab.arena.summary import standing
from ai.lab.contest import SOLO, AlonePart, alone, measured_seat
from ai.lab.errors import BadArguments
from ai.lab.league.rating import Meeting
from ai.lab.options import share_options
from games import bots, catalog
from games.spec import Params

Table = tuple[str, ...]
MOST_BOTS: Final = 100
"""Own bots in a league that names none."""


def entrants(game: str, given: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the usual agents of a league, and a sentence about each that cannot take part.

    These are the agents that ship, and all of the player's own bots, by their kept names.
    """
    spec = catalog.spec(game)
    params, number = measured_seat(game, given)
    role = spec.seats_for(params)[number].role
    found, left = list[str](), list[str]()
    for agent in catalog.agents(game):
        if agent.fits(role):
            why = agent.hindrance(params)
            (left if why else found).append(why or agent.id)
    return list(dict.fromkeys([*found, *bots.own(MOST_BOTS)])), left


def common_part(
    game: str, agents: Sequence[str], seed: int, given: Mapping[str, str], keep: bool
) -> Chunk:
    """Return what all parts of the work have in common; raises `BadArguments`."""
    if len(agents) < 2:
        raise BadArguments("A league needs at least two agents, as in --agents A,B.")
    if game in SOLO:
        share_options(game, [catalog.agent(game, name) for name in agents], given)
        return Chunk(game, (), {}, dict(given), seed, range(0), None, keep=keep)
    seats = len(sides(catalog.spec(game), measured_seat(game, given)[0]))
    return prepared(game, agents, seed, given, None, seats)._replace(keep=keep)


def tables(game: str, agents: Sequence[str], params: Params) -> list[Table]:
    """Return who plays together: pairs, larger tables, or each agent alone."""
    if game in SOLO:
        return [(name,) for name in agents]
    count = len(sides(catalog.spec(game), params))
    if count <= len(agents):
        return list(itertools.combinations(agents, count))
    found = itertools.combinations_with_replacement(agents, count)
    return [table for table in found if len({*table}) > 1]


def is_hurried(chunk: Chunk) -> bool:
    """Return whether the games of a `chunk` can be played at once, where no match is kept."""
    hurried = rooms.BATCHES.has(chunk.game) and not chunk.keep
    return hurried and not any(name.startswith(bots.PREFIX) for name in chunk.table)


def play_part(chunk: Chunk) -> Played:
    """Play the games of a `chunk`, in order; each alone where agents do not meet."""
    if chunk.game not in SOLO:
        found = play_chunk(chunk if is_hurried(chunk) else chunk._replace(keep=True))
        kept = found.results
        return found if chunk.keep else found._replace(results=[r._replace(match="") for r in kept])
    about = chunk.game, chunk.table[0], chunk.games, chunk.seed, chunk.options
    played = alone(AlonePart(*about, chunk.keep))
    results = []
    for number, game in zip(chunk.games, played.results, strict=True):
        turns = game.turns
        fault = GameFault(0, number, len(turns), game.fault) if game.fault else None
        scores = () if fault else (game.score,)
        kept_as = trace_of(turns), game.match
        results.append(Result(scores, len(turns), fault, (), (), *kept_as))
    spent = [seconds for each in played.times for seconds in each]
    return Played(results, ((math.fsum(spent), len(spent)),))


# -- results between two agents --------------------------------------------------------------


def meetings(
    game: str, played: Mapping[Table, Sequence[Result]], place: Mapping[str, int]
) -> list[list[Meeting]]:
    """Return the results between two agents, their numbers in `place`, by draws of chance.

    Each game of a pair is a draw of its own. The turned games of a deal at a larger table are one
    draw, at whatever table they are played, and so are all games of one seed.
    """
    if game in SOLO:
        names = [table[0] for table in played]
        by_seed = zip(*played.values())  # noqa: B905 (up to where all of them are)
        scores = ([standing(result, 1)[0] for result in results] for results in by_seed)
        return [list(_ahead(list(zip(names, each, strict=True)), place)) for each in scores]
    draws: dict[tuple[Table, int] | int, list[Meeting]] = {}
    for table, results in played.items():
        for number, result in enumerate(results):
            draw = (table, number) if len(table) == 2 else number // len(table)
            seated = list(zip(table, standing(result, len(table)), strict=True))
            draws.setdefault(draw, []).extend(_ahead(seated, place))
    return list(draws.values())


def _ahead(scores: Sequence[tuple[str, float]], place: Mapping[str, int]) -> Iterator[Meeting]:
    """Yield for each two agents of some `scores` who of them is ahead."""
    for (one, ours), (other, theirs) in itertools.combinations(scores, 2):
        if one != other:
            share = (ours > theirs) + (ours == theirs) / 2
            yield Meeting(place[one], place[other], share)
