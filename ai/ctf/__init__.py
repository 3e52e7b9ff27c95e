"""The teams of capture-the-flag: each is one mind for the bots of its seats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from ai.ctf.blind import Chance, Gatherer
from ai.ctf.pack import Pack
from ai.ctf.pelita_team import ID, FileOption, PelitaTeam, alias, hindrance
from ai.ctf.roles import CAUTION, INTRUSION, Hunter, PointTeam, ReadingTeam, TwoRoles
from ai.ctf.tracking import auto_enemies, exact_walkers
from ai.ctf.watcher import TeamWatcher
from games.agents import AgentSpec, GameAgents, Measured, simply
from games.spec import Option

Share = tuple[float, int]
"""A share of matches won, a draw as half, and how many they were."""
EVEN: Final = "What the other teams are measured against."
AGAINST_BELIEF: Final[Mapping[str, tuple[Share, Share]]] = MappingProxyType(
    {
        "random": ((0.0, 40), (0.062, 40)),
        "hunter": ((0.0, 40), (0.087, 40)),
        "gatherer": ((0.525, 40), (0.113, 40)),
        "belief-reading": ((0.338, 200), (0.478, 200)),
        "belief": ((0.5, 0), (0.5, 0)),
        "belief-point": ((0.578, 200), (0.503, 200)),
        "pack": ((0.950, 40), (1.0, 60)),
    }
)
"""What each team won against `belief`, by the post's rules and by Pelita's.

`main.py arena ctf --agents TEAM,belief --games N --seed 1 --option rules=blog` (or `pelita`); those
of 200 matches with `belief` named first.
"""


def _strength(agent_id: str) -> str:
    if agent_id == "belief":
        return EVEN
    post, pelita = AGAINST_BELIEF[agent_id]
    words = f"Against Belief it wins {post[0]:.0%} of {post[1]} matches by the post's rules, "
    return words + f"{pelita[0]:.0%} of {pelita[1]} by Pelita's; a draw is half."


def _measure(agent_id: str) -> float:
    post, pelita = AGAINST_BELIEF[agent_id]
    return (post[0] + pelita[0]) / 2


_team: Final = Measured(_strength, _measure)


def _watcher(team: int, agent_id: str, side: str) -> AgentSpec:
    description = "The average of motion models by evidence, for both enemies."
    make = simply(partial(TeamWatcher, auto_enemies, team))
    return AgentSpec(agent_id, f"What the {side} could know", description, make)


_THRESHOLDS: Final = (
    Option("caution", "Caution", "float", CAUTION, low=0, high=10_000),
    Option("intrusion", "Intrusion", "float", INTRUSION, low=0, high=1),
)
AGENTS: Final = GameAgents(
    (
        _team(
            *("random", "Random", "Goes any way, each alike."),
            Chance,
            0,
            *("leaves in the wind", "Which way? Any way."),
        ),
        _team(
            *(
                "hunter",
                "Hunter",
                "One chases intruders, the other waits at the border. No raids.",
            ),
            lambda: Hunter(exact_walkers(1.0)),
            1,
            *("gate and hound", "Come in. We like visitors."),
        ),
        _team(
            *("gatherer", "Gatherer", "Each bot goes to the nearest dot, and fears nobody."),
            Gatherer,
            1,
            *("berry pickers", "Dots. Where are more dots?"),
        ),
        _team(
            *("belief-reading", "Belief, present reading", "Two roles on the last reading alone."),
            partial(ReadingTeam, auto_enemies),
            2,
            *("no memory", "What did you say? Who are you?"),
            heavy=True,
        ),
        _team(
            *("belief", "Belief", "An attacker and a defender that act on all they believe."),
            partial(TwoRoles, auto_enemies),
            3,
            *("two minds, one map", "You were heard. Both of you."),
            heavy=True,
        ),
        _team(
            *("belief-point", "Belief, likeliest cell", "Two roles, sure of the likeliest cell."),
            partial(PointTeam, auto_enemies),
            3,
            *("no doubt", "It is there. Of course it is there."),
            heavy=True,
        ),
        _team(
            *("pack", "Pack", "Looks ahead over what it believes, and weighs every plan."),
            partial(Pack, auto_enemies),
            4,
            *("raiders", "We are already in your larder."),
            heavy=True,
        ),
    ),
    Gatherer,
    alias=alias,
    guests=(
        AgentSpec(
            *("two-roles", "Two roles, tuned", "The team of belief with two thresholds to set."),
            lambda options, start: TwoRoles(auto_enemies, options["caution"], options["intrusion"]),
            options=_THRESHOLDS,
            rank="for measurements",
            line="We keep to what was measured.",
        ),
        AgentSpec(
            *("two-roles-point", "Two roles, tuned, likeliest cell", "The same, without a doubt."),
            lambda options, start: PointTeam(
                auto_enemies, options["caution"], options["intrusion"]
            ),
            options=_THRESHOLDS,
            rank="for measurements",
            line="We keep to what was likeliest.",
        ),
        AgentSpec(
            *(ID, "A team of Pelita's", "A file that was written for the tournament program."),
            lambda options, start: PelitaTeam(options["file"]),
            options=(FileOption("file", "Team file", "text", "0", hidden=True),),
            ours=False,
            cannot=hindrance,
            rank="a guest",
            line="I know these rules from somewhere.",
        ),
    ),
    models=(_watcher(0, "auto-left", "left"), _watcher(1, "auto-right", "right")),
)
