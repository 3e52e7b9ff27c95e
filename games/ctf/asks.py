"""The questions of capture-the-flag to a watcher: a team's beliefs about its enemies' places."""

from __future__ import annotations

from typing import Protocol

from games.arrays import AnyVector
from games.core import Player


class TeamBeliever(Player, Protocol):
    """Watches a match for one of its teams, and believes what that team may of two enemies."""

    @property
    def beliefs(self) -> tuple[AnyVector, AnyVector]:
        """The belief about the place of each enemy, shape (n,) each, the lower seat first."""

    def doubt(self, place: int) -> float:
        """Return the entropy of the belief over one of the two enemies, in bits."""

    def surprise(self, place: int, cell: int) -> float:
        """Return -ln of what the belief gives the true cell of one of them, in nats."""

    def coverage(self, place: int, cell: int, mass: float) -> float:
        """Return how far the credible set of this `mass` holds its true `cell`, 0..1."""
