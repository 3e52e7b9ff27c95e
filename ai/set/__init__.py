"""The agents of Set: opponents with a real strength, one that has yours, and the two ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ai.set.judge import Judge
from ai.set.kinds import KINDS_OF_SETS
from ai.set.minds import describe, noticed
from ai.set.race import STEP
from ai.set.searchers import Mirror, Nobody, PairLooker, Solver, Steady, steady
from games import measured
from games.agents import AgentSpec, GameAgents, simply
from games.spec import Option

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
_FOLLOW: Final = Option(
    *("follow", "Follows you", "bool", False),
    help="Whether it reckons with you getting quicker or slower, and begins slowly with somebody "
    "new. Without it all races count alike.",
)
_MIRRORS: Final = (_SHARE, _LEARN, _ERROR, _FOLLOW)
_WHO: Final = (
    ("sloth", "Naps between sets."),
    ("tortoise", "Slow, never in doubt."),
    ("chick", "Everything is new."),
    ("rabbit", "Hops card to card."),
    ("meerkat", "Up, and there it is."),
    ("magpie", "Takes what shines."),
    ("fox", "Follows every trail."),
    ("hawk", "Looks down once."),
    ("dragonfly", "Eyes on all cards."),
)


def _quick(level: int) -> float:
    """Return the share of sets that a level takes from `steady-5`, by the model: q / (1 + q)."""
    ratio = STEP ** (level - 5)
    return ratio / (1 + ratio)


@measured.or_else("")
def _strength(agent_id: str, rival: str) -> str:
    """Return how often an agent was measured to win against another, "" where that is not known."""
    share = measured.won("set", agent_id, rival).share
    name = rival.replace("-", " ").title()
    if share.value == 1.0:
        return f"Wins all of {share.games:,} matches against {name}."
    return f"Wins {share.percent('.0f')} of the matches against {name} ({share.games:,} matches)."


def _steady(level: int) -> Callable[[Mapping[str, Any], str | None], Steady]:
    return lambda options, start: steady(level, options.get("error", _ERROR.default))


def _mirror(options: Mapping[str, Any], start: str | None) -> Mirror:
    values = {o.name: options.get(o.name, o.default) for o in _MIRRORS}
    return Mirror(values["share"], values["learn"], values["error"], start, values["follow"])


_JUDGE: Final = AgentSpec(
    "judge", "Judge", "Says how long each race took beside a player's usual time.", simply(Judge)
)
AGENTS: Final = GameAgents(
    (
        AgentSpec(
            *("nobody", "Nobody", "Waits, so that you play alone.", simply(Nobody)),
            rank="empty chair",
            line="You alone, against the clock.",
            measure=0.0,
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
                strength=_strength(f"steady-{level}", f"steady-{level - 1}"),
                measure=_quick(level),
                weights=(KINDS_OF_SETS,),
                rank=_WHO[level - 1][0],
                line=_WHO[level - 1][1],
            )
            for level in LEVELS
        ),
        AgentSpec(
            "mirror",
            "Mirror",
            "Learns how quickly you see each kind of set, and takes just its share of them.",
            _mirror,
            level=3,
            options=_MIRRORS,
            learns=True,
            weights=(KINDS_OF_SETS,),
            rank="your own pace",
            line="As quick as you.",
            measure=0.49,  # as strong as you, between the levels 4 and 5
        ),
        AgentSpec(
            "solver",
            "Solver",
            "Claims after 600 milliseconds and is always right.",
            simply(Solver),
            level=5,
            rank="machine",
            line="Done before you blink.",
            measure=1.0,
            strength=_strength("solver", "steady-9"),
        ),
    ),
    lambda: steady(4, _ERROR.default),
    (_JUDGE,),
    describe=describe,
    noticed=noticed,
    guests=(
        AgentSpec(
            *(
                "newcomer",
                "Newcomer",
                "Takes two cards and looks for the third, four seconds each.",
            ),
            simply(PairLooker),
            rank="for measurements",
            line="These two, and then? No. These two?",
        ),
    ),
)
