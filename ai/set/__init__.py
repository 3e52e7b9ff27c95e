"""The agents of Set: opponents with a real strength, one that has yours, and the two ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ai.set.searchers import Mirror, Nobody, Solver, Steady, steady
from games.agents import AgentSpec, GameAgents
from games.core import Option

LEVELS: Final = range(1, 10)
_ERROR: Final = Option(
    *("error", "Wrong claims", "int", 3),
    low=0,
    high=20,
    help="How many of 100 claims are wrong, in one feature.",
)
_SHARE: Final = Option(
    *("share", "Its share", "int", 50),
    low=10,
    high=90,
    help="How many of 100 sets it should take from you.",
)
_LEARN: Final = Option(
    *("learn", "Learns", "bool", True),
    help="Whether it goes on learning how quickly you see each kind of set.",
)
_RANKS: Final = (
    *("dreamer", "stroller", "beginner", "browser", "spotter"),
    *("collector", "hunter", "hawk", "lightning"),
)


def _steady(level: int) -> Callable[[Mapping[str, Any], str | None], Steady]:
    return lambda options, start: steady(level, options.get("error", _ERROR.default))


def _mirror(options: Mapping[str, Any], start: str | None) -> Mirror:
    values = {o.name: options.get(o.name, o.default) for o in (_SHARE, _LEARN, _ERROR)}
    return Mirror(values["share"], values["learn"], values["error"], start)


def _solver(options: Mapping[str, Any], start: str | None) -> Solver:
    return Solver()


def _nobody(options: Mapping[str, Any], start: str | None) -> Nobody:
    return Nobody()


AGENTS: Final = GameAgents(
    (
        AgentSpec(
            *("nobody", "Nobody", "Waits, so that you play alone.", _nobody),
            rank="nobody",
            line="An empty chair.",
        ),
        *(
            AgentSpec(
                f"steady-{level}",
                f"Steady {level}",
                "Finds sets at a constant rate, like ones sooner; each level takes 60% of the sets "
                "from the one below.",
                _steady(level),
                level=min(5, 1 + level // 2),
                options=(_ERROR,),
                rank=_RANKS[level - 1],
                line="Looks as quickly on a bad day as on a good one.",
            )
            for level in LEVELS
        ),
        AgentSpec(
            "mirror",
            "Mirror",
            "Learns how quickly you see each kind of set, and takes just its share of them.",
            _mirror,
            level=3,
            options=(_SHARE, _LEARN, _ERROR),
            learns=True,
            rank="mirror",
            line="Exactly as quick as you are.",
        ),
        AgentSpec(
            "solver",
            "Solver",
            "Claims after 600 milliseconds and is always right.",
            _solver,
            level=5,
            rank="machine",
            line="Has looked everything up before you blink.",
        ),
    ),
    lambda: steady(4, _ERROR.default),
)
