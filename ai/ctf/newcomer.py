"""The stand-in for a newcomer to capture-the-flag: to the nearest dot, and not always in time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ai.core import Agent
from ai.ctf.roads import Roads
from games.core import Decision, Limit
from games.ctf.maze import MOVES, STAY
from games.ctf.rules.state import State

LATE: Final = 5
"""One turn of so many passes before a person has pressed a key; chosen."""


class Newcomer(Agent):
    """Goes to the nearest dot, fears nobody, and misses one turn of five."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the step towards the nearest dot, or stay."""
        if not self.rng.below(LATE):
            return Decision(MOVES[STAY])
        roads, here = Roads.of(view.field), view.bots[seat]
        steps = roads.steps(here)
        goal = min(view.food[1 - seat % 2], key=lambda dot: (steps[dot], dot))
        return Decision(MOVES[roads.towards(here, goal)])
