"""The agents `net` and `net+`."""

from __future__ import annotations

from collections.abc import Collection

from ai.core import Agent
from ai.ra.net import Candidate, think
from ai.ra.net_mind import mind_of
from ai.ra.network import NETS
from games.core import Decision, Limit
from games.ra.rules.state import State


class NetPlayer(Agent):
    """Plays by the network, `deep` with one tile of look-ahead before it draws."""

    def __init__(self, deep: bool = False) -> None:
        self.deep = deep

    def candidates(self, view: State) -> list[Candidate]:
        """Return the possible moves in a view with their consequences, best first."""
        return think(NETS[view.players].load(), view, self.deep).candidates

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Return the best candidate."""
        thought = think(NETS[view.players].load(), view, self.deep)
        best = thought.candidates[0]
        if not limit.mind:
            return Decision(best.move)
        return Decision(best.move, mind_of(view, thought))
