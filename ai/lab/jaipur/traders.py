"""Who a study of Jaipur can seat: every agent by its name, and the ways to trade as agents.

The ways (`ai.jaipur.ways`) are what `sensei` can take its opponent for. Fixed, named and far from
good play, they are also what a learner of opponents can be measured with.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ai.core import Agent
from ai.jaipur.greedy import in_use, options
from ai.jaipur.search import ways_tables
from ai.jaipur.values import Tables
from games import catalog
from games.core import Decision, Limit, Player
from games.jaipur.rules.state import View

WAYS: Final = {"hoarder": 1, "camel-racer": 2, "quick-seller": 3}
"""The traders that are no agents of the game, by their places in the tables of all ways."""


class WayTrader(Agent):
    """Plays the best move by the tables of one way to trade."""

    def __init__(self, way: int) -> None:
        every = ways_tables(in_use())
        self.tables = Tables(*(part[way : way + 1] for part in every))

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """The best move; of equal ones the first."""
        found = options(view, self.tables)
        return Decision(found.moves[int(found.values.argmax())].notation)


def trader(name: str) -> Player:
    """A fresh trader; raises `UnknownAgent` and `BadOption` for a `name` that nobody has."""
    if name in WAYS:
        return WayTrader(WAYS[name])
    return catalog.resolve("jaipur", name).make()
