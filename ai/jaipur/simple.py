"""The yardstick of Jaipur: chance."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from ai.core import Agent
from games.core import Decision, Limit
from games.jaipur.rules.state import View
from games.mind import Note


class RandomTrader(Agent):
    """Plays each legal move with equal probability."""

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return any move."""
        number = self.rng.below(len(legal))
        move = cast(Sequence[str], legal)[number]
        mind = (Note(f"One of {len(legal)} moves, each as likely."),) if limit.mind else None
        return Decision(move, mind)
