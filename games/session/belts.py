"""Belts: what is won from an opponent whose rank is one ("green belt")."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.session.ladder import rungs, standing
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
