"""The teams of capture-the-flag: each is one mind for the bots of its seats."""

from __future__ import annotations

from typing import Final

from ai.ctf.blind import Chance, Gatherer
from ai.ctf.pack import Pack
from ai.ctf.roles import Hunter, PointTeam, ReadingTeam, TwoRoles
from ai.ctf.tracking import auto_enemies, exact_walkers
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
        AgentSpec(
            *("hunter", "Hunter", "One chases intruders, the other waits at the border."),
            lambda options, start: Hunter(exact_walkers(1.0)),
            level=1,
            rank="gate and hound",
            line="Come in. We like visitors.",
        ),
        AgentSpec(
            *("belief-reading", "Belief, present reading", "Two roles on the last reading alone."),
            lambda options, start: ReadingTeam(auto_enemies),
            level=2,
            rank="no memory",
            line="What did you say? And who are you?",
        ),
        AgentSpec(
            *("belief-point", "Belief, likeliest cell", "Two roles, sure of the likeliest cell."),
            lambda options, start: PointTeam(auto_enemies),
            level=3,
            rank="no doubt",
            line="It is there. Of course it is there.",
        ),
        AgentSpec(
            *("belief", "Belief", "An attacker and a defender that act on all they believe."),
            lambda options, start: TwoRoles(auto_enemies),
            level=3,
            rank="two minds, one map",
            line="You were heard. Both of you.",
        ),
        AgentSpec(
            *("pack", "Pack", "Both raid, and turn back for an intruder within reach."),
            lambda options, start: Pack(auto_enemies),
            level=4,
            rank="raiders",
            line="We are already in your larder.",
        ),
    ),
    Gatherer,
)
