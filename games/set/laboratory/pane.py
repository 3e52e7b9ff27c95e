"""The common part of the panes of the laboratory, and their tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.shell import workroom

ReportPages = Mapping[str, Any]


class Room(workroom.Room, Protocol):
    """The tools that a pane gets from its room."""

    counts: dict[str, ReportPages]

    @property
    def weights(self) -> tuple[float, ...]:
        """The player's speed of seeing each of the four kinds of sets, a second."""


class LaboratoryPane(workroom.Pane[Room]):
    """One page of the laboratory."""

    @property
    def asking(self) -> Mapping[str, Any]:
        """The beginning of a question to the process that counts for this pane."""
        return {"op": "run", "by_pane": self.title}

    def ask_games(self, policy: str) -> None:
        """Have a stretch of games counted in which sets are taken by a `policy`."""
        self.room.send(
            {
                **self.asking,
                "what": "game",
                "policy": policy,
                "weights": list(self.room.weights),
            }
        )


def game_key(policy: str, weights: Sequence[float]) -> str:
    """Return the name under which games with this way of taking sets are counted."""
    if policy != "yours":
        return f"game {policy}"
    scaled = " ".join(f"{round(100 * weight / max(weights))}" for weight in weights)
    return f"game yours {scaled}"


def one_in(share: float | None) -> str:
    """Return a share as people say it: "1 in 31.0", "never" where there was none."""
    if not share:
        return "never"
    many = 1 / share
    return f"1 in {many:,.0f}" if many >= 200 else f"1 in {many:.1f}"


def many(number: float) -> str:
    """Return a large number in words: "2.6 million"."""
    if number >= 1e9:
        return f"{number / 1e9:.1f} billion"
    if number >= 1e6:
        return f"{number / 1e6:.1f} million"
    return f"{round(number):,}"
