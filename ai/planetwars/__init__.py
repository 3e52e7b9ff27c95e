"""The agents of Planet Wars: the five starters of 2010."""

from __future__ import annotations

import functools
from typing import Final

from ai.core import Agent
from ai.planetwars.starters import RULES, Starter
from games.agents import AgentSpec, GameAgents

_STARTERS: Final = (
    ("random", "Random", "Sends half of a random planet to a random one, a fleet at a time."),
    ("bully", "Bully", "Sends half of its strongest planet to the weakest, a fleet at a time."),
    (
        *("prospector", "Prospector"),
        "Sends half of its fullest planet where growth is cheapest, a fleet at a time.",
    ),
    (
        *("dual", "Dual"),
        "A prospector with up to five fleets, which goes for the enemy once it is ahead.",
    ),
    ("rage", "Rage", "Sends all that it has to the nearest enemy planet, and takes no other."),
)


def starter(name: str) -> Starter:
    """Return the starter of this `name`."""
    return Starter(RULES[name])


def demo_player() -> Agent:
    """Return the player of attract mode."""
    return starter("dual")


def _spec(level: int, name: str, title: str, tells: str) -> AgentSpec:
    make = functools.partial(starter, name)
    return AgentSpec(name, title, tells, lambda options, start: make(), level)


AGENTS: Final = GameAgents(
    tuple(_spec(level, *row) for level, row in enumerate(_STARTERS)), demo_player
)
