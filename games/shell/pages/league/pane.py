"""The room of a league as its panes see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games import bots, catalog
from games.shell.workroom import Room

Plain = Mapping[str, Any]


class LeagueTools(Room, Protocol):
    """The room: its `game` and options, who can take part, and how the last league stands.

    `stands` is the last answer of the desk with counts of games and the table
    (`ai.lab.league.desk`), `running` is True during games.
    """

    game: str
    params: dict[str, Any]
    entrants: Sequence[str]
    stands: Plain
    running: bool

    def begin(self, agents: list[str], games: int, seed: int) -> None:
        """Have these agents meet in a new league."""

    def go_on(self) -> None:
        """Have the next games played, and those after them."""

    def stop(self) -> None:
        """Play no more games after those at hand."""

    def watch(self, one: str, other: str, number: int) -> None:
        """See a game of two agents."""


def shown_name(game: str, name: str) -> str:
    """Return an agent as a table shows it: its name, with its options as they are written."""
    kept, options = bots.split(name)
    if name.startswith(bots.PREFIX):
        return ":".join([bots.name_of(kept), *([options] if options else [])])
    head, _, written = name.partition(":")
    found = {agent.id: agent.name for agent in catalog.agents(game)}.get(head, head)
    return f"{found}:{written}" if written else found
