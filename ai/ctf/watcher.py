"""A watcher that believes for a team: what the team could know, whoever plays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ai.belief.graph import Vector, coverage, entropy_bits, log_loss
from ai.ctf.believing import BelievingTeam
from ai.ctf.tracking import Maker
from games.core import Event, Game
from games.match import seen_by
from games.spec import Params
from games.streams import Stream

WORST_LOG_LOSS: Final = 20.0
"""Nats; a truth that was held impossible costs no more, so that a mean can still be told."""


class TeamWatcher(BelievingTeam):
    """Hears what the bots of one `team` hear, and never moves."""

    def __init__(self, make: Maker, team: int) -> None:
        super().__init__(make)
        self._side = (team, team + 2)

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin in the place of the team."""
        super().begin(self._side, game, params, rng)

    def observe(self, events: Sequence[Event]) -> None:
        """Follow only the events that the team may see."""
        super().observe(seen_by(tuple(events), self._side))

    @property
    def beliefs(self) -> tuple[Vector, Vector]:
        """The belief about the place of each enemy, shape (n,) each, the lower bot first."""
        return self.belief.beliefs

    def doubt(self, place: int) -> float:
        """Return the entropy of the belief over one of the two enemies, in bits."""
        return entropy_bits(self.beliefs[place])

    def surprise(self, place: int, cell: int) -> float:
        """Return -ln of what the belief gives the true cell, in nats, at most `WORST_LOG_LOSS`."""
        return min(abs(log_loss(self.beliefs[place], cell)), WORST_LOG_LOSS)

    def coverage(self, place: int, cell: int, mass: float) -> float:
        """Return how far the credible set of this `mass` holds the true `cell`, 0..1."""
        return coverage(self.beliefs[place], cell, mass)
