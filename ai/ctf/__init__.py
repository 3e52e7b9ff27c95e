"""The teams of capture-the-flag: each is one mind for the bots of its seats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from ai.ctf.blind import Chance, Gatherer
from ai.ctf.pack import Pack
from ai.ctf.roles import Hunter, PointTeam, ReadingTeam, TwoRoles
from ai.ctf.tracking import auto_enemies, exact_walkers
from ai.ctf.watcher import TeamWatcher
from games.agents import AgentSpec, GameAgents, simply
from games.core import Player


def _team(
    agent_id: str,
    name: str,
    description: str,
    make: Callable[[], Player],
    level: int,
    rank: str,
    line: str,
) -> AgentSpec:
    told = (agent_id, name, description, simply(make), level)
    return AgentSpec(*told, heavy=level > 0 and make is not Gatherer, rank=rank, line=line)


def _watcher(team: int, agent_id: str, side: str) -> AgentSpec:
    description = "The average of motion models by evidence, for both enemies."
    make = simply(partial(TeamWatcher, auto_enemies, team))
    return AgentSpec(agent_id, f"What the {side} could know", description, make)


AGENTS: Final = GameAgents(
    (
        _team(
            *("random", "Random", "Goes any way, each alike."),
            Chance,
            0,
            *("leaves in the wind", "Which way? Any way."),
        ),
        _team(
            *("gatherer", "Gatherer", "Each bot goes to the nearest dot, and fears nobody."),
            Gatherer,
            1,
            *("berry pickers", "Dots. Where are more dots?"),
        ),
        _team(
            *("hunter", "Hunter", "One chases intruders, the other waits at the border."),
            lambda: Hunter(exact_walkers(1.0)),
            1,
            *("gate and hound", "Come in. We like visitors."),
        ),
        _team(
            *("belief-reading", "Belief, present reading", "Two roles on the last reading alone."),
            partial(ReadingTeam, auto_enemies),
            2,
            *("no memory", "What did you say? And who are you?"),
        ),
        _team(
            *("belief-point", "Belief, likeliest cell", "Two roles, sure of the likeliest cell."),
            partial(PointTeam, auto_enemies),
            3,
            *("no doubt", "It is there. Of course it is there."),
        ),
        _team(
            *("belief", "Belief", "An attacker and a defender that act on all they believe."),
            partial(TwoRoles, auto_enemies),
            3,
            *("two minds, one map", "You were heard. Both of you."),
        ),
        _team(
            *("pack", "Pack", "Both raid, and turn back for an intruder within reach."),
            partial(Pack, auto_enemies),
            4,
            *("raiders", "We are already in your larder."),
        ),
    ),
    Gatherer,
    models=(_watcher(0, "auto-left", "left"), _watcher(1, "auto-right", "right")),
)
