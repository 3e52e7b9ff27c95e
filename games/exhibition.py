"""Matches that only a picture shows: agents play one match after the other, and none is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games import catalog
from games.core import Event, Limit, Player
from games.match import Match


def exhibited(
    game: str,
    agents: Sequence[str],
    given: Mapping[str, object],
    seed: int,
    watchers: Sequence[Player] = (),
) -> Match[Any]:
    """Return a match of a `game` between `agents`, one a seat; options that are not `given` are
    usual.

    Raises `LostWeights` where one of them has none to play by.
    """
    players = {seat: catalog.agent(game, agent).make({}, None) for seat, agent in enumerate(agents)}
    params = catalog.spec(game).params(given)
    return Match(catalog.rules(game), params, seed, players, watchers)


class Exhibition:
    """Match after match between `agents`; the one at hand is `match`, its number `number`."""

    def __init__(
        self, game: str, agents: Sequence[str], given: Mapping[str, object], seed: int
    ) -> None:
        """The first match has this `seed`, each later one the next."""
        self.game, self.agents, self.given, self.seed = game, agents, given, seed
        self.number = 0
        self.match = exhibited(game, agents, given, seed)

    def turn(self) -> Sequence[Event] | None:
        """Return the events of the next turn; None where another match began instead."""
        if not self.match.over:
            return self.match.step(Limit())
        self.number += 1
        self.match = exhibited(self.game, self.agents, self.given, self.seed + self.number)
        return None
