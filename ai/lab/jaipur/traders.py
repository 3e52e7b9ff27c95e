"""The traders of studies: every agent of Jaipur by its name, and the ways to trade as agents.

The ways (`ai.jaipur.ways`) are what `sensei` can take its opponent for. Fixed, named and far from
good play, they are also what a learner of opponents can be measured with. `greedy@FILE` plays by
the weights in a file, such as another training has written: a rival that is not one's own.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final

from ai.core import Agent
from ai.jaipur.greedy import in_use, options, read_learned
from ai.jaipur.search import ways_tables
from ai.jaipur.values import WayTables
from ai.lab.errors import BadArguments
from games import catalog
from games.arrays import BadWeights
from games.core import Decision, Limit, Player
from games.jaipur.rules.state import View

WAYS: Final = {"hoarder": 1, "camel-racer": 2, "quick-seller": 3}
"""The traders that are no agents of the game, by their places in the tables of all ways."""


FROM_FILE: Final = "greedy@"


@lru_cache(maxsize=4)
def _tables_in(file: str) -> WayTables:
    try:
        return read_learned(Path(file)).tables
    except (OSError, BadWeights) as error:
        raise BadArguments(f"There are no weights of greedy in {file[:80]}: {error}") from None


class WayTrader(Agent):
    """Plays the best move by the tables of one way to trade."""

    def __init__(self, tables: WayTables) -> None:
        self.tables = tables

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return the best move; of equal ones the first."""
        found = options(view, self.tables)
        return Decision(found.moves[int(found.values.argmax())].notation)


def trader(name: str) -> Player:
    """Return a fresh trader.

    Raises `UnknownAgent` and `BadOption` for a `name` that no agent has, and `BadArguments` for a
    file without weights.
    """
    if name in WAYS:
        way = WAYS[name]
        return WayTrader(WayTables(*(part[way : way + 1] for part in ways_tables(in_use()))))
    if name.startswith(FROM_FILE):
        return WayTrader(_tables_in(name.removeprefix(FROM_FILE)))
    return catalog.resolve("jaipur", name).make()
