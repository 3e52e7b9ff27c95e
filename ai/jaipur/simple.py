"""The simple traders of Jaipur: chance, and `greedy`, who plays the move of the highest value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from ai.core import Agent
from ai.jaipur.greedy import GREEDY, options
from ai.jaipur.reasons import i_do, mind_of
from ai.sentences import first_note, plural
from games.core import Decision, Limit
from games.jaipur.rules.moves import parse
from games.jaipur.rules.state import View


class RandomTrader(Agent):
    """Plays each legal move with equal probability."""

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return any move."""
        number = self.rng.below(len(legal))
        move = cast(Sequence[str], legal)[number]
        if not limit.mind:
            return Decision(move)
        played = parse(move)
        assert played is not None
        told = f"I drew it from my {plural(len(legal), 'move')} by lot"
        return Decision(move, (first_note(*(f"{start}: {told}." for start in i_do(played))),))


class GreedyTrader(Agent):
    """Plays the move with the best value."""

    def act(self, seat: int, view: View, legal: Collection[str], limit: Limit) -> Decision:
        """Return the best move; of equal ones the first."""
        learned = GREEDY.load()
        found = options(view, learned.tables)
        best = int(found.values.argmax())
        mind = mind_of(view, found, best, learned) if limit.mind else None
        return Decision(found.moves[best].notation, mind)
