"""Agents for the null game in real time: one pulls, one sleeps, one never answers."""

import time
from collections.abc import Collection

from ai.core import Agent
from games.agents import AgentSpec, GameAgents
from games.core import Decision, Limit
from games.mind import Note
from games.nullticks.rules import State


class Puller(Agent):
    """Pulls whenever it may, for every seat of its team."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Pull."""
        return Decision("pull", (Note("It pulls."),) if limit.mind else None)


class Sleeper(Agent):
    """Answers too late, always."""

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Sleep."""
        time.sleep(3600)
        return Decision("rest")


AGENTS = GameAgents(
    (AgentSpec("puller", "Puller", "Pulls.", lambda options, start: Puller()),),
    Puller,
)
"""`SLEEPER` is no agent of the catalogue: the contract plays every agent there to its end."""

SLEEPER = AgentSpec("sleeper", "Sleeper", "Never answers.", lambda o, s: Sleeper(), heavy=True)
