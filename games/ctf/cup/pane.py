"""The room as its panes of the tournament see it."""

from __future__ import annotations

from typing import Any, Protocol

from games.ctf.tournament import Tournament
from games.shell.workroom import Room


class CupDesk(Room, Protocol):
    """The room: its tournament, whether games are `running`, and the options of the next one."""

    cup: Tournament | None
    running: bool
    params: dict[str, Any]

    def begin(self, teams: list[str], games: int, seed: int) -> None:
        """Have these teams meet in a new tournament."""

    def go_on(self) -> None:
        """Have the next game played, and those after it."""

    def stop(self) -> None:
        """Play no more games after the one at hand."""

    def watch(self, number: int) -> None:
        """See a game that was played."""
