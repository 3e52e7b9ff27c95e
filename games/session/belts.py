"""Belts: what is won from an opponent whose rank is one ("green belt")."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.session.ladder import rungs, standing
from games.session.session import Session
from games.store.statistics import Statistics

BELTS: Final = ("white", "yellow", "green", "blue", "brown", "black")
"""The first words of the ranks that are belts."""


class Belt(NamedTuple):
    """A belt by the rank of who gives it, and whether it was won."""

    rank: str
    won: bool


def is_belt(rank: str) -> bool:
    """Whether a `rank` is called by a belt."""
    colour, _, kind = rank.partition(" ")
    return kind == "belt" and colour in BELTS


def belts(game_id: str, statistics: Statistics) -> list[Belt]:
    """The belts of a game, the weakest first, as the player of these `statistics` has them."""
    ladder = [agent for agent in rungs(game_id) if is_belt(agent.rank)]
    return [Belt(agent.rank, standing(statistics, game_id, agent.id).won > 0) for agent in ladder]


def new_belt(session: Session, rank: str, rival: int) -> str:
    """The belt of this `rank` where a match that was recorded is the first won against its owner,
    in the seat `rival`; else "".
    """
    human, profile, library = session.human, session.profile, session.library
    if human is None or profile is None or library is None or not is_belt(rank):
        return ""
    points = session.match.returns
    won = session.for_record and session.match.over and points[human] > points[rival]
    if not won or not session.keeping.recorded:
        return ""
    game, agent = session.setup.game, session.setup.seats[rival].agent
    return rank if standing(library.statistics(profile.id), game, agent).won == 1 else ""
