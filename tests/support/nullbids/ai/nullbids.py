"""Three agents for the null game of bids."""

from collections.abc import Collection
from functools import partial
from typing import Any

from ai.core import Agent
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Limit
from games.mind import Note
from games.nullbids.rules import State


class Bidder(Agent):
    """Bids one of a few bids, each with the same chance."""

    def __init__(self, bids: str) -> None:
        self.bids = bids

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """One of them."""
        bid = self.bids[self.rng.below(len(self.bids))]
        return Decision(bid, (Note(f"One of {self.bids}."),) if limit.mind else None)


def _bidder(bids: str, options: Any, start: str | None) -> Bidder:
    return Bidder(bids)


AGENTS = GameAgents(
    (
        AgentSpec("low", "Miser", "Bids 0.", partial(_bidder, "0")),
        AgentSpec("even", "Drawer of lots", "Bids anything.", partial(_bidder, "0123"), level=1),
        AgentSpec("high", "Spender", "Bids 2 or 3.", partial(_bidder, "23"), level=2),
    ),
    partial(Bidder, "0123"),
)
