"""One agent for the null game."""

from collections.abc import Collection

from ai.core import Agent
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Limit
from games.mind import Note
from games.nullgame.rules import State


class Heads(Agent):
    """Always says heads."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Heads."""
        return Decision("heads", (Note("Heads, as always."),) if limit.mind else None)


def demo_player() -> Agent:
    """Who plays in attract mode."""
    return Heads()


AGENTS = GameAgents(
    (AgentSpec("heads", "Optimist", "Always says heads.", lambda options, start: Heads()),),
    demo_player,
)
