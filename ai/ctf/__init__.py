"""The teams of capture-the-flag: each is one mind for the bots of its seats."""

from __future__ import annotations

from typing import Final

from ai.ctf.blind import Chance, Gatherer
from games.agents import AgentSpec, GameAgents

AGENTS: Final = GameAgents(
    (
        AgentSpec(
            *("random", "Random", "Goes any way, each alike."),
            lambda options, start: Chance(),
            level=0,
            rank="leaves in the wind",
            line="Which way? Any way.",
        ),
        AgentSpec(
            *("gatherer", "Gatherer", "Each bot goes to the nearest dot, and fears nobody."),
            lambda options, start: Gatherer(),
            level=1,
            rank="berry pickers",
            line="Dots. Where are more dots?",
        ),
    ),
    Gatherer,
)
