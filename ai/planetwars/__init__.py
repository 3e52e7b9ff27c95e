"""The agents of Planet Wars: the five starters of 2010, and planners of our own."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ai.core import Agent
from ai.planetwars.planner import Temper
from ai.planetwars.planning import CADET, Planner
from ai.planetwars.sensei import FleetSensei
from ai.planetwars.starters import RULES, Starter
from ai.planetwars.value import VALUE
from games import measured
from games.agents import AgentSpec, GameAgents, simply


def starter(name: str) -> Starter:
    """Return the starter of this `name`."""
    return Starter(RULES[name])


def demo_player() -> Agent:
    """Return the player of attract mode."""
    return Planner(Temper())


_NAMES: Final = {
    "random": "Random",
    "bully": "Bully",
    "prospector": "Prospector",
    "dual": "Dual",
    "rage": "Rage",
    "cadet": "Cadet",
    "planner": "Planner",
    "sensei": "Sensei",
}
_QUOTED: Final = {"sensei": "planner", "planner": "cadet", "cadet": "dual"}
"""The rival that the page of an agent quotes; the starters' is the planner."""


def _measure(agent_id: str) -> float:
    """Return the share that an agent wins of its matches against all others, each as often."""
    rivals = [each for each in _NAMES if each != agent_id]
    return sum(measured.won("planetwars", agent_id, each).share.value for each in rivals) / len(
        rivals
    )


def _strength(agent_id: str) -> str:
    """Return in a sentence what an agent wins against one rival."""
    rival = _QUOTED.get(agent_id, "planner")
    share = measured.won("planetwars", agent_id, rival).share
    many = "" if share.value in (0.0, 1.0) else f" of {share.games}"
    return f"Won {share.words()}{many} matches against {_NAMES[rival]}."


def _spec(agent_id: str, tells: str, make: Callable[[], Agent], level: int) -> AgentSpec:
    """Return an agent with its measured strength, where it was measured."""
    spec = AgentSpec(agent_id, _NAMES[agent_id], tells, simply(make), level)
    try:
        found = _strength(agent_id), _measure(agent_id)
    except measured.NotMeasured:
        return spec
    return replace(spec, strength=found[0], measure=found[1])


_TELLS: Final = {
    "random": "Sends half of a random planet to a random one, a fleet at a time.",
    "bully": "Sends half of its strongest planet to the weakest, a fleet at a time.",
    "prospector": "Sends half of its fullest planet where growth is cheapest, a fleet at a time.",
    "dual": "A prospector with up to five fleets, which goes for the enemy once it is ahead.",
    "rage": "Sends all that it has to the nearest enemy planet, and takes no other.",
}
_LEVELS: Final = (0, 1, 1, 2, 1)
AGENTS: Final = GameAgents(
    (
        *(
            _spec(each, tells, functools.partial(starter, each), level)
            for (each, tells), level in zip(_TELLS.items(), _LEVELS, strict=True)
        ),
        _spec(
            "cadet",
            "Plans well, gives orders every third turn, and sends too much.",
            functools.partial(Planner, CADET, every=3),
            3,
        ),
        _spec(
            "planner",
            "Takes first what pays back first, and keeps what may be attacked.",
            functools.partial(Planner, Temper()),
            4,
        ),
        replace(
            _spec("sensei", "Weighs its plans against those it expects from you.", FleetSensei, 5),
            weights=(VALUE,),
            heavy=True,
        ),
    ),
    demo_player,
)
