"""The agents of Planet Wars: the five starters of 2010, and planners of our own."""

from __future__ import annotations

import functools
from typing import Final

from ai.core import Agent
from ai.planetwars.planner import Temper
from ai.planetwars.planning import CADET, Planner
from ai.planetwars.sensei import FleetSensei
from ai.planetwars.starters import RULES, Starter
from ai.planetwars.value import VALUE
from games.agents import AgentSpec, GameAgents, simply

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
    return Planner(Temper())


def _spec(level: int, name: str, title: str, tells: str) -> AgentSpec:
    return AgentSpec(name, title, tells, simply(functools.partial(starter, name)), level)


_OWN: Final = (
    AgentSpec(
        *("cadet", "Cadet", "Plans well, gives orders every third turn, and sends too much."),
        make=simply(functools.partial(Planner, CADET, every=3)),
        level=3,
    ),
    AgentSpec(
        *(
            "planner",
            "Planner",
            "Takes first what pays back first, and keeps what may be attacked.",
        ),
        make=simply(functools.partial(Planner, Temper())),
        level=4,
    ),
    AgentSpec(
        *("sensei", "Sensei", "Weighs its plans against those it expects from you."),
        make=simply(FleetSensei),
        level=5,
        weights=(VALUE,),
        heavy=True,
    ),
)
AGENTS: Final = GameAgents(
    (*(_spec(level, *row) for level, row in zip((0, 1, 1, 2, 2), _STARTERS, strict=True)), *_OWN),
    demo_player,
)
